const megabyte = 1024 * 1024;
/** Above this the user is asked first. */
export const largeArchiveBytes = 100 * megabyte;
/** A larger archive is not sent, nor is a larger file. */
export const mostArchiveBytes = 200 * megabyte;

const packedEndings = new Set(
  "7z avif br bz2 docx flac gif gz heic jar jpeg jpg m4a mkv mov mp3 mp4 npz ogg pdf png pptx rar tgz war webm webp whl woff woff2 xlsx xz zip zst".split(
    " ",
  ),
);
const binaryEndings = new Set(
  "bin class db dll dylib exe ico node npy o onnx pickle pkl pt pyd so sqlite sqlite3 ttf wasm wav".split(
    " ",
  ),
);

const packedShare = 1;
const binaryShare = 0.5;
const textShare = 0.3;
const entryHeaderBytes = 120;

/**
 * The estimated size of an archive of these files, in bytes, guessed from their names: good enough to decide on, and
 * shown as a guess.
 */
export function estimatePackedBytes(
  files: readonly { readonly path: string; readonly sizeBytes: number }[],
): number {
  let bytes = 0;
  for (const { path, sizeBytes } of files) bytes += entryHeaderBytes + sizeBytes * shareOf(path);
  return Math.round(bytes);
}

function shareOf(path: string): number {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  if (packedEndings.has(ending)) return packedShare;
  return binaryEndings.has(ending) ? binaryShare : textShare;
}
