// Which window has taken over an operation that another one left unfinished: one file for each time that it is taken over,
// since the window that took it over may close, too.
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { FoundLog } from "./keptLogs";
import type { Operation } from "./operation";

export interface ClaimsOptions {
  readonly files: MachineFiles;
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean>;
}

interface Claim {
  readonly operationId: string;
  readonly name: string;
  readonly number: number;
}

const folder = "claims";

export class Claims {
  constructor(private readonly options: ClaimsOptions) {}

  /** Takes the operation over; false when a living window has it, or another was quicker. */
  async take(operationId: string): Promise<boolean> {
    const { files, windowId, isWindowAlive } = this.options;
    const last = await this.last(operationId);
    if (last) {
      const holder = await this.windowOf(last);
      if (holder === windowId) return true;
      if (holder && (await isWindowAlive(holder))) return false;
    }
    const name = `${folder}/${operationId}.${(last?.number ?? 0) + 1}`;
    return await files.create(name, new TextEncoder().encode(windowId));
  }

  /** The window that took the operation over last. */
  async holder(operationId: string): Promise<string | undefined> {
    const last = await this.last(operationId);
    return last && (await this.windowOf(last));
  }

  /** How it stands with an operation, when `isAlive` tells which windows are there. */
  async stateOf(
    { id, begin, end }: FoundLog,
    isAlive: (windowId: string) => Promise<boolean>,
  ): Promise<Operation["state"]> {
    if (end) return "ended";
    if (begin && (await isAlive(begin.window))) return "running";
    const holder = await this.holder(id);
    return holder && (await isAlive(holder)) ? "running" : "cutOff";
  }

  /** Those of operations that are not there any more mean nothing. */
  async removeExcept(operationIds: ReadonlySet<string>): Promise<void> {
    for (const { operationId, name } of await this.all())
      if (!operationIds.has(operationId)) await this.options.files.remove(`${folder}/${name}`);
  }

  private async last(operationId: string): Promise<Claim | undefined> {
    const claims = (await this.all()).filter((claim) => claim.operationId === operationId);
    return claims.sort((a, b) => a.number - b.number).at(-1);
  }

  private async windowOf({ name }: Claim): Promise<string | undefined> {
    const bytes = await this.options.files.read(`${folder}/${name}`);
    return bytes && new TextDecoder().decode(bytes);
  }

  private async all(): Promise<Claim[]> {
    return (await this.options.files.list(folder)).flatMap(({ name }) => {
      const [, operationId, number] = /^(.+)\.(\d+)$/.exec(name) ?? [];
      return operationId ? [{ operationId, name, number: Number(number) }] : [];
    });
  }
}
