// Reads a multipart form. The one file goes straight to the disk, so that a large one never stands in memory.
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { shownSize } from "../sizeLimits";
import { BadRequest, type HttpError, TooLarge } from "./httpErrors";

export interface UploadedForm {
  readonly fields: ReadonlyMap<string, string>;
  /** The field `file`: its name as it was sent, and where its bytes are now. */
  readonly file: { readonly name: string; readonly path: string } | undefined;
}

/** Reads the form and gives it to `use`; the file is removed afterwards unless `use` has moved it away. */
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
  parser.on("file", (field, stream, name) => {
    if (field !== "file") {
      problem ??= new BadRequest(`The file must be in the field "file", not in "${field}".`);
      stream.resume();
      return;
    }
    file = { name, path };
    stream.once("limit", () => {
      problem = new TooLarge(`The file is larger than ${shownSize(maxFileBytes)}.`);
    });
    const written = pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    // The failure is met below; until then it must not count as one that nobody handles.
    written.catch(() => undefined);
    writing.push(written);
  });

  try {
    await pipeline(incoming, parser);
    await Promise.all(writing);
  } catch (error) {
    if (problem) throw problem;
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw error;
    throw new BadRequest("The request's body isn't a complete multipart form.");
  }
  if (problem) throw problem;
  return { fields, file };
}

function createParser(incoming: IncomingMessage, maxFileBytes: number): BusboyInstance {
  const type = incoming.headers["content-type"];
  try {
    if (type === undefined || !/^multipart\/form-data\b/i.test(type)) throw new BadRequest("no form");
    const headers: BusboyHeaders = { ...incoming.headers, "content-type": type };
    const limits = { files: 1, fields: 50, fieldSize: 64 * 1024, fileSize: maxFileBytes };
    return new Busboy({ headers, preservePath: true, limits });
  } catch {
    throw new BadRequest("The request must be a multipart form with a file.");
  }
}
