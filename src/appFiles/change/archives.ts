// Puts many files as one archive that the service unpacks (docs/engine.md#transfers), each proved like a put.

import type { SendOptions } from "../../api/http/exchange";
import { forEachParallel } from "../../core/async/parallel";
import type { FileEntry } from "../../core/model/model";
import { ended, inTurn } from "./change";
import type { ChangeParts } from "./changeParts";
import type { SendResult } from "./look";
import { proveUnpacked } from "./prove";
import type { PreparedPut, Puts } from "./put";
import type { PutOptions } from "./putJob";
import type { Removals } from "./remove";

export interface ArchivedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly options: PutOptions;
}

type ArchiveOptions = Pick<SendOptions, "signal" | "onDidSend"> & { readonly order: number };

const preparedAtOnce = 8;
const mayTakeMs = 600_000;

export class Archives {
  constructor(
    private readonly parts: ChangeParts,
    private readonly puts: Puts,
    private readonly removals: Removals,
  ) {}

  async put(
    path: string,
    bytes: Uint8Array,
    files: readonly ArchivedFile[],
    options: ArchiveOptions,
  ): Promise<ReadonlyMap<string, FileEntry>> {
    const paths = files.map((file) => file.path);
    try {
      // A deletion or a save of one of the files that began now would be undone, or undo it.
      return await inTurn(this.parts, paths, options, () => this.send(path, bytes, files, options));
    } finally {
      await this.parts.late.whenShared();
    }
  }

  private async send(
    path: string,
    bytes: Uint8Array,
    files: readonly ArchivedFile[],
    { signal, onDidSend, order }: ArchiveOptions,
  ): Promise<ReadonlyMap<string, FileEntry>> {
    const { service, late, stored } = this.parts;
    const puts: PreparedPut[] = [];
    let result: SendResult;
    try {
      await forEachParallel(files, preparedAtOnce, async (file) => {
        const put = await this.puts.prepare({ ...file, signal });
        puts.push(put);
        await put.changes;
      });
      const upload = (own: SendOptions) => service.upload(path, bytes, { ...own, onDidSend });
      const all = puts.map((put) => ({ kind: "put", path: put.path, hash: put.content.hash }) as const);
      const requests = [...all, { kind: "put", path }] as const;
      const onSend = () => {
        for (const put of puts) put.requireUnlike();
      };
      result = await this.puts.looks.send(puts, { signal, onSend, requests, mayTakeMs }, upload);
    } catch {
      // Single puts report which file differs from the plan.
      for (const put of puts) await ended(put, "notDone");
      signal?.throwIfAborted();
      return new Map();
    }
    let endWatch: readonly (() => void)[] = [];
    if (result.failure?.outcomeUnknown) {
      endWatch = result.inFlight.lost();
      // Unique name: whatever it holds is to be deleted.
      late.acknowledged(path, undefined);
    }
    // Where the service does not unpack, new files may be another client's.
    const isUnpacked = !result.failure && !(await this.isThere(path));
    const proved = await proveUnpacked(this.parts, puts, isUnpacked);
    for (const [index, put] of puts.entries()) {
      const { entry, askedAt: knownAt = 0 } = proved.get(put.path) ?? {};
      if (entry) {
        endWatch[index]?.();
        stored(put.path, entry, put.content, { order, knownAt, seenAt: result.sentAt });
      }
      await ended(put, entry ? "done" : "unknown", { hash: put.content.hash, entry });
    }
    if (!(await this.remove(path))) late.watchLeft(path);
    result.inFlight.over();
    return new Map([...proved].map(([file, { entry }]) => [file, entry]));
  }

  /** True when the check fails, too. */
  private async isThere(path: string): Promise<boolean> {
    return await this.parts.observeByName(path, 0, {}).then(
      ({ entry }) => entry !== undefined,
      () => true,
    );
  }

  /** True when the archive, which a service without unpacking keeps, is deleted. */
  async remove(path: string): Promise<boolean> {
    const options = { lossAgreed: true, asked: new Map(), backsUp: () => false } as const;
    const removal = this.removals.remove([{ path, base: { kind: "any" } }], options);
    return await removal.then(({ left }) => left.length === 0).catch(() => false);
  }
}
