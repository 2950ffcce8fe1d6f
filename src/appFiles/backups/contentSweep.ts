// Removes contents that are not needed any more. Another window may keep the same content at that very moment, so one is
// first put aside under another name, and comes back when it turns out that it was written again.
import type { Clock } from "../../core/async/clock";
import type { MachineEntry, MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import { keptForMs } from "./age";
import { contentFolders, contentName, goingSuffix, hashOfName } from "./keptContents";

export interface SweepOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when backups that were still needed were removed, because all together took too many bytes. */
  readonly onRemovedEarly?: (() => void) | undefined;
}

/** All contents of the machine together, in bytes. */
export const mostKeptBytes = 500 * 1024 * 1024;

/** A window may have slept between writing a content and writing down what it is for. */
const marginMs = 60 * 60_000;

/** Written so lately that the line of its change may not be in the journal yet. */
const freshMs = 5 * 60_000;

interface FoundContent extends MachineEntry {
  readonly folder: string;
  readonly hash: string;
}

/** Removes contents that are not `needed` and more than a day old, and the oldest where there are too many bytes. */
export async function sweepContents(options: SweepOptions, needed: ReadonlySet<string>): Promise<void> {
  const found = await findContents(options.files);
  const contents = found.filter(({ name }) => !name.endsWith(goingSuffix));
  await settleGoing(
    options,
    found.filter(({ name }) => name.endsWith(goingSuffix)),
    (hash) => needed.has(hash) && !contents.some((content) => content.hash === hash),
  );
  const isOver = (content: FoundContent) =>
    !needed.has(content.hash) && fileAgeMs(options, content) > keptForMs + marginMs;
  const over = contents.filter(isOver);
  const oldest = tooMany(
    options,
    contents.filter((content) => !isOver(content)),
  );
  if (oldest.length > 0)
    options.logger.info(
      `${oldest.length} kept files (${sumOf(oldest)} bytes) made room, since more than ${mostKeptBytes} bytes were kept`,
    );
  await removeUnlessRewritten(options.files, [...over, ...oldest]);
  if (oldest.some(({ hash }) => needed.has(hash))) options.onRemovedEarly?.();
}

/** Puts contents aside; `bringBack` and the next sweep decide. */
export async function putAside(files: MachineFiles, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await files.rename(contentName(hash), `${contentName(hash)}${goingSuffix}`);
}

/** Brings back what was put aside and is needed, and removes the rest. */
export async function bringBack(
  files: MachineFiles,
  hashes: readonly string[],
  needed: ReadonlySet<string>,
): Promise<void> {
  for (const hash of hashes) {
    const aside = `${contentName(hash)}${goingSuffix}`;
    if (needed.has(hash)) await files.rename(aside, contentName(hash));
    else await files.remove(aside);
  }
}

async function findContents(files: MachineFiles): Promise<FoundContent[]> {
  const found: FoundContent[] = [];
  for (const folder of await contentFolders(files)) found.push(...(await inFolder(files, folder)));
  return found;
}

async function inFolder(files: MachineFiles, folder: string): Promise<FoundContent[]> {
  const entries = await files.list(folder);
  return entries.map((entry) => ({ ...entry, folder, hash: hashOfName(entry.name) }));
}

/** What a window put aside before it went away; or one that is at it just now, and does the same. */
async function settleGoing(
  options: SweepOptions,
  going: readonly FoundContent[],
  isMissed: (hash: string) => boolean,
): Promise<void> {
  const { files } = options;
  for (const content of going) {
    if (isMissed(content.hash)) await files.rename(nameOf(content), contentName(content.hash));
    else if (fileAgeMs(options, content) > freshMs) await files.remove(nameOf(content));
  }
}

function tooMany(options: SweepOptions, contents: readonly FoundContent[]): FoundContent[] {
  let bytes = sumOf(contents);
  const oldest: FoundContent[] = [];
  for (const content of [...contents].sort((a, b) => a.modifiedAt - b.modifiedAt)) {
    if (bytes <= mostKeptBytes) break;
    if (fileAgeMs(options, content) <= freshMs) continue;
    oldest.push(content);
    bytes -= content.sizeBytes;
  }
  return oldest;
}

async function removeUnlessRewritten(files: MachineFiles, contents: readonly FoundContent[]): Promise<void> {
  for (const folder of new Set(contents.map((content) => content.folder))) {
    const inThis = contents.filter((content) => content.folder === folder);
    await putAside(
      files,
      inThis.map(({ hash }) => hash),
    );
    const aside = new Map((await inFolder(files, folder)).map(({ name, modifiedAt }) => [name, modifiedAt]));
    for (const { hash, modifiedAt } of inThis) {
      const isRewritten = aside.get(`${hash}${goingSuffix}`) !== modifiedAt;
      await bringBack(files, [hash], new Set(isRewritten ? [hash] : []));
    }
  }
}

/** By the machine's clock, which somebody may have set: what seems to come from the future is old, too. */
function fileAgeMs({ clock }: SweepOptions, { modifiedAt }: FoundContent): number {
  return Math.abs(clock.now() - modifiedAt);
}

function nameOf({ folder, name }: FoundContent): string {
  return `${folder}/${name}`;
}

function sumOf(contents: readonly FoundContent[]): number {
  return contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
