// The folder a service lives in: where each thing is, and the token and the note for other processes.
import { randomBytes } from "node:crypto";
import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "./jsonFile";

/** Paths inside the data folder. */
export class DataFolder {
  readonly stateFile: string;
  readonly tokenFile: string;
  /** Says that a service runs here: `{url, pid}`, without the token. */
  readonly serviceFile: string;
  readonly apps: string;
  /** What apps have outside their files: installed dependencies. */
  readonly homes: string;
  /** Programs that this machine lacks under a usual name. */
  readonly programs: string;
  /** On the same disk as the apps, so that a finished file or folder moves into place in one step. */
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

  /** The folder that holds the files of one app. */
  app(appId: string): string {
    return join(this.apps, appId);
  }

  /** The folder of what the app has outside its files; it may not exist. */
  appHome(appId: string): string {
    return join(this.homes, appId);
  }

  /** A path that nothing uses yet. */
  temporaryPath(): string {
    return join(this.temporary, randomBytes(8).toString("hex"));
  }

  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    // It may have been made by somebody who did not think of others on this machine.
    await chmod(this.root, 0o700);
    await rm(this.temporary, { recursive: true, force: true });
    await mkdir(this.temporary, { recursive: true, mode: 0o700 });
    await mkdir(this.apps, { recursive: true, mode: 0o700 });
  }

  /** The token of this start: a program that knew an older one must read it again. */
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
