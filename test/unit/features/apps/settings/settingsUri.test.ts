// The URI of a settings document in tabs, breadcrumbs and hovers.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Uri } from "vscode";
import { parseSettingsUri, settingsUri } from "../../../../../src/features/apps/settings/settingsUri";

describe("the URI of an app's settings", () => {
  it("shows the app's name, never its id, and identifies the app", () => {
    const uri = settingsUri("ann", "app-4711", "Shop / EU");
    assert.equal(uri.path, "/Shop _ EU.hosted-app-settings.json");
    assert.deepEqual(parseSettingsUri(uri), { accountId: "ann", appId: "app-4711" });
  });

  it("identifies no app in another document, or without its id", () => {
    assert.equal(
      parseSettingsUri(Uri.from({ scheme: "file", path: "/Shop.json", query: "app-4711" })),
      undefined,
    );
    assert.equal(
      parseSettingsUri(Uri.from({ scheme: "hosted-app-settings", authority: "ann", path: "/Shop.json" })),
      undefined,
    );
  });
});
