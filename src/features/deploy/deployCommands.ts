// Commands that deploy. What they do is loaded when it is first used.
import type { Accounts } from "../../api/accounts";
import type { Clock } from "../../core/clock";
import type { CommandHandlers } from "../../editor/commands";

export function deployCommands(accounts: Accounts, clock: Clock): Pick<CommandHandlers, "deploy.createApp"> {
  return {
    "deploy.createApp": async (argument) => {
      const { createAppCommand } = await import("./createAppCommand");
      return await createAppCommand(argument, { accounts, clock });
    },
  };
}
