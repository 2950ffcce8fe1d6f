// The patch of a minified script: it must fit its VS Code completely, or not at all.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { keepSecretsInBrowser } from "../../support/vscodePatches";

describe("the secret storage of the VS Code under test", () => {
  it("is the unsealed one", () => {
    assert.equal(keepSecretsInBrowser("a=1,i=t&&xIi.supported()?new xIi(t):new Ovo;"), "a=1,i=new Ovo;");
  });

  it("is not patched, with an error, where the script is different", () => {
    assert.throws(() => keepSecretsInBrowser("i=new Ovo;"), /another way/);
  });
});
