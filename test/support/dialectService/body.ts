// Reads what a request carries.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { Refusal } from "./refusal";

/** With or without a socket. */
export type Incoming = Readable & Pick<IncomingMessage, "method" | "url" | "headers">;

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: { readonly name: string; readonly bytes: Buffer };
}

/** With its one file; a form without the field `file` is refused. */
export async function readForm(incoming: Incoming): Promise<Form> {
  const type = incoming.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) throw new Refusal(400, "Not a form");
  const parser = busboy({ headers: incoming.headers, preservePath: true, defParamCharset: "utf8" });
  const fields = new Map<string, string>();
  const chunks: Buffer[] = [];
  let name: string | undefined;
  parser.on("field", (field, value) => void fields.set(field, value));
  parser.on("file", (field, stream, { filename }) => {
    if (field === "file") name = filename;
    stream.on("data", (chunk: Buffer) => {
      if (field === "file") chunks.push(chunk);
    });
  });
  await pipeline(incoming, parser);
  if (name === undefined || name === "" || /[/\\]/.test(name)) throw new Refusal(400, "No usable file");
  return { fields, file: { name, bytes: Buffer.concat(chunks) } };
}

/** Anything else is refused. */
export async function readJson(incoming: Incoming): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new Refusal(400, "Not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal(400, "Not an object");
  return { ...value };
}
