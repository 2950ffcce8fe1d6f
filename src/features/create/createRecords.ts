// Records of apps that are being created, one file each: the next start of a window tells what happened to an app whose
// window was closed. VS Code's own memory is written too late for a window that closes at that moment.
import * as vscode from "vscode";
import type { MachineFiles } from "../../core/disk/machineFiles";
import { CancelledError } from "../../core/errors/cancelledError";
import type { Logger } from "../../core/logger";
import type { App } from "../../core/model/model";
import { field, parseJson, readAs } from "../../core/parse";
import type { Heartbeat } from "../../editor/heartbeat";
import { newAppSettings } from "./createAppArgument";
import { createRecordNames, createRecordsFolder } from "./createRecordNames";
import type { OtherCreations } from "./findCreatedApp";

const createRecord = field.object({
  folder: field.text,
  accountId: field.text,
  settings: newAppSettings,
  /** Addresses of the folders that were open in the window. */
  openFolders: field.list(field.text),
  /** Ids of the apps that were there before; absent until the app is about to be sent. */
  knownAppIds: field.optional(field.list(field.text)),
  /** Time just before sending, by this machine's clock; absent until then. */
  sentAt: field.optional(field.number),
  /** Absent until the service has said it. */
  appId: field.optional(field.text),
});

export type CreateRecord = Readonly<ReturnType<typeof createRecord.parse>>;

/** An unfinished creation of a window that is gone. */
interface CutOffCreate {
  readonly record: CreateRecord;
  /** Never rejects. */
  others(): Promise<OtherCreations>;
  /** Nothing is left to report. Never rejects. */
  end(): Promise<void>;
}

interface CreateRecordsOptions {
  readonly files: MachineFiles;
  readonly heartbeat: Pick<Heartbeat, "id" | "isAlive">;
  readonly logger: Logger;
}

export class CreateRecords {
  private count = 0;
  private isClosed = false;

  constructor(private readonly options: CreateRecordsOptions) {}

  /** Keeps one record as its creation goes on. Its calls reject once the window closes: nothing more may be sent then. */
  journalOf(creation: Pick<CreateRecord, "folder" | "accountId" | "settings">): {
    begin(): Promise<void>;
    /** About to be sent; these apps were there before. */
    sending(knownAppIds: readonly string[], sentAt: number): Promise<void>;
    created(app: App): Promise<void>;
    /** Never rejects. */
    others(): Promise<OtherCreations>;
    /** Removes the record: the next start has nothing left to tell. Never rejects. */
    end(): Promise<void>;
  } {
    const name = this.newName(creation.accountId);
    let record: CreateRecord = { ...creation, openFolders: openFolders() };
    const put = async (more: Partial<CreateRecord>): Promise<void> => {
      record = { ...record, ...more };
      await this.put(name, record);
    };
    return {
      begin: () => put({}),
      sending: (knownAppIds, sentAt) => put({ knownAppIds: [...knownAppIds], sentAt }),
      created: ({ id }) => put({ appId: id }),
      others: () => this.others(record, name),
      end: () => this.remove(name),
    };
  }

  /**
   * Takes the unfinished creations of windows that are gone, one by one; no other window gets them while this one runs.
   * Rejects at the end when one could not be read.
   */
  async *takeCutOff(onlyOfThisWindow: boolean): AsyncGenerator<CutOffCreate> {
    const { files, heartbeat } = this.options;
    let failure: unknown;
    for (const name of await createRecordNames(files)) {
      try {
        if (await heartbeat.isAlive(windowOf(name))) continue;
        const record = await this.read(name);
        if (!record) await files.remove(name);
        if (!record || (onlyOfThisWindow && !isOfThisWindow(record))) continue;
        const own = this.newName(record.accountId);
        if (await files.rename(name, own))
          yield { record, others: () => this.others(record, own), end: () => this.remove(own) };
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure) throw failure;
  }

  /** The window closes: what is unfinished is reported at the next start, even if it ends before this process does. */
  dispose(): void {
    this.isClosed = true;
  }

  private async read(name: string): Promise<CreateRecord | undefined> {
    const bytes = await this.options.files.read(name);
    return bytes && readAs(createRecord, parseJson(new TextDecoder().decode(bytes)));
  }

  private async others({ accountId, settings }: CreateRecord, own: string): Promise<OtherCreations> {
    try {
      const folder = createRecordsFolder(accountId);
      const names = (await this.options.files.list(folder)).map(({ name }) => `${folder}/${name}`);
      const records = await Promise.all(names.filter((name) => name !== own).map((name) => this.read(name)));
      const same = records.filter(
        (each) => each?.settings.name === settings.name && each.sentAt !== undefined,
      );
      const appIds = same.flatMap((each) => each?.appId ?? []);
      return { appIds, isOpen: appIds.length < same.length };
    } catch {
      // The user is asked rather than given another window's app.
      return { appIds: [], isOpen: true };
    }
  }

  private newName(accountId: string): string {
    return `${createRecordsFolder(accountId)}/${this.options.heartbeat.id}.${++this.count}.json`;
  }

  private async put(name: string, record: CreateRecord): Promise<void> {
    if (this.isClosed) throw new CancelledError();
    const { files, logger } = this.options;
    try {
      await files.write(name, new TextEncoder().encode(JSON.stringify(record)), { isDurable: true });
    } catch (error) {
      // Nothing can be lost by creating: a full disk need not stop it.
      logger.warn(`A creation is not told of if the window is closed now: ${error}`);
    }
  }

  private async remove(name: string): Promise<void> {
    if (this.isClosed) return;
    const { files, logger } = this.options;
    await files.remove(name).catch((error: unknown) => {
      logger.warn(`A creation that has ended will be told of again: ${error}`);
    });
  }
}

function isOfThisWindow(record: CreateRecord): boolean {
  const open = openFolders();
  return record.openFolders.length === 0
    ? open.length === 0
    : record.openFolders.some((each) => open.includes(each));
}

function openFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
}

/** `newName` puts the window's id first. */
function windowOf(name: string): string {
  return name.split("/").at(-1)?.split(".")[0] ?? "";
}
