// Menus and keys of a local folder, at first in Restricted Mode, and of a window with an app's files; a folder whose
// app was deleted.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "mocha";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { chooseInMenu, menuNames, openMenu } from "../support/window/menu";
import { oneAttempt, untilEffect } from "../support/window/untilEffect";
import { useWorkbench } from "../support/workbenchSession";
import { useAppOnService } from "./appOnService";

const files = { "main.py": "print(1)\n", "notes.txt": "one\n", "shop/basket.py": "total = 0\n" };

describe("a folder and its app", function () {
  this.bail(true);

  const folder = path.join(temporaryFolder("folder-menus"), "shop");
  const projectFile = path.join(folder, "hosted-app.json");
  const app = useAppOnService({ name: "Shop", files });
  const window = useWorkbench(() => {
    const project = JSON.stringify({ appId: app().appId, mainFile: "main.py" }, undefined, 2);
    writeTree(folder, { ...files, "hosted-app.json": `${project}\n` });
    return {
      folder,
      trust: false,
      keybindings: [
        { key: "ctrl+alt+c", command: "hostedApps.deploy.createApp", args: { settings: {} } },
        { key: "ctrl+alt+p", command: "hostedApps.deploy.push", args: { confirm: true } },
      ],
    };
  });
  before("add another app", async () => {
    await app().emulator.addApp({ name: "Stall", files });
  });
  const changes = (): number => app().emulator.requests.filter(({ method }) => method !== "GET").length;
  const openMenuOf = async (row: string): Promise<string[]> => {
    const explorer = await window().explorer();
    await openMenu(window().page, explorer.row(row).locator(".label-name"), "Copy Path");
    return await menuNames(window().page);
  };

  it("are neither created nor pushed in Restricted Mode, and a notice says why", async () => {
    await signIn(window(), app().emulator, "Shop", "Stall");
    const requests = changes();
    const notice = (text: string) => window().page.locator(".notifications-toasts").getByText(text).first();
    await window().press("Control+Alt+C", notice("Restricted Mode"));
    await window().press("Control+Alt+P", notice("Nothing is sent or written in Restricted Mode"));
    assert.equal(changes(), requests);
    await window().clearNotifications();
    await window().trustFolder();
  });

  it("have the Hosted Apps menu once an account is signed in", async () => {
    await window().runCommand("Hosted Apps: Sign Out");
    await window().dialog.press("Sign Out");
    await window().openView("Hosted Apps");
    await window().tree("Apps").waitUntilRowGone("Shop");
    assert.ok(!(await openMenuOf("shop")).includes("Hosted Apps"), "a menu of ours before the sign-in");
    await window().page.keyboard.press("Escape");
    await signIn(window(), app().emulator, "Shop", "Stall");
  });

  it("have the commands for folders in that menu", async () => {
    const { page } = window();
    assert.ok((await openMenuOf("shop")).includes("Hosted Apps"));
    const ours = page.locator(".monaco-menu .action-menu-item").getByText("Hosted Apps", { exact: true });
    const push = page.locator(".monaco-menu").getByText("Push", { exact: true });
    await untilEffect(() => ours.hover(oneAttempt), push, { what: "the menu of ours" });
    const all = await menuNames(page);
    assert.deepEqual(all.slice(all.indexOf("Push")).slice(0, 6), [
      "Push",
      "Pull",
      "Create App",
      "Link Folder to App",
      "Edit Targets",
      "Run This Folder Here",
    ]);
    await window().screenshot("folder-menu");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  it("offer to remove the link from hosted-app.json when the app was deleted elsewhere", async () => {
    app().emulator.state.removeApp(app().appId);
    // A single list without the app may be wrong.
    for (let list = 0; list < 2; list++) {
      await window().runCommand("Hosted Apps: Refresh");
      await window().openView("Hosted Apps");
      await window().tree("Apps").waitUntilRowGone("Shop");
    }
    const notice = await window().notification("Shop was deleted, or you no longer have access to it.");
    assert.match(await notice.text(), /hosted-app\.json still refers to it\./);
    await window().screenshot("folder-app-gone");
    // A push while the notice is open sends nothing, and offers what to do.
    await window().runCommand("Hosted Apps: Push");
    await window().dialog.waitForText("None of your accounts has the app that shop is linked to.");
    await window().dialog.waitForText("Nothing was sent.");
    const offered = await window().dialog.buttons();
    for (const button of ["Select Another App", "Create New App..."]) assert.ok(offered.includes(button));
    await window().screenshot("folder-push-gone");
    await window().dialog.press("Cancel");
    await notice.press("Remove Link");
    // VS Code empties a file before it writes it, so an empty text is not the final one.
    let text = "";
    const isUnlinked = (): boolean => {
      text = fs.readFileSync(projectFile, "utf8");
      return text.trimEnd().endsWith("}") && !text.includes(app().appId);
    };
    await waitUntil(isUnlinked, { what: "the link to be gone" });
    assert.match(text, /"mainFile": "main.py"/);
  });

  it("can be linked to another app, or lead to a new one", async () => {
    const { quickInput } = window();
    await window().runUntilAsked("Hosted Apps: Push", quickInput.item("Stall"));
    assert.ok((await quickInput.labels()).some((label) => label.trim() === "Create New App..."));
    await window().screenshot("folder-push-picker");
    await quickInput.pick("Create New App...");
    await quickInput.waitForItem("Create shop");
    await quickInput.cancel();
    await window().runUntilAsked("Hosted Apps: Push", quickInput.item("Stall"));
    await quickInput.pick("Stall");
    await quickInput.waitForTitle("Push shop → Stall");
    await quickInput.cancel();
  });

  it("have the menu of the app's row in a window of their own, and keys where VS Code's cannot work", async () => {
    await window().openView("Hosted Apps");
    const own = await window().newWindow(() =>
      window().tree("Apps").chooseFromMenu("Stall", "Files > Open App Files in New Window"),
    );
    const explorer = await own.explorer();
    await explorer.waitForRow("main.py");
    // Below its rows, the Explorer's menu is that of the app's folder.
    const below = explorer.root.locator(".monaco-scrollable-element").first();
    const size = await below.boundingBox();
    await below.click({ button: "right", position: { x: 40, y: (size?.height ?? 0) - 20 } });
    const ours = own.page.locator(".monaco-menu .action-menu-item").getByText("Hosted Apps", { exact: true });
    const manage = own.page.locator(".monaco-menu").getByText("Manage", { exact: true });
    await untilEffect(() => ours.hover(oneAttempt), manage, { what: "the menu of the app's folder" });
    const all = await menuNames(own.page);
    assert.ok(!all.includes("Open in Browser"));
    assert.deepEqual(all.slice(all.indexOf("Open Dashboard")).slice(0, 6), [
      ...["Open Dashboard", "Show App Log", "Restart App", "Files", "Deploy", "Manage"],
    ]);
    await own.screenshot("folder-app-menu");
    await Promise.all([
      own.waitForStatusBarItem("Copied Stall's ID"),
      chooseInMenu(own.page, ["Manage", "Copy App ID"]),
    ]);
    await own.pressUntilAsked("ControlOrMeta+p", "Go to File in Stall: 3 files");
    await own.quickInput.type("basket");
    await own.quickInput.pick("basket.py");
    await own.editor.waitForFile("basket.py");
    await own.pressUntilAsked("ControlOrMeta+Shift+f", "Search in Stall's Files");
    await own.screenshot("folder-keys");
    await own.quickInput.cancel();
  });
});
