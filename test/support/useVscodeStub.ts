// Loads files that import `vscode` in plain Node, with the stub of the unit tests.
import Module from "node:module";
import { inRepository } from "./repository";

type Resolve = (request: string, ...rest: unknown[]) => string;

export function useVscodeStub(): void {
  const resolver = Module as unknown as { _resolveFilename: Resolve };
  const resolve = resolver._resolveFilename;
  resolver._resolveFilename = (request, ...rest) =>
    request === "vscode"
      ? inRepository("out", "test", "support", "vscodeStub.js")
      : resolve.call(Module, request, ...rest);
}
