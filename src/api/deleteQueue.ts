// Deletions that wait for their turn: those of one app become one request (interface.md DELETE /v1/apps/{appId}/files).
import { normalizeAppPath } from "../core/appPath";
import type { CallOptions } from "./callOptions";
import type { Calls } from "./calls";
import type { Lane } from "./lane";
import { requireFilePath } from "./requestBodies";
import { routes } from "./routes";
import { readDeletion } from "./schemas";
import { type Batch, SharedRequests } from "./sharedRequests";

/** What the service said of the paths that were asked for. A path may be in neither list. */
export interface Deletion {
  readonly deleted: string[];
  readonly failed: string[];
}

interface DeleteAsk {
  readonly paths: readonly string[];
  readonly options: CallOptions;
}

export class DeleteQueue {
  private readonly requests: SharedRequests<DeleteAsk, Deletion>;

  constructor(
    private readonly calls: Calls,
    private readonly lane: Lane,
    private readonly timeoutMs: (options: CallOptions) => number,
  ) {
    this.requests = new SharedRequests((appId, batch) => this.send(appId, batch));
  }

  /** Resolves with what became of `paths`, spelled as they were asked for; rejects with a ServiceError. */
  async remove(appId: string, paths: readonly string[], options: CallOptions): Promise<Deletion> {
    for (const path of paths) requireFilePath(path);
    if (paths.length === 0) return { deleted: [], failed: [] };
    const { deleted, failed } = await this.requests.join(appId, { paths, options }, options);
    const among = (answered: readonly string[]): string[] => {
      const known = new Set(answered.map(normalizeAppPath));
      return paths.filter((path) => known.has(normalizeAppPath(path)));
    };
    return { deleted: among(deleted), failed: among(failed) };
  }

  private async send(appId: string, batch: Batch<DeleteAsk>): Promise<Deletion> {
    const route = routes.files(appId);
    let options: CallOptions = {};
    const request = () => {
      const asks = batch.take();
      options = asks[0]?.options ?? {};
      const files = [...new Set(asks.flatMap(({ paths }) => paths))];
      const timeoutMs = Math.max(...asks.map((ask) => this.timeoutMs(ask.options)));
      return { method: "DELETE" as const, route, json: { files }, answer: "json" as const, timeoutMs };
    };
    const answer = await this.calls.run(
      { lane: this.lane, request },
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
    return readDeletion(answer.json, { method: "DELETE", template: route.template });
  }
}
