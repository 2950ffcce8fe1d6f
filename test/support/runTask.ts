// Runs a task of tasks.json in its terminal, with an extension that has nothing else.

import { DeployTerminal } from "../../src/features/transfers/deployTasks";
import type { TransferServices } from "../../src/features/transfers/place/transferServices";

/** Its terminal's text and exit code. */
export async function runTask(
  definition: object,
  services: Partial<TransferServices> = {},
): Promise<{ readonly said: string; readonly code: unknown }> {
  const terminal = new DeployTerminal({ type: "hosted-app", ...definition }, services as TransferServices);
  let said = "";
  terminal.onDidWrite((line) => {
    said += line;
  });
  const closed = new Promise((resolve) => terminal.onDidClose(resolve));
  terminal.open();
  return { code: await closed, said };
}
