// Each kind of project, from its folder through Create App to an app on the local service: Enter answers each question,
// and what the app reads is included. Nothing runs here: the service must accept the settings and have the files that
// they name.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { createByFlow } from "../support/createdByFlow";
import type { Layout } from "../support/layouts/layout";
import { layouts } from "../support/layouts/layouts";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

describe("an app of each kind of project", () => {
  let emulator: Emulator;
  let dataDir = "";
  before(async () => {
    dataDir = temporaryFolder("layouts");
    emulator = await startEmulator({ dataDir, run: false });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  async function create({ files, is, command = "", web = false, ...layout }: Layout): Promise<void> {
    const { finds = [], becomes, memoryMB } = layout;
    const { app, mainFile, summary, lists } = await createByFlow(emulator, files, (_title, labels) =>
      labels.find((label) => label === "Include"),
    );
    const startCommand = app.startupCommand ?? "";
    const shown = `Start command · ${startCommand || "the service's default for "}`;
    assert.ok(
      summary.some((row) => row.startsWith(shown)),
      summary.join("\n"),
    );
    assert.equal(app.metrics?.online, true);
    // Without a file, what is detected first is not yet the app: it is built, or in a folder below.
    if (is.includes(" ")) assert.deepEqual([`${app.runtime} ${mainFile}`, startCommand], [is, command]);
    else if (is !== "none") assert.equal(app.runtime, is);
    if (becomes !== undefined) assert.equal(`${mainFile} ${startCommand}`.trim(), becomes);
    if (!finds.some((each) => each.startsWith("packages "))) {
      assert.equal(app.exposedViaWeb, web || finds.some((each) => each.startsWith("staticSite ")));
      assert.equal(app.memoryMB, memoryMB ?? (app.runtime === "python" ? 256 : 512));
    }
    const sent = (file: string): boolean => fs.existsSync(path.join(emulator.appFolder(app.id), file));
    assert.ok(sent(mainFile), mainFile);
    const built = lists.flatMap(
      ({ title }) => / It builds (.+?)(?:, which is missing)?$/.exec(title)?.[1] ?? [],
    );
    for (const made of built) assert.ok(sent(made), made);
    if (startCommand.startsWith("npm ")) assert.ok(sent("package.json"));
    const development = "dependencies devDependencies ";
    for (const found of finds.filter((each) => each.startsWith(development))) {
      const text = fs.readFileSync(path.join(emulator.appFolder(app.id), "package.json"), "utf8");
      for (const name of found.slice(development.length).split(", "))
        assert.ok(name in JSON.parse(text).dependencies, `${name} is installed`);
    }
    const named = startCommand.split(/\s+/).filter((word) => /^[\w./-]+\.(?:py|[cm]?js)$/.test(word));
    const [, folder = ""] = /^cd (\S+) && /.exec(startCommand) ?? [];
    for (const file of named) assert.ok(sent(path.join(folder, file)), `${startCommand}: ${file}`);
  }

  /** The first list says why; the user leaves with Esc. */
  async function refuse({ files }: Layout, said: string): Promise<void> {
    const titles: string[] = [];
    const creating = createByFlow(emulator, files, (title) => {
      titles.push(title);
      return "";
    });
    await assert.rejects(creating, { name: "CancelledError" });
    assert.deepEqual(titles, [`Create App: ${said}`]);
  }

  for (const layout of layouts) {
    const { kind, finds = [] } = layout;
    const unsupported = finds.find((each) => each.startsWith("unsupported "))?.slice("unsupported ".length);
    if (kind !== "notes only" && unsupported === undefined) it(`is created: ${kind}`, () => create(layout));
    else
      it(`is not created, and that is said: ${kind}`, () =>
        refuse(
          layout,
          unsupported === undefined
            ? "No Python or JavaScript file to start the app"
            : `${unsupported} isn't supported; only Python and Node.js are`,
        ));
  }
});
