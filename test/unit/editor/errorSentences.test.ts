// Errors in words: what happened, what was not harmed, what to do; and how an app is, in one word.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CancelledError } from "../../../src/core/errors/cancelledError";
import { KeepingFailed } from "../../../src/core/errors/keepingFailed";
import { ServiceError, type ServiceErrorKind } from "../../../src/core/errors/serviceError";
import { ageText } from "../../../src/editor/ageText";
import { appState } from "../../../src/editor/appState";
import { sentenceFor } from "../../../src/editor/errorSentences";
import { isCancellation } from "../../../src/editor/showError";
import { someApp } from "../../support/someApp";

describe("an error in words", () => {
  it("is a sentence for every kind of the service's errors, and never the message for the log", () => {
    const kinds: ServiceErrorKind[] = [
      "unauthorized",
      "forbidden",
      "notFound",
      "conflict",
      "tooLarge",
      "refused",
      "rateLimited",
      "server",
      "network",
      "certificate",
      "timeout",
      "badResponse",
    ];
    for (const kind of kinds) {
      const sentence = sentenceFor(new ServiceError(kind, "internal words"));
      assert.match(sentence, /^[A-Z].*\.$/, kind);
      assert.doesNotMatch(sentence, /internal words/, kind);
    }
  });

  it("quotes the service's words once, with one full stop", () => {
    const error = new ServiceError("refused", "x", { serviceText: "No such runtime.." });
    assert.equal(
      sentenceFor(error),
      'The service refused the request. Nothing was changed. The service says: "No such runtime".',
    );
  });

  it("says when it is not known whether it was carried out", () => {
    const error = new ServiceError("timeout", "x", { outcomeUnknown: true });
    assert.match(sentenceFor(error), /It may still have been carried out: refresh to see\./);
  });

  it("says why nothing could be kept", () => {
    assert.match(sentenceFor(new KeepingFailed("/a", "disk")), /Check whether the disk is full/);
    assert.match(sentenceFor(new KeepingFailed("/a", "takenOver")), /another window/);
  });

  it("is nothing when the user let go", () => {
    assert.equal(isCancellation(new CancelledError()), true);
    assert.equal(isCancellation(new DOMException("aborted", "AbortError")), true);
    assert.equal(isCancellation(new Error("CancelledError")), false);
  });
});

describe("the word for how an app is", () => {
  const word = (own: Parameters<typeof someApp>[0]) => appState(someApp(own)).word;

  it("is the service's own; offline when it says that the app runs and it does not", () => {
    assert.equal(word({ metrics: { online: true } }), "active");
    assert.equal(word({ metrics: { online: false } }), "offline");
    assert.equal(word({ status: "building" }), "building");
    assert.equal(word({ status: "" }), "unknown");
  });

  it("says when a restart is needed", () => {
    assert.equal(word({ restartRequired: true, metrics: { online: true } }), "active, restart needed");
  });

  it("is a failure only where the service says so", () => {
    assert.equal(appState(someApp({ status: "crashed" })).tone, "bad");
    assert.equal(appState(someApp({ status: "gelukt" })).tone, "neutral");
  });
});

describe("how long ago something was", () => {
  it("is said in the largest unit, and never in the future", () => {
    assert.equal(ageText(-5_000), "just now");
    assert.equal(ageText(59_000), "just now");
    assert.equal(ageText(90_000), "1 min ago");
    assert.equal(ageText(3 * 86_400_000 + 5_000), "3 d ago");
  });
});
