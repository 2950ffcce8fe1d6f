// The user's yes to a tool call covers the app that the question named, even if names change before the call.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Account, Accounts } from "../../../../src/accounts/accounts";
import type { App } from "../../../../src/core/model/model";
import { AskedCalls } from "../../../../src/features/agent/askedCalls";
import { callTool, type ToolServices } from "../../../../src/features/agent/toolCalls";
import type { ToolName } from "../../../../src/features/agent/toolNames";
import { prepareTool } from "../../../../src/features/agent/toolQuestions";
import { someApp } from "../../../support/someApp";
import { neverCancelled } from "../../../support/vscodeParts";

describe("a tool for language models", () => {
  let all: Account[];
  let asked: AskedCalls;

  const accountOf = (id: string, ...apps: readonly App[]): Account =>
    ({
      ...{ id, label: `${id}@work` },
      apps: {
        snapshot: { apps },
        refresh: async () => {},
        refreshApp: async (appId: string) => apps.find((app) => app.id === appId),
        teamOf: () => undefined,
      },
    }) as unknown as Account;

  beforeEach(() => {
    asked = new AskedCalls();
    all = [accountOf("ann", someApp({ id: "a1", name: "Shop" }))];
  });

  const accounts = {
    load: async () => {},
    get all() {
      return all;
    },
  } as unknown as Accounts;
  const ask = async (name: ToolName, input: object): Promise<string> =>
    (await prepareTool(name, input, accounts, asked)).confirmationMessages?.title as string;
  const call = async (name: ToolName, input: object): Promise<string> =>
    await callTool(name, input, { accounts, asked } as unknown as ToolServices, neverCancelled);
  const status = "hostedApps_readAppStatus";

  it("names an app by text without links", async () => {
    all = [accountOf("ann", someApp({ id: "a1", name: "https://evil.example www.x.y" }))];
    const title = await ask(status, { app: "a1" });
    assert.match(title, /https:\u200b\/\/evil\.example www\.\u200bx\.y/);
  });

  it("uses the app of the question although another has its name meanwhile", async () => {
    assert.equal(await ask(status, { app: "Shop" }), "Read Shop (ann@work)'s status?");
    all = [
      accountOf("ann", someApp({ id: "a1", name: "Old" })),
      accountOf("eve", someApp({ id: "e1", name: "Shop" })),
    ];
    const answer = await call(status, { app: "Shop" });
    assert.match(answer, /"account":"ann@work","id":"a1","name":"Old"/);
  });

  it("uses no other account's app that has the id meanwhile", async () => {
    await ask(status, { app: "a1" });
    all = [accountOf("eve", someApp({ id: "a1", name: "Shop" }))];
    assert.match(await call(status, { app: "a1" }), /no longer there/);
  });

  it("finds no app that did not exist at the question", async () => {
    assert.match(await ask(status, { app: "New" }), /New \(not found\)/);
    all = [accountOf("eve", someApp({ id: "e1", name: "New" }))];
    assert.match(await call(status, { app: "New" }), /No app has this name or id/);
  });

  it("lists no account outside of the question", async () => {
    assert.equal(await ask("hostedApps_listApps", {}), "List ann@work's apps?");
    all = [...all, accountOf("eve", someApp({ id: "e1", name: "Secret plans" }))];
    const answer = await call("hostedApps_listApps", {});
    assert.match(answer, /Shop/);
    assert.doesNotMatch(answer, /Secret plans|eve@work/);
  });

  it("does nothing where two equal questions named different apps", async () => {
    await ask(status, { app: "Shop" });
    all = [accountOf("eve", someApp({ id: "e1", name: "Shop" }))];
    await ask(status, { app: "Shop" });
    assert.match(await call(status, { app: "Shop" }), /has changed since the user was asked/);
    await ask(status, { app: "Shop" });
    assert.match(await call(status, { app: "Shop" }), /"account":"eve@work"/);
  });

  it("does nothing without a question, and makes one call for each", async () => {
    assert.match(await call(status, { app: "Shop" }), /was not asked/);
    await ask(status, { app: "Shop" });
    await ask(status, { app: "Shop" });
    for (const expected of [/"id":"a1"/, /"id":"a1"/, /was not asked/])
      assert.match(await call(status, { app: "Shop" }), expected);
    await ask(status, { app: "Shop" });
    assert.match(await call("hostedApps_restartApp", { app: "Shop" }), /was not asked/);
  });

  it("uses no app whose id in one account is a name in another", async () => {
    all = [...all, accountOf("eve", someApp({ id: "e1", name: "a1" }))];
    assert.match(await ask(status, { app: "a1" }), /not found/);
    assert.match(await call(status, { app: "a1" }), /One app has this id and another has it as its name/);
  });

  it("shows the whole path of a file in one line, and reads none that does not fit", async () => {
    const read = "hostedApps_readAppFile";
    assert.equal(await ask(read, { app: "Shop", path: "a\nb" }), "Read a\\nb in Shop (ann@work)?");
    const path = `public/${"x".repeat(300)}/../../private.txt`;
    await ask(read, { app: "Shop", path });
    assert.equal(await call(read, { app: "Shop", path }), "The path is too long.");
  });

  it("remembers the questions of the last hundred calls", () => {
    for (let index = 0; index < 150; index++)
      asked.remember(status, { app: String(index) }, { app: { accountId: "ann", appId: "a1" } });
    assert.match(String(asked.take(status, { app: "49" })), /was not asked/);
    assert.deepEqual(asked.take(status, { app: "50" }), { app: { accountId: "ann", appId: "a1" } });
  });
});
