// Names of the records of unfinished creations. Every start looks for them, so this stands apart from createRecords.ts.
import type { MachineFiles } from "../../core/disk/machineFiles";

const root = "creating";

/** The folder of an account's records: signing out deletes it. */
export function createRecordsFolder(accountId: string): string {
  return `${root}/${accountId}`;
}

/** Records of all windows and accounts. Rejects when the disk fails. */
export async function createRecordNames(files: MachineFiles): Promise<readonly string[]> {
  const names: string[] = [];
  for (const account of await files.list(root)) {
    const folder = createRecordsFolder(account.name);
    for (const { name } of await files.list(folder)) names.push(`${folder}/${name}`);
  }
  return names;
}
