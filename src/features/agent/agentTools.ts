// Language-model tools over the apps: registered at start, loaded when a model first calls one.
import * as vscode from "vscode";
import { registerTool } from "../../editor/host/optionalApis";
import { AskedCalls } from "./askedCalls";
import type { ToolServices } from "./toolCalls";
import { toolNames } from "./toolNames";

export function registerAgentTools(services: Omit<ToolServices, "asked">): vscode.Disposable {
  const asked = new AskedCalls();
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      registerTool(name, {
        prepareInvocation: async ({ input }) => {
          const { prepareTool } = await import("./toolQuestions");
          return await prepareTool(name, input, services.accounts, asked);
        },
        answer: async (input, token) =>
          await (await import("./toolCalls")).callTool(name, input, { ...services, asked }, token),
      }),
    ),
  );
}
