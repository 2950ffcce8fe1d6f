// The main path in a window: activation, sign-in, tree, open and save a file, push a folder. For editors that
// lack parts of the newest VS Code.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, describe, it } from "mocha";
import { copySampleFolder } from "../support/sampleFolder";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench, type WindowOptions } from "../support/workbenchSession";

const appName = "Shop";

/** `expectLog` gets the extension's log at the end. */
export function describeMainPath(
  editor: string,
  options: (scratch: string) => WindowOptions,
  expectLog: (log: string) => void,
): void {
  describe(`the main path in ${editor}`, function () {
    this.bail(true);
    const scratch = temporaryFolder("main-path");
    const userDataDir = path.join(scratch, "data");
    const settings = { name: appName };
    const createApp = { key: "ctrl+alt+c", command: "hostedApps.deploy.createApp", args: { settings } };
    const window = useWorkbench(() => ({
      ...{ folder: copySampleFolder(scratch), userDataDir, keybindings: [createApp] },
      ...options(scratch),
    }));
    const inFolder = (name: string): string => path.join(scratch, "python-app", name);
    const dataFile = (isWanted: (file: string) => boolean): string =>
      path.join(
        userDataDir,
        fs.readdirSync(userDataDir, { recursive: true, encoding: "utf8" }).find(isWanted) ?? "missing",
      );
    /** On the local service. */
    const inApp = (name: string): string => {
      const created = dataFile((file) => file.includes("local-service") && file.endsWith("/own.txt"));
      return path.join(path.dirname(created), name);
    };
    after("remove the folder", () => removeTemporaryFolder(scratch));

    it("signs in to the local service", async () => {
      await window().openView("Hosted Apps");
      await window().tree().pressWelcome("Try Without an Account");
      await window().tree("Apps").waitForRow("Personal");
    });

    it("creates an app from the folder and shows it and its files in the tree", async () => {
      fs.writeFileSync(inFolder("own.txt"), "Only in this app\n");
      await window().press("Control+Alt+C");
      await (await window().notification(`${appName} is online`)).dismiss();
      await window().tree("Apps").waitForRow(appName);
      await window().clearNotifications();
      await window().tree("Apps").expandPath(appName, "Files");
      await window().tree("Apps").waitForRow("messages.py");
    });

    it("opens a file of the app and saves it", async () => {
      await window().tree("Apps").click("messages.py");
      await window().editor.waitForFile("messages.py");
      await window().editor.waitForText("Hello from Python");
      await window().editor.replaceAll('GREETING = "Saved"\n');
      await window().editor.save();
      assert.equal(fs.readFileSync(inApp("messages.py"), "utf8"), 'GREETING = "Saved"\n');
    });

    it("pushes what is new in the folder", async () => {
      fs.writeFileSync(inFolder("new.txt"), "new\n");
      await window().runUntilAsked("Hosted Apps: Push", window().quickInput.item("new.txt"));
      assert.equal(await window().quickInput.isSelected("new.txt"), true);
      await window().quickInput.pressButton("OK");
      await (await window().notification("Pushed 1 file to")).dismiss();
      assert.equal(fs.readFileSync(inApp("new.txt"), "utf8"), "new\n");
      assert.equal(fs.readFileSync(inApp("messages.py"), "utf8"), 'GREETING = "Saved"\n');
    });

    it("logs what is missing, and no failure", async () => {
      const file = dataFile((name) => path.basename(name) === "Hosted Apps.log");
      const log = await waitUntil(() => fs.readFileSync(file, "utf8"), { what: "a line in the log" });
      assert.doesNotMatch(log, /\[error\]/);
      expectLog(log);
    });
  });
}
