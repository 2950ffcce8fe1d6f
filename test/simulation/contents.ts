// Contents of simulated files. Each is created once, so that equal bytes mean the same write; many have equal
// sizes on purpose.
import { createHash } from "node:crypto";

export interface Content {
  readonly bytes: Uint8Array;
  readonly size: number;
  /** For messages. */
  readonly name: string;
  /** Half of an upload, or another accident: losing it is no loss. */
  readonly isDebris: boolean;
}

export type ContentKind = "text" | "binary" | "bom";

const encoder = new TextEncoder();

export class Contents {
  private readonly known = new Map<string, Content>();
  private readonly archives = new Map<Content, ReadonlyMap<string, Content>>();

  readonly empty = this.of(new Uint8Array());

  /** `isAscii`: only characters that every service decodes alike. */
  constructor(private readonly isAscii = true) {}

  make(name: string, size: number, kind: ContentKind = "text"): Content {
    const text = encoder.encode(this.isAscii || kind === "binary" ? `<${name}>` : `<${name}é>`);
    // Three bytes above ASCII: another decoding makes a text of a length that no other file has.
    const binary = [0xff, 0xfe, this.isAscii ? 0x00 : 0xfd];
    const head = kind === "text" ? [] : kind === "bom" ? [0xef, 0xbb, 0xbf] : binary;
    const bytes = new Uint8Array(Math.max(size, head.length + text.length)).fill(0x2e);
    bytes.set(head);
    bytes.set(text, head.length);
    return this.of(bytes, name);
  }

  /** By path. Its bytes are meaningless: only the simulated service unpacks it. */
  pack(files: ReadonlyMap<string, Content>): Content {
    const archive = this.of(
      encoder.encode([...files].map(([path, { name }]) => `${path} ${name}`).join("\n")),
    );
    this.archives.set(archive, files);
    return archive;
  }

  /** Undefined for anything but an archive. */
  filesIn(content: Content): ReadonlyMap<string, Content> | undefined {
    return this.archives.get(content);
  }

  /** Unknown bytes become debris. */
  of(bytes: Uint8Array, name?: string): Content {
    const key = keyOf(bytes);
    const known = this.known.get(key);
    if (known) return known;
    const isDebris = name === undefined && bytes.length > 0;
    const content: Content = {
      bytes: bytes.slice(),
      size: bytes.length,
      name:
        name ?? (bytes.length === 0 ? "empty" : `debris "${new TextDecoder().decode(bytes).slice(0, 24)}"`),
      isDebris,
    };
    this.known.set(key, content);
    return content;
  }
}

/** SHA-256, synchronous: a thread would make two runs differ. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
