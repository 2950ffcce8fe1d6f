// The small server that is written for a folder of web pages: it runs, serves the pages, and nothing else.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { siteServer } from "../../../../../src/features/create/questions/siteServer";
import { freePort } from "../../../../support/freePort";
import { removeTemporaryFolder, temporaryFolder } from "../../../../support/temporaryFolder";
import { conditionTimeoutMs, waitUntil } from "../../../../support/waitUntil";

describe("the small server of a site", function () {
  this.timeout(2 * conditionTimeoutMs);
  const folder = temporaryFolder("site");
  let server: ChildProcess;
  let base: string;

  before(async () => {
    const write = (name: string, text: string): void => {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    };
    write("package.json", '{ "type": "module" }');
    write("server.cjs", siteServer("public"));
    write("public/index.html", "<h1>Home</h1>");
    write("public/about.html", "<h1>About</h1>");
    write("public/a b/style.css", "body {}");
    write("public/.env", "SECRET=1");
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, ["server.cjs"], {
      cwd: folder,
      env: { ...process.env, PORT: String(port) },
      stdio: "ignore",
    });
    await waitUntil(
      async () =>
        await fetch(base).then(
          () => true,
          () => false,
        ),
      { what: "the server" },
    );
  });
  after(async () => {
    server.kill();
    await once(server, "exit");
    removeTemporaryFolder(folder);
  });

  it("serves pages by their names, with their types", async () => {
    const home = await fetch(`${base}/?x=1`);
    assert.equal(await home.text(), "<h1>Home</h1>");
    assert.match(home.headers.get("content-type") ?? "", /text\/html/);
    assert.equal(await (await fetch(`${base}/about`)).text(), "<h1>About</h1>");
    const style = await fetch(`${base}/a%20b/style.css`);
    assert.equal(style.headers.get("content-type"), "text/css");
  });

  it("serves nothing outside its folder and nothing hidden", async () => {
    const hidden = [".env", "..%2fserver.cjs", "%2e%2e/package.json", "nothing", "%00", "%E0%A4%A", "a%20b"];
    for (const name of hidden) assert.equal((await fetch(`${base}/${name}`)).status, 404, name);
  });
});
