// Paths inside an app and their files. Neither a request nor a link of a running app leads out of the app's
// folder.
import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { BadRequest } from "../http/httpErrors";
import { systemErrorCode } from "./fileAnswers";

/** One leading "/", no empty or "." parts. Throws 400 for a path that leads outside. */
export function normalizePath(path: string): string {
  if (/[\\\0]/.test(path)) throw new BadRequest("A path can't hold a backslash or a NUL character.");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw new BadRequest(`The path "${path}" leads outside the application.`);
  return `/${parts.join("/")}`;
}

/** Null for the root. */
export function parentPath(path: string): string | null {
  if (path === "/") return null;
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function isEntryName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name);
}

/** Follows links. Throws ENOENT when it doesn't exist, 400 when it lies outside. */
export async function realFile(appFolder: string, path: string): Promise<string> {
  const [root, real] = [await realpath(appFolder), await realpath(join(appFolder, path))];
  if (!isWithin(root, real)) throw leadsOutside(path);
  return real;
}

/** Follows links except the last one: for deleting and replacing. The parent must exist. */
export async function realEntry(appFolder: string, path: string): Promise<string> {
  const folder = await realFile(appFolder, parentPath(path) ?? "/");
  return join(folder, path.slice(path.lastIndexOf("/") + 1));
}

/** Throws 400 when the nearest existing parent lies outside the app. */
export async function requireInside(appFolder: string, path: string): Promise<void> {
  for (let nearest: string | null = path; nearest !== null; nearest = parentPath(nearest)) {
    try {
      await lstat(join(appFolder, nearest));
    } catch (error) {
      if (systemErrorCode(error) === "ENOENT") continue;
      throw error;
    }
    try {
      await realFile(appFolder, nearest);
    } catch (error) {
      // A dangling link could be made to lead anywhere.
      if (systemErrorCode(error) === "ENOENT") throw leadsOutside(path);
      throw error;
    }
    return;
  }
}

function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

function leadsOutside(path: string): BadRequest {
  return new BadRequest(`The path "${path}" leads outside the application.`);
}
