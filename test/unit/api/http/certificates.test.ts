// Extra certificates only with NODE_EXTRA_CA_CERTS.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createExtraCertificatesDispatcher } from "../../../../src/api/http/certificates";

describe("Extra certificates", () => {
  it("are none when the variable is unset or its file unreadable", async () => {
    assert.equal(await createExtraCertificatesDispatcher(undefined), undefined);
    assert.equal(await createExtraCertificatesDispatcher(""), undefined);
    assert.equal(await createExtraCertificatesDispatcher("/no/such/file.pem"), undefined);
  });

  it("come as one dispatcher for fetch when there are some", async () => {
    const dispatcher = await createExtraCertificatesDispatcher(__filename);
    assert.ok(dispatcher && "dispatch" in dispatcher);
  });
});
