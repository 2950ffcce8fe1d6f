// What the engine asks of the service for the files of one app: four of docs/interface.md#endpoints. No other code
// sends these requests.
import type { CallOptions, DownloadOptions, SendOptions } from "../../api/http/exchange";
import type { Deletion, PathAnswer } from "../../api/wire/answers";
import type { ServiceError } from "../../core/errors/serviceError";

interface FailedUpload {
  readonly bytes: Uint8Array;
  readonly failure?: ServiceError | undefined;
  readonly isSure: boolean;
}

/** `ended` is told last and always. */
interface UploadOutcome {
  /** The upload is the one that shows how paths are spelled: it is worth looking elsewhere for it soon. */
  isTrial(path: string): boolean;
  /** The upload is proved to stand at its path. */
  proved(path: string): void;
  /**
   * It is not seen at its path, or was refused with `failure`; `isSure` once a listing that lags behind would show it.
   * True when it was found out how the service spells an upload's path, and what landed elsewhere is removed: then it is
   * worth sending again. Rejects only with a ServiceError "misplaced": it stands elsewhere, and that cannot be put right.
   */
  failed(path: string, upload: FailedUpload): Promise<boolean>;
  ended(path: string): void;
}

/** Every call rejects with a ServiceError, or with the reason of the caller's signal. */
export interface AppWire {
  /** docs/interface.md#read-a-path. */
  observe(path: string, options?: CallOptions): Promise<PathAnswer>;
  /** docs/interface.md#upload-a-file. */
  upload(path: string, bytes: Uint8Array, options?: SendOptions): Promise<void>;
  /** Told what became of uploads, where it has to be learnt how the service spells their paths. */
  readonly uploadOutcome?: UploadOutcome | undefined;
  /** docs/interface.md#download-a-file. */
  download(path: string, options?: DownloadOptions): Promise<Uint8Array>;
  /** The text of a response proves nothing, as the service was seen to lose characters; false until it was. */
  losesCharacters?(): boolean;
  /** docs/interface.md#delete-files. */
  remove(paths: readonly string[], options?: SendOptions): Promise<Deletion>;
  /** Whether a deletion that is asked for now could be sent at once. */
  canRemoveNow(): boolean;
  /** The longest wait for one answer, in milliseconds. */
  readonly timeoutMs: number;
}
