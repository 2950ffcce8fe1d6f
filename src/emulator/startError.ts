// Why the service couldn't start, in one sentence for the parent process.

export class StartError extends Error {
  override readonly name = "StartError";
}
