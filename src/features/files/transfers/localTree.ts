// The files on this machine that are to be uploaded. What cannot be read is named and the rest goes on. Knows nothing
// of VS Code: places are whatever the reader understands.
import type { TransferProblem } from "./transferProblem";

/** What is at a place on this machine. */
export interface LocalEntry {
  readonly type: "file" | "directory" | "other";
  readonly isLink: boolean;
}

/** How places are read. */
export interface LocalReader<Place> {
  look(place: Place): Promise<LocalEntry>;
  list(place: Place): Promise<readonly (LocalEntry & { readonly name: string })[]>;
  join(place: Place, name: string): Place;
  /** The last name of a place. */
  nameOf(place: Place): string;
}

/** A file to upload; `path` begins with the name of what was chosen, such as "site/css/main.css". */
export interface LocalFile<Place> {
  readonly path: string;
  readonly place: Place;
}

/** What was chosen, read through. */
export interface LocalTree<Place> {
  readonly files: readonly LocalFile<Place>[];
  /** Folders that hold no file at any depth. */
  readonly emptyFolders: readonly string[];
  readonly failed: readonly { readonly path: string; readonly problem: TransferProblem }[];
}

/** Reads what was chosen, folders with all they hold, in the order of the choice and of the names. */
export async function readLocalTree<Place>(
  sources: readonly Place[],
  reader: LocalReader<Place>,
  signal: AbortSignal,
): Promise<LocalTree<Place>> {
  const files: LocalFile<Place>[] = [];
  const emptyFolders: string[] = [];
  const failed: { path: string; problem: TransferProblem }[] = [];
  const places = new Set<string>();

  const add = async (path: string, place: Place, look: () => Promise<LocalEntry>): Promise<void> => {
    signal.throwIfAborted();
    const fail = (problem: TransferProblem): void => void failed.push({ path, problem });
    try {
      const { type, isLink } = await look();
      if (path === "") return fail({ kind: "badName" });
      if (type === "other") return fail({ kind: "special" });
      if (type === "directory") return isLink ? fail({ kind: "link" }) : await addFolder(path, place);
      if (places.has(path)) return fail({ kind: "duplicate" });
      places.add(path);
      files.push({ path, place });
    } catch (error) {
      signal.throwIfAborted();
      fail({ kind: "unreadable", error });
    }
  };
  const addFolder = async (path: string, place: Place): Promise<void> => {
    const entries = [...(await reader.list(place))].sort((a, b) => (a.name < b.name ? -1 : 1));
    const before = files.length + failed.length + emptyFolders.length;
    for (const entry of entries)
      await add(`${path}/${entry.name}`, reader.join(place, entry.name), async () => entry);
    if (files.length + failed.length + emptyFolders.length === before) emptyFolders.push(path);
  };

  for (const place of sources) await add(reader.nameOf(place), place, () => reader.look(place));
  return { files, emptyFolders, failed };
}
