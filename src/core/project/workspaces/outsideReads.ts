// Finds imports and reads outside of a project's folder, such as of a folder that two services share.
import { relativePlace } from "../relativePath";

const longestText = 100_000;
const mostReads = 200;
const mostCalls = 20;
const mostNames = 50;

/** Something that may be there: it is where one of the endings is. */
export interface OutsideRead {
  /** Number of folders above the project. */
  readonly levels: number;
  /** The file or folder in there, without its ending. */
  readonly name: string;
  readonly endings: readonly string[];
  /** What a Python import names without saying where it is: it may be of another module that has the name. */
  readonly members?: readonly string[];
  /** A package of that name is what is needed. */
  readonly isPackage?: boolean;
}

/** Files that do not run with the app. */
const aside =
  /(?:^|\/)(?:__tests__|docs|examples?|tests?)\/|\.(?:config|spec|test)\.\w+$|(?:^|\/)test_\w+\.py$/;
/** Modules of Python itself whose names files have as well. Python does not look beside the folder for them. */
const ofPython = new Set(
  (
    "abc array ast asyncio base64 bisect calendar cmd code codecs collections colorsys concurrent configparser contextlib " +
    "copy csv ctypes curses dataclasses datetime decimal difflib email enum fractions functools getpass glob graphlib gzip " +
    "hashlib heapq hmac html http importlib inspect io ipaddress itertools json keyword locale logging math mimetypes " +
    "multiprocessing numbers operator os parser pathlib pickle platform pprint profile queue random re resource sched " +
    "secrets select shelve shutil signal site smtplib socket sqlite3 ssl stat statistics string struct subprocess sys " +
    "tarfile telnetlib tempfile test textwrap this threading time timeit tkinter token tokenize trace traceback turtle " +
    "types typing unittest urllib uuid venv warnings wave weakref xml zipfile zlib"
  ).split(" "),
);
const codeEndings = ["", ".js", ".ts", ".mjs", ".cjs", ".json"];
const moduleEndings = [".py", "/__init__.py"];
const quoted =
  /["'`](?:(?:file|link|portal):)?(\.{1,2}\/[\w./@-]{1,200}|\.\.["'`]\s{0,8},\s{0,8}["'`]([\w.-]{1,100}))["'`]/g;
/** Of requirements.txt. */
const listedPath =
  /^[ \t]{0,8}(?:-[rce][ =]{1,8}|--[a-z]{4,20}[ =]{1,8}|[\w.-]{1,200} ?@ ?)?(?:file:)?(\.{1,2}\/[^\s;[]{1,300})/gm;
const imported =
  /^[ \t]{0,40}(?:from|import)[ \t]{1,8}(\.\.(?=\w))?([A-Za-z]\w{0,80})(?:\.(\w{1,80})|[ \t]{1,8}import[ \t]{1,8}(?:\(\s{0,80})?([^\n#]{1,300}))?/gm;

/** `paths` are the project's files, `texts` those of its code, `listed` the packages that it installs. */
export function outsideReads(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  listed: ReadonlySet<string>,
): OutsideRead[] {
  const own = new Set(paths.map((path) => path.split("/")[0]?.replace(/\.py$/, "")));
  const found = new Map<string, OutsideRead>();
  const add = (read: OutsideRead): void => {
    const before = found.get(`${read.levels} ${read.name}`);
    const members = read.members && before?.members && [...before.members, ...read.members];
    if (read.levels > 0 && (!before || before.members || before.isPackage))
      found.set(`${read.levels} ${read.name}`, { ...read, ...(members && { members }) });
  };
  for (const [path, whole] of texts) {
    if (aside.test(path)) continue;
    const text = whole.slice(0, longestText);
    for (const [, said = "", next] of text.matchAll(quoted)) {
      const outside = outsideOf(path, next === undefined ? said : `../${next}`);
      if (outside) add({ ...outside, endings: codeEndings, isPackage: /\.(?:json|toml)$/.test(path) });
    }
    if (path === "requirements.txt")
      for (const [, said = ""] of text.matchAll(listedPath))
        add({ ...(outsideOf(path, said) ?? { levels: 0, name: "" }), endings: [""] });
    if (!path.endsWith(".py")) continue;
    const led = ledOutside(path, text);
    for (const [, dots, name = "", below, members] of text.matchAll(imported)) {
      if (own.has(name) || listed.has(name.toLowerCase()) || (led === 0 && ofPython.has(name))) continue;
      const isTop = !path.includes("/");
      if (led > 0) add({ levels: led, name, endings: ["", ...moduleEndings] });
      else if (dots === undefined || isTop)
        add({
          ...{ levels: 1, name, endings: moduleEndings },
          ...(dots === undefined && { members: namesOf(below ?? members ?? "") }),
        });
    }
  }
  return [...found.values()].slice(0, mostReads);
}

/** `as` gives a name of the importing file. */
function namesOf(said: string): string[] {
  return said.split(",").flatMap((each) => /[A-Za-z_]\w{0,80}/.exec(each)?.[0] ?? []);
}

/** Number of folders above the project in which the code tells Python to look for modules. */
export function ledOutside(path: string, text: string): number {
  const calls = text.matchAll(/\bsys\.path\.(?:append|insert|extend)\s{0,4}\(([^\n#]{1,300})/g);
  const first = [...calls].slice(0, mostCalls);
  const assigned = firstValues(first.length > 0 ? text : "");
  return Math.max(0, ...first.map(([, said = ""]) => levelsOf(path, said, assigned)));
}

function levelsOf(path: string, call: string, assigned: ReadonlyMap<string, string>): number {
  const words = (said: string): readonly string[] => said.match(/\b[A-Za-z_]\w{0,60}/g) ?? [];
  let said = call;
  // Names stand for what is assigned to them.
  const names = new Set(words(call));
  for (const name of names) {
    const value = assigned.get(name) ?? "";
    said += value;
    for (const more of words(value)) if (names.size < mostNames) names.add(more);
  }
  const steps = said.match(/\bdirname\s{0,4}\(|\.parent\b|\bpardir\b|(?<![\w.])\.\.(?![\w.])/g)?.length ?? 0;
  const several = [...said.matchAll(/\.parents\[(\d)\]/g)].map(([, index]) => Number(index) + 1);
  const all = steps + several.reduce((sum, each) => sum + each, 0);
  // The first step leaves the file itself.
  return said.includes("__file__") ? all - path.split("/").length : all;
}

function firstValues(text: string): ReadonlyMap<string, string> {
  const all = text.matchAll(/^[ \t]{0,40}([A-Za-z_]\w{0,60})[ \t]{0,8}=[ \t]{0,8}([^=\n#][^\n#]{0,200})/gm);
  return new Map([...all].map(([, name = "", value = ""]) => [name, value] as const).reverse());
}

/** Outside place of a path in a file of the project; undefined for a path inside. */
function outsideOf(
  file: string,
  said: string,
): { readonly levels: number; readonly name: string } | undefined {
  const {
    levels,
    names: [name],
  } = relativePlace(file.split("/").slice(0, -1), said);
  return levels > 0 && name !== undefined ? { levels, name } : undefined;
}
