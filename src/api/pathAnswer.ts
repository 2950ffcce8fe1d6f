// What the service answers when it is asked for a path (docs/interface.md#read-a-path).

import type { PathContent } from "../core/model/model";

export interface PathAnswer {
  readonly content: PathContent;
  /** How many entries are in the folder that are not shown: they have odd names, or are in no known shape. */
  readonly hidden: number;
  /** The service's own time of the answer, in milliseconds since the epoch, cut to seconds; from its Date header. */
  readonly serviceTime: number | undefined;
}
