import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { App } from "../../../../src/core/model/model";
import { webAddress } from "../../../../src/core/model/webAddress";

const app: App = { id: "a", name: "A", status: "active", restartRequired: false, deployments: [] };
const service = "https://api.example.com:8443/x";

describe("the web address of an app", () => {
  it("is its own domain, else its port on the service's host, else none", () => {
    assert.equal(
      webAddress(service, { ...app, customDomain: "shop.example", externalPort: 5 }),
      "https://shop.example",
    );
    assert.equal(webAddress(service, { ...app, externalPort: 8123 }), "http://api.example.com:8123");
    assert.equal(webAddress(service, app), undefined);
  });

  it("is what the user's template says where the app has no domain of its own", () => {
    const template = "https://{subdomain}.apps.example.com/{appId}";
    assert.equal(
      webAddress(service, { ...app, subdomain: "shop", externalPort: 5 }, template),
      "https://shop.apps.example.com/a",
    );
    assert.equal(
      webAddress(service, { ...app, subdomain: "shop", customDomain: "shop.example" }, template),
      "https://shop.example",
    );
    assert.equal(
      webAddress(service, { ...app, externalPort: 5 }, "http://apps.example.com:{port}"),
      "http://apps.example.com:5",
    );
  });

  it("is not made of a template that cannot be filled or is no web address", () => {
    const onPort = "http://api.example.com:5";
    for (const template of ["https://{subdomain}.example.com", "{name}", "command:{name}", "https://{what}/"])
      assert.equal(webAddress(service, { ...app, externalPort: 5 }, template), onPort, template);
  });

  it("leads nowhere else, whatever the service says", () => {
    for (const customDomain of ["a.example/x", "user@a.example", "a.example:1", "a b", "javascript:alert(1)"])
      assert.equal(webAddress(service, { ...app, customDomain }), undefined, customDomain);
    assert.equal(
      webAddress(service, { ...app, name: "x/../@evil.example" }, "https://example.com/{name}"),
      "https://example.com/x%2F..%2F%40evil.example",
    );
  });

  it("is none of an app that is not on the web", () => {
    assert.equal(webAddress(service, { ...app, exposedViaWeb: false, externalPort: 5 }), undefined);
  });
});
