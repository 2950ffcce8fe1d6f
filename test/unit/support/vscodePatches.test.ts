// The patch of a minified script: it must fit the VS Code it was made for, and never half fit another.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { keepSecretsInBrowser } from "../../support/vscodePatches";

describe("the secret storage of the VS Code under test", () => {
  it("is the unsealed one", () => {
    assert.equal(keepSecretsInBrowser("a=1,i=t&&xIi.supported()?new xIi(t):new Ovo;"), "a=1,i=new Ovo;");
  });

  it("is left alone, loudly, where the script is another", () => {
    assert.throws(() => keepSecretsInBrowser("i=new Ovo;"), /another way/);
  });
});
