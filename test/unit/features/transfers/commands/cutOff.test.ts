// The error messages when an operation that was cut off cannot be finished.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { LoggedChange, Operation } from "../../../../../src/appFiles/backups/operation";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { finishOperation } from "../../../../../src/features/transfers/commands/cutOff";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { hashOf } from "../../../../support/appFilesHarness";
import { askedWindow } from "../../../../support/askedWindow";
import { someAccount, someAccounts, someApp } from "../../../../support/someApp";
import { type TransferWorld, transferWorld } from "../../../appFiles/transfer/transferWorld";

const app = { accountId: "account", appId: "shop" };
const common = { id: "1.1", side: "app", at: 1 } as const;
const copied: LoggedChange = {
  ...common,
  path: "/src/a.txt",
  what: "put",
  end: "done",
  before: { kind: "absent" },
  after: { hash: hashOf("a") },
};
const notBackedUp: LoggedChange = {
  ...common,
  path: "/lib/a.bin",
  what: "remove",
  end: "unknown",
  before: { kind: "notBackedUp", why: "tooLarge", sizeBytes: 1 },
  after: {},
};

describe("an operation that cannot be finished", () => {
  let world: TransferWorld;
  let reopened: number;

  beforeEach(() => {
    askedWindow();
    reopened = 0;
  });

  async function finish(kind: "move" | "delete", change: LoggedChange): Promise<void> {
    const services = {
      accounts: someAccounts(someAccount({ apps: [someApp()] })),
      files: { get: () => world.files },
      backups: {
        reopen: async () => {
          reopened++;
          return world.moved.log;
        },
      },
    } as unknown as TransferServices;
    const title = { from: "/lib", to: "/src", count: 10 };
    const header = { kind, ...app, appName: "Shop", title } as const;
    const operation: Operation = {
      ...{ id: "1", header, state: "cutOff", startedAt: 1, lastAt: 1 },
      changes: [change],
    };
    await world.finish(finishOperation(operation, services));
  }

  it("keeps its journal while the service cannot be reached, so that Try Again finishes it", async () => {
    world = transferWorld({ "src/a.txt": "a" });
    world.remote.failing.add("LIST");
    world.remote.failWith = new ServiceError("network", "no");
    const removed: LoggedChange = { ...notBackedUp, path: "/lib/b.txt" };
    await assert.rejects(finish("delete", removed), world.remote.failWith);
    assert.equal(reopened, 0);
    world.remote.failing.clear();
    await finish("delete", removed);
    assert.equal(reopened, 1);
  });

  it("says how many files a move has copied when its original is gone", async () => {
    world = transferWorld({ "src/a.txt": "a" });
    await assert.rejects(finish("move", copied), {
      message:
        "Couldn't finish: lib is no longer in Shop. Copied to src: 1 of 10 files. If it was renamed, copy the rest from there.",
    });
  });

  it("names the teammate's file that is in the way of a move", async () => {
    world = transferWorld({ "src/a.txt": "a", "lib/a.txt": "a", "lib/b.txt": "b", "src/b.txt": "theirs" });
    await assert.rejects(finish("move", copied), {
      message: "Couldn't finish with src/b.txt. A file with this name already existed and was kept.",
    });
  });

  it("names the files of a deletion that have no backup", async () => {
    world = transferWorld({ "lib/a.bin": "x" });
    await assert.rejects(finish("delete", notBackedUp), {
      message:
        "Couldn't finish: lib/a.bin. These files weren't deleted, because they couldn't be restored afterward. Delete them yourself if you don't need them.",
    });
    assert.deepEqual(world.texts(), { "lib/a.bin": "x" });
  });
});
