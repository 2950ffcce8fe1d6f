// Where the logs of changes lie: a folder for each account, in it one for each app.

import type { MachineFiles } from "../../core/disk/machineFiles";
import type { AppKey } from "../../core/model/appKey";
import { type JoinedLog, joinLog } from "./joinLog";
import type { JournalFile } from "./journalFile";
import { readLines } from "./journalLines";
import { safeName } from "./safeName";

export interface FoundLog extends JoinedLog {
  readonly id: string;
  /** Of its file. */
  readonly name: string;
  /** Of its file, in milliseconds since the epoch. */
  readonly modifiedAt: number;
}

const root = "changes";
const extension = ".jsonl";

export class KeptLogs {
  /** Those that this window writes, by the names of their files. */
  readonly open = new Map<string, JournalFile>();

  constructor(private readonly files: MachineFiles) {}

  /** The name of the log's file. */
  nameOf({ accountId, appId }: AppKey, logId: string): string {
    return `${accountFolder(accountId)}/${safeName(appId)}/${logId}${extension}`;
  }

  /** Logs of the app; of another one, too, when the names of their folders fall together. */
  async ofApp({ accountId, appId }: AppKey): Promise<FoundLog[]> {
    return await this.inFolder(`${accountFolder(accountId)}/${safeName(appId)}`);
  }

  async ofAccount(accountId: string): Promise<FoundLog[]> {
    return await this.inAccountFolder(accountFolder(accountId));
  }

  async all(): Promise<FoundLog[]> {
    const logs: FoundLog[] = [];
    for (const { name } of await this.files.list(root))
      logs.push(...(await this.inAccountFolder(`${root}/${name}`)));
    return logs;
  }

  async find(logId: string): Promise<FoundLog | undefined> {
    for (const account of await this.files.list(root)) {
      for (const app of await this.files.list(`${root}/${account.name}`)) {
        const folder = `${root}/${account.name}/${app.name}`;
        const found = (await this.files.list(folder)).find(({ name }) => name === `${logId}${extension}`);
        if (found) return await this.read(`${folder}/${found.name}`, found.modifiedAt);
      }
    }
    return undefined;
  }

  /** Removes all logs of the account, and forgets what this window has to add to them. */
  async removeAccount(accountId: string): Promise<void> {
    const folder = accountFolder(accountId);
    for (const [name, file] of this.open) {
      if (!name.startsWith(`${folder}/`)) continue;
      this.open.delete(name);
      await file.drop();
    }
    await this.files.remove(folder);
  }

  private async inAccountFolder(folder: string): Promise<FoundLog[]> {
    const logs: FoundLog[] = [];
    for (const { name } of await this.files.list(folder))
      logs.push(...(await this.inFolder(`${folder}/${name}`)));
    return logs;
  }

  private async inFolder(folder: string): Promise<FoundLog[]> {
    const entries = (await this.files.list(folder)).filter(({ name }) => name.endsWith(extension));
    const logs = await Promise.all(
      entries.map(async ({ name, modifiedAt }) => await this.read(`${folder}/${name}`, modifiedAt)),
    );
    return logs.filter((log) => log !== undefined);
  }

  /** Undefined when it was removed meanwhile. */
  private async read(name: string, modifiedAt: number): Promise<FoundLog | undefined> {
    // Before the file: what is written in between is then there twice, and not missed.
    const unwritten = this.open.get(name)?.unwritten ?? "";
    const bytes = await this.files.read(name);
    if (!bytes) return undefined;
    const text = new TextDecoder().decode(bytes);
    const id = name.slice(name.lastIndexOf("/") + 1, -extension.length);
    return { ...joinLog(readLines(`${text}\n${unwritten}`)), id, name, modifiedAt };
  }
}

function accountFolder(accountId: string): string {
  return `${root}/${safeName(accountId)}`;
}
