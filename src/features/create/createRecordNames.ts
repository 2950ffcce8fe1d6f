// Where unfinished creations are kept; looked for at start, so it stands apart from what reads and writes them.
import type { MachineFiles } from "../../core/disk/machineFiles";

const root = "creating";

/** The folder of an account's records: signing out deletes it. */
export function createRecordsFolder(accountId: string): string {
  return `${root}/${accountId}`;
}

/** Of all windows and accounts. Rejects when the disk fails. */
export async function createRecordNames(files: MachineFiles): Promise<readonly string[]> {
  const names: string[] = [];
  for (const account of await files.list(root)) {
    const folder = createRecordsFolder(account.name);
    for (const { name } of await files.list(folder)) names.push(`${folder}/${name}`);
  }
  return names;
}
