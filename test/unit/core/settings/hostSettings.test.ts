// The entries of service.hosts: which applies, and which are invalid.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as hostsOf from "../../../../src/core/settings/hostSettings";
import { someApp } from "../../../support/someApp";

const { unusableHosts } = hostsOf;
/** Without absent fields. */
const hostSettings = (hosts: unknown, baseUrl: string) =>
  JSON.parse(JSON.stringify(hostsOf.hostSettings(hosts, baseUrl)));

const service = "https://api.example.com";

describe("the settings of a service", () => {
  it("are the entry of its URL, in any notation, and of no other", () => {
    const entry = {
      tokenPage: "https://example.com/tokens",
      appPage: "https://example.com/apps/{appId}",
      webAddress: "https://{subdomain}.example.com",
      wire: { firstPage: 0 },
    };
    for (const address of [service, "https://API.example.com/", `${service}:443`])
      assert.deepEqual(hostSettings({ "https://other.example": {}, [address]: entry }, service), entry);
    for (const other of ["https://api.example.com.evil.example", "https://example.com", `${service}:444`])
      assert.deepEqual(hostSettings({ [service]: entry }, other), {});
  });

  it("are the nearest parent entry where a host has several services", () => {
    const page = (name: string) => ({ tokenPage: `https://example.com/${name}` });
    const hosts = { [service]: page("all"), [`${service}/a`]: page("a"), [`${service}/a/b`]: page("b") };
    const pageOf = (path: string) => hostSettings(hosts, `${service}${path}`).tokenPage?.split("/").at(-1);
    assert.deepEqual(["", "/ab", "/a", "/a/c", "/a/b"].map(pageOf), ["all", "all", "a", "a", "b"]);
    const invalid = { [service]: page("all"), [`${service}/a`]: { tokenPage: "command:evil" } };
    assert.deepEqual(hostSettings(invalid, `${service}/a`), page("all"));
  });

  it("can name the path of all three endpoints at once, unless they are named", () => {
    const wire = { pathParameter: "file", listPathParameter: "dir" };
    assert.deepEqual(hostSettings({ [service]: { wire } }, service).wire, {
      ...{ listPathParameter: "dir", downloadPathParameter: "file", uploadPathParameter: "file" },
    });
  });

  it("ignore an invalid entry, which is named with its error", () => {
    for (const [part, entry] of [
      ["tokenPage", { tokenPage: "command:evil" }],
      ["appPage", { appPage: "https://example.com/{what}" }],
      ["webAddress", { webAddress: "https://{constructor}.example.com", tokenPage: "https://a.example" }],
      ["webAddress", { webAddress: "javascript:{name}" }],
      ["wire", { wire: { firstPage: 7 } }],
      ["wire", { wire: { firstPages: 0 } }],
      ["wire", { wire: { pathParameter: "a b" } }],
      ["tokenpage", { tokenpage: "https://a.example" }],
      ["", "https://a.example"],
    ] as const) {
      assert.deepEqual(hostSettings({ [service]: entry }, service), {}, part);
      assert.deepEqual(unusableHosts({ "https://b.example": {}, [service]: entry }), [
        { address: service, part },
      ]);
    }
    for (const address of ["http://api.example.com", "api.example.com", "https://me@api.example.com"])
      assert.deepEqual(unusableHosts({ [address]: {} }), [{ address, part: undefined }]);
    for (const hosts of [undefined, null, [], "x"]) assert.deepEqual(unusableHosts(hosts), []);
  });

  it("do not guess the URL of an app of the local service", () => {
    const app = someApp({ externalPort: 5 });
    const found = (isLocal: boolean) => hostsOf.webAddressOf({ baseUrl: service, isLocal }, app, {});
    assert.deepEqual(found(true), { address: "http://api.example.com:5", isGuess: false });
    assert.equal(found(false)?.isGuess, true);
  });
});
