// Releases: what transfers from this machine left in an app, numbered. The newest keep their files, by hash.
import type { Clock } from "../../core/async/clock";
import { Emitter } from "../../core/async/emitter";
import type { MachineFiles } from "../../core/disk/machineFiles";
import { SharedFile } from "../../core/disk/sharedFile";
import { ReleasesUnreadable } from "../../core/errors/releasesUnreadable";
import type { AppKey } from "../../core/model/appKey";
import { field, parseJson, readAs } from "../../core/parse";
import { findSecrets } from "../../core/project/findSecrets";
import { perhapsSecret } from "../../core/project/secrets";
import { type AppRelease, release } from "../../core/transfers/release";
import {
  manifestText,
  type PushManifest,
  readPushManifest,
  type SyncedFile,
} from "../transfer/plan/pushManifest";

const stored = field.object({ version: field.oneOf(["1"]), releases: field.list(release) });

export interface NewRelease
  extends Omit<AppRelease, "appId" | "number" | "at" | "changed" | "paths" | "created" | "files"> {
  /** Paths in the app; `created` are those of them that it did not have. */
  readonly changed: readonly string[];
  readonly created: readonly string[];
  /** All files of the folder that the app then has. An empty hash: a content that this machine never had. */
  readonly files: PushManifest;
  /** Undefined, or another content, when the file has changed since. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
}

interface ReleaseBefore {
  readonly last: AppRelease | undefined;
  readonly files: PushManifest;
}

interface ReleasesOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  readonly windowId: string;
  readonly mostBytes?: number;
}

const mostReleaseBytes = 200 * 1024 * 1024;
/** Of an app; older ones keep only their record. */
export const mostWithFiles = 10;
const mostRecords = 30;
const mostPaths = 1_000;
const mostRounds = 5;
/** Saves that follow each other within this time are one release. */
const savesWithinMs = 10 * 60_000;
/** A younger content may be of a release that another window has not recorded yet. */
const freshMs = 5 * 60_000;

export class Releases {
  private last: Promise<unknown> = Promise.resolve();
  private readonly changed = new Emitter<AppKey>();
  private readonly shared = new Map<string, SharedFile>();

  readonly onDidChange = this.changed.event;

  constructor(private readonly options: ReleasesOptions) {}

  /** Resolves when it is on the disk, or when `make` has none. Rejects as the disk does, or with ReleasesUnreadable. */
  async add(key: AppKey, make: (before: ReleaseBefore) => Promise<NewRelease | undefined>): Promise<void> {
    await this.inTurn(() => this.addNow(key, make));
  }

  private async addNow(key: AppKey, make: Parameters<typeof this.add>[1], round = 1): Promise<void> {
    const { accountId, appId } = key;
    const lastIn = (all: readonly AppRelease[]) => all.findLast((each) => each.appId === appId);
    const last = lastIn(await this.all(accountId));
    const made = await make({ last, files: (last && (await this.filesOf(key, last))) ?? new Map() });
    if (!made) return;
    const { changed, created, files, read, ...fields } = made;
    const kept = await this.keep(accountId, files, read);
    const list = new TextEncoder().encode(manifestText(files));
    const record = { ...fields, appId, at: this.options.clock.now(), files: await this.options.hash(list) };
    await this.options.files.write(contentFile(accountId, record.files), list, { isDurable: true });
    // Of another window. What it has changed is missing in these files.
    let isOtherNewer = false;
    // A loss of power must not give its number to another release.
    await this.fileOf(accountId).update(
      (text) => {
        const all = releasesIn(text);
        isOtherNewer = round < mostRounds && JSON.stringify(lastIn(all)) !== JSON.stringify(last);
        return isOtherNewer ? undefined : textOf(withRelease(all, { ...record, changed, created }));
      },
      () => true,
    );
    if (isOtherNewer) return await this.addNow(key, make, round + 1);
    // Until now, another window could remove what only older releases used.
    await this.keep(accountId, new Map([...files].filter(([, { hash }]) => kept.has(hash))), read);
    this.changed.fire({ accountId, appId });
    await this.purge(accountId);
  }

  /** Newest first. Rejects with ReleasesUnreadable: then there may be some. */
  async list({ accountId, appId }: AppKey): Promise<readonly AppRelease[]> {
    await this.settled();
    return (await this.all(accountId)).filter((each) => each.appId === appId).reverse();
  }

  /** Undefined when they are no longer kept, or a newer version wrote them. */
  async filesOf(
    { accountId }: AppKey,
    { files }: Pick<AppRelease, "files">,
  ): Promise<PushManifest | undefined> {
    const list = await this.content({ accountId }, files);
    return list && readPushManifest(new TextDecoder().decode(list));
  }

  /** Undefined when it is not kept or is damaged. */
  async content({ accountId }: Pick<AppKey, "accountId">, hash: string): Promise<Uint8Array | undefined> {
    const bytes = hash === "" ? undefined : await this.options.files.read(contentFile(accountId, hash));
    return bytes && (await this.options.hash(bytes)) === hash ? bytes : undefined;
  }

  /** Hashes and sizes of the kept contents. After a loss of power, one may be shorter than it was. */
  async kept({ accountId }: Pick<AppKey, "accountId">): Promise<ReadonlyMap<string, number>> {
    const files = await this.options.files.list(contentsFolder(accountId));
    return new Map(files.map(({ name, sizeBytes }) => [name, sizeBytes]));
  }

  /** Of an app that no longer exists. */
  async forget({ accountId, appId }: AppKey): Promise<void> {
    await this.inTurn(async () => {
      const own = (await this.all(accountId)).filter((each) => each.appId === appId);
      const forgotten = await Promise.all(own.map((each) => this.namesOf({ accountId, appId }, each)));
      await this.fileOf(accountId).update(
        (text) => {
          const all = releasesIn(text);
          const others = all.filter((each) => each.appId !== appId);
          return others.length < all.length ? textOf(others) : undefined;
        },
        () => true,
      );
      await this.purge(accountId, new Set(forgotten.flatMap((names) => names ?? [])));
    });
  }

  /** Never rejects. */
  async settled(): Promise<void> {
    await this.last.catch(() => undefined);
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    const own = this.last.catch(() => undefined).then(work);
    this.last = own;
    await own;
  }

  private fileOf(accountId: string): SharedFile {
    const { files, clock, windowId } = this.options;
    const file =
      this.shared.get(accountId) ??
      new SharedFile({ files, clock, windowId, name: `${accountFolder(accountId)}/releases.json` });
    this.shared.set(accountId, file);
    return file;
  }

  private async all(accountId: string): Promise<readonly AppRelease[]> {
    const text = await this.fileOf(accountId)
      .read()
      .catch((cause: unknown) => {
        throw new ReleasesUnreadable({ cause });
      });
    return releasesIn(text);
  }

  /** Writes the contents that are not kept yet; resolves with all. Secrets and unreadable files are left out. */
  private async keep(
    accountId: string,
    files: PushManifest,
    read: NewRelease["read"],
  ): Promise<ReadonlyMap<string, number>> {
    const kept = new Map(await this.kept({ accountId }));
    const secret = new Set([...files].flatMap(([path, { hash }]) => (perhapsSecret(path) ? [hash] : [])));
    const isKept = ({ hash, sizeBytes }: SyncedFile): boolean => kept.get(hash) === sizeBytes;
    const fresh = [...files].filter(
      ([, file]) => file.hash !== "" && !isKept(file) && !secret.has(file.hash),
    );
    const bytes = fresh.reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0);
    const { mostBytes = mostReleaseBytes } = this.options;
    for (const [path, file] of bytes > mostBytes ? [] : fresh) {
      const { hash } = file;
      if (isKept(file)) continue;
      const content = await read(path).catch(() => undefined);
      if (!content || (await this.options.hash(content)) !== hash) continue;
      if (await mayHoldSecret(path, content)) continue;
      await this.options.files.write(contentFile(accountId, hash), content);
      kept.set(hash, content.byteLength);
    }
    return kept;
  }

  /** Names of a release's list and contents; undefined for a list that only a newer version understands. */
  private async namesOf(key: AppKey, { files }: AppRelease): Promise<readonly string[] | undefined> {
    const bytes = await this.content(key, files);
    const list = bytes ? readPushManifest(new TextDecoder().decode(bytes)) : new Map();
    return list && [files, ...[...list.values()].map(({ hash }) => hash)];
  }

  /** Removes what only older releases use; over the limit, the oldest releases first. */
  private async purge(accountId: string, forgotten?: ReadonlySet<string>): Promise<void> {
    const { files, clock, mostBytes = mostReleaseBytes } = this.options;
    const all = await this.all(accountId);
    const newest = withFiles(all);
    const entries = await files.list(contentsFolder(accountId));
    const sizes = new Map(entries.map(({ name, sizeBytes }) => [name, sizeBytes]));
    const bytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (!forgotten && newest.length === all.length && bytes <= mostBytes) return;
    const used = new Set<string>();
    const known = new Set(forgotten);
    let leftBytes = mostBytes;
    for (const each of newest) {
      const names = await this.namesOf({ accountId, appId: each.appId }, each);
      if (!names) return;
      for (const hash of new Set(names)) {
        known.add(hash);
        if (!used.has(hash)) leftBytes -= sizes.get(hash) ?? 0;
        if (leftBytes >= 0) used.add(hash);
      }
    }
    // Another window may have recorded one that uses them.
    if (textOf(await this.all(accountId)) !== textOf(all)) return;
    for (const { name, modifiedAt } of entries) {
      const isYoung = Math.abs(clock.now() - modifiedAt) < freshMs;
      if (!used.has(name) && (known.has(name) || !isYoung)) await files.remove(contentFile(accountId, name));
    }
  }
}

/** Newest first, of all apps. */
function withFiles(all: readonly AppRelease[]): AppRelease[] {
  const counts = new Map<string, number>();
  const newest = [...all].reverse().filter(({ appId }) => {
    counts.set(appId, (counts.get(appId) ?? 0) + 1);
    return (counts.get(appId) ?? 0) <= mostWithFiles;
  });
  return newest.sort((a, b) => b.at - a.at);
}

type Unnumbered = Omit<AppRelease, "number" | "changed" | "paths" | "created"> &
  Pick<NewRelease, "changed" | "created">;

function withRelease(all: readonly AppRelease[], { changed, created, ...fields }: Unnumbered): AppRelease[] {
  const { appId, at } = fields;
  const own = all.filter((each) => each.appId === appId);
  const last = own.at(-1);
  const isSaved = ({ kind, result }: Pick<AppRelease, "kind" | "result">): boolean =>
    kind === "save" && result === "complete";
  const isSoon = last && isSaved(last) && isSaved(fields) && Math.abs(at - last.at) < savesWithinMs;
  const isOneWith = isSoon ? last : undefined;
  const paths = [...new Set([...(isOneWith?.paths ?? []), ...changed])];
  const known = { paths, created: [...new Set([...(isOneWith?.created ?? []), ...created])] };
  const record: AppRelease = {
    ...fields,
    number: isOneWith?.number ?? (last?.number ?? 0) + 1,
    changed: paths.length,
    ...(paths.length <= mostPaths && known),
  };
  const dropped = isOneWith || own.length < mostRecords ? isOneWith : own[0];
  // Only a rollback asks for paths, and it leads to a release with files.
  const older = new Set(own.slice(0, 1 - mostWithFiles));
  const kept = all.filter((each) => each !== dropped);
  return [...kept.map((each) => (older.has(each) ? withoutPaths(each) : each)), record];
}

function withoutPaths({ paths: _paths, created: _created, ...release }: AppRelease): AppRelease {
  return release;
}

async function mayHoldSecret(path: string, bytes: Uint8Array): Promise<boolean> {
  const sizeBytes = bytes.byteLength;
  const { signal } = new AbortController();
  const file = { path, sizeBytes, modifiedAt: 0, read: async () => bytes };
  return (await findSecrets([file], { signal, maxTextBytes: sizeBytes })).secrets.length > 0;
}

function releasesIn(text: string | undefined): readonly AppRelease[] {
  if (text === undefined) return [];
  const read = readAs(stored, parseJson(text));
  if (!read) throw new ReleasesUnreadable();
  return read.releases;
}

function textOf(releases: readonly AppRelease[]): string {
  return JSON.stringify({ version: "1", releases });
}

/** Forgotten with the account: features/account/forget/accountTraces.ts. */
function accountFolder(accountId: string): string {
  return `releases/${accountId}`;
}

function contentsFolder(accountId: string): string {
  return `${accountFolder(accountId)}/contents`;
}

function contentFile(accountId: string, hash: string): string {
  return `${contentsFolder(accountId)}/${hash}`;
}
