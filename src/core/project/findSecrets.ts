// Looks for secrets in the names of a deploy's files, and in as much of their texts as is quickly read.
import type { ArchiveFile } from "../archive/archive";
import { forEachParallel } from "../async/parallel";
import { forEachInSlices, Slices, sortedInSlices } from "../async/slices";
import { decodeText } from "../text/decodeText";
import {
  longestSecretTextBytes,
  looksLikeText,
  type SecretKind,
  secretByName,
  secretsInText,
} from "./secrets";

interface FoundSecret {
  readonly path: string;
  readonly kind: SecretKind;
  /** Line from 1, when the secret was found in the text. */
  readonly line?: number;
}

interface FindSecretsOptions {
  readonly signal: AbortSignal;
  /** Bytes to read at most, of all files together. */
  readonly maxTextBytes: number;
}

const filesAtOnce = 8;
/** Generated and full of checksums, or not text. */
const notLookedInto =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|Pipfile\.lock|Cargo\.lock|go\.sum)$|\.(map|svg|lock|png|jpe?g|gif|webp|ico|woff2?|ttf|mp[34]|zip|gz|pdf|wasm|so|dll|pyc)$/i;

/** The same contents come again after each answer of the user about a folder. */
const searched = new WeakMap<Uint8Array, ReturnType<typeof secretsInText>>();

/** Secrets of left-out files, too: their texts are not read. */
export async function secretsByName(
  files: readonly { readonly path: string; readonly isDirectory?: boolean }[],
): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  await forEachInSlices(files, ({ path, isDirectory }) => {
    const kind = isDirectory ? undefined : secretByName(path);
    if (kind) found.push({ path, kind });
  });
  return found;
}

/** Secrets in the texts, except of files that `secretsByName` finds; sorted by path. */
export async function findSecrets(
  files: readonly ArchiveFile[],
  { signal, maxTextBytes }: FindSecretsOptions,
): Promise<{ readonly secrets: FoundSecret[]; readonly unreadable: ReadonlyMap<string, unknown> }> {
  const found: FoundSecret[] = [];
  const unreadable = new Map<string, unknown>();
  const toRead: { readonly file: ArchiveFile; readonly depth: number }[] = [];
  const slices = new Slices();
  await forEachInSlices(
    files,
    (file) => {
      const { path, sizeBytes } = file;
      const isText = sizeBytes > 0 && sizeBytes <= longestSecretTextBytes && !notLookedInto.test(path);
      if (isText && !secretByName(path)) toRead.push({ file, depth: path.split("/").length });
    },
    slices,
  );
  // Settings lie near the top and are short: when not all can be read, those are.
  const shortFirst = await sortedInSlices(
    toRead,
    (a, b) => a.depth - b.depth || a.file.sizeBytes - b.file.sizeBytes,
    slices,
  );
  let leftBytes = maxTextBytes;
  const within: ArchiveFile[] = [];
  await forEachInSlices(
    shortFirst,
    ({ file }) => {
      leftBytes -= file.sizeBytes;
      if (leftBytes >= 0) within.push(file);
    },
    slices,
  );
  await slices.next();
  await forEachParallel(
    within,
    filesAtOnce,
    async (file) => {
      const bytes = await file.read().catch((error: unknown) => void unreadable.set(file.path, error));
      if (!bytes || bytes.byteLength > longestSecretTextBytes || !looksLikeText(bytes)) return;
      await slices.next();
      const secrets = searched.get(bytes) ?? secretsInText(decodeText(bytes));
      searched.set(bytes, secrets);
      for (const { kind, line } of secrets) found.push({ path: file.path, kind, line });
    },
    signal,
  );
  found.sort((a, b) => (a.path === b.path ? (a.line ?? 0) - (b.line ?? 0) : a.path < b.path ? -1 : 1));
  return { secrets: found, unreadable };
}
