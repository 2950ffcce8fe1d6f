import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { webAddress } from "../../../../src/core/model/webAddress";
import { someApp } from "../../../support/someApp";

const service = "https://api.example.com:8443/x";
const found = (own: Parameters<typeof someApp>[0], template?: string) =>
  webAddress(service, someApp({ id: "a", ...own }), template);
const addressOf = (...of: Parameters<typeof found>) => found(...of)?.address;

describe("the web address of an app", () => {
  it("is its own domain, else its port on the service's host, else none", () => {
    assert.equal(addressOf({ customDomain: "shop.example", externalPort: 5 }), "https://shop.example");
    assert.equal(addressOf({ externalPort: 8123 }), "http://api.example.com:8123");
    assert.equal(addressOf({}), undefined);
  });

  it("follows the user's template where the app has no domain of its own", () => {
    const template = "https://{subdomain}.apps.example.com/{appId}";
    const shop = { subdomain: "shop", externalPort: 5 };
    assert.equal(addressOf(shop, template), "https://shop.apps.example.com/a");
    assert.equal(addressOf({ ...shop, customDomain: "shop.example" }, template), "https://shop.example");
    assert.equal(addressOf(shop, "http://apps.example.com:{port}"), "http://apps.example.com:5");
  });

  it("ignores a template that cannot be filled or is no URL", () => {
    const onPort = "http://api.example.com:5";
    const unknown = ["https://{what}/", "https://{constructor}.example.com"];
    for (const template of ["https://{subdomain}.example.com", "{name}", "command:{name}", ...unknown])
      assert.equal(addressOf({ externalPort: 5 }, template), onPort, template);
  });

  it("leads to no other host, whatever the service sends", () => {
    for (const customDomain of ["a.example/x", "user@a.example", "a.example:1", "a b", "javascript:alert(1)"])
      assert.equal(addressOf({ customDomain }), undefined, customDomain);
    assert.equal(
      addressOf({ name: "x/../@evil.example" }, "https://example.com/{name}"),
      "https://example.com/x%2F..%2F%40evil.example",
    );
  });

  it("is a guess when it is built from the service's host and a port", () => {
    assert.equal(found({ externalPort: 5 })?.isGuess, true);
    assert.equal(found({ externalPort: 5 }, "http://apps.example.com:{port}")?.isGuess, false);
    assert.equal(found({ externalPort: 5, customDomain: "shop.example" })?.isGuess, false);
  });

  it("is absent for an app that is not on the web", () => {
    assert.equal(addressOf({ exposedViaWeb: false, externalPort: 5 }), undefined);
  });
});
