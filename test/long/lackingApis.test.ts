// An editor based on VS Code without language model tools, authentication, links and git.
import assert from "node:assert/strict";
import path from "node:path";
import { toolNames } from "../../src/features/agent/toolNames";
import { makeLackingExtension } from "./lackingEditor";
import { describeMainPath } from "./mainPath";

describeMainPath(
  "an editor that lacks APIs",
  (scratch) => ({ linkedExtension: makeLackingExtension(path.join(scratch, "extension")) }),
  (log) => {
    // Each tool, the account provider, links and restored dashboards.
    assert.equal(log.match(/Missing in this editor: TypeError/g)?.length, toolNames.length + 3, log);
  },
);
