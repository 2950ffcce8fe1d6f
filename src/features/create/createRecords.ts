// Which apps are being created from this workspace, remembered so that the next start of a window that was closed
// half way can say what happened.
import type { App } from "../../core/model/model";
import { field, readAs } from "../../core/outside/reading";
import type { StateMemory } from "../../editor/state/stateMemory";
import { newAppSettings } from "./createAppArgument";
import { createRecordsKey } from "./createRecordsKey";

const createRecord = field.object({
  folder: field.text,
  accountId: field.text,
  settings: newAppSettings,
  /** Ids of the apps that were there before; absent until the app is about to be sent. */
  knownAppIds: field.optional(field.list(field.text)),
  /** When it was about to be sent, by this machine's clock; absent until then. */
  sentAt: field.optional(field.number),
  /** Absent until the service has said it. */
  appId: field.optional(field.text),
});

/** One creation under way. */
export type CreateRecord = Readonly<ReturnType<typeof createRecord.parse>>;

const records = field.entries(createRecord);

export class CreateRecords {
  constructor(private readonly state: StateMemory) {}

  get all(): readonly CreateRecord[] {
    return Object.values(this.records);
  }

  async put(record: CreateRecord): Promise<void> {
    await this.state.update(createRecordsKey, {
      ...this.records,
      [record.folder]: record,
    });
  }

  async remove(folder: string): Promise<void> {
    const { [folder]: _done, ...rest } = this.records;
    await this.state.update(createRecordsKey, Object.keys(rest).length === 0 ? undefined : rest);
  }

  /** Keeps one record as its creation goes on. */
  journalOf(begun: CreateRecord): {
    sending(knownAppIds: readonly string[], sentAt: number): Promise<void>;
    created(app: App): Promise<void>;
  } {
    let record = begun;
    return {
      sending: async (knownAppIds, sentAt) => {
        record = { ...record, knownAppIds: [...knownAppIds], sentAt };
        await this.put(record);
      },
      created: async ({ id }) => {
        record = { ...record, appId: id };
        await this.put(record);
      },
    };
  }

  private get records(): Readonly<Record<string, CreateRecord>> {
    return readAs(records, this.state.get(createRecordsKey)) ?? {};
  }
}
