// Many files as one archive that the service unpacks (docs/engine.md#transfers): each is looked at, kept, looked at again and
// proved as a put of its own. What is not proved is left to puts.

import type { SendOptions } from "../../api/http/exchange";
import { forEachParallel } from "../../core/async/parallel";
import type { FileEntry } from "../../core/model/model";
import { ended, inTurn } from "./change";
import type { ChangeParts } from "./changeParts";
import type { Went } from "./look";
import { proveUnpacked } from "./prove";
import type { PreparedPut, Puts } from "./put";
import type { PutOptions } from "./putJob";
import type { Removals } from "./remove";

/** A file of an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly options: PutOptions;
}

export type ArchiveOptions = Pick<SendOptions, "signal" | "onDidSend"> & { readonly order: number };

const preparedAtOnce = 8;

export class Archives {
  constructor(
    private readonly parts: ChangeParts,
    private readonly puts: Puts,
    private readonly removals: Removals,
  ) {}

  /** `AppFiles.putArchive`. */
  async put(
    path: string,
    bytes: Uint8Array,
    files: readonly ArchivedFile[],
    options: ArchiveOptions,
  ): Promise<ReadonlyMap<string, FileEntry>> {
    const paths = files.map((file) => file.path);
    try {
      // A deletion or a save of one of them that began now would be undone, or would undo it.
      return await inTurn(this.parts, paths, options, () => this.send(path, bytes, files, options));
    } finally {
      await this.parts.late.told();
    }
  }

  private async send(
    path: string,
    bytes: Uint8Array,
    files: readonly ArchivedFile[],
    { signal, onDidSend, order }: ArchiveOptions,
  ): Promise<ReadonlyMap<string, FileEntry>> {
    const { wire, late, stored } = this.parts;
    const puts: PreparedPut[] = [];
    let went: Went;
    try {
      await forEachParallel(files, preparedAtOnce, async (file) => {
        const put = await this.puts.prepare({ ...file, signal });
        puts.push(put);
        await put.changes;
      });
      await late.willPass(path);
      const upload = (own: SendOptions) => wire.upload(path, bytes, { ...own, onDidSend });
      went = await this.puts.looks.send(puts, { signal }, upload);
    } catch {
      // Each file says by itself what is not as it was planned.
      for (const put of puts) await ended(put, "notDone");
      signal?.throwIfAborted();
      return new Map();
    }
    const endWatch = new Map<string, () => void>();
    if (went.failure?.outcomeUnknown) {
      for (const put of puts) endWatch.set(put.path, late.watchPut(put.path, put.content.hash));
      late.watchPut(path, undefined);
      // Its name is new, and it is to be removed whatever it holds.
      late.acknowledged(path, undefined);
    }
    const proved = await proveUnpacked(this.parts, puts);
    for (const put of puts) {
      const { entry, askedAt: knownAt = 0 } = proved.get(put.path) ?? {};
      if (entry) {
        endWatch.get(put.path)?.();
        stored(put.path, entry, put.content, { order, knownAt, seenAt: went.sentAt });
      }
      await ended(put, entry ? "done" : "unknown", { hash: put.content.hash, entry });
    }
    await this.removeArchive(path);
    return new Map([...proved].map(([file, { entry }]) => [file, entry]));
  }

  /** A service that cannot unpack it keeps it. Nobody else has its name, so it goes whatever a first look has shown. */
  private async removeArchive(path: string): Promise<void> {
    const { late } = this.parts;
    const options = { lossAgreed: true, asked: new Map(), isKept: () => false } as const;
    const removal = this.removals.remove([{ path, base: { kind: "any" } }], options);
    if (await removal.then(({ left }) => left.length === 0).catch(() => false)) return;
    // It is looked for until it can be removed.
    late.watchPut(path, undefined);
    late.acknowledged(path, undefined);
  }
}
