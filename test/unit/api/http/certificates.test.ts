// More certificates are carried only when NODE_EXTRA_CA_CERTS names some.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createExtraCertificatesDispatcher } from "../../../../src/api/http/certificates";

describe("Extra certificates", () => {
  it("are none when the variable is not set or names no readable file", async () => {
    assert.equal(await createExtraCertificatesDispatcher(undefined), undefined);
    assert.equal(await createExtraCertificatesDispatcher(""), undefined);
    assert.equal(await createExtraCertificatesDispatcher("/no/such/file.pem"), undefined);
  });

  it("come as one dispatcher for fetch when there are some", async () => {
    const dispatcher = await createExtraCertificatesDispatcher(__filename);
    assert.ok(dispatcher && "dispatch" in dispatcher);
  });
});
