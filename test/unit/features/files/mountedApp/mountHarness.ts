// A mounted app over files in memory, with a fake clock and user.
import { FileProblem } from "../../../../../src/core/errors/fileProblem";
import type { ConflictChoice } from "../../../../../src/features/files/asks/conflictQuestions";
import type { StoredBase, StoredBases } from "../../../../../src/features/files/mountedApp/authors";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import type { MountOptions } from "../../../../../src/features/files/mountedApp/mountOptions";
import { PendingFolders } from "../../../../../src/features/files/mountedApp/pendingFolders";
import { appFilesOver } from "../../../../support/appFilesHarness";
import { FakeClock } from "../../../../support/fakeClock";
import { quietCopy } from "../../../../support/quietCopy";
import { RememberedFiles } from "../../../../support/rememberedFiles";

export const bytes = (text: string) => new TextEncoder().encode(text);
export const text = (content: Uint8Array) => new TextDecoder().decode(content);
/** VS Code's options of a write. */
export const save = { create: true, overwrite: true };
/** VS Code's defaults for moving, copying and deleting. */
export const keep = { overwrite: false, recursive: false };

export interface MountedOptions extends Partial<MountOptions> {
  /** The service's clock minus this machine's. */
  readonly offsetMs?: number;
  /** The user's answer to a conflict. */
  readonly answer?: ConflictChoice;
}

/** By path. */
export function mounted(
  texts: Readonly<Record<string, string>> = {},
  { offsetMs, answer, ...options }: MountedOptions = {},
) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock, offsetMs);
  for (const [path, content] of Object.entries(texts)) remote.put(path, content);
  const asked: string[] = [];
  const changes: string[] = [];
  const failures: unknown[] = [];
  const { files, log } = appFilesOver(remote, clock);
  const mountOptions: MountOptions = {
    ...{ clock, copyDialog: quietCopy },
    ...{ askLoss: async () => false, askReplace: async () => false, askAlike: async () => false },
    beginOperation: async () => log,
    pendingFolders: new PendingFolders(),
    onRemoteChange: (found) => changes.push(...found.map(({ type, path }) => `${type} ${path}`)),
    onFailing: (error) => failures.push(error),
    askConflict: async (path) => {
      asked.push(path);
      return answer ?? "cancel";
    },
    ...options,
  };
  const mount = new MountedApp(files, mountOptions);
  const stored = () => Object.fromEntries([...remote.files.keys()].map((path) => [path, remote.text(path)]));
  return { clock, remote, files, log, mount, asked, changes, failures, mountOptions, stored };
}

/** /a.txt has "one" for two minutes and was opened a minute later. */
export async function opened(options: MountedOptions = {}) {
  const parts = mounted({ "/a.txt": "one" }, options);
  await parts.clock.advance(60_000);
  parts.mount.documentLoaded("/a.txt", text(await parts.mount.readFile("/a.txt")));
  await parts.clock.advance(60_000);
  return parts;
}

/** VS Code's calls to save an open file. */
export async function saveInEditor(mount: MountedApp, path: string, content: string): Promise<void> {
  mount.expectWrite(path);
  await mount.stat(path);
  await mount.writeFile(path, bytes(content), save);
  await mount.stat(path);
  await mount.readFile(path);
}

/** By path: memory of open documents over a reload. */
export function rememberedBases(): StoredBases & { readonly all: Map<string, StoredBase> } {
  const all = new Map<string, StoredBase>();
  return {
    all,
    get: (path) => all.get(path),
    set: (path, base) => void (base === undefined ? all.delete(path) : all.set(path, base)),
  };
}

export const isProblem = (kind: FileProblem["kind"]) => (error: unknown) =>
  error instanceof FileProblem && error.kind === kind;

export const count = (requests: readonly string[], start: string) =>
  requests.filter((request) => request.startsWith(start)).length;
