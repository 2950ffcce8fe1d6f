// A push is done when the app runs: two apps that really run, their watches after a push, and rollbacks.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { writeTree } from "../support/fileTrees";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { held, useService } from "./appOnService";

/** Redirects each request to a private address with its version, and ends with an error after some seconds, if any. */
const program = (version: number, livesSeconds?: number): string =>
  [
    "import http.server, os, threading, time",
    "class Page(http.server.BaseHTTPRequestHandler):",
    "    def do_GET(self):",
    "        self.send_response(302)",
    `        self.send_header('Location', 'http://10.255.255.1/${version}')`,
    "        self.end_headers()",
    "server = http.server.ThreadingHTTPServer(('0.0.0.0', int(os.environ['PORT'])), Page)",
    "threading.Thread(target=server.serve_forever, daemon=True).start()",
    `time.sleep(${livesSeconds ?? 3_600})`,
    "raise ModuleNotFoundError(\"No module named 'teapot'\")",
    "",
  ].join("\n");

const others = { "menu.txt": "Tea\n", "news.txt": "Open\n" };
const names = { development: "Shop development", staging: "Shop" } as const;

describe("a push that restarts an app in the window", function () {
  this.bail(true);
  const scratch = temporaryFolder("e2e-landing");
  const folder = path.join(scratch, "shop");
  const userDataDir = path.join(scratch, "data");
  const storage = path.join(userDataDir, "data/User/globalStorage/hosted-apps.hosted-apps");
  const ids = { development: "", staging: "" };
  // In the place of the local service, whose apps have addresses that may be requested.
  const service = useService({ dataDir: path.join(storage, "local-service"), run: true }, async (started) => {
    for (const target of ["development", "staging"] as const)
      ids[target] = await started.addApp({
        ...{ name: names[target], files: others, exposedViaWeb: target === "development" },
      });
  });
  const window = useWorkbench(() => {
    const targets = { development: { appId: ids.development }, staging: { appId: ids.staging } };
    const files = { "main.py": program(1), ...others, "hosted-app.json": JSON.stringify({ targets }) };
    writeTree(folder, files);
    const toStaging = { accountId: "local", appId: ids.staging, release: 1 };
    return {
      ...{ folder, userDataDir, settings: { "hostedApps.deploy.restartAfterPush": "always" } },
      keybindings: [
        { key: "ctrl+alt+a", command: "hostedApps.deploy.push", args: { confirm: true, target: "all" } },
        { key: "ctrl+alt+s", command: "hostedApps.deploy.push", args: { confirm: true, target: "staging" } },
        { key: "ctrl+alt+r", command: "hostedApps.release.rollBack", args: toStaging },
      ],
    };
  });
  const quickInput = () => window().quickInput;
  const toasts = () => window().page.locator(".notifications-toasts .notification-list-item-message");
  const inStaging = (name: string): string => path.join(service().appFolder(ids.staging), name);
  const push = async (keys: string, done: string): Promise<void> =>
    await window().press(keys, toasts().getByText(done).first());
  const end = async (text: string | RegExp): Promise<void> =>
    await (await window().notification(text)).dismiss();
  const waitForVersion = async (version: number): Promise<void> => {
    const answer = async (): Promise<unknown> =>
      await fetch(`http://127.0.0.1:${service().state.app(ids.staging).internalPort}/`, {
        redirect: "manual",
      }).then(({ headers }) => headers.get("location"), String);
    await waitUntil(async () => String(await answer()).endsWith(`/${version}`), {
      what: `the app to answer with version ${version}`,
      saw: answer,
    });
  };
  let landed: Promise<unknown> = Promise.resolve();

  it("is watched in both targets, although one reports no restart", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try Without an Account");
    await window().tree("Apps").waitForRow(names.staging);
    const { url, token, faults } = service();
    const one = `/v1/apps/${ids.staging}`;
    const answer = await fetch(url + one, { headers: { authorization: `Bearer ${token}` } });
    const body = JSON.stringify({ ...((await answer.json()) as object), currentResourceMetrics: null });
    for (const on of [one, `${one}/restart`])
      faults.next({ path: on, times: Number.POSITIVE_INFINITY }, { answer: { status: 200, body } });
    const question = `After each push, check that ${names.development} responds at http://127.0.0.1:`;
    await push("Control+Alt+A", question);
    landed = window()
      .waitForStatusBarItem(`${names.development} is up, and its address responds`)
      .catch((error: unknown) => error);
    const asked = await window().notification(question);
    await window().screenshot("landing-question");
    await asked.press("Check After Each Push");
    const notice = await window().notification(`Couldn't confirm the restart of ${names.staging}`);
    assert.match(await notice.text(), /the service doesn't report when the app started/);
    faults.clear();
    await notice.dismiss();
    await end(`Pushed 1 file to ${names.development}`);
  });

  it("is reported when the app crashes, and rolled back with one click", async () => {
    writeTree(folder, { "main.py": program(2, 2) });
    await push("Control+Alt+S", `Pushed 1 file to ${names.staging}`);
    const notice = await window().notification(`${names.staging} crashed after your push.`);
    await window().screenshot("landing-crash");
    assert.match(await notice.text(), /The package teapot isn't installed\.$/);
    assert.deepEqual(await notice.buttons(), ["Add Package and Push", "Roll Back", "Show App Log", "Keep"]);
    const texts = (await toasts().allInnerTexts()).filter((text) => /is (?:down|offline)|keeps/.test(text));
    assert.deepEqual(texts, []);
    await notice.press("Roll Back");
    await end(`Rolled back ${names.staging} to release 1 (1 file).`);
    await waitForVersion(1);
    assert.doesNotMatch(await window().tree("Apps").description(names.staging), /restart needed/);
  });

  it("is rolled back over a colleague's change only after a question, and not where a file is gone", async () => {
    writeTree(folder, { "main.py": program(3), "menu.txt": "Tea, coffee\n", "news.txt": "Closed\n" });
    await push("Control+Alt+S", `Pushed 3 files to ${names.staging}`);
    await waitForVersion(3);
    fs.writeFileSync(inStaging("menu.txt"), "Cake\n");
    const hash = createHash("sha256").update(others["news.txt"]).digest("hex");
    fs.rmSync(path.join(storage, "releases/local/contents", hash));
    await window().pressUntilAsked("Control+Alt+R", `Roll Back ${names.staging} to Release 1`);
    await quickInput().waitForItem("main.py");
    await window().screenshot("landing-roll-back");
    assert.equal(await quickInput().isSelected("main.py"), true);
    assert.equal(await quickInput().isSelected("menu.txt"), false);
    assert.match(await quickInput().description("menu.txt"), /changed since/);
    await quickInput()
      .root.getByText(/\(1\): news\.txt/)
      .first()
      .waitFor();
    await quickInput().toggle("menu.txt");
    await quickInput().pressButton("OK");
    await window().dialog.waitForText(`Replace 1 file in the app ${names.staging}?`);
    assert.equal(await landed, undefined);
  });

  it("has its rollback finished at the next start when the window dies in the middle of it", async () => {
    const { until, release } = held();
    const uploads = { method: "POST", path: /\/upload/ };
    service().faults.next(uploads, {});
    const second = service().faults.next(uploads, { until, cut: "before" });
    await window().dialog.press("Replace");
    await waitUntil(() => second.met === 1, { what: "the second upload" });
    await window().reload();
    const notice = await window().notification(`while ${names.staging} was being rolled back to release 1`);
    release();
    await window().screenshot("landing-cut-off");
    await notice.press("Compare and Continue");
    await quickInput().waitForTitle(`Roll Back ${names.staging} to Release 1`);
    await quickInput().toggle("menu.txt");
    await quickInput().pressButton("OK");
    await window().dialog.press("Replace");
    await window().notification(`Rolled back ${names.staging} to release 1`);
    await waitForVersion(1);
    const files = ["menu.txt", "news.txt"].map((name) => fs.readFileSync(inStaging(name), "utf8"));
    assert.deepEqual(files, ["Tea\n", "Closed\n"]);
  });
});
