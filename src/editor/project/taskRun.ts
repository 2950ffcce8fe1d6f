// Runs a task of VS Code until it has ended.
import * as vscode from "vscode";

export type TaskEnd =
  | { readonly kind: "succeeded" }
  /** `exitCode` is undefined for a task that was ended from outside. */
  | { readonly kind: "failed"; readonly exitCode: number | undefined };

/** Runs it in its terminal. Aborting ends it and rejects with the signal's reason. */
export async function runTask(task: vscode.Task, signal: AbortSignal): Promise<TaskEnd> {
  signal.throwIfAborted();
  const watch = new TaskWatch(hasProcess(task));
  let execution: vscode.TaskExecution | undefined;
  const stop = (): void => execution?.terminate();
  signal.addEventListener("abort", stop);
  try {
    execution = await vscode.tasks.executeTask(task);
    if (signal.aborted) stop();
    return await Promise.race([watch.endOf(execution), rejectionOf(signal)]);
  } finally {
    signal.removeEventListener("abort", stop);
    watch.dispose();
  }
}

async function rejectionOf(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Listens before the task is started: a short one may have ended before it is known as started. */
class TaskWatch {
  private readonly withProcess = new Set<vscode.TaskExecution>();
  private readonly ends = new Map<vscode.TaskExecution, TaskEnd>();
  private awaited: { execution: vscode.TaskExecution; resolve: (end: TaskEnd) => void } | undefined;
  private readonly listeners = vscode.Disposable.from(
    vscode.tasks.onDidStartTaskProcess(({ execution }) => void this.withProcess.add(execution)),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) =>
      this.ended(execution, exitCode === 0 ? { kind: "succeeded" } : { kind: "failed", exitCode }),
    ),
    vscode.tasks.onDidEndTask(({ execution }) => {
      // The exit code of a process comes in an event of its own.
      if (this.withProcess.has(execution)) return;
      this.ended(
        execution,
        this.hasProcess ? { kind: "failed", exitCode: undefined } : { kind: "succeeded" },
      );
    }),
  );

  /** A task with a process has failed if its process never started. */
  constructor(private readonly hasProcess: boolean) {}

  async endOf(execution: vscode.TaskExecution): Promise<TaskEnd> {
    return await new Promise((resolve) => {
      this.awaited = { execution, resolve };
      const end = this.ends.get(execution);
      if (end) resolve(end);
    });
  }

  dispose(): void {
    this.listeners.dispose();
  }

  private ended(execution: vscode.TaskExecution, end: TaskEnd): void {
    this.ends.set(execution, end);
    if (this.awaited?.execution === execution) this.awaited.resolve(end);
  }
}

function hasProcess({ execution }: vscode.Task): boolean {
  return execution instanceof vscode.ShellExecution || execution instanceof vscode.ProcessExecution;
}
