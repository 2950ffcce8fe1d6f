// Work on many things, some of them at a time.

/**
 * Runs `work` for every item, at most `limit` at a time, in order. The first failure, or an aborted signal, lets
 * nothing more start, waits for what runs, and rejects.
 */
export async function forEachParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let next = 0;
  let failed: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const index = next++;
      try {
        signal?.throwIfAborted();
        await work(items[index] as T, index);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failed) throw failed.error;
}
