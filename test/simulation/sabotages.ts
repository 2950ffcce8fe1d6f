// Ways to break the engine on purpose: a simulated world that does not find them says nothing about the rest.
import { createHash } from "node:crypto";
import { SharedLedger } from "../../src/api/limits/paceLedger";
import { RateLimiter } from "../../src/api/limits/rateLimiter";
import { AppFiles } from "../../src/appFiles/appFiles";
import type { ChangeParts } from "../../src/appFiles/changeParts";
import { ChangeRecorder } from "../../src/appFiles/kept/changeRecorder";
import { Claims } from "../../src/appFiles/kept/claims";
import { KeptContents } from "../../src/appFiles/kept/keptContents";
import { LateRequests } from "../../src/appFiles/lateRequests";
import { PathLocks } from "../../src/appFiles/pathLocks";
import type { Proved } from "../../src/appFiles/put/proof";
import { Puts } from "../../src/appFiles/put/put";
import { PutDelivery } from "../../src/appFiles/put/putDelivery";
import type { Stored } from "../../src/appFiles/put/putJob";
import { PutPreparation } from "../../src/appFiles/put/putPreparation";
import { Contents } from "../../src/appFiles/read/contents";
import { Observations } from "../../src/appFiles/read/observations";
import type { PreparedRemoval } from "../../src/appFiles/remove/removal";
import { RemovalAgreement } from "../../src/appFiles/remove/removalAgreement";
import { RemovalSnapshots } from "../../src/appFiles/remove/removalSnapshots";
import { Removals } from "../../src/appFiles/remove/remove";
import type { SourceStat } from "../../src/core/disk/folderSource";
import { Authors } from "../../src/features/files/mountedApp/authors";
import { type ConflictChoice, ConflictQuestions } from "../../src/features/files/notices/conflictQuestions";
import { SimulatedFolder } from "./folder";

interface ProvingDelivery {
  readonly parts: ChangeParts;
  stored(job: unknown, prepared: unknown, proved: Proved): Promise<Stored>;
}

interface AskedQuestions {
  readonly open: ReadonlyMap<string, { readonly answer: Promise<ConflictChoice> }>;
  begin(path: string, found: string | undefined): { readonly answer: Promise<ConflictChoice> };
}

export interface Sabotage {
  /** What the engine does not do any more. */
  readonly title: string;
  /** It shows only where files go to and from a folder of the machine. */
  readonly needsFolders?: true;
  /** Breaks it until the returned function is called. */
  apply(): () => void;
}

export const sabotages: readonly Sabotage[] = [
  {
    title: "changes of one file do not wait for each other",
    apply: () => replace(PathLocks.prototype, "acquire", async () => () => undefined),
  },
  {
    title: "whoever saves may replace what nobody in this window has seen",
    apply: () => {
      const { writer } = Authors.prototype;
      return replace(Authors.prototype, "writer", function (this: Authors, path, bytes) {
        return { ...writer.call(this, path, bytes), accepts: () => true };
      });
    },
  },
  {
    title: "what is destroyed is written down, but not kept",
    apply: () =>
      replace(
        KeptContents.prototype,
        "keep",
        async (bytes, knownHash) => knownHash ?? createHash("sha256").update(bytes).digest("hex"),
      ),
  },
  {
    title: "what was listed before a change proves it",
    apply: () => {
      const { since } = Observations.prototype;
      return replace(Observations.prototype, "since", async function (this: Observations, directory, time) {
        return this.peek(directory) ?? (await since.call(this, directory, time));
      });
    },
  },
  {
    title: "nobody looks again right before an upload",
    apply: () => replace(PutPreparation.prototype, "isStillSo", async () => true),
  },
  {
    title: "nobody looks again right before a deletion",
    apply: () => replace(RemovalSnapshots.prototype, "changedSince", async () => []),
  },
  {
    title: "an upload counts as stored when it is answered",
    apply: () =>
      replaceHidden(
        PutDelivery.prototype,
        "prove",
        () =>
          async function (this: PutDelivery, job: { readonly path: string }, prepared: unknown) {
            const { parts, stored } = this as unknown as ProvingDelivery;
            const { entry, askedAt } = await parts.observe(job.path, 0);
            const bare = { name: "", type: "file", sizeBytes: 0, createdAt: 0, modifiedAt: 0 } as const;
            return await stored.call(this, job, prepared, {
              entry: entry ?? bare,
              askedAt,
              isReadBack: false,
            });
          },
      ),
  },
  {
    title: "what was answered as deleted is taken for gone",
    apply: () =>
      replaceHidden(
        Removals.prototype,
        "send",
        () =>
          async function (this: Removals, prepared: readonly PreparedRemoval[]) {
            const { parts } = this as unknown as { readonly parts: ChangeParts };
            const paths = prepared.map(({ snapshot }) => snapshot.target.path);
            await parts.wire.remove(paths, {});
            for (const { snapshot } of prepared) parts.gone(snapshot.target.path, snapshot.entry);
            return { gone: paths, left: [] };
          },
      ),
  },
  {
    title: "a version proves a content that was seen while its tick was not over",
    apply: () => {
      const { put } = Contents.prototype;
      return replace(Contents.prototype, "put", function (this: Contents, path, content, seen) {
        put.call(this, path, { ...content, isCertain: true }, seen);
      });
    },
  },
  {
    title: "uploads are shared between those who write the same path",
    apply: () => {
      const { put } = Puts.prototype;
      return replace(Puts.prototype, "put", function (this: Puts, path, bytes, options) {
        return put.call(this, path, bytes, { ...options, author: "everybody" });
      });
    },
  },
  {
    title: "a folder with entries that are not shown is taken for whole",
    apply: () => replace(RemovalAgreement.prototype, "requireShown", () => undefined),
  },
  {
    title: "a deletion takes what came after it was asked for",
    apply: () => replaceHidden(RemovalAgreement.prototype, "conflictWithAsked", () => () => undefined),
  },
  {
    title: "uploads that had no answer are forgotten",
    apply: () => replace(LateRequests.prototype, "watchPut", () => undefined),
  },
  {
    title: "a service that asks to wait is not heard",
    apply: () => replace(RateLimiter.prototype, "pause", () => undefined),
  },
  {
    title: "the answer to a question counts for whatever is there by then",
    apply: () =>
      replace(
        ConflictQuestions.prototype,
        "ask",
        async function (this: ConflictQuestions, path: string, found: string | undefined) {
          const { open, begin } = this as unknown as AskedQuestions;
          return await (open.get(path) ?? begin.call(this, path, found)).answer;
        },
      ),
  },
  {
    title: "windows do not see what others send",
    apply: () => {
      const original = Object.getOwnPropertyDescriptor(SharedLedger.prototype, "isShared") ?? {};
      Object.defineProperty(SharedLedger.prototype, "isShared", { ...original, get: () => false });
      return () => Object.defineProperty(SharedLedger.prototype, "isShared", original);
    },
  },
  {
    title: "a transfer replaces whatever is in the app by then",
    needsFolders: true,
    apply: () => {
      const { put } = AppFiles.prototype;
      return replace(AppFiles.prototype, "put", function (this: AppFiles, path, bytes, options) {
        const isTransfer = options.log !== undefined;
        return put.call(this, path, bytes, isTransfer ? { ...options, base: { kind: "any" } } : options);
      });
    },
  },
  {
    title: "a transfer deletes whatever is in the app by then",
    needsFolders: true,
    apply: () => {
      const { remove } = AppFiles.prototype;
      return replace(AppFiles.prototype, "remove", function (this: AppFiles, targets, options) {
        const any = targets.map((target) => ({ ...target, base: { kind: "any" } as const }));
        return remove.call(this, options?.log ? any : targets, options);
      });
    },
  },
  {
    title: "what is overwritten and deleted on this machine is not kept",
    needsFolders: true,
    apply: () => {
      const { will } = ChangeRecorder.prototype;
      return replace(ChangeRecorder.prototype, "will", function (this: ChangeRecorder, planned) {
        return will.call(this, planned.side === "local" ? { ...planned, before: "absent" } : planned);
      });
    },
  },
  {
    title: "nobody looks again at a local file before it is replaced",
    needsFolders: true,
    apply: () => {
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
  },
  {
    title: "what a dead window had under way is taken for ended",
    needsFolders: true,
    apply: () => replace(Claims.prototype, "stateOf", async () => "ended" as const),
  },
];

const scannedBy = new WeakMap<SimulatedFolder, Map<string, SourceStat>>();

/** As `replace`, for what only the class itself calls. */
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

function replace<T, K extends keyof T>(prototype: T, name: K, value: T[K]): () => void {
  const original = prototype[name];
  prototype[name] = value;
  return () => {
    prototype[name] = original;
  };
}
