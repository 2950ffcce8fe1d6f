// Language-model tools for apps: registered at the start, loaded when a model first calls one.
import * as vscode from "vscode";
import { Lazy } from "../../core/async/lazy";
import { registerTool } from "../../editor/host/optionalApis";
import type { ToolServices } from "./toolCalls";
import { toolNames } from "./toolNames";

export function registerAgentTools(services: Omit<ToolServices, "asked">): vscode.Disposable {
  const asked = new Lazy(async () => new (await import("./askedCalls")).AskedCalls());
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      registerTool(name, {
        prepareInvocation: async ({ input }) => {
          const { prepareTool } = await import("./toolQuestions");
          return await prepareTool(name, input, services.accounts, await asked.get());
        },
        answer: async (input, token) => {
          const { callTool } = await import("./toolCalls");
          return await callTool(name, input, { ...services, asked: await asked.get() }, token);
        },
      }),
    ),
  );
}
