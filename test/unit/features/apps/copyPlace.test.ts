// The place of a backup before an app is deleted.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { copyPlace } from "../../../../src/features/apps/deleteApp";
import { workspaceFiles } from "../../../support/vscodeParts";

const { HOME, USERPROFILE } = process.env;
const clock = { now: () => new Date(2026, 10, 3, 6, 5).getTime() };

describe("the place of a copy", () => {
  afterEach(() => {
    Object.assign(process.env, { HOME });
    if (USERPROFILE === undefined) delete process.env["USERPROFILE"];
  });

  function there(...paths: string[]): void {
    process.env["HOME"] = "/home/ann";
    delete process.env["USERPROFILE"];
    workspaceFiles(new Map(paths.map((path) => [path, ""])));
  }

  it("is a new zip of the app's name and the date in the user's documents", async () => {
    const documents = "/home/ann/Documents";
    there(documents);
    const first = `${documents}/Hosted Apps/Shop 2026-11-03 06.05`;
    assert.equal((await copyPlace("Shop", clock))?.path, `${first}.zip`);
    there(documents, `${first}.zip`);
    assert.equal((await copyPlace("Shop", clock))?.path, `${first} (2).zip`);
  });

  it("is in the home folder without documents, and nowhere without a home", async () => {
    there();
    assert.equal((await copyPlace("Shop", clock))?.path, "/home/ann/Hosted Apps/Shop 2026-11-03 06.05.zip");
    delete process.env["HOME"];
    assert.equal(await copyPlace("Shop", clock), undefined);
  });

  it("has a name that is valid on every system, for any app", async () => {
    there();
    assert.equal(
      (await copyPlace("..\\a/b: <c>?", clock))?.path,
      "/home/ann/Hosted Apps/__a_b_ _c__ 2026-11-03 06.05.zip",
    );
  });
});
