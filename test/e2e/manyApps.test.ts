// Five thousand apps, odd names and a slow service in a real window: what is shown stays usable.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { useWorkbench } from "../support/workbenchSession";

const appCount = 5_000;
const pageSize = 100;
const oddName = "App 8 <b>bold</b> $(trash) [x](command:y)";

describe("an account of five thousand apps", function () {
  this.timeout(120_000);
  this.bail(true);

  const dataDir = temporaryFolder("service");
  let emulator: Emulator;
  before("start a service with that many", async () => {
    emulator = await startEmulator({ dataDir, run: false, seed: "demo" });
    const teamId = emulator.state.apps().find(({ teamId }) => teamId !== null)?.teamId ?? null;
    await Promise.all(
      Array.from({ length: appCount }, (_, index) =>
        emulator.addApp({ name: index === 8 ? oddName : `App ${index}`, teamId: index % 2 ? teamId : null }),
      ),
    );
  });
  const window = useWorkbench(() => ({ viewport: { width: 1280, height: 900 } }));
  after("stop the service", async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });
  const apps = () => window().tree("Apps");
  const askedPages = () =>
    emulator.requests.map(({ path }) => path).filter((path) => path.startsWith("/v1/apps?"));

  it("is shown whole after one request a page, and no name is taken for markup", async () => {
    await signIn(window(), emulator);
    await window().openView("Hosted Apps");
    await apps().waitForRow("Personal", 60_000);
    const pages = Math.ceil(emulator.state.apps().length / pageSize);
    assert.equal(new Set(askedPages()).size, pages);
    // The view may be looking again already.
    assert.ok(askedPages().length <= 2 * pages, `${askedPages().length} requests for ${pages} pages`);
    assert.equal(await apps().description("Personal"), "2,503 apps");
    await apps().waitForRow(oddName);
    await window().screenshot("many-apps");
  });

  it("brings one of them to sight by a few letters", async () => {
    await window().runCommand("Hosted Apps: Filter Apps...");
    await window().quickInput.waitForTitle("Filter Apps");
    await window().quickInput.type("4444");
    await apps().waitUntilRowGone("App 0");
    await apps().waitForRow("App 4444");
    await window().quickInput.accept();
    await window().runCommand("Hosted Apps: Clear Filter of Apps");
    await apps().waitForRow("App 0");
  });

  it("stays as it is while the service takes its time, and then shows what is new", async () => {
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = emulator.faults.next({ path: "/v1/apps", times: Number.POSITIVE_INFINITY }, { until });
    await emulator.addApp({ name: "App 0 again" });
    await apps().pressTitleAction("Refresh Apps");
    await apps().root.locator(".monaco-progress-container.active").waitFor();
    await apps().waitForRow("App 0");
    await apps().expandPath("App 0", "Details");
    await apps().waitForRow("Start command");
    assert.equal(await apps().description("Personal"), "2,503 apps");
    answer();
    await apps().waitForRow("App 0 again");
    slow.remove();
    assert.equal(await apps().description("Personal"), "2,504 apps");
  });
});
