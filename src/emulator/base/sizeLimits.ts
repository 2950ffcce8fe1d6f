// How much the service takes. Tests start it with smaller figures.

export interface SizeLimits {
  /** One uploaded file. */
  readonly uploadBytes: number;
  /** The archive of a new application. */
  readonly archiveBytes: number;
  /** What an archive may unpack to, against archives that are small and unpack to a disk full of zeros. */
  readonly unpackedBytes: number;
  readonly unpackedEntries: number;
  /** A file whose text is read through a listing; larger ones can be downloaded. */
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

/** The figure for a sentence: "256 MB", "900 bytes". */
export function shownSize(bytes: number): string {
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${bytes} bytes`;
}
