// The notes on the code of a push, with the real Python and Node.js of this machine.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { contentHash } from "../../../../../src/core/disk/contentHash";
import type { App } from "../../../../../src/core/model/model";
import type { ProjectDefaults } from "../../../../../src/core/project/detect/projectDefaults";
import { runProgram } from "../../../../../src/features/localService/serviceEnvironment";
import { preflight } from "../../../../../src/features/transfers/ask/preflight";
import { FakeClock } from "../../../../support/fakeClock";
import { someApp } from "../../../../support/someApp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { workspaceFiles } from "../../../../support/vscodeParts";
import { waitUntil } from "../../../../support/waitUntil";

type Texts = Readonly<Record<string, string>>;

describe("the notes on the code of a push", () => {
  let clock: FakeClock;
  let run: typeof runProgram;
  let app: App;
  let defaults: Partial<ProjectDefaults>;
  let synced: Texts;
  let asked: number;

  beforeEach(() => {
    clock = new FakeClock();
    [run, app, defaults, synced, asked] = [runProgram, someApp(), {}, {}, 0];
    workspaceFiles({});
  });

  const notInstalled = async () => undefined;
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

  async function notes(texts: Texts): Promise<readonly string[]> {
    const local = Object.entries(texts).map(([path, text]) => ({
      ...{ path, sizeBytes: bytesOf(text).length, read: async () => bytesOf(text) },
    }));
    const known = Object.entries(synced).map(async ([path, text]) => [
      `/${path}`,
      { hash: await contentHash(bytesOf(text)) },
    ]);
    const getApp = async () => {
      asked++;
      return { environment: [] };
    };
    const account = { apps: { find: () => app }, client: { getApp } };
    const place = { folder: vscode.Uri.file("/work/shop"), account, appId: "shop", appName: "Shop" };
    const input = { local, defaults, app: { hash: contentHash } };
    const memory = { files: new Map((await Promise.all(known)) as never) };
    const found = await preflight(place as never, input as never, memory as never, {
      clock,
      runProgram: run,
    });
    return found.map((note) => note.replace(/\b(Python|Node\.js) v?\d\S*/, "$1 N"));
  }

  it("name the mistakes in changed Python, with the Python of this machine, and run nothing", async () => {
    const mark = path.join(temporaryFolder("preflight"), "ran");
    const bad = `open(${JSON.stringify(mark)}, "w")\nreturn 1\n`;
    assert.deepEqual(await notes({ "main.py": bad, "cart.py": "match = 1\n" }), [
      "main.py, line 2: 'return' outside function (Python N on this machine)",
    ]);
    await notes({ "main.py": `open(${JSON.stringify(mark)}, "w")\n` });
    assert.equal(fs.existsSync(mark), false);
    synced = { "main.py": bad };
    assert.deepEqual(await notes({ "main.py": bad }), []);
  });

  it("name the mistakes in changed JavaScript of each kind, and run nothing", async () => {
    const mark = path.join(temporaryFolder("preflight"), "ran");
    const write = `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "")`;
    assert.deepEqual(
      await notes({
        "a.js": `${write};\nconst a = ;\n`,
        "b.mjs": "export const b = 1;\nawait b;\nconst c = ;\n",
        "c.cjs": "#!/usr/bin/env node\nreturn 1;\n",
        "d.js": 'import a from "./a.js";\nawait a;\n',
        "page.js": "const page = <div/>;\n",
        "fine.js": `${write};\n`,
      }),
      [
        "a.js, line 2: Unexpected token ';' (Node.js N on this machine)",
        "b.mjs, line 3: Unexpected token ';' (Node.js N on this machine)",
      ],
    );
    assert.equal(fs.existsSync(mark), false);
  });

  it("name packages that the code loads and no list has", async () => {
    const code =
      "import os, yaml, google.cloud, cv2\nfrom flask_cors import CORS\nfrom . import x\nimport shop.cart\nimport requests\n";
    const list = "google-cloud-storage\nopencv-python\nFlask-Cors>=1\n";
    assert.deepEqual(await notes({ "main.py": code, "shop/cart.py": "", "requirements.txt": list }), [
      "requirements.txt doesn't list PyYAML, requests, which the code loads.",
    ]);
    const node =
      'import fs from "fs/promises";\nimport x from "node:path";\nimport e from "express";\nimport c from "@a/b/c";\nimport "#own";\nimport "@/own";\n';
    assert.deepEqual(await notes({ "a.mjs": node, "package.json": '{"dependencies":{"express":"^5"}}' }), [
      "package.json doesn't list @a/b, which the code loads.",
    ]);
  });

  it("repeat what a creation would find about packages", async () => {
    defaults = { findings: [{ kind: "dependencies", from: "devDependencies", names: ["tsx"] }] };
    assert.deepEqual(await notes({}), ["The service won't install tsx: only devDependencies lists it"]);
  });

  it("say why the web may not reach the app", async () => {
    run = notInstalled;
    app = someApp({ exposedViaWeb: true });
    defaults = { mainFile: "a.js" };
    const of = async (text: string) => (await notes({ "a.js": text })).join();
    assert.equal(
      await of('app.listen(process.env.PORT, "127.0.0.1");'),
      "a.js accepts requests only from its own machine. Listen on 0.0.0.0.",
    );
    assert.equal(await of("app.listen(3000);"), "a.js listens on a fixed port. Listen on the port in PORT.");
    assert.equal(await of("app.listen(process.env.PORT || 3000);"), "");
    app = someApp({ exposedViaWeb: true, startupCommand: "npm start" });
    assert.equal(await of("app.listen(3000);"), "");
    app = someApp({ exposedViaWeb: false });
    assert.equal(await of("app.listen(3000);"), "");
  });

  it("name variables that the app lacks", async () => {
    run = notInstalled;
    assert.deepEqual(await notes({ "a.js": "run(process.env.TOKEN);\n" }), [
      "Not set in Shop: TOKEN. Set them on the service's website.",
    ]);
  });

  it("are those that are known after two seconds, when the checks are ended", async () => {
    let ended = false;
    let begun = 0;
    run = async (_runtime, _args, _input, signal) =>
      await new Promise((resolve) => {
        begun++;
        signal.addEventListener("abort", () => {
          ended = true;
          resolve(undefined);
        });
      });
    const found = notes({ "main.py": "if True\n", "a.js": "run(process.env.TOKEN);\n" });
    await waitUntil(() => asked > 0 && begun > 0, { what: "the checks to begin" });
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(1_900);
    assert.equal(ended, false);
    await clock.advance(200);
    assert.deepEqual(await found, ["Not set in Shop: TOKEN. Set them on the service's website."]);
    assert.equal(ended, true);
  });

  it("say nothing of syntax where Python and Node.js are not installed", async () => {
    run = notInstalled;
    assert.deepEqual(await notes({ "main.py": "if True\n", "a.js": "const a = ;" }), []);
  });

  it("come from programs that get no secrets, and end when they say too much", async () => {
    process.env["CANARY_OF_PREFLIGHT"] = "canary";
    const { signal } = new AbortController();
    const names = await runProgram("nodejs", ["-p", "Object.keys(process.env).join()"], "", signal);
    assert.doesNotMatch(names ?? "", /CANARY/);
    Reflect.deleteProperty(process.env, "CANARY_OF_PREFLIGHT");
    assert.equal(
      await runProgram("nodejs", ["-e", "for (;;) console.log('x'.repeat(1000))"], "", signal),
      undefined,
    );
    const stopped = new AbortController();
    const run = runProgram("nodejs", ["-e", "setInterval(() => {}, 1000)"], "", stopped.signal);
    stopped.abort();
    assert.equal(await run, undefined);
  });
});
