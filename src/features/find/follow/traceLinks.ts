// Lines of stack traces in our terminals as links to the file and line: of the linked folder, else of the app.
import * as vscode from "vscode";
import type { FileEntry } from "../../../core/model/model";
import { joinAppPath, nameOf } from "../../../core/paths/appPath";
import { appUri } from "../../../editor/appUris";
import type { MountChoice } from "../../../editor/commands/chooseMount";
import { localDisk } from "../../../editor/localDisk";
import { choose } from "../../../editor/safeUi/inputs";
import { endedBy } from "../../../editor/safeUi/messages";
import { type FindServices, openAt } from "../files/findServices";

interface TraceFrame {
  /** Of the text for the link, in the line. */
  readonly startIndex: number;
  readonly length: number;
  /** As the runtime names the file in its container, with "/". */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Characters of a line; stack traces have short ones. */
const longestLine = 2_000;
const mostFrames = 5;
const mostSegments = 30;
// Python: File "/app/x.py", line 12. Node.js: at f (/app/x.js:12:5), at file:///app/x.mjs:1:2, and /app/x.js:12 alone.
const framePattern =
  /\bFile "([^"<>]{1,300})", line (\d{1,7})\b|(?<=\(|\bat (?:async )?|^)((?:file:\/\/\/?)?(?:[A-Za-z]:[\\/]|\/)[^():<>"]{1,300}):(\d{1,7})(?::(\d{1,7}))?(?=\)|\s*$)/g;
/** Files of the runtimes and of packages. */
const foreign = /\/(?:node_modules|site-packages|dist-packages)\/|\/lib\/python\d|^\/usr\/lib\//;

export function traceFrames(text: string): TraceFrame[] {
  const found = [...text.slice(0, longestLine).matchAll(framePattern)].slice(0, mostFrames);
  return found.flatMap((match): TraceFrame[] => {
    const [whole, ofPython, pythonLine, ofNode = "", nodeLine, column = 1] = match;
    const named = (ofPython ?? ofNode).replace(/^file:\/+/, "file:///");
    const path = (named.startsWith("file:") ? vscode.Uri.parse(named).path : named).replaceAll("\\", "/");
    const segments = path.split("/");
    if (foreign.test(path) || segments.includes("..") || segments.length > mostSegments) return [];
    const place = { path, line: Number(pythonLine ?? nodeLine), column: Number(column) };
    return [{ startIndex: match.index, length: whole.length, ...place }];
  });
}

/**
 * The app's files that the path may mean, longest first. Where the app is in its container is not known, so every end
 * of the path counts that is a file of the app: `/app/src/x.py` may be `/src/x.py` or `/x.py`.
 */
export async function filesNamed(
  path: string,
  list: (directory: string) => Promise<readonly FileEntry[]>,
): Promise<string[]> {
  const segments = path.split("/").filter((each) => each !== "" && each !== ".");
  const found: string[] = [];
  for (let from = 0; from < segments.length; from++) {
    let directory = "/";
    for (const [index, name] of segments.slice(from).entries()) {
      const type = (await list(directory)).find((entry) => entry.name === name)?.type;
      const isLast = from + index === segments.length - 1;
      directory = joinAppPath(directory, name);
      if (type === "file" && isLast) found.push(directory);
      if (type !== "directory") break;
    }
  }
  return found;
}

interface TraceLink extends vscode.TerminalLink {
  readonly frame: TraceFrame;
  readonly place: MountChoice;
}

/** `placeOf`: the followed file of a terminal of ours. */
export function traceLinkProvider(
  placeOf: (terminal: vscode.Terminal) => MountChoice | undefined,
  open: (frame: TraceFrame, place: MountChoice) => unknown,
): vscode.TerminalLinkProvider<TraceLink> {
  return {
    provideTerminalLinks: ({ line, terminal }) => {
      const place = placeOf(terminal);
      const tooltip = vscode.l10n.t("Open the file at this line");
      return place ? traceFrames(line).map((found) => ({ ...found, tooltip, frame: found, place })) : [];
    },
    handleTerminalLink: ({ frame, place }) => void open(frame, place),
  };
}

/** Younger listings are not requested again. */
const listingAgeMs = 60_000;

/** Lets the user pick where several files of the app may be meant. */
export async function openFrame(
  { path, line, column }: TraceFrame,
  place: MountChoice,
  { openFiles, linkedFolder }: FindServices,
): Promise<void> {
  const files = await openFiles({ ...place, path: "/" });
  const named = await filesNamed(path, (directory) => files.list(directory, listingAgeMs));
  const [only, ...more] = named;
  if (only === undefined)
    throw endedBy(vscode.l10n.t("{0} isn't among the files of {1}.", path, place.appName));
  const items = named.map((each) => ({ label: each.slice(1), iconPath: vscode.ThemeIcon.File, each }));
  const title = vscode.l10n.t("Which file is {0}?", nameOf(path));
  const file = more.length === 0 ? only : (await choose(items, { title })).each;
  const folder = await linkedFolder(place);
  const isHere = folder && (await localDisk(folder).tryStat(file.slice(1)))?.type === "file";
  const uri = isHere ? vscode.Uri.joinPath(folder, file) : appUri({ ...place, path: file });
  await openAt(uri, { line, column });
}
