// The local service ends while a window uses it.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, describe, it } from "mocha";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";

describe("a local service that is killed", function () {
  this.timeout(90_000);
  this.bail(true);
  const userDataDir = temporaryFolder("local-service");
  const window = useWorkbench({ userDataDir });
  after("remove the folder", () => removeTemporaryFolder(userDataDir));

  /** What it notes in its folder, and its token. */
  const running = (): { readonly pid: number; readonly token: string } => {
    const names = fs.readdirSync(userDataDir, { recursive: true, encoding: "utf8" });
    const note = names.find((name) => name.endsWith(path.join("local-service", "service.json"))) ?? "";
    const folder = path.join(userDataDir, path.dirname(note));
    const { pid } = JSON.parse(fs.readFileSync(path.join(folder, "service.json"), "utf8")) as { pid: number };
    return { pid, token: fs.readFileSync(path.join(folder, "token"), "utf8") };
  };

  it("closes its account at once, says so, and comes back with another token", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try It with a Local Service");
    await window().tree().waitForRow("Personal", 60_000);
    const first = running();
    process.kill(first.pid, "SIGKILL");
    const notice = await window().notification("The local service has stopped", 20_000);
    await window().tree().waitUntilRowGone("Personal");
    await window().screenshot("local-service-ended");
    await notice.press("Start Again", 30_000);
    await window().tree().waitForRow("Personal", 60_000);
    const second = running();
    assert.notEqual(second.pid, first.pid);
    assert.notEqual(second.token, first.token);
  });
});

describe("a folder that runs on this machine", function () {
  this.timeout(90_000);
  this.bail(true);
  const scratch = temporaryFolder("run-folder");
  const folder = path.join(scratch, "shop");
  const userDataDir = path.join(scratch, "data");
  const window = useWorkbench(() => {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "hosted-app.json"), '{ "name": "Shop", "exposedViaWeb": true }\n');
    fs.writeFileSync(path.join(folder, ".env"), "GREETING=hello\nSECRET=canary-of-env\n");
    fs.writeFileSync(
      path.join(folder, "main.py"),
      [
        "import http.server, os",
        "class Page(http.server.BaseHTTPRequestHandler):",
        "    def do_GET(self):",
        "        self.send_response(200); self.end_headers()",
        "        self.wfile.write((os.environ['GREETING'] + ' one').encode())",
        "http.server.HTTPServer(('0.0.0.0', int(os.environ['PORT'])), Page).serve_forever()",
        "",
      ].join("\n"),
    );
    return { folder, userDataDir };
  });
  after("remove the folder", () => removeTemporaryFolder(scratch));

  const shown = async (): Promise<string> =>
    (await window().page.locator(".part.panel .terminal-wrapper .xterm-rows").first().textContent()) ?? "";
  let address = "";
  const page = async (): Promise<string> => await (await fetch(address)).text();
  const waitForPage = async (text: string): Promise<void> => {
    await waitUntil(async () => (await page().catch(() => "")) === text, {
      what: `the page to say ${text}`,
      timeoutMs: 30_000,
    });
  };

  it("answers with its values from .env, without an account, and prints into a terminal", async () => {
    await window().runCommand("Hosted Apps: Run Folder Locally");
    const notice = await window().notification("Shop is running on this machine", 40_000);
    const found = await waitUntil(async () => /http:\/\/127\.0\.0\.1:\d+(?= ---)/.exec(await shown())?.[0], {
      what: "its address",
      timeoutMs: 20_000,
    });
    address = found;
    await waitForPage("hello one");
    await window().screenshot("run-folder");
    await notice.dismiss();
  });

  it("starts afresh with what is saved", async () => {
    const explorer = await window().explorer();
    await explorer.doubleClick("main.py");
    await window().editor.waitForText("GREETING");
    const file = path.join(folder, "main.py");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("' one'", "' two'"));
    await window().editor.waitForText("' two'");
    await window().editor.append("# saved");
    await window().editor.save();
    await waitForPage("hello two");
  });

  it("ends with its terminal, and leaves neither a copy nor a value behind", async () => {
    await window().runCommand("Terminal: Kill the Active Terminal Instance");
    await waitUntil(
      async () =>
        await page().then(
          () => false,
          () => true,
        ),
      { what: "its end", timeoutMs: 20_000 },
    );
    const left = (): string[] =>
      fs
        .readdirSync(userDataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.parentPath.includes("local-runs"))
        .map((entry) => path.join(entry.parentPath, entry.name));
    await waitUntil(() => !left().some((file) => file.endsWith("main.py")), {
      what: "its copy to go",
      timeoutMs: 20_000,
    });
    for (const file of left()) assert.ok(!fs.readFileSync(file, "utf8").includes("canary-of-env"), file);
  });
});

describe("a project from a template", function () {
  this.timeout(90_000);
  this.bail(true);
  const scratch = temporaryFolder("template");
  const folder = path.join(scratch, "pages");
  const window = useWorkbench(() => {
    fs.mkdirSync(folder);
    return { folder, userDataDir: path.join(scratch, "data") };
  });
  after("remove the folder", () => removeTemporaryFolder(scratch));

  it("fills the empty folder that is open, and runs at once", async () => {
    await window().runCommand("Hosted Apps: New App from Template...");
    await window().quickInput.waitForTitle("New App from Template (1/2): Template");
    await window().quickInput.item("Static Site").first().waitFor();
    await window().screenshot("template-pick");
    await window().quickInput.type("Static");
    await window().quickInput.accept();
    const notice = await window().notification("“Static Site” is ready in pages", 20_000);
    await (await window().explorer()).waitForRow("server.js");
    await window().screenshot("template-ready");
    assert.ok(fs.existsSync(path.join(folder, ".gitignore")));
    await notice.press("Run Locally");
    await window().notification("pages is running on this machine", 40_000);
    const shown = await window().page.locator(".part.panel .xterm-rows").first().textContent();
    const [address = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(shown ?? "") ?? [];
    assert.match(await (await fetch(address)).text(), /It works/);
  });

  it("writes nothing into a folder that is not empty", async () => {
    const before = fs.readdirSync(folder);
    await window().runCommand("Hosted Apps: New App from Template...");
    await window().quickInput.type("Flask");
    await window().quickInput.accept();
    await window().quickInput.waitForTitle("New App from Template (2/2): Folder");
    await window().quickInput.cancel();
    assert.deepEqual(fs.readdirSync(folder), before);
  });
});
