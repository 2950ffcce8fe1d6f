// What the engine needs of the service for one app's files. No feature sends these requests.

import type { Deletion, PathAnswer } from "../../api/dialect/answers";
import type { Recovery, UnseenUpload, UploadDoubt } from "../../api/dialect/uploadDialect";
import type { CallOptions, DownloadOptions, SendOptions } from "../../api/http/exchange";

export type FailedUpload = Omit<UnseenUpload, "path">;

interface UploadOutcome {
  /** Defined while it may land elsewhere: it is then read back, and a "trial" looked for after one listing. */
  doubtOf(path: string): UploadDoubt | undefined;
  proved(path: string): void;
  /**
   * It is not at its path, or was refused with `failure`; `isSure` once a lagging listing would show it. Rejects
   * only with "misplaced".
   */
  failed(path: string, upload: FailedUpload): Promise<Recovery>;
  ended(path: string): void;
}

/** Calls reject with a ServiceError, or with the reason of the caller's signal. */
export interface FileService {
  /** docs/interface.md#read-a-path */
  observe(path: string, options?: CallOptions): Promise<PathAnswer>;
  /** docs/interface.md#upload-a-file */
  upload(path: string, bytes: Uint8Array, options?: SendOptions): Promise<void>;
  /** Absent where no dialect is to be detected. */
  readonly uploadOutcome?: UploadOutcome | undefined;
  /** docs/interface.md#download-a-file */
  download(path: string, options?: DownloadOptions): Promise<Uint8Array>;
  /** Text in responses has lost characters, so it proves nothing. */
  losesCharacters?(): boolean;
  /** docs/interface.md#delete-files */
  remove(paths: readonly string[], options?: SendOptions): Promise<Deletion>;
  /** The rate limit is free. */
  canRemoveNow(): boolean;
  readonly timeoutMs: number;
}
