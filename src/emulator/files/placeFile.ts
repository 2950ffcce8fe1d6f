// Puts what was received into an app's folder: a file in one step, or the files of an archive, all of them or none.
import { chmod, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { EmulatorClock } from "../base/emulatorClock";
import type { SizeLimits } from "../base/sizeLimits";
import { BadRequest } from "../http/httpErrors";
import { parentPath, realEntry, requireInside } from "./appFolder";
import { systemErrorCode, toFileAnswer } from "./fileAnswers";
import { unzip } from "./unzip";

/** Moves the file to the normalised path, with the time of the service's clock; its folder is made when it isn't there. */
export async function placeFile(
  received: string,
  { appFolder, path, clock }: { appFolder: string; path: string; clock: EmulatorClock },
): Promise<void> {
  try {
    const target = await makeWay(appFolder, path);
    await chmod(received, await modeFor(target, path, 0o644));
    // In the middle of its millisecond: as a fraction of seconds its beginning may come out as the one before.
    const seconds = (clock.now() + 0.5) / 1000;
    await utimes(received, seconds, seconds);
    await rename(received, target);
  } catch (error) {
    throw toPlaceAnswer(error, path);
  }
}

/** Unpacks the archive into a folder of the app, over its files. No file is changed unless all can be. */
export async function extractArchive(
  archive: string,
  where: { readonly appFolder: string; readonly directory: string; readonly unpacked: string },
  limits: SizeLimits,
): Promise<void> {
  const { appFolder, directory, unpacked } = where;
  try {
    await mkdir(unpacked);
    await unzip(archive, unpacked, limits);
    const files = await filesBelow(unpacked);
    const moves: { readonly from: string; readonly to: string; readonly mode: number }[] = [];
    for (const from of files) {
      const inside = relative(unpacked, from).split(sep).join("/");
      const path = directory === "/" ? `/${inside}` : `${directory}/${inside}`;
      try {
        const to = await makeWay(appFolder, path);
        moves.push({ from, to, mode: await modeFor(to, path, (await stat(from)).mode & 0o777) });
      } catch (error) {
        throw toPlaceAnswer(error, path);
      }
    }
    for (const { from, to, mode } of moves) {
      await chmod(from, mode);
      await rename(from, to);
    }
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Makes the folders on the way; where the file goes. */
async function makeWay(appFolder: string, path: string): Promise<string> {
  const directory = parentPath(path) ?? "/";
  await requireInside(appFolder, directory);
  await mkdir(appFolder + directory, { recursive: true });
  return await realEntry(appFolder, path);
}

/** A replaced file keeps its mode, so that a script stays executable. */
async function modeFor(target: string, path: string, otherwise: number): Promise<number> {
  try {
    const existing = await stat(target);
    if (existing.isDirectory()) throw new BadRequest(`"${path}" is a folder.`);
    return existing.mode & 0o777;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return otherwise;
    throw error;
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function toPlaceAnswer(error: unknown, path: string): unknown {
  if (systemErrorCode(error) !== "ENOTDIR" && systemErrorCode(error) !== "EEXIST")
    return toFileAnswer(error, path);
  return new BadRequest(`A part of "${parentPath(path) ?? "/"}" is a file, not a folder.`);
}
