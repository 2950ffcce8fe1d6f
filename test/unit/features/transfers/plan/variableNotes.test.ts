// What the plan of a push says of variables that the app has not.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { variableNotes } from "../../../../../src/features/transfers/plan/variableNotes";

describe("the variables above a push", () => {
  const workspace = vscode.workspace as unknown as Record<string, unknown>;
  const before = workspace["fs"];
  let asked: number;
  beforeEach(() => {
    asked = 0;
    workspace["fs"] = {
      readFile: async (uri: vscode.Uri) => {
        throw vscode.FileSystemError.FileNotFound(uri);
      },
    };
  });
  afterEach(() => {
    workspace["fs"] = before;
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
  const local = (code: string) => [
    { path: "bot.js", sizeBytes: code.length, read: async () => new TextEncoder().encode(code) },
  ];
  const code = "login(process.env.TOKEN, process.env.GUILD)";

  it("are named where the app has them not, without any value", async () => {
    const notes = await variableNotes(
      place(async () => ({ environment: [{ key: "GUILD", value: "canary" }] })),
      { local: local(code) },
    );
    assert.deepEqual(
      notes.map(({ label }) => label),
      ["Not set in Shop: TOKEN"],
    );
  });

  it("are not asked about where the code looks for none", async () => {
    assert.deepEqual(
      await variableNotes(
        place(async () => ({})),
        { local: local("run()") },
      ),
      [],
    );
    assert.equal(asked, 0);
  });

  it("are not spoken of where the service does not tell, or cannot be reached", async () => {
    assert.deepEqual(
      await variableNotes(
        place(async () => ({})),
        { local: local(code) },
      ),
      [],
    );
    const failing = place(async () => {
      throw new Error("offline");
    });
    assert.deepEqual(await variableNotes(failing, { local: local(code) }), []);
  });
});
