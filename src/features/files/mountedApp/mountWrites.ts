// Writes files of a mounted app: one change at a time per author, with a question about unseen remote changes.
import { Conflict } from "../../../appFiles/change/base";
import { CannotBackUp } from "../../../appFiles/change/change";
import { NotStored } from "../../../appFiles/change/prove";
import { requireUploadable } from "../../../appFiles/change/put";
import type { Stored } from "../../../appFiles/change/putJob";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { FileProblem, isFileProblem } from "../../../core/errors/fileProblem";
import type { FileEntry } from "../../../core/model/model";
import { isSafeEntryName, nameOf, parentOf } from "../../../core/paths/appPath";
import { ConflictQuestions } from "../asks/conflictQuestions";
import type { Writer } from "./authors";
import type { MountWriteOptions, RunUpload } from "./mountOptions";
import type { MountParts } from "./mountParts";

/** `order` is the write's place among all changes that were requested. */
interface OrderedWriter extends Writer {
  readonly order: number;
}

interface Agreed {
  /** Remote files that may be replaced, by hash or version. */
  readonly found: Set<string | undefined>;
  /** A remote file that may be lost without a backup. */
  loss?: CannotBackUp;
  /** A path with almost the same name, which may exist beside the new file. */
  alike?: string;
}

export class MountWrites {
  private readonly questions: ConflictQuestions;

  constructor(private readonly parts: MountParts) {
    this.questions = new ConflictQuestions(parts.options.askConflict);
  }

  async writeFile(path: string, bytes: Uint8Array, options: MountWriteOptions): Promise<FileChange> {
    if (path === "/") throw new FileProblem("root", path);
    // Before the permission is awaited: a save belongs to the document that has just announced it.
    const writer = { ...this.parts.authors.writer(path, bytes), order: this.parts.files.nextOrder() };
    await this.parts.requirePermission("canEdit", path);
    requireUploadable(path);
    return await this.parts.replace(path, async () => {
      const stored = await this.write(path, bytes, options, writer);
      return { type: stored.replaced ? "changed" : "created", path };
    });
  }

  /** Asks about each conflict outside of the queue, so that no other change waits for the answer; then starts again. */
  private async write(
    path: string,
    bytes: Uint8Array,
    options: MountWriteOptions,
    writer: OrderedWriter,
  ): Promise<Stored> {
    const agreed: Agreed = { found: new Set() };
    const runUpload: RunUpload =
      this.parts.options.runUpload ??
      ((_file, work, { signal }) =>
        work({ signal: signal ?? new AbortController().signal, started: () => undefined }));
    const work = async (transfer: { readonly signal: AbortSignal; started(): void }): Promise<Stored> => {
      for (;;) {
        try {
          return await this.put(
            path,
            bytes,
            { ...options, signal: transfer.signal },
            {
              writer,
              agreed,
              onSending: () => transfer.started(),
            },
          );
        } catch (error) {
          // Part of the author's own upload is not a change by others.
          if (error instanceof NotStored && error.found.hash !== undefined && error.found.isPart)
            writer.sent(error.found.hash);
          await this.askAbout(error, path, agreed);
        }
      }
    };
    const { signal, canRetry } = options;
    return await runUpload({ path, sizeBytes: bytes.byteLength }, work, { signal, canRetry });
  }

  /** Asks about what stopped the write, and notes a yes. Rejects after a no, and with any other error. */
  private async askAbout(error: unknown, path: string, agreed: Agreed): Promise<void> {
    const { askReplace, askAlike } = this.parts.options;
    if (error instanceof Conflict) {
      const found = error.found.hash ?? versionText(error.found.entry);
      if ((await this.questions.ask(path, found)) === "cancel") throw error;
      agreed.found.add(found);
    } else if (error instanceof CannotBackUp) {
      if (!(await askReplace(path))) throw new FileProblem("declined", path);
      agreed.loss = error;
    } else if (isFileProblem(error, "alike")) {
      const { detail: alike = "" } = error;
      if (!(await askAlike(path, alike))) throw new FileProblem("declined", path);
      agreed.alike = alike;
    } else throw error;
  }

  private async put(
    path: string,
    bytes: Uint8Array,
    options: MountWriteOptions,
    {
      writer,
      agreed,
      onSending,
    }: {
      readonly writer: OrderedWriter;
      readonly agreed: Readonly<Agreed>;
      readonly onSending: () => void;
    },
  ): Promise<Stored> {
    const stored = await this.parts.files.put(path, bytes, {
      author: writer.name,
      order: writer.order,
      priority: options.priority ?? "interactive",
      signal: options.signal,
      lossAgreed: agreed.loss,
      mayStandBeside: (alike) => alike === agreed.alike,
      require: (found) => {
        this.requireWritable(path, found, options);
        if (writer.isBlind && bytes.byteLength === 0 && (found?.sizeBytes ?? 0) > 0)
          throw new FileProblem("wouldEmpty", path);
      },
      base: {
        kind: "judged",
        accepts: (found, hash) => agreed.found.has(hash ?? versionText(found)) || writer.accepts(found, hash),
      },
      onWillSend: (hash) => {
        writer.sent(hash);
        onSending();
      },
    });
    writer.stored({ bytes, hash: stored.hash }, stored.entry);
    return stored;
  }

  private requireWritable(path: string, found: FileEntry | undefined, options: MountWriteOptions): void {
    if (found?.type === "directory" || this.parts.pending.has(path))
      throw new FileProblem("isDirectory", path);
    if (found && !options.overwrite) throw new FileProblem("exists", path);
    if (!found && !options.create) throw new FileProblem("notFound", path);
  }

  async createDirectory(path: string): Promise<FileChange> {
    if (path === "/") throw new FileProblem("exists", path);
    await this.parts.requirePermission("canEdit", path);
    if (!isSafeEntryName(nameOf(path))) throw new FileProblem("badName", path);
    if (await this.parts.folders.statOrUndefined(path)) throw new FileProblem("exists", path);
    const parent = await this.parts.folders.stat(parentOf(path));
    if (parent.type !== "directory") throw new FileProblem("notDirectory", parentOf(path));
    this.parts.pending.add(path, this.parts.clock.now());
    return { type: "created", path };
  }
}

/** Identifies a remote file that is too large to be hashed. */
function versionText(entry: FileEntry | undefined): string | undefined {
  return entry && `${entry.sizeBytes} ${entry.modifiedAt}`;
}
