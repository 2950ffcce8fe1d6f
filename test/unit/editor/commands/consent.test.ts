// A foreign argument is no consent.
import assert from "node:assert/strict";
import { after, describe, it } from "mocha";
import { isPreapproved, withConsent } from "../../../../src/editor/commands/consent";

const variable = "HOSTED_APPS_APPROVAL_KEY";
const key = "0123456789abcdef";

describe("the argument of a command", () => {
  after(() => {
    delete process.env[variable];
  });

  it("is no consent, whatever its fields", () => {
    for (const argument of [
      {},
      { approvalKey: "" },
      { approvalKey: key },
      { approvalKey: true },
      undefined,
      "x",
      5,
      [],
    ])
      assert.equal(isPreapproved(argument), false, JSON.stringify(argument));
  });

  it("is consent in a call by the extension's own code, as exactly that object", () => {
    const argument = { path: "/a" };
    assert.equal(isPreapproved(withConsent(argument)), true);
    assert.equal(isPreapproved({ ...argument }), false);
    assert.equal(isPreapproved(JSON.parse(JSON.stringify(argument))), false);
  });

  it("is consent with the key of this VS Code, which no link knows, but never with a short key", () => {
    process.env[variable] = key;
    assert.equal(isPreapproved({ approvalKey: key }), true);
    assert.equal(isPreapproved({ approvalKey: `${key}0` }), false);
    process.env[variable] = "short";
    assert.equal(isPreapproved({ approvalKey: "short" }), false);
    process.env[variable] = "";
    assert.equal(isPreapproved({ approvalKey: "" }), false);
  });
});
