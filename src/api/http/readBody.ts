// Reads a response's body with a limit while it arrives: a service may send without end.

export class TooLong extends Error {
  override readonly name = "TooLong";
}

interface BodyOptions {
  /** A longer body rejects with `TooLong` and is read no further. */
  readonly mostBytes: number;
  readonly onChunk?: ((bytes: Uint8Array) => Promise<void> | void) | undefined;
}

export async function readBody(response: Response, options: BodyOptions): Promise<Uint8Array> {
  const { mostBytes, onChunk } = options;
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > mostBytes) throw new TooLong(`more than ${mostBytes} bytes`);
      if (onChunk) await onChunk(read.value);
      else chunks.push(read.value);
    }
  } catch (error) {
    // Frees the connection; a failure to do so has no effect.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
  return joined(chunks, onChunk ? 0 : length);
}

/** At most `mostBytes`; the rest is not read. */
export async function readBeginning(response: Response, mostBytes: number): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length < mostBytes) continue;
    void reader.cancel().catch(() => undefined);
    break;
  }
  return joined(chunks, length).subarray(0, mostBytes);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
