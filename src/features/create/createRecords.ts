// Which apps are being created from this workspace, remembered so that the next start of a window that was closed
// half way can say what happened.
import type * as vscode from "vscode";
import type { App, NewAppSettings } from "../../core/model/model";
import { createRecordsKey } from "./createRecordsKey";

/** One creation under way. */
export interface CreateRecord {
  readonly folder: string;
  readonly accountId: string;
  readonly settings: NewAppSettings;
  /** Ids of the apps that were there before; absent until the app is about to be sent. */
  readonly knownAppIds?: readonly string[];
  /** Absent until the service has said it. */
  readonly appId?: string;
}

type Records = Readonly<Record<string, CreateRecord>>;

export class CreateRecords {
  constructor(private readonly state: vscode.Memento) {}

  get all(): readonly CreateRecord[] {
    return Object.values(this.state.get<Records>(createRecordsKey, {}));
  }

  async put(record: CreateRecord): Promise<void> {
    await this.state.update(createRecordsKey, {
      ...this.state.get<Records>(createRecordsKey, {}),
      [record.folder]: record,
    });
  }

  async remove(folder: string): Promise<void> {
    const { [folder]: _done, ...rest } = this.state.get<Records>(createRecordsKey, {});
    await this.state.update(createRecordsKey, Object.keys(rest).length === 0 ? undefined : rest);
  }

  /** Keeps one record as its creation goes on. */
  journalOf(begun: CreateRecord): {
    sending(knownAppIds: readonly string[]): Promise<void>;
    created(app: App): Promise<void>;
  } {
    let record = begun;
    return {
      sending: async (knownAppIds) => {
        record = { ...record, knownAppIds };
        await this.put(record);
      },
      created: async ({ id }) => {
        record = { ...record, appId: id };
        await this.put(record);
      },
    };
  }
}
