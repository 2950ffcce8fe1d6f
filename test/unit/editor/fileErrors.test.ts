// Errors of an app's files for VS Code: a code and a sentence.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FileProblem } from "../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../src/core/errors/serviceError";
import { toFileSystemError } from "../../../src/editor/fileErrors";

const uri = { toString: () => "hosted-app://account/shop/a.txt" } as never;
const errorOf = (error: unknown) => toFileSystemError(error, uri) as Error & { readonly code: string };

describe("an error of an app's file", () => {
  it("has VS Code's code for its reason", () => {
    const codes = {
      ...{ notFound: "FileNotFound", exists: "FileExists", notAllowed: "NoPermissions" },
      ...{ isDirectory: "FileIsADirectory", notDirectory: "FileNotADirectory" },
    };
    for (const [kind, code] of Object.entries(codes))
      assert.equal(errorOf(new FileProblem(kind as FileProblem["kind"], "/a.txt")).code, code);
    assert.equal(errorOf(new ServiceError("forbidden", "x")).code, "NoPermissions");
    assert.equal(errorOf(new ServiceError("server", "x")).code, "Unavailable");
  });

  it("says that both texts are kept in a conflict", () => {
    const { message } = errorOf(new FileProblem("changedOnService", "/a.txt"));
    assert.match(message, /was left unchanged\. Compare it with yours/);
  });

  it("says where a partial copy may be, and that the original is untouched", () => {
    const { message } = errorOf(new FileProblem("copiesLeft", "/lib", "/src", { cause: new Error("Lost.") }));
    assert.match(message, /^\/lib is unchanged.*remain in \/src.*delete them\. Lost\.$/);
  });

  it("names the deleted files of a folder, and does not say that nothing was changed", () => {
    const cause = new ServiceError("refused", "x", { serviceText: "locked" });
    const detail = ["1", "2", "3", "4", "5", "6"].map((name) => `/lib/${name}`).join("\n");
    const { message } = errorOf(new FileProblem("partlyDeleted", "/lib", detail, { cause }));
    assert.equal(
      message,
      'Couldn\'t delete all of /lib. Deleted: /lib/1, /lib/2, /lib/3, /lib/4 and 2 more. The service refused the rest. The service says: "locked". Use "Undo or Restore" to bring back what was kept.',
    );
  });

  it("says what the service has stored instead", () => {
    const said = (detail: string) => errorOf(new FileProblem("notStored", "/a.txt", detail)).message;
    assert.match(said("3"), /^The service accepted \/a\.txt \(3 B\) but doesn't list it\. /);
    assert.match(
      said("3 2"),
      /\(3 B\) but stored 2 B\. Your copy is unchanged, and the previous version is kept/,
    );
    assert.match(said("3 before"), /\(3 B\) but still has the previous version\. Your copy is unchanged\. /);
  });

  it("says that a file is too large only where no editor may open it", () => {
    const said = (megabytes: number) =>
      errorOf(new FileProblem("tooLargeToOpen", "/a.bin", String(megabytes * 1024 * 1024))).message;
    const instead = "In the Apps view, select Download from App.";
    assert.equal(said(200), `/a.bin wasn't opened because it's 200 MB. ${instead}`);
    assert.equal(said(201), `/a.bin (201 MB) is too large to open here. ${instead}`);
  });

  it("says why, where the service said why", () => {
    const cause = new ServiceError("timeout", "x");
    assert.match(errorOf(new FileProblem("unchecked", "/a.txt", undefined, { cause })).message, /in time/);
  });

  it("is unchanged when it is VS Code's already", () => {
    const known = errorOf(new FileProblem("notFound", "/a"));
    assert.equal(toFileSystemError(known, uri), known);
  });
});
