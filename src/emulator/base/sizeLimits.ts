// Limits of sizes. Tests use smaller ones.

export interface SizeLimits {
  readonly uploadBytes: number;
  readonly archiveBytes: number;
  /** Of an unpacked archive, against zip bombs. */
  readonly unpackedBytes: number;
  readonly unpackedEntries: number;
  /** A file whose text GET files returns; larger ones can only be downloaded. */
  readonly contentBytes: number;
  readonly jsonBytes: number;
}

const MB = 1024 * 1024;

export const sizeLimits: SizeLimits = {
  uploadBytes: 256 * MB,
  archiveBytes: 512 * MB,
  unpackedBytes: 2048 * MB,
  unpackedEntries: 50_000,
  contentBytes: 32 * MB,
  jsonBytes: 4 * MB,
};

/** "256 MB", "900 bytes" */
export function shownSize(bytes: number): string {
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${bytes} bytes`;
}
