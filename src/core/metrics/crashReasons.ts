// Why an app crashed, recognized in the last lines of its log. These are foreign text: each pattern looks at one line, in
// bounded time, and what it finds is only shown, or looked for among the app's own files.
import type { Runtime } from "../model/model";
import { frameworks, packageOfModule } from "../project/detect/frameworks";

interface CodePlace {
  readonly path: string;
  readonly line: number | undefined;
}

/** The code loads a "package" or "file" that is not there; "loopback": only its own machine reaches the app. */
type CrashKind =
  | "package"
  | "file"
  | "mainFile"
  | "variable"
  | "port"
  | "loopback"
  | "syntax"
  | "memory"
  | "version";

export interface CrashReason {
  readonly kind: CrashKind;
  readonly name: string;
  /** Nothing but the log, which others may write to, says that this is the package's name. */
  readonly isGuess: boolean;
  readonly runtime: Runtime;
  readonly place: CodePlace | undefined;
}

interface CrashedApp {
  readonly exposedViaWeb?: boolean | undefined;
  readonly runtime?: Runtime | undefined;
  /** The memory was near its limit, or the service says that it was over it. */
  readonly isNearLimit: boolean;
  readonly isCrashLoop?: boolean | undefined;
}

/** The first that fits a line counts. The first group of `line` that is there is the name. */
type Sign = readonly [
  kind: CrashKind,
  runtime: Runtime | undefined,
  line: RegExp,
  around?: { readonly before?: RegExp; readonly next?: RegExp; readonly nearLimit?: true },
];

const name = `["'\`]?([A-Z][A-Z0-9_]{2,80})["'\`]?`;
const env = "(?:required )?[Ee]nv(?:ironment)?[ -]?var(?:iable)?s?:?";
const newer = "(?:or (?:newer|later|higher|above)|is required)";
const any = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join("|"));

const signs: readonly Sign[] = [
  // Modules that newer versions of Python lack, then those that older ones lack.
  [
    ...(["version", "python"] as const),
    /No module named '(distutils|imp|async(?:ore|hat)|smtpd|cgi|audioop|pipes|crypt|telnetlib|tomllib|zoneinfo|graphlib)\b/,
  ],
  [
    ...(["version", "python"] as const),
    any(
      "requires a different Python|[Rr]equires? [Pp]ython",
      `Python (?:version )?[>=^~ ]{0,4}3\\.\\d{1,2}\\S{0,8} ${newer}`,
      "cannot import name '\\w{1,80}' from '(?:typing|collections|asyncio|enum|datetime)'",
      "for \\|: '\\w{1,80}' and '(?:type|NoneType)'",
    ),
  ],
  [
    ...(["version", "python", /\bSyntaxError: invalid syntax/] as const),
    { before: /^\s{1,20}(?:(?:match|case)\s.{1,200}:\s*$|type \w{1,80}\s?[=[]|except\*)/ },
  ],
  [
    ...(["version", "nodejs"] as const),
    any(
      '\\bEBADENGINE\\b|engine "node" is incompatible|No such built-in module: (node:\\w{1,40})',
      `[Rr]equires? Node\\b|Node(?:\\.js)? (?:version )?[v>=^~ ]{0,6}\\d[\\w.]{0,12} ${newer}`,
      "\\b(fetch|structuredClone|File|WebSocket|CustomEvent) is not defined",
    ),
  ],
  [
    ...(["version", "nodejs", /\bSyntaxError: Unexpected token '(?:\?\??=?|[|&]{2}=|\.|=)'/] as const),
    { before: /\?\?|\?\.|[|&]{2}=/ },
  ],
  ["mainFile", "python", /can't open file '([^']{1,300})'/],
  ["mainFile", "python", /Could not import (?:module )?["'](\w[\w.]{0,100})["']/],
  ["mainFile", "nodejs", /ERR_UNKNOWN_FILE_EXTENSION\b.{0,100} for (\S{1,300})/],
  [
    ...(["mainFile", "nodejs", /Cannot find module '((?:\/|[A-Za-z]:)[^']{1,300})'$/] as const),
    { next: /^(?!Require stack:)/ },
  ],
  ["file", "nodejs", /Cannot find (?:module|package) '((?:[./]|[A-Za-z]:|file:)[^']{0,300})'/],
  ["package", "nodejs", /Cannot find (?:module|package) '([@\w][\w./@-]{0,200})'/],
  ["file", "python", /No module named '([\w.]{1,100})'; .{1,100} is not a package/],
  ["package", "python", /\bNo module named '?(\w[\w.]{0,100})'?$/],
  [
    ...(["package", undefined] as const),
    /\b(?:ba|da)?sh: (?:line )?(?:\d{1,4}: )?(?!(?:python[\d.]*|node|np[mx]|pip3?|exec|cd):)([\w@][\w.@-]{0,80}): (?:command )?not found$/,
  ],
  [
    ...(["variable", "python", /\bKeyError: '([A-Za-z_]\w{0,99})'$/] as const),
    { before: /<frozen os>|[\\/]os\.py"|\benviron\b/ },
  ],
  [
    ...(["variable", undefined] as const),
    any(
      `${env} ${name}|[Mm]issing (?:${env} )?${name}$|\\b[Ss]et (?:the )?${name} environment variable`,
      `(?:^|[\\s"'\`])(?!ERROR|WARN|INFO|FATAL|HTTP)${name} (?:environment variable |env var )?(?:(?:is|was|are)(?: not set|n't set| not defined| undefined| missing| (?:a )?required)|(?:must|has to|needs to) be (?:set|defined|provided)|not set\\b|not found\\. Declare it)`,
    ),
  ],
  [
    ...(["port", undefined] as const),
    /(?:\bEADDRINUSE: |\bEACCES: permission denied |[Aa]ddress already in use|Connection in use: |WinError 10048|failed to bind to \$PORT)(?:.{0,150}[:\s](\d{1,5})\)?$)?|\bPort (\d{1,5}) is in use/,
  ],
  ["memory", undefined, /(?<!\w)MemoryError\b|heap out of memory|Reached heap limit|\bOOMKilled\b/],
  ["memory", undefined, /\bKilled$|\bexit (?:code|status) 137\b|\bSIGKILL\b/, { nearLimit: true }],
  // Data may be wrong, too: that is no mistake in the code.
  ["syntax", undefined, /\b(?:SyntaxError|IndentationError|TabError): (?!.{0,200}JSON)/],
];

const loopback =
  /\b(?:running|listening|started|serving|ready|server)\b.{0,80}(?:127\.0\.0\.1|localhost|\[::1\])/i;
/** The lines before it say nothing of the last run. */
const runStart = /^\[(?:service|hosted_log)\] \S{1,40} starts\b/;
/** The first line of an error that ends a program; that of Node.js is "named" where a stack follows. */
const errorStart =
  /Traceback \(most recent call last\)|\bUncaught\b|^(?:node:|file:\/\/|\/|[A-Za-z]:\\).{1,300}:\d{1,7}$/;
const named = /^(?!- )\S.{0,200}(?:Error|Exception)\b/;
const continuesTraceback = /^(?:During handling of|The above exception|Exception ignored)/;
const endOfGunicorn = /\bHaltServer\b/;
const mentions: readonly RegExp[] = [
  /\bFile "([^"]{1,300})", line (\d{1,7})/,
  /(?:^|\(|\bat )((?:file:\/\/)?(?:\/|[A-Za-z]:)[^():]{1,300}):(\d{1,7})(?::\d{1,7}\)?)?(?: \{)?$/,
  / imported from (\S{1,300})$/,
  /^- (\S{1,300})$/,
];
const foreign = /node_modules|site-packages|dist-packages|[\\/]lib[\\/]python|^node:|^</;
const [mostLines, longestLine] = [60, 500];
const [linesAbove, linesBelow, linesBefore] = [24, 12, 4];

export function crashReason(
  log: readonly string[],
  { exposedViaWeb, runtime = "nodejs", isNearLimit, isCrashLoop }: CrashedApp,
): CrashReason | undefined {
  const all = log.slice(-mostLines).map((line) => line.slice(0, longestLine));
  const runs = all.flatMap((line, index) => (runStart.test(line) ? [index + 1] : []));
  // A loop is noticed at a start, which follows the run that crashed.
  const isAfterCrash = isCrashLoop && !all.slice(runs.at(-1)).some((line) => errorStart.test(line));
  const lines = all.slice(runs.at(isAfterCrash ? -2 : -1));
  const first = startOfNewestError(lines);
  const none = { name: "", isGuess: false, runtime, place: undefined };
  for (const [index, line] of [...lines.entries()].slice(first).reverse()) {
    const sign = signs.find(([, , pattern, { before, next, nearLimit } = {}]) => {
      if (!pattern.test(line) || (nearLimit && !isNearLimit)) return false;
      const above = lines.slice(Math.max(0, index - linesBefore), index);
      return next?.test(lines[index + 1] ?? "") ?? (!before || above.some((each) => before.test(each)));
    });
    if (!sign) continue;
    const [kind, ofSign = runtime, pattern] = sign;
    const name =
      pattern
        .exec(line)
        ?.slice(1)
        .find((part) => part !== undefined) ?? "";
    const found = { ...none, kind, name, runtime: ofSign, place: placeOf(lines, index) };
    return kind === "package" ? { ...found, ...packageOf(name, ofSign) } : found;
  }
  if (isNearLimit) return { ...none, kind: "memory" };
  return exposedViaWeb && lines.slice(first).some((line) => loopback.test(line))
    ? { ...none, kind: "loopback" }
    : undefined;
}

function startOfNewestError(lines: readonly string[]): number {
  if (lines.some((line) => endOfGunicorn.test(line))) return 0;
  const frame = lines.findLastIndex((line) => /^\s+at /.test(line));
  const begins = (line: string, index: number): boolean =>
    (errorStart.test(line) && !continuesTraceback.test(lines[index - 1] ?? "")) ||
    (index < frame && named.test(line));
  return Math.max(0, lines.findLastIndex(begins));
}

function packageOf(name: string, runtime: Runtime): Pick<CrashReason, "name" | "isGuess"> {
  if (runtime === "python") return packageOfModule(name.split(".")[0] ?? name);
  const found = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
  return { name: found, isGuess: !frameworks.some(({ packages }) => packages.includes(found)) };
}

/** The nearest place in the app's own code: above the line, where Python has it, else below it. */
function placeOf(lines: readonly string[], index: number): CodePlace | undefined {
  const above = lines.slice(Math.max(0, index - linesAbove), index + 1).reverse();
  const end = above.findIndex((line, at) => at > 0 && /^(?:Node\.js v\d|\[service\])/.test(line));
  const near = [...above.slice(0, end < 0 ? undefined : end), ...lines.slice(index + 1, index + linesBelow)];
  const places = near.flatMap((line): CodePlace[] => {
    const [, found = "", number] = mentions.map((each) => each.exec(line)).find((match) => match) ?? [];
    const path = found.replace(/^file:\/\//, "");
    const isOwn = path !== "" && !foreign.test(path);
    return isOwn ? [{ path, line: number === undefined ? undefined : Number(number) }] : [];
  });
  return places.find(({ line }) => line !== undefined) ?? places[0];
}
