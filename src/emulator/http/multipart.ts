// Reads a multipart form. Its file is streamed to disk, since it may be large.
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy, { type Busboy } from "busboy";
import { shownSize } from "../base/sizeLimits";
import { BadRequest, type HttpError, TooLarge } from "./httpErrors";

export interface UploadedForm {
  readonly fields: ReadonlyMap<string, string>;
  /** The field `file`: the sent name, and the path on disk. */
  readonly file: { readonly name: string; readonly path: string } | undefined;
}

/** Deletes the file afterwards unless `use` has moved it. */
export async function withForm<T>(
  incoming: IncomingMessage,
  options: { readonly temporaryPath: string; readonly maxFileBytes: number },
  use: (form: UploadedForm) => Promise<T>,
): Promise<T> {
  try {
    return await use(await readForm(incoming, options.temporaryPath, options.maxFileBytes));
  } finally {
    await rm(options.temporaryPath, { force: true });
  }
}

async function readForm(
  incoming: IncomingMessage,
  path: string,
  maxFileBytes: number,
): Promise<UploadedForm> {
  const parser = createParser(incoming, maxFileBytes);
  const fields = new Map<string, string>();
  let file: UploadedForm["file"];
  let problem: HttpError | undefined;
  const writing: Promise<void>[] = [];

  parser.on("field", (name, value) => {
    fields.set(name, value);
  });
  parser.on("filesLimit", () => {
    problem ??= new BadRequest("The form may hold one file only.");
  });
  parser.on("file", (field, stream, { filename }) => {
    // Ending a part early also ends the form, which handles the error.
    stream.on("error", () => undefined);
    if (field !== "file") {
      problem ??= new BadRequest(`The file must be in the field "file", not in "${field}".`);
      stream.resume();
      return;
    }
    file = { name: filename ?? "", path };
    stream.once("limit", () => {
      problem = new TooLarge(`The file is larger than ${shownSize(maxFileBytes)}.`);
    });
    const written = pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    // Handled below; until then it must not count as an unhandled rejection.
    written.catch(() => undefined);
    writing.push(written);
  });

  try {
    await feed(parser, incoming);
    await Promise.all(writing);
  } catch (error) {
    if (problem) throw problem;
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw error;
    throw new BadRequest("The request's body isn't a complete multipart form.");
  }
  if (problem) throw problem;
  return { fields, file };
}

function createParser(incoming: IncomingMessage, maxFileBytes: number): Busboy {
  const type = incoming.headers["content-type"];
  try {
    if (type === undefined || !/^multipart\/form-data\b/i.test(type)) throw new BadRequest("no form");
    return busboy({
      headers: incoming.headers,
      preservePath: true,
      defParamCharset: "utf8",
      // busboy reports a file that reaches the limit as over it.
      limits: { files: 1, fields: 50, fieldSize: 64 * 1024, fileSize: maxFileBytes + 1 },
    });
  } catch {
    throw new BadRequest("The request must be a multipart form with a file.");
  }
}

/** Resolves when the parser is done. Keeps the request open even when it fails, for the response. */
function feed(parser: Writable, incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once("close", resolve);
    // More errors may follow the first.
    parser.on("error", (error) => {
      incoming.unpipe(parser);
      incoming.resume();
      reject(error);
    });
    incoming.once("error", (error) => parser.destroy(error));
    incoming.pipe(parser);
  });
}
