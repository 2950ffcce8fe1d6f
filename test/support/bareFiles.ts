// An app's files in memory as search and follow see them, without an engine in between: every call is one request.
import type { CallOptions } from "../../src/api/callOptions";
import type { FileEntry } from "../../src/core/model/model";
import type { RememberedFiles } from "./rememberedFiles";

export interface BareFiles {
  list(directory: string): Promise<readonly FileEntry[]>;
  readText(path: string, entry?: FileEntry, options?: CallOptions): Promise<string | undefined>;
}

export function bareFiles(remote: RememberedFiles): BareFiles {
  return {
    list: async (directory) => {
      const { content } = await remote.observe(directory);
      return content.isDirectory ? content.entries : [];
    },
    readText: async (path) => {
      const { content } = await remote.observe(path);
      return content.isDirectory ? undefined : content.text;
    },
  };
}
