// A mounted app over files in memory, with a clock and a user of the test's own.
import { FileProblem } from "../../../../../src/core/errors/fileProblem";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import type { MountOptions } from "../../../../../src/features/files/mountedApp/mountOptions";
import { PendingFolders } from "../../../../../src/features/files/mountedApp/pendingFolders";
import type { ConflictChoice } from "../../../../../src/features/files/notices/conflictQuestions";
import { appFilesOver } from "../../../../support/appFilesHarness";
import { FakeClock } from "../../../../support/fakeClock";
import { quietCopy } from "../../../../support/quietCopy";
import { RememberedFiles } from "../../../../support/rememberedFiles";

export const bytes = (text: string) => new TextEncoder().encode(text);
export const text = (content: Uint8Array) => new TextDecoder().decode(content);
/** How VS Code always writes. */
export const save = { create: true, overwrite: true };

export interface HarnessOptions extends Partial<MountOptions> {
  /** How far the service's clock is ahead of ours. */
  readonly offsetMs?: number;
  /** What the user says to a conflict. */
  readonly answer?: ConflictChoice;
}

export function harness({ offsetMs, answer, ...options }: HarnessOptions = {}) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock, offsetMs);
  const asked: string[] = [];
  const changes: string[] = [];
  const failures: unknown[] = [];
  const { files, log } = appFilesOver(remote, clock);
  const mountOptions: MountOptions = {
    clock,
    maxOpenBytes: () => 1_000_000,
    copyDialog: quietCopy,
    askLoss: async () => false,
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
  return {
    clock,
    remote,
    files,
    log,
    mount: new MountedApp(files, mountOptions),
    asked,
    changes,
    failures,
    mountOptions,
  };
}

/** What VS Code does to save a file that is open. */
export async function saveInEditor(mount: MountedApp, path: string, content: string): Promise<void> {
  mount.expectWrite(path);
  await mount.stat(path);
  await mount.writeFile(path, bytes(content), save);
  await mount.stat(path);
  await mount.readFile(path);
}

export const isProblem = (kind: FileProblem["kind"]) => (error: unknown) =>
  error instanceof FileProblem && error.kind === kind;

export const count = (requests: readonly string[], start: string) =>
  requests.filter((request) => request.startsWith(start)).length;
