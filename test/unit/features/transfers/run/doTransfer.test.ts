// A transfer reports its changes to the app's mounts: VS Code knows only changes that it made itself.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { TransferRow } from "../../../../../src/appFiles/transfer/plan/transferPlan";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { doTransfer } from "../../../../../src/features/transfers/run/doTransfer";
import { type TransferWorld, transferWorld } from "../../../appFiles/transfer/transferWorld";

/** The changes that mounts get, in order, while the rows run. */
async function reportedBy(
  { files, clock, moved, finish }: TransferWorld,
  rowsOf: (askedAt: number) => Promise<readonly Partial<TransferRow>[]>,
  onReport: (reported: readonly string[]) => void = () => undefined,
) {
  const reported: string[] = [];
  files.listen({
    onRemoteChange: (changes) => {
      reported.push(...changes.map(({ type, path }) => `${type} ${path}`));
      onReport(reported);
    },
  });
  const services = {
    ...{ files: { get: () => files }, transfers: moved.transfers, clock },
    backups: { begin: async () => moved.log },
  } as unknown as TransferServices;
  const rows = (await finish(rowsOf(clock.monotonicMs()))).map(
    (row) =>
      ({
        ...{ kind: "added", direction: "toApp", localPath: "", remote: undefined },
        ...{ askedAt: clock.monotonicMs(), isChosen: true, ...row },
      }) as TransferRow,
  );
  const header = { kind: "upload", accountId: "one", appId: "app" } as const;
  const progress = { signal: new AbortController().signal, report: () => undefined };
  const { outcome } = await finish(doTransfer({ header, plan: { rows }, rows }, services, progress));
  return { reported, failed: outcome.failed };
}

function localFile(path: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  return { path, sizeBytes: bytes.byteLength, modifiedAt: 0, read: async () => bytes };
}

describe("a transfer", () => {
  it("notifies mounts of each uploaded file and of created folders", async () => {
    const world = transferWorld({});
    const { reported, failed } = await reportedBy(world, async () => [
      { path: "/site/a.txt", local: localFile("a.txt", "new") },
    ]);
    assert.deepEqual([failed, world.texts()], [[], { "site/a.txt": "new" }]);
    assert.deepEqual(reported, ["created /site", "created /site/a.txt"]);
  });

  it("notifies mounts of a file while others are still being sent", async () => {
    const uploads: string[] = [];
    const world = transferWorld(
      {},
      {},
      {
        prepare: (remote) => {
          remote.onRequest = (request) => {
            if (request.startsWith("UPLOAD")) uploads.push(request);
          };
        },
      },
    );
    const names = Array.from({ length: 9 }, (_, index) => `${index}.txt`);
    const sentAtReport: number[] = [];
    await reportedBy(
      world,
      async () => names.map((name) => ({ path: `/${name}`, local: localFile(name, name) })),
      () => sentAtReport.push(uploads.length),
    );
    assert.equal(sentAtReport.length, names.length);
    assert.ok((sentAtReport[0] ?? 0) < names.length, `told after ${sentAtReport[0]} uploads`);
  });

  it("notifies mounts of replaced and deleted files", async () => {
    const world = transferWorld({ "a.txt": "one", "b.txt": "two" });
    const { reported, failed } = await reportedBy(world, async () => {
      await world.clock.sleep(10_000);
      const { entries } = await world.files.list("/");
      return [
        { path: "/a.txt", kind: "changed", local: localFile("a.txt", "new"), remote: entries.get("a.txt") },
        { path: "/b.txt", kind: "deleted", remote: entries.get("b.txt") },
      ];
    });
    assert.deepEqual([failed, world.texts()], [[], { "a.txt": "new" }]);
    assert.deepEqual(reported, ["changed /a.txt", "deleted /b.txt"]);
  });

  it("notifies mounts of a file whose upload has an unknown outcome", async () => {
    const world = transferWorld(
      {},
      {},
      {
        prepare: (remote) => {
          remote.onCarriedOut = (request) => {
            if (request !== "UPLOAD /a.txt") return;
            remote.failing.add("LIST");
            throw new ServiceError("network", "no answer", { outcomeUnknown: true });
          };
        },
      },
    );
    const { reported, failed } = await reportedBy(world, async () => [
      { path: "/a.txt", local: localFile("a.txt", "new") },
    ]);
    assert.equal(failed.length, 1);
    assert.deepEqual(world.texts(), { "a.txt": "new" });
    assert.deepEqual(reported, ["created /a.txt"]);
  });
});
