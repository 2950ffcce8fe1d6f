// What a transfer does in an app is told to the mounts of the app: VS Code knows only what went through them.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { TransferRow } from "../../../../src/appFiles/transfer/plan/transferPlan";
import { doTransfer } from "../../../../src/features/transfers/doTransfer";
import type { TransferServices } from "../../../../src/features/transfers/transferServices";
import { transferWorld } from "../../appFiles/transfer/transferWorld";

describe("a transfer", () => {
  it("tells of each file that it has put into the app, and of the folders that it has made", async () => {
    const { files, clock, moved, finish, texts } = transferWorld({});
    const told: string[] = [];
    files.listen({
      onRemoteChange: (changes) => told.push(...changes.map(({ type, path }) => `${type} ${path}`)),
    });
    const bytes = new TextEncoder().encode("new");
    const local = { path: "a.txt", sizeBytes: 3, modifiedAt: 0, read: async () => bytes };
    const rows: TransferRow[] = [
      {
        ...{ kind: "added", direction: "toApp", path: "/site/a.txt", localPath: "a.txt", local },
        ...{ remote: undefined, askedAt: clock.monotonicMs(), isChosen: true },
      },
    ];
    const services = {
      ...{ files: { get: () => files }, transfers: moved.transfers, clock },
      kept: { begin: async () => moved.log },
    } as unknown as TransferServices;
    const header = { kind: "upload", accountId: "one", appId: "app" } as const;
    const transfer = { header, rows, folder: undefined, memory: undefined, archive: undefined };
    const progress = { signal: new AbortController().signal, report: () => undefined };
    const { failed } = await finish(doTransfer(transfer, services, progress));
    assert.deepEqual([failed, texts()], [[], { "site/a.txt": "new" }]);
    assert.deepEqual(told, ["created /site", "created /site/a.txt"]);
  });
});
