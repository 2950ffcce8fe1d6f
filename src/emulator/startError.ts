// Why the service couldn't be started: one sentence for the program that started it.

export class StartError extends Error {
  override readonly name = "StartError";
}
