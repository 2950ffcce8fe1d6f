// The message of a failed command, and its button.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import {
  type FailedRequest,
  ServiceError,
  type ServiceErrorKind,
} from "../../../src/core/errors/serviceError";
import { silentLogger } from "../../../src/core/logger";
import {
  type CommandId,
  commands as ownCommands,
  registerCommands,
} from "../../../src/editor/commands/commands";
import { isPreapproved } from "../../../src/editor/commands/consent";
import { failureTitles } from "../../../src/editor/safeUi/failureTitles";
import { commands, window } from "../../support/vscodeParts";

const app = { accountId: "ann", appId: "busy", name: "busy-4", team: { id: "t", name: "Market" } };
const write: FailedRequest = { host: "api.example.com", isRead: false };

function failure(
  kind: ServiceErrorKind,
  {
    request = write,
    ...details
  }: { request?: FailedRequest; status?: number; outcomeUnknown?: boolean } = {},
): ServiceError {
  const error = new ServiceError(kind, "for the log", { problem: "refused", ...details });
  return Object.assign(error, { request, app });
}

describe("a command that failed", () => {
  let shown: string[];
  let answer: string | undefined;
  let ran: unknown[][];
  beforeEach(() => {
    [shown, ran, answer] = [[], [], undefined];
    window["showErrorMessage"] = async (...texts: string[]) => {
      shown.push(texts.join(" | "));
      const button = texts.find((text) => text === answer);
      answer = undefined;
      return button;
    };
    commands["executeCommand"] = async (...call: unknown[]) => void ran.push(call);
  });

  /** With a handler that fails with `error`. */
  async function fail(id: CommandId, error: unknown, argument?: unknown): Promise<readonly unknown[]> {
    const registered = new Map<string, (argument?: unknown) => Promise<unknown>>();
    commands["registerCommand"] = (name: string, run: () => Promise<unknown>) => {
      registered.set(name, run);
      return { dispose: () => undefined };
    };
    const given: unknown[] = [];
    const handler = async (argument: unknown) => {
      given.push(argument);
      throw error;
    };
    const load = Object.fromEntries(
      Object.values(ownCommands).map((feature) => [feature, async () => ({ [id]: handler })]),
    );
    registerCommands(load as never, silentLogger);
    await registered.get(`hostedApps.${id}`)?.(argument);
    await new Promise((resolve) => setImmediate(resolve));
    return given;
  }

  it("names first what failed, then the host, and can be retried for the same app", async () => {
    answer = "Try Again";
    const [first, again] = await fail("app.restart", failure("network"));
    const said = "Couldn't restart busy-4. api.example.com refused the connection. Nothing was sent.";
    assert.equal(shown[0], `${said} | Try Again | Show Output`);
    assert.equal(shown.length, 2);
    assert.deepEqual([first, again], [undefined, { accountId: "ann", appId: "busy" }]);
    assert.ok(isPreapproved(again));
  });

  it("is retried for the picked app, with the usual questions", async () => {
    for (const id of ["deploy.push", "deploy.pull", "files.mount", "files.search"] as const) {
      answer = "Try Again";
      const [, again] = await fail(id, failure("network"));
      assert.deepEqual(again, { accountId: "ann", appId: "busy" }, id);
      assert.equal(isPreapproved(again), false, id);
    }
    // Without an argument, the command is about the file in the editor, and a creation is about no app.
    for (const id of [
      "files.compareWithLocal",
      "files.follow",
      "files.pushFile",
      "deploy.createApp",
    ] as const) {
      answer = "Try Again";
      assert.deepEqual(await fail(id, failure("network")), [undefined, undefined], id);
    }
  });

  it("is retried with its argument", async () => {
    answer = "Try Again";
    const link = { accountId: "ann", appId: "busy" };
    const given = await fail("app.restart", failure("timeout"), link);
    assert.deepEqual([given.length, given[1]], [2, link]);
    assert.equal(isPreapproved(given[1]), false);
  });

  it("has no retry where it may have been done, or would fail again", async () => {
    const errors = [
      failure("network", { outcomeUnknown: true }),
      ...(["refused", "conflict", "certificate", "badResponse"] as const).map((kind) => failure(kind)),
    ];
    for (const error of errors) await fail("deploy.push", error);
    assert.equal(shown.length, errors.length);
    for (const said of shown) {
      assert.match(said, /^Couldn't push to busy-4\. /);
      assert.doesNotMatch(said, /Try Again/);
    }
  });

  it("names who may grant the refused permission, and shows the permissions", async () => {
    answer = "Show Permissions";
    const request = { ...write, permission: "canChangeStatusApplication" } as const;
    await fail("app.restart", failure("forbidden", { request, status: 403 }));
    const said = "You don't have permission to restart busy-4. Ask the owner of Market.";
    assert.deepEqual(shown, [`${said} | Show Permissions`]);
    assert.deepEqual(ran, [["hostedApps.account.showTeam", { accountId: "ann", teamId: "t" }]]);
  });

  it("has its own sentence where the error is the extension's", async () => {
    await fail("app.delete", new Error("The name doesn't match."));
    assert.deepEqual(shown, ["The name doesn't match. | Show Output"]);
  });

  it("has sentences only for existing commands", () => {
    const ids = Object.keys(ownCommands);
    assert.deepEqual(
      Object.keys(failureTitles).filter((id) => !ids.includes(id)),
      [],
    );
  });
});
