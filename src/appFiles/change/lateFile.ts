// What the windows of a machine tell each other of an app's late requests, so that a window that is reloaded, or another
// one, knows which saves they could undo (docs/engine.md#the-ten-promises).
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import { SharedFile } from "../../core/disk/sharedFile";
import type { AppKey } from "../../core/model/appKey";
import { field, parseJson, readAs } from "../../core/outside/reading";
import { safeName } from "../backups/safeName";

const { text, number, optional, flag } = field;
/** A service that cannot be looked at for so long after the life of a late request is not looked at any more; in ms. */
export const lastCheckWithinMs = 600_000;
const schema = field.object({
  /** The id of the app. */
  app: optional(text),
  /** Given up without an answer, or (`isOpen`) still on their way from a window that lives; times are monotonic. */
  requests: field.list(
    field.object({
      id: text,
      isOpen: optional(flag),
      kind: field.oneOf(["put", "remove"]),
      path: text,
      hash: optional(text),
      at: number,
      until: number,
    }),
  ),
  /** What the service acknowledged last for a path that one of them could undo; without `hash` its absence. */
  acknowledged: field.list(field.object({ id: text, path: text, hash: optional(text), at: number })),
});

type LateRows = Omit<NonNullable<ReturnType<typeof readRows>>, "app">;
export type RequestRow = LateRows["requests"][number];
export type AcknowledgedRow = LateRows["acknowledged"][number];

const none: LateRows = { requests: [], acknowledged: [] };

/**
 * Whether it puts what is to be removed soon, under a name that nothing else has: its row stays until that is gone, whatever
 * the clocks say and also after a loss of power.
 */
export function isForAWhile({ kind, hash }: Pick<RequestRow, "kind" | "hash">): boolean {
  return kind === "put" && hash === undefined;
}

export interface LateFileOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly key: AppKey;
  /** Of this window; no other has it, now or later. */
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean>;
}

export class LateFile {
  private readonly file: SharedFile;
  private readonly folder: string;
  private rows = 0;

  constructor(private readonly options: LateFileOptions) {
    const { files, clock, key, windowId } = options;
    this.folder = `late/${key.accountId}/${safeName(key.appId)}`;
    this.file = new SharedFile({ files, clock, windowId, name: `${this.folder}/rows.json` });
  }

  /** For a new row of this window. */
  nextId(): string {
    return `${this.options.windowId}.${++this.rows}`;
  }

  isOwn(row: { readonly id: string }): boolean {
    return windowOf(row) === this.options.windowId;
  }

  /** Whether the window of the row still watches. */
  async isWatched(row: { readonly id: string }): Promise<boolean> {
    return await this.options.isWindowAlive(windowOf(row));
  }

  /** Without what is over. Rejects as the disk does. */
  async read(): Promise<LateRows> {
    return this.current(await this.file.read());
  }

  /** Rejects as the disk does. */
  async change(change: (rows: LateRows) => LateRows): Promise<void> {
    const app = this.options.key.appId;
    let rows = none;
    await this.file.update(
      (written) => {
        rows = change(this.current(written));
        return JSON.stringify({ app, ...rows });
      },
      () => rows.requests.some(isForAWhile),
    );
  }

  /** A content that another window may have to put back. Rejects as the disk does. */
  async keep(bytes: Uint8Array, hash: string): Promise<void> {
    await this.options.files.write(`${this.folder}/${hash}`, bytes);
  }

  /** Those that no row names, nor one that is about to be written. Rejects as the disk does. */
  async removeOldContents(): Promise<void> {
    const { files, clock } = this.options;
    const { acknowledged } = await this.read();
    const isNamed = (name: string): boolean => acknowledged.some(({ hash }) => hash === name);
    for (const { name, modifiedAt } of await files.list(this.folder))
      if (/^[0-9a-f]{64}$/.test(name) && !isNamed(name) && Math.abs(clock.now() - modifiedAt) > keptForMs)
        await files.remove(`${this.folder}/${name}`);
  }

  /** Undefined when it is kept no more. */
  async contentOf(hash: string): Promise<Uint8Array | undefined> {
    return await this.options.files.read(`${this.folder}/${hash}`);
  }

  private current(written: string | undefined): LateRows {
    const rows = readRows(written) ?? none;
    const now = this.options.clock.monotonicMs();
    // Those that seem to come later are from before the machine started again.
    const isNow = ({ at, until }: RequestRow): boolean => at <= now && now < until + watchedAfterMs;
    const requests = rows.requests.filter((row) => isForAWhile(row) || isNow(row));
    const first = Math.min(...requests.filter(isNow).map(({ at }) => at));
    return { requests, acknowledged: rows.acknowledged.filter(({ at }) => at >= first && at <= now) };
  }
}

/** The apps of an account of which some window has left requests whose end it did not know. Rejects as the disk does. */
export async function appsWithRequests(
  options: Omit<LateFileOptions, "key">,
  accountId: string,
): Promise<string[]> {
  const apps: string[] = [];
  for (const { name } of await options.files.list(`late/${accountId}`)) {
    const file = new SharedFile({ ...options, name: `late/${accountId}/${name}/rows.json` });
    const rows = readRows(await file.read());
    if (rows?.app !== undefined && rows.requests.length > 0) apps.push(rows.app);
  }
  return apps;
}

/** A window that slept, or could not reach the service, looks for so long after its life for what a late request did. */
const watchedAfterMs = lastCheckWithinMs + 30_000;
/** A content without a row is removed after this, in milliseconds. */
const keptForMs = 15 * 60_000;

function windowOf({ id }: { readonly id: string }): string {
  return id.slice(0, id.lastIndexOf("."));
}

function readRows(written: string | undefined) {
  return written === undefined ? undefined : readAs(schema, parseJson(written));
}
