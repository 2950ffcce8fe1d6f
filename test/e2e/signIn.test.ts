// Signing in to a service in a real window, and the service's failures after that.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { useService } from "./appOnService";

describe("signing in", function () {
  this.bail(true);

  const service = useService({}, (started) =>
    started.addApp({ name: "Shop", files: { "main.py": "print(1)\n" }, started: true }),
  );
  const window = useWorkbench();
  const html = { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" };
  const appCalls = () => service().requests.filter(({ path }) => path.startsWith("/v1/"));

  it("refuses an address that is neither https nor this machine", async () => {
    await window().runUntilAsked("Hosted Apps: Sign In", "Service URL");
    await window().quickInput.answer("http://api.example.com");
    await window().quickInput.waitForMessage("sent only over https");
    await window().quickInput.type("not an address");
    await window().quickInput.accept();
    await window().quickInput.waitForMessage("Enter a URL");
    await window().screenshot("sign-in-address");
  });

  it("reports an address that is not the API, without a token, and accepts one without https", async () => {
    const { quickInput } = window();
    service().faults.next({ path: /users/, times: 10 }, { answer: html });
    await quickInput.answer(new URL(service().url).host);
    await quickInput.waitForMessage("doesn't respond like a hosting service's API");
    service().faults.clear();
    await quickInput.accept();
    await quickInput.waitForTitle("Token for");
  });

  it("leads back from the token to the URL, which is kept", async () => {
    const { quickInput } = window();
    await quickInput.root.getByRole("button", { name: "Back" }).click();
    await quickInput.waitForTitle("Service URL");
    assert.equal(await quickInput.value(), service().url);
    await quickInput.accept();
    await quickInput.waitForTitle("Token for");
  });

  it("shows in the box why a token does not work, and keeps the box open", async () => {
    const { quickInput } = window();
    await quickInput.answer("two words");
    await quickInput.waitForMessage("no spaces");
    await quickInput.answer("wrong-token");
    await quickInput.waitForMessage("doesn't accept this token");
    await window().screenshot("sign-in-wrong-token");
    service().faults.next({ path: "/v1/users/@me", times: 5 }, { answer: html });
    await quickInput.answer(service().token);
    await quickInput.waitForMessage("doesn't respond like a hosting service's API");
    service().faults.clear();
  });

  it("signs in with the right token, even one pasted with Bearer before it", async () => {
    await window().quickInput.answer(`  Bearer ${service().token} `);
    await window().quickInput.waitUntilClosed();
    await window().openView("Hosted Apps");
    await window().tree().waitForRow("Shop");
  });

  it("is still signed in after a reload", async () => {
    await window().reload();
    await window().openView("Hosted Apps");
    await window().tree().waitForRow("Shop");
  });

  it("keeps the list when a refresh fails, and says why and since when", async () => {
    service().faults.next({ path: /^\/v1\/apps/, times: 100 }, { answer: html });
    await window().runCommand("Hosted Apps: Refresh");
    await window().tree().root.getByText("returned an unexpected response").waitFor();
    await window().tree().waitForRow("Shop");
    await window().screenshot("outdated-list");
    service().faults.clear();
    await window().runCommand("Hosted Apps: Refresh");
    await window().tree().root.getByText("returned an unexpected response").waitFor({ state: "hidden" });
  });

  it("reports once that the token has expired, and sends nothing more", async () => {
    service().faults.next(
      { path: /^\/v1\//, times: Number.POSITIVE_INFINITY },
      { answer: { status: 401, body: '{"error":"Expired"}' } },
    );
    await window().runCommand("Hosted Apps: Refresh");
    const notice = await window().notification("is no longer valid");
    assert.deepEqual(await notice.buttons(), ["Sign In Again"]);
    await window().screenshot("token-expired");
    const before = appCalls().length;
    await window().runCommand("Hosted Apps: Refresh");
    await window().runCommand("Hosted Apps: Refresh");
    assert.equal(appCalls().length, before);
    assert.equal(
      (await window().notifications()).filter((text) => text.includes("is no longer valid")).length,
      1,
    );
    await window().tree().waitForRow("Shop");
    service().faults.clear();
  });

  it("shows the welcome text after signing out", async () => {
    await window().clearNotifications();
    await window().runCommand("Hosted Apps: Sign Out");
    await window().dialog.waitForText("Sign out");
    await window().dialog.press("Sign Out");
    await window().tree().root.getByRole("button", { name: "Sign In" }).waitFor();
    await waitUntil(async () => (await window().tree().labels()).length === 0, {
      what: "the rows to go",
      saw: () => window().tree().labels(),
    });
  });
});
