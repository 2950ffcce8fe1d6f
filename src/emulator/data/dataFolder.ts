// Layout of a service's data folder, with the token and the note for other processes.
import { randomBytes } from "node:crypto";
import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { proofOf } from "../http/callerGuard";
import { readIfThere, writePrivateFile } from "./jsonFile";

export class DataFolder {
  readonly stateFile: string;
  readonly tokenFile: string;
  /** `{url, pid}` of the running service, without the token. */
  readonly serviceFile: string;
  readonly apps: string;
  /** Per app: what it has outside its files, such as installed dependencies. */
  readonly homes: string;
  /** Shims for usual program names that this machine lacks. */
  readonly programs: string;
  /** On the same disk as the apps, so that a move into place is atomic. */
  readonly temporary: string;

  constructor(readonly root: string) {
    this.stateFile = join(root, "state.json");
    this.tokenFile = join(root, "token");
    this.serviceFile = join(root, "service.json");
    this.apps = join(root, "apps");
    this.homes = join(root, "homes");
    this.programs = join(root, "bin");
    this.temporary = join(root, "tmp");
  }

  app(appId: string): string {
    return join(this.apps, appId);
  }

  /** May not exist. */
  appHome(appId: string): string {
    return join(this.homes, appId);
  }

  temporaryPath(): string {
    return join(this.temporary, randomBytes(8).toString("hex"));
  }

  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    // The folder may have existed with wider permissions.
    await chmod(this.root, 0o700);
    await rm(this.temporary, { recursive: true, force: true });
    await mkdir(this.temporary, { recursive: true, mode: 0o700 });
    await mkdir(this.apps, { recursive: true, mode: 0o700 });
  }

  /** New for each start: programs with an older one must read it again. */
  async newToken(): Promise<string> {
    const token = randomBytes(32).toString("base64url");
    await writePrivateFile(this.tokenFile, token);
    return token;
  }

  async announce(service: { readonly url: string; readonly pid: number }): Promise<void> {
    await writePrivateFile(this.serviceFile, `${JSON.stringify({ url: service.url, pid: service.pid })}\n`);
  }

  async withdraw(): Promise<void> {
    await rm(this.serviceFile, { force: true });
  }
}

const answerLimitMs = 1_000;
const longestAnswerBytes = 4_096;

/**
 * The process id of this folder's running service, or undefined: two of them would overwrite each other's state. It must prove that it knows the
 * folder's token: after a crash any program may have its port, and could answer with its process id.
 */
export async function runningServicePid(folder: DataFolder): Promise<number | undefined> {
  const note = await readIfThere(folder.serviceFile);
  const token = (await readIfThere(folder.tokenFile))?.trim();
  if (note === undefined || !token) return undefined;
  try {
    const { url, pid } = JSON.parse(note) as { url: string; pid: number };
    const nonce = randomBytes(32).toString("hex");
    const answer = await fetch(new URL(`/-/health?nonce=${nonce}`, url), {
      redirect: "error",
      signal: AbortSignal.timeout(answerLimitMs),
    });
    let text = "";
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.length > longestAnswerBytes) return undefined;
    }
    const health = JSON.parse(text) as { proof?: unknown };
    return health.proof === proofOf(token, nonce, url) ? pid : undefined;
  } catch {
    // No service responds at the noted address, so the note is a leftover.
    return undefined;
  }
}
