// The note in a push's plan about variables that the app lacks.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { variableNotes } from "../../../../../src/features/transfers/ask/preflight";
import { workspaceFiles } from "../../../../support/vscodeParts";

describe("the variables above a push", () => {
  let asked: number;
  beforeEach(() => {
    asked = 0;
    workspaceFiles({});
  });

  type Place = Parameters<typeof variableNotes>[0];
  const place = (getApp: () => Promise<unknown>): Place =>
    ({
      ...{ folder: vscode.Uri.file("/work/bot"), appId: "a1", appName: "Shop" },
      account: {
        client: {
          getApp: async () => {
            asked++;
            return await getApp();
          },
        },
      },
    }) as unknown as Place;
  const notes = async (app: () => Promise<unknown>, code = "login(process.env.TOKEN, process.env.GUILD)") => {
    const read = async () => new TextEncoder().encode(code);
    return await variableNotes(place(app), {
      local: [{ path: "bot.js", sizeBytes: code.length, read }],
    });
  };

  it("are named without values when the app lacks them", async () => {
    const app = async () => ({ environment: [{ key: "GUILD", value: "canary" }] });
    assert.deepEqual(await notes(app), ["Not set in Shop: TOKEN. Set them on the service's website."]);
  });

  it("cost no request when the code reads none", async () => {
    assert.deepEqual(await notes(async () => ({}), "run()"), []);
    assert.equal(asked, 0);
  });

  it("are not mentioned when the service does not show them or is unreachable", async () => {
    assert.deepEqual(await notes(async () => ({})), []);
    assert.deepEqual(await notes(async () => await Promise.reject(new Error("offline"))), []);
  });
});
