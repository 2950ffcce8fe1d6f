// A folder and an app have one transfer at a time.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import {
  filesTurn,
  patientTurn,
  wholeFolderTurn,
} from "../../../../../src/features/transfers/place/placeTurns";

const placeOf = (name: string) => ({
  ...{ folder: vscode.Uri.file(`/work/${name}`), folderName: name },
  ...{ accountId: "ann", appId: "shop", appName: "Shop" },
});
const busy = /Files are already being transferred between .* and Shop/;

function work(done: string[], name: string) {
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    run: async () => {
      done.push(`${name} begins`);
      await ended;
      done.push(`${name} ends`);
    },
    finish: () => finish(),
  };
}

describe("transfers between a folder and its app", () => {
  it("run one at a time: Push File is refused during a push of the folder, saved files wait", async () => {
    const done: string[] = [];
    const whole = work(done, "push");
    const place = placeOf("a");
    const pushing = wholeFolderTurn(place, whole.run);
    await assert.rejects(wholeFolderTurn(place, whole.run), busy);
    await assert.rejects(filesTurn(place, whole.run), busy);
    const saved = work(done, "saved");
    saved.finish();
    const saving = patientTurn(place, saved.run);
    await filesTurn(placeOf("b"), async () => void done.push("another folder"));
    whole.finish();
    await Promise.all([pushing, saving]);
    assert.deepEqual(done, ["push begins", "another folder", "push ends", "saved begins", "saved ends"]);
  });

  it("of single files run in order, and a failure blocks none", async () => {
    const done: string[] = [];
    const place = placeOf("c");
    const first = filesTurn(place, async () => await Promise.reject(new Error("offline")));
    const [second, whole] = [work(done, "second"), work(done, "push")];
    const others = [filesTurn(place, second.run), wholeFolderTurn(place, whole.run)];
    await assert.rejects(first, /offline/);
    whole.finish();
    second.finish();
    await Promise.all(others);
    assert.deepEqual(done, ["second begins", "second ends", "push begins", "push ends"]);
    await filesTurn(place, async () => void done.push("free again"));
    assert.equal(done.at(-1), "free again");
  });
});
