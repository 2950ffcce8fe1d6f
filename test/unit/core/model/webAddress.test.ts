import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { App } from "../../../../src/core/model/model";
import { webAddress } from "../../../../src/core/model/webAddress";

const app: App = { id: "a", name: "A", status: "active", restartRequired: false, deployments: [] };

describe("the web address of an app", () => {
  it("is its own domain, else its port on the service's host, else none", () => {
    const service = "https://api.example.com:8443/x";
    assert.equal(
      webAddress(service, { ...app, customDomain: "shop.example", externalPort: 5 }),
      "https://shop.example",
    );
    assert.equal(webAddress(service, { ...app, externalPort: 8123 }), "http://api.example.com:8123");
    assert.equal(webAddress(service, app), undefined);
  });
});
