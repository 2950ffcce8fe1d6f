// Decides when the `content` of GET files is the file to the byte. The service chose how to decode it and does not
// say how, so text is taken only where no other bytes could have become it.

/** Files up to this size are read as text first, in bytes; larger ones are downloaded. */
export const largestTextBytes = 1024 * 1024;

const binaryExtensions = new Set(
  (
    "7z a avif bin bmp br bz2 class db dll dylib eot exe flac gif gz heic ico jar jpeg jpg mkv mo mov mp3 mp4 o " +
    "ogg onnx otf parquet pdf pickle pkl png psd pt pyc pyd rar so sqlite sqlite3 tar tgz tif tiff ttf wasm wav " +
    "webm webp whl woff woff2 xls xlsx xz zip zst"
  ).split(" "),
);

/** True when `content` may hold the file: not too large, and not of a kind that is no text. */
export function mayBeText(name: string, sizeBytes: number): boolean {
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  return sizeBytes <= largestTextBytes && !binaryExtensions.has(extension);
}

/** True when a decoder has replaced what it could not read: the text is not the file, whatever its length. */
export function hasReplacedCharacters(text: string): boolean {
  // The length alone does not tell: F0 9F 98 41 becomes U+FFFD and "A", which is four bytes again.
  return /[\uFFFD\p{Surrogate}]/u.test(text);
}

/** The file's bytes when `text` is provably all of a file of `sizeBytes`, else undefined. */
export function exactBytes(text: string, sizeBytes: number): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(text);
  return bytes.length === sizeBytes && !hasReplacedCharacters(text) ? bytes : undefined;
}
