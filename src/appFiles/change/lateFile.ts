// Shares late requests among windows: which saves could they undo (docs/engine.md#the-ten-promises)?
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import { SharedFile } from "../../core/disk/sharedFile";
import type { Logger } from "../../core/logger";
import type { AppKey } from "../../core/model/appKey";
import { field, parseJson, readAs, readFields } from "../../core/parse";
import { safeName } from "../backups/safeName";

const { text, number, optional, flag } = field;
/** How long after a request can no longer arrive (`until`) an unreachable service is still checked for its effect. */
export const lastCheckWithinMs = 600_000;
/** Abandoned requests, or (`isOpen`) those that a living window has sent. `at`: sent; monotonic ms. */
const request = field.object({
  id: text,
  isOpen: optional(flag),
  kind: field.oneOf(["put", "remove"]),
  path: text,
  hash: optional(text),
  replaces: optional(text),
  at: number,
  until: number,
});
/** The last acknowledged content of a path that a late request could undo; without `hash`, its deletion. */
const acknowledgement = field.object({ id: text, path: text, hash: optional(text), at: number });
const schema = field.object({
  app: optional(text),
  requests: field.readable(request),
  acknowledged: field.readable(acknowledgement),
});
const allRows = { requests: field.list(field.anything), acknowledged: field.list(field.anything) };

type LateRows = Omit<NonNullable<ReturnType<typeof readRows>>, "app">;
export type RequestRow = LateRows["requests"][number];
export type AcknowledgedRow = LateRows["acknowledged"][number];

const none: LateRows = { requests: [], acknowledged: [] };

/** True for a unique name: its row stays until the file is deleted, even after a power failure. */
export function isTemporaryFile({ kind, hash }: Pick<RequestRow, "kind" | "hash">): boolean {
  return kind === "put" && hash === undefined;
}

export interface LateFileOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly key: AppKey;
  /** Never used by another window, also later. */
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

  nextId(): string {
    return `${this.options.windowId}.${++this.rows}`;
  }

  isOwn(row: { readonly id: string }): boolean {
    return windowOf(row) === this.options.windowId;
  }

  /** True also on doubt. */
  async isWatched(row: { readonly id: string }): Promise<boolean> {
    try {
      return await this.options.isWindowAlive(windowOf(row));
    } catch (error) {
      this.options.logger.warn(`Couldn't check whether another window is open: ${error}`);
      return true;
    }
  }

  /** Without expired rows. Rejects when the disk fails. */
  async read(): Promise<LateRows> {
    return this.current(await this.file.read());
  }

  /** Rejects when the disk fails. */
  async change(change: (rows: LateRows) => LateRows): Promise<void> {
    const app = this.options.key.appId;
    let rows = none;
    await this.file.update(
      (written) => {
        rows = change(this.current(written));
        return JSON.stringify({ app, ...withUnknown(rows, written) });
      },
      () => rows.requests.some(isTemporaryFile),
    );
  }

  /** Stores a content that another window can restore. Rejects when the disk fails. */
  async keep(bytes: Uint8Array, hash: string): Promise<void> {
    await this.options.files.write(`${this.folder}/${hash}`, bytes);
  }

  /** Deletes contents without a row. Rejects when the disk fails. */
  async removeOldContents(): Promise<void> {
    const { files, clock } = this.options;
    const written = (await this.file.read()) ?? "";
    for (const { name, modifiedAt } of await files.list(this.folder))
      if (
        /^[0-9a-f]{64}$/.test(name) &&
        !written.includes(name) &&
        Math.abs(clock.now() - modifiedAt) > contentsRetentionMs
      )
        await files.remove(`${this.folder}/${name}`);
  }

  async contentOf(hash: string): Promise<Uint8Array | undefined> {
    return await this.options.files.read(`${this.folder}/${hash}`);
  }

  private current(written: string | undefined): LateRows {
    const rows = readRows(written) ?? none;
    const now = this.options.clock.monotonicMs();
    // Later times are from before the machine restarted.
    const isNow = ({ at, until }: RequestRow): boolean => at <= now && now < until + watchedAfterMs;
    const requests = rows.requests.filter((row) => isTemporaryFile(row) || isNow(row));
    const first = Math.min(...requests.filter(isNow).map(({ at }) => at));
    return { requests, acknowledged: rows.acknowledged.filter(({ at }) => at >= first && at <= now) };
  }
}

/** Apps with requests that some window left unresolved, as far as they can be read. */
export async function appsWithRequests(
  options: Omit<LateFileOptions, "key">,
  accountId: string,
): Promise<string[]> {
  const apps: string[] = [];
  for (const { name } of await options.files.list(`late/${accountId}`)) {
    const file = new SharedFile({ ...options, name: `late/${accountId}/${name}/rows.json` });
    try {
      const rows = readRows(await file.read());
      if (rows?.app !== undefined && rows.requests.length > 0) apps.push(rows.app);
    } catch (error) {
      options.logger.warn(`Requests of windows that have ended are not looked after: ${error}`);
    }
  }
  return apps;
}

/** How long after `until` a window that slept or was offline still checks for a request's effect. */
const watchedAfterMs = lastCheckWithinMs + 30_000;
const contentsRetentionMs = 15 * 60_000;

function windowOf({ id }: { readonly id: string }): string {
  return id.slice(0, id.lastIndexOf("."));
}

/** Rows of a newer version stay as they are. */
function withUnknown(rows: LateRows, written = "") {
  const { requests = [], acknowledged = [] } = readFields(allRows, parseJson(written));
  return {
    requests: [...rows.requests, ...requests.filter((row) => !readAs(request, row))],
    acknowledged: [...rows.acknowledged, ...acknowledged.filter((row) => !readAs(acknowledgement, row))],
  };
}

function readRows(written: string | undefined) {
  return written === undefined ? undefined : readAs(schema, parseJson(written));
}
