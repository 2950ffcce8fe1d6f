// Lets files that import `vscode` be loaded in plain Node: they get the stub of the unit tests.
import Module from "node:module";
import { inRepository } from "./repository";

type Resolve = (request: string, ...rest: unknown[]) => string;

/** For this process, from now on. */
export function useVscodeStub(): void {
  const resolver = Module as unknown as { _resolveFilename: Resolve };
  const resolve = resolver._resolveFilename;
  resolver._resolveFilename = (request, ...rest) =>
    request === "vscode"
      ? inRepository("out", "test", "support", "vscodeStub.js")
      : resolve.call(Module, request, ...rest);
}
