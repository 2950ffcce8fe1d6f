// An editor built on VS Code that has no tools for language models, no authentication, no links and no git.
import assert from "node:assert/strict";
import path from "node:path";
import { toolNames } from "../../src/features/agent/toolNames";
import { makeLackingExtension } from "./lackingEditor";
import { describeMainPath } from "./mainPath";

describeMainPath(
  "an editor that lacks APIs",
  (scratch) => ({ linkedExtension: makeLackingExtension(path.join(scratch, "extension")) }),
  (log) => {
    // A tool each, the provider of accounts, links and the dashboards of the last time.
    assert.equal(log.match(/Missing in this editor: TypeError/g)?.length, toolNames.length + 3, log);
  },
);
