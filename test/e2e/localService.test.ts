// The local service ends while a window uses it.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, describe, it } from "mocha";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
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
