// Finds imports and reads outside of a project's folder, such as of a folder that two services share.
import { relativePlace } from "../relativePath";

const longestText = 100_000;
const mostReads = 200;

/** Something that may be there: it is where one of the endings is. */
export interface OutsideRead {
  /** Number of folders above the project. */
  readonly levels: number;
  /** The file or folder in there, without its ending. */
  readonly name: string;
  readonly endings: readonly string[];
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

/** `paths` are the project's files, `texts` those of its code, `listed` the packages that it installs. */
export function outsideReads(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  listed: ReadonlySet<string>,
): OutsideRead[] {
  const own = new Set(paths.map((path) => path.split("/")[0]?.replace(/\.py$/, "")));
  const found = new Map<string, OutsideRead>();
  const add = (levels: number, name: string, endings: readonly string[]): void => {
    found.set(`${levels} ${name}`, { levels, name, endings });
  };
  for (const [path, whole] of texts) {
    if (aside.test(path)) continue;
    const text = whole.slice(0, longestText);
    for (const [, said = "", next] of text.matchAll(
      /["'`](\.{1,2}\/[\w./@-]{1,200}|\.\.["'`]\s{0,8},\s{0,8}["'`]([\w.-]{1,100}))["'`]/g,
    )) {
      const outside = outsideOf(path, next === undefined ? said : `../${next}`);
      if (outside) add(outside.levels, outside.name, codeEndings);
    }
    if (!path.endsWith(".py")) continue;
    const isLed = leadsOutside(text);
    const endings = isLed ? ["", ...moduleEndings] : moduleEndings;
    for (const [, name = ""] of text.matchAll(
      /^[ \t]{0,40}(?:from|import)[ \t]{1,8}(?:\.\.(?=\w))?([A-Za-z]\w{0,80})/gm,
    ))
      if (!own.has(name) && !listed.has(name.toLowerCase()) && (isLed || !ofPython.has(name)))
        add(1, name, endings);
  }
  return [...found.values()].slice(0, mostReads);
}

/** The Python code looks for modules in other folders, too. */
export function leadsOutside(text: string): boolean {
  return /\bsys\.path\.(?:append|insert|extend)\s{0,4}\(/.test(text);
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
