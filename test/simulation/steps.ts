// The engine's steps that sabotages leave out: the only table here that a change of the engine's code
// affects.

import { UploadDialect } from "../../src/api/dialect/uploadDialect";
import type { LimitState } from "../../src/api/limits/limitState";
import { LimitStore } from "../../src/api/limits/limitStore";
import { RateLimiter } from "../../src/api/limits/rateLimiter";
import { ServiceClient } from "../../src/api/serviceClient";
import { AppFiles } from "../../src/appFiles/appFiles";
import { retentionMs } from "../../src/appFiles/backups/age";
import { Backups, type BackupsOptions } from "../../src/appFiles/backups/backups";
import type { FoundSegment } from "../../src/appFiles/backups/journalViews";
import { Segment } from "../../src/appFiles/backups/segment";
import { Archives } from "../../src/appFiles/change/archives";
import type { Prepared } from "../../src/appFiles/change/change";
import type { ChangeParts } from "../../src/appFiles/change/changeParts";
import { LateFile } from "../../src/appFiles/change/lateFile";
import { LateRequests } from "../../src/appFiles/change/lateRequests";
import { Looks } from "../../src/appFiles/change/look";
import { PathLocks } from "../../src/appFiles/change/pathLocks";
import type { Proved } from "../../src/appFiles/change/prove";
import { Puts } from "../../src/appFiles/change/put";
import type { Stored } from "../../src/appFiles/change/putJob";
import { Removals } from "../../src/appFiles/change/remove";
import { Contents } from "../../src/appFiles/read/contents";
import { FileReads, mayBeText } from "../../src/appFiles/read/fileReads";
import { Listings } from "../../src/appFiles/read/listings";
import { PathLookup } from "../../src/appFiles/read/pathLookup";
import { ServiceTime } from "../../src/appFiles/read/serviceTime";
import { Releases } from "../../src/appFiles/releases/releases";
import type { PushManifest, SyncedFile } from "../../src/appFiles/transfer/plan/pushManifest";
import { SyncMemory } from "../../src/appFiles/transfer/plan/syncMemory";
import type { SourceStat } from "../../src/core/disk/folderSource";
import { SharedFile, type SharedFileOptions } from "../../src/core/disk/sharedFile";
import type { ServiceError } from "../../src/core/errors/serviceError";
import { omitUndefined } from "../../src/core/omitUndefined";
import { joinAppPath } from "../../src/core/paths/appPath";
import { type ConflictChoice, ConflictQuestions } from "../../src/features/files/asks/conflictQuestions";
import { Authors } from "../../src/features/files/mountedApp/authors";
import { firstAccount, secondAccount } from "./appNames";
import { SimulatedDisk } from "./disk";
import { rulesName, SimulatedFolder } from "./folder";
import { userId } from "./service";

interface ProvingPuts {
  readonly parts: ChangeParts;
  stored(job: unknown, prepared: unknown, proved: Proved): Promise<Stored>;
}

interface FileClock {
  readonly fileBehindMs: number | undefined;
}

/** Of a world whose times change. */
const longestFilesBehindMs = 62_000;

interface LockedFile {
  readonly lockName: string;
  readonly options: SharedFileOptions;
}

interface AskedQuestions {
  readonly open: ReadonlyMap<string, { readonly answer: Promise<ConflictChoice> }>;
  begin(path: string, found: string | undefined): { readonly answer: Promise<ConflictChoice> };
}

interface RecordedReleases {
  all(accountId: string): Promise<readonly { readonly files: string }[]>;
}

/** Each function removes its step until the returned function is called. */
export const steps = {
  lock: () => replace(PathLocks.prototype, "acquire", async () => () => undefined),
  "compare with what the writer has seen": () =>
    wrap(Authors.prototype, "writer", (writer) => (path, bytes) => ({
      ...writer(path, bytes),
      accepts: () => true,
    })),
  "freeze what the writer has seen": () =>
    wrap(Authors.prototype, "writer", (writer) => (path, bytes) => ({
      ...writer(path, bytes),
      accepts: (found, hash) => writer(path, bytes).accepts(found, hash),
    })),
  keep: () => replaceHidden(Segment.prototype, "write", () => async () => undefined),
  "flush what is kept": () =>
    wrap(SimulatedDisk.prototype, "filesFor", (filesFor) => (life) => {
      const files = filesFor(life);
      return {
        ...files,
        write: (name, bytes) => files.write(name, bytes),
        append: (name, bytes) => files.append(name, bytes),
      };
    }),
  "keep accounts apart": () =>
    wrap(SimulatedDisk.prototype, "filesFor", (filesFor) => (life) => {
      const files = filesFor(life);
      // Backups are looked for by the world, too.
      const name = (own: string): string =>
        own.startsWith("backups/") ? own : own.replaceAll(secondAccount, firstAccount);
      return {
        read: (own) => files.read(name(own)),
        write: (own, ...rest) => files.write(name(own), ...rest),
        create: (own, ...rest) => files.create(name(own), ...rest),
        append: (own, ...rest) => files.append(name(own), ...rest),
        rename: (from, to) => files.rename(name(from), name(to)),
        remove: (own) => files.remove(name(own)),
        list: (own) => files.list(name(own)),
      };
    }),
  "compare who created an app, and how": () =>
    wrap(ServiceClient.prototype, "listApps", (listApps) => async (options) => {
      const list = await listApps(options);
      const apps = list.apps.map((app) => omitUndefined({ ...app, userId, runtime: undefined }));
      return { ...list, apps };
    }),
  "ask before backups go": () =>
    replaceHidden(
      Backups.prototype,
      "requireRoom",
      () =>
        async function (this: Backups) {
          await this.removeOldest();
        },
    ),
  "ask for what no listing shows": () =>
    replaceHidden(PathLookup.prototype, "unlisted", () => async () => undefined),
  "judge ages by both clocks": () =>
    replaceHidden(
      Backups.prototype,
      "isOver",
      () =>
        async function (this: Backups, { last }: FoundSegment) {
          const { clock } = (this as unknown as { readonly options: BackupsOptions }).options;
          return last !== undefined && Math.abs(clock.now() - last.at) >= retentionMs;
        },
    ),
  "take turns at a shared file": () =>
    replaceHidden(
      SharedFile.prototype,
      "lock",
      () =>
        async function (this: SharedFile) {
          const { options, lockName } = this as unknown as LockedFile;
          const token = `${options.windowId}.${options.clock.monotonicMs()}\n`;
          await options.files.write(lockName, new TextEncoder().encode(token));
          return token;
        },
    ),
  "let leases end": () =>
    replaceHidden(LimitStore.prototype, "stateOf", (stateOf) => {
      const original = stateOf as (text: string | undefined) => LimitState;
      return function (this: LimitStore, text: string | undefined) {
        const state = original.call(this, text);
        return { ...state, uses: state.uses.map((use) => ({ ...use, leaseUntil: Number.MAX_SAFE_INTEGER })) };
      };
    }),
  "list again after a change": () => {
    const { since } = Listings.prototype;
    return replace(Listings.prototype, "since", async function (this: Listings, directory, time) {
      return this.peek(directory) ?? (await since.call(this, directory, time));
    });
  },
  "look again before an upload": () =>
    wrap(
      Looks.prototype,
      "changed",
      (changed) => async (all, options) => (all.some(isPut) ? [] : await changed(all, options)),
    ),
  "look again before a deletion": () =>
    wrap(
      Looks.prototype,
      "changed",
      (changed) => async (all, options) => (all.some(isPut) ? await changed(all, options) : []),
    ),
  "look again before an archive": () =>
    wrap(
      Looks.prototype,
      "changed",
      (changed) => async (all, options) =>
        all.length > 1 && all.every(isPut) ? [] : await changed(all, options),
    ),
  "keep what an archive replaces": () => {
    const { prepare } = Puts.prototype;
    const log = { will: async () => "", did: async () => undefined };
    return replace(Puts.prototype, "prepare", async function (this: Puts, asked, ...age) {
      const isOfArchive = age.length === 0;
      return await prepare.call(
        this,
        isOfArchive ? { ...asked, options: { ...asked.options, log } } : asked,
        ...age,
      );
    });
  },
  "ask about names that are alike": () =>
    wrap(
      Puts.prototype,
      "prepare",
      (prepare) =>
        ({ options, ...asked }, ...age) =>
          prepare({ ...asked, options: { ...options, mayStandBeside: () => true } }, ...age),
    ),
  "remove an archive that is left": () => replaceHidden(Archives.prototype, "remove", () => async () => true),
  "prove an upload": () =>
    replaceHidden(
      Puts.prototype,
      "prove",
      () =>
        async function (this: Puts, job: { readonly path: string }, prepared: unknown) {
          const { parts, stored } = this as unknown as ProvingPuts;
          const { entry, askedAt } = await parts.observe(job.path, 0);
          const bare = { name: "", type: "file", sizeBytes: 0, createdAt: 0, modifiedAt: 0 } as const;
          return await stored.call(this, job, prepared, {
            entry: entry ?? bare,
            askedAt,
            isReadBack: false,
          });
        },
    ),
  "look after a refusal": () =>
    replaceHidden(
      Puts.prototype,
      "stateAfter",
      (stateAfter) =>
        async function (this: Puts, ...[put, failure]: never[]) {
          const { outcomeUnknown } = failure as unknown as ServiceError;
          return outcomeUnknown ? await stateAfter.call(this, put as never, failure as never) : "before";
        },
    ),
  "prove a deletion": () =>
    replaceHidden(
      Removals.prototype,
      "send",
      () =>
        async function (this: Removals, prepared: readonly Prepared[]) {
          const { parts } = this as unknown as { readonly parts: ChangeParts };
          const paths = prepared.map(({ snapshot }) => snapshot.target.path);
          await parts.service.remove(paths, {});
          for (const { snapshot } of prepared)
            parts.gone(snapshot.target.path, snapshot.entry, snapshot.askedAt);
          return { gone: paths, left: [] };
        },
    ),
  "doubt a version of the same moment": () => {
    const undo = [
      wrap(Contents.prototype, "get", (get) => (path, { entry }) => {
        const known = get(path, { entry, askedAt: Number.NEGATIVE_INFINITY });
        return known && { ...known, isCertain: true };
      }),
      replaceGetter(ServiceTime.prototype, "knowsFileTimes", true),
    ];
    return () => {
      for (const each of undo) each();
    };
  },
  "doubt times that never change": () =>
    replace(ServiceTime.prototype, "isCertain", function (this: ServiceTime, version, askedAt) {
      const { fileBehindMs = 0 } = this as unknown as FileClock;
      return this.isBefore(version, askedAt, fileBehindMs > longestFilesBehindMs ? 0 : fileBehindMs);
    }),
  "keep writers apart": () =>
    wrap(
      Puts.prototype,
      "put",
      (put) => (path, bytes, options) => put(path, bytes, { ...options, author: "everybody" }),
    ),
  "ask about entries that are not shown": () =>
    replaceHidden(Removals.prototype, "requireShown", () => () => undefined),
  "spare what came after a deletion was asked for": () =>
    replaceHidden(Removals.prototype, "conflictWithAsked", () => () => undefined),
  "remember uploads without an answer": () =>
    replace(LateRequests.prototype, "begin", () => ({ sentAt: 0, lost: () => [], over: () => undefined })),
  "tell other windows of requests without an answer": () =>
    replace(LateFile.prototype, "read", async () => ({ requests: [], acknowledged: [] })),
  "tell other windows what is on its way": () =>
    wrap(
      LateFile.prototype,
      "change",
      (change) => (make) =>
        change((before) => {
          const { requests, acknowledged } = make(before);
          return { requests: requests.filter(({ isOpen }) => !isOpen), acknowledged };
        }),
    ),
  "pause when the service asks for it": () => replace(RateLimiter.prototype, "pause", () => undefined),
  "ask again about something newer": () =>
    replace(
      ConflictQuestions.prototype,
      "ask",
      async function (this: ConflictQuestions, path: string, found: string | undefined) {
        const { open, begin } = this as unknown as AskedQuestions;
        return await (open.get(path) ?? begin.call(this, path, found)).answer;
      },
    ),
  "share the limits between windows": () => replaceGetter(LimitStore.prototype, "sharedInMs", undefined),
  "compare with the plan before a transfer replaces": () =>
    wrap(
      AppFiles.prototype,
      "put",
      (put) => (path, bytes, options) =>
        put(path, bytes, options.log ? { ...options, base: { kind: "any" } } : options),
    ),
  "compare with the plan before a transfer deletes": () =>
    wrap(AppFiles.prototype, "remove", (remove) => (targets, options) => {
      const any = targets.map((target) => ({ ...target, base: { kind: "any" } as const }));
      return remove(options?.log ? any : targets, options);
    }),
  "keep local files": () =>
    wrap(
      Segment.prototype,
      "will",
      (will) => (planned) => will(planned.side === "local" ? { ...planned, before: "absent" } : planned),
    ),
  "look again at a local file": () => {
    const { openFor } = SimulatedFolder.prototype;
    return replace(SimulatedFolder.prototype, "openFor", function (this: SimulatedFolder, life, onChange) {
      const folder = openFor.call(this, life, onChange);
      const scanned = scannedBy.get(this) ?? new Map<string, SourceStat>();
      scannedBy.set(this, scanned);
      return {
        ...folder,
        stat: async (path) => {
          const found = await folder.stat(path);
          scanned.set(path, found);
          return found;
        },
        tryStat: async (path) => scanned.get(path) ?? (await folder.tryStat(path)),
      };
    });
  },
  "find a local file by its other name": () => {
    const { openFor } = SimulatedFolder.prototype;
    return replace(SimulatedFolder.prototype, "openFor", function (this: SimulatedFolder, life, onChange) {
      const folder = openFor.call(this, life, onChange);
      return {
        ...folder,
        tryStat: async (path) => {
          const found = await folder.tryStat(path);
          const { name = path } = (await this.state(path)) ?? {};
          return name === path ? found : undefined;
        },
      };
    });
  },
  "look again for unsaved text": () => {
    const { openFor } = SimulatedFolder.prototype;
    return replace(SimulatedFolder.prototype, "openFor", function (this: SimulatedFolder, life, onChange) {
      const folder = openFor.call(this, life, onChange);
      const first = new Map<string, boolean>();
      return {
        ...folder,
        isUnsaved: (path) => {
          const isUnsaved = first.get(path) ?? folder.isUnsaved(path);
          first.set(path, isUnsaved);
          return isUnsaved;
        },
      };
    });
  },
  "find out where uploads land": () =>
    replace(UploadDialect.prototype, "requireReady", async () => undefined),
  "doubt the text of a response": () => {
    const { read } = FileReads.prototype;
    return replace(FileReads.prototype, "read", async function (this: FileReads, path, entry, options) {
      const isText = mayBeText(entry.name, entry.sizeBytes);
      const text = isText ? await this.readText(path, options) : undefined;
      if (text === undefined) return await read.call(this, path, entry, options);
      return { bytes: new TextEncoder().encode(text), entry };
    });
  },
  "compare what nobody remembers": () => {
    const listed = new Map<string, SyncedFile>();
    const files = Object.getOwnPropertyDescriptor(SyncMemory.prototype, "files")?.get;
    const undo = [
      wrap(AppFiles.prototype, "list", (list) => async (directory, options) => {
        const listing = await list(directory, options);
        for (const { name, sizeBytes, modifiedAt } of listing.entries.values())
          listed.set(joinAppPath(directory, name), { hash: "", sizeBytes, modifiedAt, isCertain: true });
        return listing;
      }),
      replaceGetter(SyncMemory.prototype, "files", function (this: SyncMemory) {
        return new Map([...listed, ...((files?.call(this) ?? []) as PushManifest)]);
      }),
    ];
    return () => {
      for (const each of undo) each();
    };
  },
  "tell unreadable from missing": () => {
    const { openFor } = SimulatedFolder.prototype;
    return replace(SimulatedFolder.prototype, "openFor", function (this: SimulatedFolder, life, onChange) {
      const folder = openFor.call(this, life, onChange);
      return {
        ...folder,
        list: (path) => folder.list(path).catch(() => []),
        tryStat: (path) => folder.tryStat(path).catch(() => undefined),
        read: (path) =>
          folder.read(path).catch((error: unknown) => {
            if (path !== rulesName) throw error;
            return new Uint8Array();
          }),
      };
    });
  },
  "keep releases apart": () => {
    const { filesOf } = Releases.prototype;
    return replace(Releases.prototype, "filesOf", async function (this: Releases, key, release) {
      const all = await (this as unknown as RecordedReleases).all(key.accountId);
      const at = all.findLastIndex(({ files }) => files === release.files);
      return await filesOf.call(this, key, all[at - 1] ?? release);
    });
  },
  "compare with what the machine has released": () => {
    const listed = new Map<string, Omit<SyncedFile, "hash">>();
    const { filesOf } = Releases.prototype;
    const undo = [
      wrap(AppFiles.prototype, "list", (list) => async (directory, options) => {
        const listing = await list(directory, options);
        for (const { name, sizeBytes, modifiedAt } of listing.entries.values())
          listed.set(joinAppPath(directory, name), { sizeBytes, modifiedAt, isCertain: true });
        return listing;
      }),
      replace(Releases.prototype, "filesOf", async function (this: Releases, key, release) {
        const files = new Map(await filesOf.call(this, key, release));
        const all = await (this as unknown as RecordedReleases).all(key.accountId);
        if (all.at(-1)?.files === release.files)
          for (const [path, { hash }] of files)
            if (listed.has(path)) files.set(path, { ...(listed.get(path) as SyncedFile), hash });
        return files;
      }),
    ];
    return () => {
      for (const each of undo) each();
    };
  },
  "tell an end of the window from a failure": () =>
    replaceHidden(Backups.prototype, "beginEnd", () => () => undefined),
  "find what a dead window left unfinished": () =>
    replaceHidden(Backups.prototype, "stateOf", () => async () => "ended"),
} satisfies Record<string, () => () => void>;

const isPut = (prepared: Prepared): boolean => "content" in prepared;

export type Step = keyof typeof steps;

const scannedBy = new WeakMap<SimulatedFolder, Map<string, SourceStat>>();

function replaceGetter<T extends object>(prototype: T, name: keyof T, value: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const get = typeof value === "function" ? value : () => value;
  Object.defineProperty(prototype, name, { ...original, get: get as () => unknown });
  return () => Object.defineProperty(prototype, name, original);
}

/** For private methods. */
function replaceHidden(prototype: object, name: string, change: (original: Method) => Method): () => void {
  const methods = prototype as Record<string, Method>;
  const original = methods[name];
  if (!original) throw new Error(`there is no ${name} any more`);
  methods[name] = change(original);
  return () => {
    methods[name] = original;
  };
}

type Method = (...values: never[]) => unknown;

/** Around the object's own method. */
function wrap<T extends object, K extends keyof T>(
  prototype: T,
  name: K,
  change: (original: T[K]) => T[K],
): () => void {
  const original = prototype[name] as Method;
  const around = function (this: T, ...values: never[]): unknown {
    return (change(original.bind(this) as T[K]) as Method)(...values);
  };
  return replace(prototype, name, around as T[K]);
}

function replace<T, K extends keyof T>(prototype: T, name: K, value: T[K]): () => void {
  const original = prototype[name];
  prototype[name] = value;
  return () => {
    prototype[name] = original;
  };
}
