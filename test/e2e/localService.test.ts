// The local service and folders that run on this machine, in one window whose folder is empty at first.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { canary } from "../support/canaries";
import { filesBelow, writeTree } from "../support/fileTrees";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";

const program = [
  "import http.server, os",
  "class Page(http.server.BaseHTTPRequestHandler):",
  "    def do_GET(self):",
  "        self.send_response(200); self.end_headers()",
  "        self.wfile.write((os.environ['GREETING'] + ' one').encode())",
  "http.server.HTTPServer(('0.0.0.0', int(os.environ['PORT'])), Page).serve_forever()",
  "",
].join("\n");

const templateKey = { key: "ctrl+alt+t", command: "hostedApps.deploy.newFromTemplate" };

describe("on this machine", () => {
  const scratch = temporaryFolder("local-service");
  const folder = path.join(scratch, "pages");
  const userDataDir = path.join(scratch, "data");
  const window = useWorkbench(() => {
    fs.mkdirSync(folder);
    return { folder, userDataDir, keybindings: [templateKey] };
  });

  const terminal = () => window().page.locator(".part.panel .terminal-wrapper .xterm-rows").first();
  const shown = async (): Promise<string> => (await terminal().allTextContents()).join();
  let address = "";
  const page = async (): Promise<string> => await (await fetch(address)).text();
  const waitForPage = async (expected: RegExp): Promise<void> => {
    const answer = (): Promise<string> => page().catch(String);
    await waitUntil(async () => expected.test(await answer()), {
      what: `the page to say ${expected}`,
      saw: answer,
    });
  };
  const waitForAddress = async (): Promise<void> => {
    const found = async () => /http:\/\/127\.0\.0\.1:\d+(?= ---)/.exec(await shown())?.[0];
    address = await waitUntil(found, { what: "the address in the terminal", saw: shown });
  };
  const killTerminal = async (): Promise<void> => {
    await window().runCommand("Terminal: Kill the Active Terminal Instance");
    const isOver = () =>
      page().then(
        () => false,
        () => true,
      );
    await waitUntil(isOver, { what: "the program to end" });
  };

  /** The process id that the local service notes in its folder, and its token. */
  const running = (): { readonly pid: number; readonly token: string } => {
    const note = filesBelow(userDataDir).find((file) =>
      file.endsWith(path.join("local-service", "service.json")),
    );
    assert.ok(note);
    const { pid } = JSON.parse(fs.readFileSync(note, "utf8")) as { pid: number };
    return { pid, token: fs.readFileSync(path.join(path.dirname(note), "token"), "utf8") };
  };

  describe("a template", function () {
    this.bail(true);

    it("fills the empty folder that is open, and runs at once", async () => {
      await window().pressUntilAsked("Control+Alt+t", "New App: Template");
      await window().quickInput.waitForItem("Static Site");
      await window().screenshot("template-pick");
      await window().quickInput.type("Static");
      await window().quickInput.acceptWith("Static Site");
      const notice = await window().notification('"Static Site" is ready in pages');
      await (await window().explorer()).waitForRow("server.js");
      await window().screenshot("template-ready");
      assert.ok(fs.existsSync(path.join(folder, ".gitignore")));
      writeTree(folder, { ".env": `SITE_KEY=${canary("env-of-a-template")}\n` });
      await notice.press("Run This Folder Here");
      await window().notification("pages is running on this machine");
      await waitForAddress();
      await waitForPage(/It works/);
      await killTerminal();
      await window().clearNotifications();
    });

    it("goes back and forth, and proposes a place outside of the folder that is not empty", async () => {
      const before = fs.readdirSync(folder);
      const { quickInput } = window();
      await window().pressUntilAsked("Control+Alt+t", "New App (1/3): Template");
      await quickInput.pick("Web App with Flask");
      await quickInput.waitForTitle("New App (2/3): Name");
      assert.equal(await quickInput.value(), "my-flask");
      await quickInput.pressButton("Back");
      await quickInput.pick("Discord Bot in Python");
      await quickInput.waitForTitle("New App (2/3): Name");
      assert.equal(await quickInput.value(), "my-discord-py");
      await quickInput.answer("pages-bot");
      await quickInput.waitForTitle("New App (3/3): Folder");
      assert.equal(await quickInput.description("pages-bot"), `in ${scratch}`);
      await window().screenshot("template-place");
      await quickInput.pressButton("Back");
      await quickInput.waitForTitle("New App (2/3): Name");
      await quickInput.cancel();
      assert.deepEqual(fs.readdirSync(folder), before);
      assert.equal(fs.existsSync(path.join(scratch, "pages-bot")), false);
    });
  });

  describe("a folder", function () {
    this.bail(true);

    it("answers with its values from .env, without an account, and prints into a terminal", async () => {
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true });
      writeTree(folder, {
        "hosted-app.json": '{ "name": "Shop", "exposedViaWeb": true }\n',
        ".env": `GREETING=hello\nSECRET=${canary("env-file")}\n`,
        "main.py": program,
      });
      await window().runCommand("Hosted Apps: Run This Folder Here");
      await window().dialog.waitForText("Run Shop on this machine?");
      await window().dialog.press("Run");
      const notice = await window().notification("Shop is running on this machine");
      await waitForAddress();
      await waitForPage(/^hello one$/);
      await window().screenshot("run-folder");
      await notice.dismiss();
    });

    it("restarts with the saved files", async () => {
      await window().openFromExplorer("main.py");
      await window().editor.waitForText("GREETING");
      const file = path.join(folder, "main.py");
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("' one'", "' two'"));
      await window().editor.waitForText("' two'");
      await window().editor.append("# saved");
      await window().editor.save();
      await waitForPage(/^hello two$/);
    });

    it("ends with its terminal, and leaves neither a copy nor a value behind", async () => {
      await killTerminal();
      const left = () => filesBelow(userDataDir).filter((file) => file.includes("local-runs"));
      await waitUntil(() => !left().some((file) => file.endsWith("main.py")), {
        what: "its copy to go",
      });
      for (const file of left()) assert.ok(!fs.readFileSync(file, "utf8").includes(canary("env-file")), file);
    });
  });

  describe("a local service that is killed", () => {
    it("closes its account at once, says so, and comes back with another token", async () => {
      await window().openView("Hosted Apps");
      await window().tree().pressWelcome("Try Without an Account");
      await window().tree().waitForRow("Personal");
      const first = running();
      process.kill(first.pid, "SIGKILL");
      const notice = await window().notification("The local service has stopped");
      await window().tree().waitUntilRowGone("Personal");
      await window().screenshot("local-service-ended");
      await notice.press("Start Again");
      await window().tree().waitForRow("Personal");
      const second = running();
      assert.notEqual(second.pid, first.pid);
      assert.notEqual(second.token, first.token);
    });
  });
});
