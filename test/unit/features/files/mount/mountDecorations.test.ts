// Decorations that distinguish an app's files from local ones.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type FileDecorationProvider, Uri, window } from "vscode";
import type { Account } from "../../../../../src/accounts/accounts";
import { Emitter } from "../../../../../src/core/async/emitter";
import {
  type MountDecorationsOptions,
  registerMountDecorations,
} from "../../../../../src/features/files/mount/mountDecorations";

function decorations(refusal?: Error) {
  const apps = new Map<string, { readonly name: string }>();
  const changed = new Emitter<void>();
  const account = {
    apps: { find: (id: string) => apps.get(id), onDidChange: changed.event },
  } as unknown as Account;
  const never = () => ({ dispose: () => undefined });
  const mounts = {
    refusalNow: () => refusal,
    peek: () => ({ isPending: (path: string) => path === "/drafts" }),
    onDidForget: never,
    onDidLearnAccess: never,
    onDidChangeAccess: never,
    onDidChangePending: never,
  };
  let provider: FileDecorationProvider | undefined;
  Object.assign(window, {
    registerFileDecorationProvider: (given: FileDecorationProvider) => {
      provider = given;
      return never();
    },
  });
  registerMountDecorations({
    accounts: { all: [account], get: () => account, onDidChange: never },
    mounts,
  } as unknown as MountDecorationsOptions);
  let fired = 0;
  provider?.onDidChangeFileDecorations?.(() => fired++);
  return {
    of: (address: string) => {
      const given = provider?.provideFileDecoration(Uri.parse(address), undefined as never);
      return given && "badge" in given ? [given.badge, given.tooltip] : given;
    },
    learn: (id: string, name: string) => {
      apps.set(id, { name });
      changed.fire();
    },
    fired: () => fired,
  };
}

describe("the marks of an app's files", () => {
  it("show the app's name, never its id, and do not mark local files", () => {
    const marks = decorations();
    assert.deepEqual(marks.of("hosted-app://ann/app-4711/main.py"), ["☁", "Hosted app"]);
    marks.learn("app-4711", "Shop");
    assert.deepEqual(marks.of("hosted-app://ann/app-4711/main.py"), ["☁", "Hosted app: Shop"]);
    assert.equal(marks.of("file://ann/app-4711/main.py"), undefined);
  });

  it("are redrawn when a shown name is added or changes, and not at every refresh", () => {
    const marks = decorations();
    marks.of("hosted-app://ann/app-4711/main.py");
    marks.learn("another", "Mailer");
    assert.equal(marks.fired(), 0);
    marks.learn("app-4711", "Shop");
    assert.equal(marks.fired(), 1);
    marks.of("hosted-app://ann/app-4711/main.py");
    marks.learn("app-4711", "Shop");
    assert.equal(marks.fired(), 1);
    marks.learn("app-4711", "Shop EU");
    assert.equal(marks.fired(), 2);
  });

  it("show why files are read-only, and which folders exist only locally", () => {
    const readOnly = decorations(new Error("You can't edit Shop's files."));
    for (const [path, badge] of [
      ["", "R"],
      ["/main.py", "☁"],
    ] as const) {
      const given = readOnly.of(`hosted-app://ann/shop${path}`);
      assert.ok(Array.isArray(given));
      assert.equal(given[0], badge);
      assert.match(given[1] ?? "", /^Hosted app • You can't edit Shop's files\.$/);
    }
    assert.deepEqual(decorations().of("hosted-app://ann/shop/drafts"), [
      "○",
      "Hosted app • Exists only locally until it contains a file",
    ]);
  });
});
