// Extension host processes of a server's windows.
import { crash, isRunning, processesBelow } from "../support/processTree";
import { waitUntil } from "../support/waitUntil";

export class ExtensionHosts {
  constructor(private readonly serverPid: number) {}

  all(): number[] {
    return processesBelow(this.serverPid)
      .filter(({ command }) => command.includes("--type=extensionHost"))
      .map(({ pid }) => pid);
  }

  async newOne(before: readonly number[]): Promise<number> {
    return await waitUntil(() => this.all().find((pid) => !before.includes(pid)), {
      what: "an extension host to start",
    });
  }

  async kill(pid: number): Promise<void> {
    crash(pid);
    await this.ended(pid);
  }

  async ended(pid: number): Promise<void> {
    await waitUntil(() => !isRunning(pid), { what: `the extension host ${pid} to end` });
  }
}
