// An app's files in memory, without the engine: every call is one request.
import type { FileEntry } from "../../src/core/model/model";
import type { RememberedFiles } from "./rememberedFiles";

export function bareFiles(remote: RememberedFiles) {
  return {
    list: async (directory: string): Promise<readonly FileEntry[]> => {
      const { content } = await remote.observe(directory);
      return content.isDirectory ? content.entries : [];
    },
    readText: async (path: string): Promise<string | undefined> => {
      const { content } = await remote.observe(path);
      return content.isDirectory ? undefined : content.text;
    },
  };
}
