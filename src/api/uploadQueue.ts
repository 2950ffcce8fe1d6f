// Uploads that wait for their turn: a newer one to the same path takes the place of an older
// (interface.md POST /v1/apps/{appId}/upload).
import { parentOf } from "../core/appPath";
import type { Wire } from "../core/wire";
import type { CallOptions } from "./callOptions";
import type { Calls } from "./calls";
import type { Lane } from "./lane";
import { requireUploadPath, uploadForm } from "./requestBodies";
import { routes } from "./routes";
import { type Batch, SharedRequests } from "./sharedRequests";
import { withTransferTime } from "./transferTime";

/** One upload that was started. The same object is told to every caller whose upload it stands for. */
export interface UploadStart {
  /** The content that is sent: a newer caller's, when that took this one's place. */
  readonly bytes: Uint8Array;
  /** True while no newer upload to the same path has been asked for. */
  readonly isNewest: () => boolean;
}

export interface UploadOptions extends CallOptions {
  /** From the lane's `takeTurn`: uploads of one priority go in this order. */
  readonly turn?: number | undefined;
  /** A last check right before the upload starts; when it rejects, nothing is sent and the upload rejects so. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /** Told each time the upload is started; again when it is sent again after a 429. */
  readonly onDidStart?: ((start: UploadStart) => void) | undefined;
}

export interface UploadTarget {
  readonly appId: string;
  readonly path: string;
}

interface UploadAsk {
  /** Counts up: the higher of two is the newer. */
  readonly turn: number;
  isStarted: boolean;
  readonly target: UploadTarget;
  readonly bytes: Uint8Array;
  readonly options: UploadOptions;
}

export class UploadQueue {
  private readonly requests: SharedRequests<UploadAsk, void>;
  /** The turn of the newest ask for each path. */
  private readonly newest = new Map<string, number>();
  private turns = 0;

  constructor(
    private readonly calls: Calls,
    private readonly lane: Lane,
    private readonly wire: () => Wire,
    private readonly timeoutMs: (options: CallOptions) => number,
  ) {
    this.requests = new SharedRequests((key, batch) => this.send(key, batch));
  }

  /** Resolves when the service has taken this content or a newer one of the same path; rejects with a ServiceError. */
  async upload(target: UploadTarget, bytes: Uint8Array, options: UploadOptions): Promise<void> {
    requireUploadPath(target.path);
    options.signal?.throwIfAborted();
    const key = JSON.stringify([target.appId, target.path]);
    // The caller may go on using its array while this waits.
    const ask: UploadAsk = { turn: ++this.turns, isStarted: false, target, bytes: bytes.slice(), options };
    const before = this.newest.get(key) ?? 0;
    this.newest.set(key, ask.turn);
    try {
      await this.requests.join(key, ask, options);
    } finally {
      // Left without having been sent: the one before is the newest again.
      if (!ask.isStarted && this.newest.get(key) === ask.turn) this.newest.set(key, before);
    }
  }

  private async send(key: string, batch: Batch<UploadAsk>): Promise<void> {
    let options: CallOptions = {};
    const request = () => {
      const asks = batch.take();
      const ask = newestOf(asks);
      options = ask.options;
      const start: UploadStart = { bytes: ask.bytes, isNewest: () => this.newest.get(key) === ask.turn };
      for (const shared of asks) {
        shared.isStarted = true;
        shared.options.onDidStart?.(start);
      }
      const { appId, path } = ask.target;
      const wire = this.wire();
      const target = wire.uploadTarget === "file" ? path : parentOf(path);
      return {
        method: "POST" as const,
        route: routes.upload(appId),
        query: target === "/" ? {} : { [wire.pathParameter]: target },
        form: uploadForm(path, new Blob([ask.bytes as Uint8Array<ArrayBuffer>])),
        answer: "json" as const,
        timeoutMs: withTransferTime(this.timeoutMs(options), ask.bytes.length),
      };
    };
    await this.calls.run(
      { lane: this.lane, turn: batch.asks()[0]?.options.turn, prepare: () => checkNewest(batch), request },
      {
        get priority() {
          return batch.priority;
        },
        signal: batch.signal,
        get deadlineMs() {
          return options.deadlineMs;
        },
      },
    );
  }
}

/** Runs the newest caller's check; a caller that comes meanwhile has its own. */
async function checkNewest(batch: Batch<UploadAsk>): Promise<void> {
  for (;;) {
    const ask = newestOf(batch.asks());
    try {
      await ask.options.beforeSend?.();
    } catch (error) {
      if (newestOf(batch.asks()) === ask) throw error;
      continue;
    }
    if (newestOf(batch.asks()) === ask) return;
  }
}

function newestOf(asks: readonly UploadAsk[]): UploadAsk {
  const newest = asks.at(-1);
  if (!newest) throw new DOMException("Every caller has left.", "AbortError");
  return newest;
}
