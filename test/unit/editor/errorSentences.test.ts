// Error sentences: what failed, what was not harmed, what to do; and the words for an app's state.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { errorFromFailure } from "../../../src/api/http/toServiceError";
import { CancelledError, isCancellation } from "../../../src/core/errors/cancelledError";
import { BackupFailed } from "../../../src/core/errors/keepingFailed";
import { ServiceError, type ServiceErrorKind } from "../../../src/core/errors/serviceError";
import { ageText } from "../../../src/editor/ageText";
import { appState } from "../../../src/editor/appState";
import { sentenceFor } from "../../../src/editor/errorSentences";
import { someApp } from "../../support/someApp";

describe("the sentence of an error", () => {
  it("exists for every kind of ServiceError, and is never the log message", () => {
    const kinds: ServiceErrorKind[] = [
      ...(["unauthorized", "forbidden", "notFound", "conflict", "tooLarge", "refused"] as const),
      ...(["rateLimited", "server", "network", "certificate", "timeout", "badResponse"] as const),
    ];
    for (const kind of kinds) {
      const sentence = sentenceFor(new ServiceError(kind, "internal words"));
      assert.match(sentence, /^[A-Z].*\.$/, kind);
      assert.doesNotMatch(sentence, /internal words/, kind);
    }
  });

  it("names no setting where the URL may have been typed at sign-in", () => {
    const sentence = sentenceFor(new ServiceError("badResponse", "x"));
    assert.equal(sentence, "The service returned an unexpected response. Check the service's URL.");
  });

  it("quotes the service's message once, with one full stop", () => {
    const error = new ServiceError("refused", "x", { serviceText: "No such runtime.." });
    assert.equal(
      sentenceFor(error),
      'The service refused the request. Nothing was changed. The service says: "No such runtime".',
    );
  });

  it("names the app and the team after a refusal, without quoting an equal message", () => {
    const refused = (serviceText: string) => {
      const error = new ServiceError("forbidden", "x", { status: 403, serviceText });
      error.request = { host: "api.example.com", isRead: false, permission: "canChangeStatusApplication" };
      error.app = { accountId: "a", appId: "b", name: "theirs-1", team: { id: "t", name: "Market" } };
      return sentenceFor(error);
    };
    const own = "You don't have permission to restart theirs-1. Ask the owner of Market.";
    for (const same of ["You do not have permission to do this", "Forbidden", "You aren't allowed to do it."])
      assert.equal(refused(same), own);
    assert.equal(refused("Your plan has ended."), `${own} The service says: "Your plan has ended".`);
  });

  it("names no owner of a team where none is known", () => {
    const error = new ServiceError("forbidden", "x", { status: 403 });
    error.request = { host: "api.example.com", isRead: false, permission: "canCreateApplication" };
    assert.equal(sentenceFor(error), "You don't have permission to do this.");
    error.request = { host: "api.example.com", isRead: false };
    error.app = { accountId: "a", appId: "b", name: "theirs-1", team: { id: "t", name: "Market" } };
    assert.equal(sentenceFor(error), "You don't have permission to do this. Ask the owner of Market.");
  });

  it("says that nothing was sent or changed only for changes", () => {
    for (const kind of ["refused", "tooLarge", "rateLimited", "network"] as const) {
      const [read, write] = [true, false].map((isRead) => {
        const error = new ServiceError(kind, "x", { problem: "refused" });
        error.request = { host: "api.example.com", isRead };
        return sentenceFor(error);
      });
      assert.match(write ?? "", /Nothing was (sent|changed)\./, kind);
      assert.doesNotMatch(read ?? "", /othing was/, kind);
    }
  });

  it("says when the outcome is unknown", () => {
    const error = new ServiceError("timeout", "x", { outcomeUnknown: true });
    assert.match(sentenceFor(error), /It may have gone through anyway\. Refresh to check\./);
    for (const kind of ["refused", "tooLarge", "rateLimited", "network"] as const) {
      const unknown = new ServiceError(kind, "x", { outcomeUnknown: true, problem: "refused" });
      assert.doesNotMatch(sentenceFor(unknown), /othing was/, kind);
    }
  });

  it("says why the backup failed", () => {
    assert.match(sentenceFor(new BackupFailed("/a", "disk")), /Check whether the disk is full/);
    assert.match(sentenceFor(new BackupFailed("/a", "takenOver")), /Another window/);
  });

  it("is absent after a cancellation", () => {
    assert.equal(isCancellation(new CancelledError()), true);
    assert.equal(isCancellation(new DOMException("aborted", "AbortError")), true);
    assert.equal(isCancellation(new Error("CancelledError")), false);
  });
});

describe("the sentence of a failed connection", () => {
  const failed = (code: string, message = code) =>
    errorFromFailure(
      { method: "POST", template: "/v1/apps/{appId}/restart" },
      new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) }),
    );
  const proxyAnswer = (status: number) =>
    failed("UND_ERR_ABORTED", `Proxy response (${status}) !== 200 when HTTP Tunneling`);

  it("suggests another authority only for a certificate that lacks one", () => {
    const offers = (code: string) => /NODE_EXTRA_CA_CERTS|Add /.test(sentenceFor(failed(code)));
    const lacking = [
      ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
      ...["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ];
    for (const code of lacking) assert.match(sentenceFor(failed(code)), /NODE_EXTRA_CA_CERTS/, code);
    const others = ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID", "ERR_TLS_CERT_ALTNAME_INVALID", "CERT_REVOKED"];
    assert.deepEqual([...others, "INVALID_PURPOSE"].filter(offers), []);
  });

  for (const [what, error, expected] of [
    ["an expired certificate", failed("CERT_HAS_EXPIRED"), /has expired.*date of this machine.*must renew/],
    [
      "a certificate that is not valid yet",
      failed("CERT_NOT_YET_VALID"),
      /isn't valid yet.*date of this machine/,
    ],
    ["another host's certificate", failed("ERR_TLS_CERT_ALTNAME_INVALID"), /another host.*Check the URL/],
    ["a certificate that signs itself", failed("DEPTH_ZERO_SELF_SIGNED_CERT"), /self-signed/],
    ["a revoked certificate", failed("CERT_REVOKED"), /has been revoked.*must renew/],
    ["a proxy that requires a password", proxyAnswer(407), /proxy requires a user name and password/],
    ["a proxy that refuses", proxyAnswer(403), /proxy blocks the service.*Ask the proxy's administrator/],
    ["a proxy that cannot connect", proxyAnswer(502), /proxy can't reach the service.*try again later/],
    ["a proxy that drops the tunnel", failed("ERR_PROXY_TUNNEL_DROPPED"), /proxy dropped.*Try again later/],
    ["a machine without a network", failed("ENETUNREACH"), /machine is offline/],
    ["a host without an address", failed("ENOTFOUND"), /No host the service was found.*Check the connection/],
    ["a service that is down", failed("ECONNREFUSED"), /^The service refused the connection\./],
    [
      "a host that does not respond",
      failed("UND_ERR_CONNECT_TIMEOUT"),
      /Couldn't reach the service.*proxy settings/,
    ],
  ] as const) {
    it(`says for ${what} what failed, that nothing was sent, and what to do`, () => {
      const sentence = sentenceFor(error);
      assert.match(sentence, expected);
      assert.match(sentence, /Nothing was sent\./);
      assert.doesNotMatch(sentence, /It may have gone through anyway/);
    });
  }

  it("does not say that nothing was sent when the connection broke later", () => {
    for (const code of ["ECONNRESET", "UND_ERR_SOCKET", "EPIPE"]) {
      const sentence = sentenceFor(failed(code));
      assert.doesNotMatch(sentence, /othing was sent/, code);
      assert.match(sentence, /It may have gone through anyway/, code);
    }
  });
});

describe("the word for an app's state", () => {
  const word = (own: Parameters<typeof someApp>[0]) => appState(someApp(own)).word;

  it("is the service's status, or offline when the status is wrong", () => {
    assert.equal(word({ metrics: { online: true } }), "active");
    assert.equal(word({ metrics: { online: false } }), "offline");
    assert.equal(word({ status: "building" }), "building");
    assert.equal(word({ status: "" }), "unknown");
  });

  it("says when a restart is needed", () => {
    assert.equal(word({ restartRequired: true, metrics: { online: true } }), "active, restart needed");
  });

  it("is a failure only where the service reports one", () => {
    assert.equal(appState(someApp({ status: "crashed" })).tone, "bad");
    assert.equal(appState(someApp({ status: "gelukt" })).tone, "neutral");
  });
});

describe("a past time", () => {
  it("is in the largest unit, and never in the future", () => {
    const ages = [-5_000, 59_000, 89_000, 762_000, 3_590_000, 3 * 86_400_000 + 5_000].map(ageText);
    assert.deepEqual(ages, ["just now", "just now", "1 min ago", "13 min ago", "1 h ago", "3 d ago"]);
  });
});
