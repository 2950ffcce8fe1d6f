// Operations of a simulated world, chosen by a seed, as a plain list that can be stored, shortened and
// replayed.
import { mostBackupBytes } from "../../src/appFiles/backups/backups";
import { secondAccount } from "./appNames";
import {
  type Fault,
  type FaultKind,
  type FaultTarget,
  faultsOfAll,
  faultsOfChanges,
  faultsOfDeletions,
  faultsOfLooks,
  faultsOfUploads,
} from "./faults";
import { rulesName } from "./folder";
import { Random, type Rolls } from "./random";

type InApp<Name, What> = { readonly do: Name; readonly app: string } & Readonly<What>;
type InWindow<Name, What = unknown> = InApp<Name, What> & { readonly window: number };

/** "runtime": the same user, with another runtime. */
export type OthersApp = "none" | "colleague" | "unnamed" | "runtime";

/** Selected rows of a plan: the default, all, or some. */
export type Choice = "proposed" | "all" | "some";

export type Deed =
  /** An editor opens a file, types, saves, or answers VS Code's question about a save. */
  | InWindow<"open" | "close", { path: string }>
  | InWindow<"type" | "save", { path: string; size: number }>
  | InWindow<"resolve", { path: string; how: "overwrite" | "revert" }>
  | InWindow<"newFile" | "newFolder" | "delete", { path: string }>
  /** The Explorer deletes one by one, the extension's command all at once. */
  | InWindow<"deleteMany" | "deleteAll", { paths: readonly string[] }>
  | InWindow<"rename" | "copy", { from: string; to: string; toApp: string; replaces: boolean }>
  | InWindow<"paste", { paths: readonly string[]; size: number; kind: "text" | "binary" }>
  /** Another extension reads or writes without an editor. */
  | InWindow<"write", { path: string; size: number }>
  | InWindow<"read" | "search", { path: string }>
  /** A bulk upload, as one archive where the service unpacks archives. */
  | InWindow<"upload", { paths: readonly string[]; size: number }>
  | InWindow<"restore" | "look">
  /**
   * A new app, and a push to it; `others`: who creates an app of the same name at about that time. `fault`: of
   * the request.
   */
  | InWindow<"create", { name: string; others: OthersApp; fault: FaultKind | "" }>
  | InWindow<"push" | "pull" | "undo" | "rollBack", { choice: Choice }>
  | InWindow<"pushFiles", { paths: readonly string[]; choice: Choice }>
  /** By the user, in the linked folder. */
  | InApp<"folderWrite", { path: string; size: number }>
  | InApp<"folderDelete", { path: string }>
  /** Files or ignore rules are unreadable for a while: another program has them open. */
  | InApp<"folderFails", { path: string; ms: number }>
  /** In an editor of the window, without saving, right after so many more looks of the window at the file. */
  | InWindow<"folderType", { path: string; afterLooks: number }>
  /** Ignores a file from now on; none when empty. */
  | InApp<"folderRules", { leavesOut: string }>
  /** Moved like a fresh clone: its state in common with the app is unknown there. */
  | InApp<"folderMove", unknown>
  | { readonly do: "cancel" | "signOut" | "tokenEnds"; readonly window: number }
  /** Dies after so many more of its events and restarts later. */
  | {
      readonly do: "kill";
      readonly window: number;
      readonly afterEvents: number;
      readonly awayMs: number;
      /** VS Code ends it: its requests fail first. */
      readonly isClosed?: boolean;
    }
  /** The process is frozen, without losing anything. */
  | { readonly do: "freeze"; readonly window: number; readonly ms: number }
  | InApp<"colleagueWrite" | "appWrite", { path: string; size: number }>
  | InApp<"colleagueDelete", { path: string }>
  | InApp<"colleagueMove", { from: string; to: string }>
  | InApp<"oddEntry", { path: string; name: string }>
  | ({ readonly do: "fault"; readonly window: number } & Fault)
  | { readonly do: "clockJump" | "diskFull"; readonly ms: number }
  /** `isCounted`: the monotonic clock continues in sleep, which depends on the machine. */
  | {
      readonly do: "sleep";
      readonly ms: number;
      readonly isCounted: boolean;
      /** What another client stores during the sleep. */
      readonly writes?: { readonly path: string; readonly size: number; readonly app: string };
    }
  /** The machine restarts. */
  | { readonly do: "powerLoss" };

export interface Operation {
  /** Unchanged when other operations are left out. */
  readonly id: number;
  /** After the operation before. */
  readonly gapMs: number;
  readonly deed: Deed;
}

/** For a whole history. */
export interface WorldSettings {
  /** A seed, or a stored history's rolls. */
  readonly luck: number | Rolls;
  readonly windows: number;
  /** As in appNames.ts. */
  readonly apps: readonly string[];
  /** Each app is linked to a folder, which is pushed and pulled. */
  readonly hasFolders: boolean;
  /** Transfers of linked apps are recorded as releases. */
  readonly hasReleases: boolean;
  readonly hasWholeSeconds: boolean;
  readonly lagMs: number;
  readonly jitterMs: number;
  readonly serviceAheadMs: number;
  /** Files' clock behind the Date header. */
  readonly filesBehindMs: number;
  /** Files' clock ahead of it, as a node's own may be. */
  readonly filesAheadMs: number;
  readonly fileTimes: FileTimes;
  /** Limit of backups. */
  readonly mostBackupBytes: number;
  /** Path of a file that listings never show; empty for none. */
  readonly unlisted: string;
  readonly unpacksArchives: boolean;
  /** How the service decodes text: its JSON does not say. */
  readonly decodes: Decoder;
  /**
   * Name of the upload's path parameter; only for "set" is it in the settings. "ignored": none is applied.
   */
  readonly uploadPath: UploadPath;
  readonly names: Names;
  /** Windows create apps, and others create apps of the same name. */
  readonly createsApps: boolean;
  /** The linked folders' disk takes names for one that differ only in letter case or accents. */
  readonly diskFoldsNames: boolean;
}

/**
 * Some names differ only in letter case or accents: the service keeps them apart ("alike"), or takes them for
 * one, as its lower-case name ("folded"). "distinct": none do, unless a disk folds names.
 */
export type Names = "distinct" | "alike" | "folded";
/** "fixed": of a day long ago, for every file; "started": of the service's start. */
export type FileTimes = "written" | "fixed" | "started";
export type Decoder = "utf8" | "latin1" | "ascii";
export type UploadPath = "set" | "path" | "destination" | "ignored";

const files = [
  "/a.txt",
  "/b.txt",
  "/d/a.txt",
  "/d/b.txt",
  "/d/e/c.txt",
  "/d/e/x.bin",
  "/n/new.txt",
  "/é #%.txt",
] as const;
const folders = ["/d", "/d/e", "/n", "/m"] as const;
/** Paths that are unreadable at times. */
const unreadable = [rulesName, rulesName, "a.txt", "d", "d/e"] as const;
const oddNames = ["..", "a/b", "", "."] as const;
const clockJumps = [3_600_000, -3_600_000, 90_000, -90_000, 86_400_000, -86_400_000] as const;
const longestFreezeMs = 20_000;
const sleeps = [60_000, 600_000, 8 * 3_600_000, 30 * 3_600_000] as const;
/** Few, so that sizes are often equal. */
const sizes = [16, 16, 16, 16, 20, 24] as const;

/** Seeds of worlds with folders; the last 32 bits determine the rest. */
export const seedWithFolders = 2 ** 32;

export function settingsOf(seed: number): WorldSettings {
  const random = new Random(seed ^ 0x5eed);
  const settings: WorldSettings = {
    luck: seed,
    windows: random.pick([1, 1, 2, 2, 2, 2, 2, 3, 3, 3]),
    apps: random.chance(0.7) ? ["shop"] : ["shop", "blog"],
    hasFolders: seed >= seedWithFolders,
    hasReleases: seed >= seedWithFolders,
    hasWholeSeconds: random.chance(0.5),
    lagMs: random.pick([0, 0, 0, 0, 0, 300, 300, 900, 900, 1_500, 12_000]),
    jitterMs: random.pick([0, 0, 60, 60, 60, 500, 500, 500, 500, 500]),
    serviceAheadMs: random.weighted([
      [5, 0],
      [1, 3_600_000],
      [1, -3_600_000],
      [2, random.int(4_000) - 2_000],
    ]),
    filesBehindMs: random.pick([0, 0, 0, 0, 3_000, 60_000]),
    mostBackupBytes: random.pick([...Array<number>(9).fill(mostBackupBytes), 200]),
    unlisted: random.pick([...Array<string>(8).fill(""), "/n/new.txt", "/d/b.txt"]),
    unpacksArchives: random.chance(0.25),
    decodes: random.pick<Decoder>(["utf8", "utf8", "utf8", "utf8", "utf8", "utf8", "latin1", "ascii"]),
    uploadPath: random.weighted<UploadPath>([
      [7, "set"],
      [1, "path"],
      [1, "destination"],
      [0.5, "ignored"],
    ]),
    filesAheadMs: random.pick([0, 0, 0, 0, 0, 3_000, 30_000, 180_000]),
    fileTimes: random.pick<FileTimes>([...Array<FileTimes>(8).fill("written"), "fixed", "started"]),
    names: random.pick<Names>([...Array<Names>(6).fill("distinct"), "alike", "folded"]),
    diskFoldsNames: random.chance(0.2),
    createsApps: random.chance(0.2),
    ...(random.chance(0.15) ? { apps: ["shop", `shop@${secondAccount}`] } : {}),
  };
  // Files in other encodings are downloaded, as binary ones are.
  return settings.decodes === "utf8" ? settings : { ...settings, fileTimes: "written" };
}

/** Share of operations in worlds with folders. */
const transferShare = 0.3;

/** Frequency of faults and speed of users. */
interface Mood {
  readonly faults: number;
  readonly others: number;
  readonly deaths: number;
  readonly haste: number;
}

export function operationsOf(seed: number, settings: WorldSettings, count: number): Operation[] {
  const random = new Random(seed);
  const mood: Mood = {
    faults: random.pick([0, 0, 1, 1, 1, 1, 3, 3, 3]),
    others: random.pick([0.3, 1, 1, 3]),
    deaths: random.pick([0, 0, 0, 1, 1, 1, 4]),
    haste: random.pick([1, 1, 1, 3, 3]),
  };
  const chosen: Omit<Operation, "id">[] = [];
  while (chosen.length < count) {
    const series = seriesOf(random, settings);
    if (series) chosen.push(...series(random, settings));
    else
      chosen.push({
        gapMs: gapOf(random, mood),
        deed:
          settings.hasFolders && random.chance(transferShare)
            ? transferDeedOf(random, settings)
            : deedOf(random, settings, mood),
      });
  }
  return chosen.slice(0, count).map((operation, index) => ({ id: index + 1, ...operation }));
}

type Series = (random: Random, settings: WorldSettings) => Omit<Operation, "id">[];

/** By share of operations that begin it: what single operations almost never lead to. */
function seriesOf(random: Random, { unpacksArchives }: WorldSettings): Series | undefined {
  const series: readonly (readonly [weight: number, value: Series])[] = [
    [0.01, seriesWhileAsked],
    [0.0025, seriesOfLateUpload],
    [unpacksArchives ? 0.005 : 0, seriesOfLeftArchive],
  ];
  const share = series.reduce((sum, [weight]) => sum + weight, 0);
  return random.weighted<Series | undefined>([[1 - share, undefined], ...series]);
}

/**
 * A window dies after a newer save, before its older upload arrives. Its next start has to put that right, as
 * nothing else touches the file for so long.
 */
function seriesOfLateUpload(random: Random, settings: WorldSettings): Omit<Operation, "id">[] {
  const window = random.int(settings.windows);
  const file = { path: random.pick(files), app: random.pick(settings.apps), window };
  return [
    { gapMs: 0, deed: { do: "open", ...file } },
    { gapMs: 3_000, deed: { do: "fault", window, on: "upload", kind: "lateReset", after: 0 } },
    { gapMs: 0, deed: { do: "save", size: 16, ...file } },
    { gapMs: 8_000, deed: { do: "save", size: 24, ...file } },
    { gapMs: 5_000, deed: { do: "kill", window, afterEvents: 0, awayMs: 0 } },
    { gapMs: 10_000, deed: { do: "open", ...file } },
    { gapMs: 11_000, deed: { do: "open", ...file } },
    { gapMs: 180_000, deed: { do: "look", app: file.app, window } },
  ];
}

/** A window dies before the response to an archive, which the service cannot unpack as a whole. */
function seriesOfLeftArchive(random: Random, settings: WorldSettings): Omit<Operation, "id">[] {
  const here = { app: random.pick(settings.apps), window: random.int(settings.windows) };
  const { window } = here;
  const kind = random.pick<FaultKind>(["hang", "late"]);
  const paths = [random.pick(files.slice(0, 3)), random.pick(files.slice(3))];
  return [
    { gapMs: 3_000, deed: { do: "fault", window, on: "upload", kind, after: 0 } },
    { gapMs: 0, deed: { do: "upload", paths, size: 16, ...here } },
    { gapMs: 4_000 + random.int(16_000), deed: { do: "kill", window, afterEvents: 0, awayMs: 0 } },
    { gapMs: 21_000, deed: { do: "open", path: files[0], ...here } },
  ];
}

/**
 * A save finds a colleague's content and asks. Before the answer the colleague writes again, which another
 * extension of the window reads: the answer does not cover it.
 */
function seriesWhileAsked(random: Random, settings: WorldSettings): Omit<Operation, "id">[] {
  const app = random.pick(settings.apps);
  const window = random.int(settings.windows);
  const path = random.pick(files);
  // VS Code asks only for another size.
  const file = { path, size: 16, app };
  return [
    { gapMs: 0, deed: { do: "colleagueWrite", ...file } },
    { gapMs: 3_000, deed: { do: "open", path, app, window } },
    { gapMs: 3_000, deed: { do: "type", ...file, window } },
    { gapMs: random.int(1_000), deed: { do: "colleagueWrite", ...file } },
    { gapMs: 3_000, deed: { do: "save", ...file, window } },
    { gapMs: 10_000 + random.int(5_000), deed: { do: "colleagueWrite", ...file } },
    { gapMs: random.int(2_000), deed: { do: "write", ...file, window } },
  ];
}

function gapOf(random: Random, { haste }: Mood): number {
  return random.weighted<() => number>([
    [3 * haste, () => 0],
    [3 * haste, () => random.int(300)],
    [3, () => random.int(3_000)],
    [4, () => random.int(15_000)],
    [1, () => random.int(180_000)],
    [0.02, () => 25 * 3_600_000],
  ])();
}

function deedOf(random: Random, settings: WorldSettings, mood: Mood): Deed {
  const app = random.pick(settings.apps);
  const window = random.int(settings.windows);
  const isSpelled = settings.names !== "distinct" || settings.diskFoldsNames;
  const spelled = (some: string): string => (isSpelled ? respelled(random, some) : some);
  const path = spelled(random.chance(0.6) ? random.pick(files.slice(0, 3)) : random.pick(files));
  const place = random.chance(0.6) ? path : spelled(random.pick(folders));
  const size = random.pick(sizes);
  const here = { app, window };
  const some = (): string[] => {
    const first = random.int(files.length);
    return Array.from(
      { length: 1 + random.int(4) },
      (_, index) => files[(first + index) % files.length] ?? path,
    );
  };
  const move = (): { from: string; to: string } => {
    if (random.chance(0.5)) return { from: random.pick(folders), to: random.pick([...folders, "/m/k"]) };
    return { from: path, to: spelled(random.pick(files)) };
  };
  const moveInto = () => ({ ...move(), toApp: random.pick(settings.apps), replaces: random.chance(0.5) });
  return random.weighted<() => Deed>([
    [3, () => ({ do: "open", path, ...here })],
    [3, () => ({ do: "type", path, size, ...here })],
    [10, () => ({ do: "save", path, size, ...here })],
    [1, () => ({ do: "close", path, ...here })],
    [2, () => ({ do: "resolve", path, how: random.chance(0.7) ? "overwrite" : "revert", ...here })],
    [1.5, () => ({ do: "newFile", path, ...here })],
    [1, () => ({ do: "newFolder", path: random.pick(folders), ...here })],
    [2, () => ({ do: "delete", path: place, ...here })],
    [1, () => ({ do: "deleteMany", paths: some(), ...here })],
    [0.7, () => ({ do: "deleteAll", paths: [...some(), place], ...here })],
    [2, () => ({ do: "rename", ...moveInto(), ...here })],
    [1.5, () => ({ do: "copy", ...moveInto(), ...here })],
    [1, () => ({ do: "paste", paths: some(), size, kind: random.chance(0.8) ? "text" : "binary", ...here })],
    [1.5, () => ({ do: "write", path, size, ...here })],
    [2, () => ({ do: "read", path, ...here })],
    [1, () => ({ do: "search", path, ...here })],
    [1, () => ({ do: "upload", paths: some(), size, ...here })],
    [0.5, () => ({ do: "restore", ...here })],
    [2, () => ({ do: "look", ...here })],
    [0.5, () => ({ do: "cancel", window })],
    [0.15, () => ({ do: random.chance(0.5) ? "signOut" : "tokenEnds", window })],
    [
      0.5 * mood.deaths,
      () => ({
        ...{ do: "kill", window, afterEvents: random.int(60), awayMs: random.int(20_000) },
        isClosed: random.chance(0.5),
      }),
    ],
    [0.3 * mood.deaths, () => ({ do: "freeze", window, ms: random.int(longestFreezeMs) })],
    [4 * mood.others, () => ({ do: "colleagueWrite", path, size, app })],
    [1.5 * mood.others, () => ({ do: "appWrite", path, size, app })],
    [1 * mood.others, () => ({ do: "colleagueDelete", path: place, app })],
    [0.5 * mood.others, () => ({ do: "colleagueMove", ...move(), app })],
    [
      0.15 * mood.others,
      () => ({ do: "oddEntry", path: random.pick(folders), name: random.pick(oddNames), app }),
    ],
    [3 * mood.faults, () => ({ do: "fault", window, ...faultOf(random) })],
    [settings.createsApps ? 1.5 : 0, () => createOf(random, here)],
    [0.2, () => ({ do: "clockJump", ms: random.pick(clockJumps) })],
    [0.1 * mood.faults, () => ({ do: "diskFull", ms: random.int(30_000) })],
    [0.1 * mood.deaths, () => ({ do: "powerLoss" })],
    [
      0.15,
      () => ({
        ...{ do: "sleep", ms: random.pick(sleeps), isCounted: random.chance(0.5) },
        ...(random.chance(0.7) && { writes: { path, size, app } }),
      }),
    ],
  ])();
}

function createOf(random: Random, here: { readonly app: string; readonly window: number }): Deed {
  const others = random.pick<OthersApp>(["none", "colleague", "colleague", "unnamed", "runtime"]);
  const fault = random.chance(0.6) ? random.pick([...faultsOfAll, ...faultsOfChanges]) : "";
  // Nothing tells apart two apps that one user sends with equal settings at a time.
  return { do: "create", name: `Shop ${random.int(1e6)}`, others, fault, ...here };
}

function transferDeedOf(random: Random, settings: WorldSettings): Deed {
  const app = random.pick(settings.apps);
  const { names, diskFoldsNames } = settings;
  const chosen = random.pick(files);
  const path = (names === "alike" || diskFoldsNames ? respelled(random, chosen) : chosen).slice(1);
  const choice = random.pick<Choice>(["proposed", "proposed", "proposed", "all", "some"]);
  const here = { app, window: random.int(settings.windows) };
  return random.weighted<() => Deed>([
    [5, () => ({ do: "folderWrite", path, size: random.pick(sizes), app })],
    [2, () => ({ do: "folderDelete", path, app })],
    [1.2, () => ({ do: "folderFails", path: random.pick(unreadable), ms: random.int(30_000), app })],
    [1.5, () => ({ do: "folderType", path, afterLooks: random.pick([0, 1, 1, 2, 3]), ...here })],
    [0.6, () => ({ do: "folderRules", leavesOut: random.chance(0.7) ? path : "", app })],
    [0.3, () => ({ do: "folderMove", app })],
    [3, () => ({ do: "push", choice, ...here })],
    [2, () => ({ do: "pushFiles", paths: [path], choice, ...here })],
    [2, () => ({ do: "pull", choice, ...here })],
    [2, () => ({ do: "undo", choice, ...here })],
    [2, () => ({ do: "rollBack", choice, ...here })],
  ])();
}

/** Sometimes another name that differs only in letter case or accents. */
function respelled(random: Random, path: string): string {
  if (!random.chance(0.3)) return path;
  const decomposed = path.normalize("NFD");
  if (decomposed !== path) return decomposed;
  const at = random.chance(0.7) ? path.lastIndexOf("/") + 1 : 1;
  return path.slice(0, at) + (path[at] ?? "").toUpperCase() + path.slice(at + 1);
}

function faultOf(random: Random): Fault {
  const on = random.weighted<Exclude<FaultTarget, "create">>([
    [5, "upload"],
    [3, "look"],
    [2, "delete"],
    [1, "download"],
    [2, "any"],
  ]);
  const kinds: Record<Exclude<FaultTarget, "create">, readonly FaultKind[]> = {
    any: faultsOfAll,
    look: [...faultsOfAll, ...faultsOfLooks, ...faultsOfLooks],
    download: faultsOfAll,
    upload: [...faultsOfAll, ...faultsOfChanges, ...faultsOfChanges, ...faultsOfUploads, ...faultsOfUploads],
    delete: [...faultsOfAll, ...faultsOfChanges, ...faultsOfChanges, ...faultsOfDeletions],
  };
  return {
    on,
    kind: random.pick(kinds[on]),
    after: random.pick([0, 0, 0, 0, 1, 1, 2]),
  };
}
