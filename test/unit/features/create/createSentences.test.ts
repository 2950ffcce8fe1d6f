// What a creation says: while it goes on, when it failed, and when it is over.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import type { App } from "../../../../src/core/model/model";
import type { CreatedApp } from "../../../../src/features/create/createApp";
import { CreateProblem } from "../../../../src/features/create/createProblem";
import { reportCreateStep } from "../../../../src/features/create/createProgress";
import { createdSentence, createProblemSentence } from "../../../../src/features/create/createSentences";
import { megabyte, someApp } from "../../../support/someApp";

describe("a creation", () => {
  it("says how far it is, and its share never goes back", () => {
    const said: [string, number | undefined][] = [];
    const progress = { report: (text: string, share?: number) => void said.push([text, share]) };
    const report = (step: Parameters<typeof reportCreateStep>[1]) =>
      reportCreateStep(progress, step, "Shop", 4 * megabyte);
    report({ kind: "packing", readBytes: megabyte });
    report({ kind: "packing", readBytes: 5 * megabyte });
    report({ kind: "sending", archiveBytes: megabyte });
    report({ kind: "looking" });
    report({ kind: "waiting" });
    assert.equal(said[0]?.[0], "compressing 1 MB of 4 MB");
    const shares = said.map(([, share]) => share ?? 0);
    assert.deepEqual(shares, [...shares].sort());
    assert.ok(shares.every((share) => share <= 1));
  });

  it("has no share of an empty folder", () => {
    const shares: (number | undefined)[] = [];
    const progress = { report: (_text: string, share?: number) => void shares.push(share) };
    reportCreateStep(progress, { kind: "packing", readBytes: 0 }, "Shop", 0);
    assert.deepEqual(shares, [undefined]);
  });

  it("whose answer was lost says whether the app may be there, and that nothing was sent twice", () => {
    const sentence = (kind: "notFound" | "unknown", cancelled: boolean, ...maybe: App[]) =>
      createProblemSentence(new CreateProblem({ kind, maybe, cancelled }), "Shop");
    assert.match(sentence("notFound", false), /doesn't list the app/);
    assert.match(sentence("unknown", false), /may have been created. Refresh/);
    assert.match(sentence("notFound", true), /it wasn't created/);
    assert.match(sentence("unknown", true), /may have been created/);
    assert.match(sentence("unknown", false, someApp()), /with this name is listed, .* Select the app/);
  });

  it("that was refused and is in doubt says what the service said", () => {
    const cause = new ServiceError("conflict", "409", { serviceText: "The name is taken." });
    const problem = new CreateProblem({ kind: "unknown", maybe: [], cancelled: false }, cause);
    assert.match(
      createProblemSentence(problem, "Shop"),
      /didn't confirm that it created Shop\. The service says: "The name is taken"\. Couldn't read the list of apps/,
    );
  });

  it("that is over says how the app is, with the service's own word for it", () => {
    const sentence = (result: CreatedApp["result"]) =>
      createdSentence({ app: someApp({ status: "crashed" }), result } as CreatedApp);
    assert.equal(sentence("online"), "Shop is online.");
    assert.match(sentence("failed"), /didn't come online. Its state is "crashed"/);
    assert.match(sentence("limit"), /within a minute/);
    assert.match(sentence("gone"), /no longer exists/);
  });
});
