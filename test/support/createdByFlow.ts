// Create App as a user runs it, from a folder to the app on the local service: each question of the flow is answered, by
// Enter unless a test says otherwise. The window is the stub.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import * as vscode from "vscode";
import type { App } from "../../src/core/model/model";
import type { Emulator } from "../../src/emulator/server";
import { type CreateFlowOptions, runCreateFlow } from "../../src/features/create/createFlow";
import { createRecordsOf } from "./createRecordsOf";
import { writeTree } from "./fileTrees";
import { MemoryState } from "./memoryState";
import { realFiles } from "./realFiles";
import { inRepository } from "./repository";
import { serviceClientOf } from "./serviceClientOf";
import { someAccount, someAccounts } from "./someApp";
import { removeTemporaryFolder, temporaryFolder } from "./temporaryFolder";
import { answerNotices, answerPicks, runProgress, tasks, workspace } from "./vscodeParts";

/** A list that was shown. */
interface AskedList {
  readonly title: string;
  /** Label, description and detail of each row. */
  readonly rows: readonly string[];
}

interface CreatedByFlow {
  /** As the service has it. */
  readonly app: App;
  readonly mainFile: string;
  /** The names at the top of its folder. */
  readonly files: readonly string[];
  readonly lists: readonly AskedList[];
  /** The rows of the summary as it was when Create was selected. */
  readonly summary: readonly string[];
  /** The paths of the files that were read, while questions were asked and while the archive was packed. */
  readonly reads: Readonly<Record<"asking" | "packing", readonly string[]>>;
}

const mostLists = 20;

/** The stub's own file access, for any scheme but "file", which Node.js reads. */
const countedScheme = "counted";

/**
 * `answer` gives the label to select in a list, by its title, "" for Esc; Enter selects the first row where it gives none.
 * `opened` is the folder of the tree from which the app is created.
 */
export async function createByFlow(
  emulator: Emulator,
  tree: Parameters<typeof writeTree>[1],
  answer: (title: string, labels: readonly string[], folder: string) => string | undefined = () => undefined,
  opened = "",
  countsReads = false,
  state = new MemoryState(),
): Promise<CreatedByFlow> {
  const folder = temporaryFolder("created-by-flow");
  const uri = vscode.Uri.file(join(folder, opened)).with(countsReads ? { scheme: countedScheme } : {});
  const inFlight = new Set<string>();
  const reads: { asking: string[]; packing: string[] } = { asking: [], packing: [] };
  const home = { uri: vscode.Uri.file(folder) };
  const builds = new Builds(home);
  try {
    writeTree(folder, tree);
    const lists: AskedList[] = [];
    runProgress();
    answerNotices();
    Object.assign(workspace, {
      fs: {
        ...realFiles,
        readFile: async (file: vscode.Uri) => {
          if (file.path.startsWith(folder))
            reads[inFlight.size > 0 ? "packing" : "asking"].push(file.path.slice(folder.length + 1));
          return await realFiles.readFile(file);
        },
      },
      getWorkspaceFolder: (uri: vscode.Uri) => {
        builds.folder = uri.fsPath;
        return home;
      },
      openTextDocument: async ({ fsPath }: vscode.Uri) => ({
        getText: () => readFileSync(fsPath, "utf8"),
        ...{ positionAt: () => 0, save: async () => true },
      }),
      applyEdit: async ({ texts }: { readonly texts: ReadonlyMap<string, string> }) => {
        for (const [path, text] of texts) writeFileSync(path, text);
      },
      getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
    });
    answerPicks(({ title = "", items }) => {
      if (lists.length >= mostLists) throw new Error(`There is always one more list: ${title}`);
      const rows = items.map(({ label, description, detail }) =>
        [label, description, detail].filter(Boolean).join(" · "),
      );
      lists.push({ title, rows });
      builds.note(title, rows);
      const labels = items.map(({ label }) => label);
      const chosen = answer(title, labels, folder) ?? labels[0];
      // Esc.
      return chosen === "" ? undefined : chosen;
    });
    const account = accountOf(emulator);
    const { appId } = await runCreateFlow({ folder: uri.toString() }, {
      ...{ accounts: someAccounts(account), state, inFlight },
      ...{ extensionUri: vscode.Uri.file(inRepository(".")), records: createRecordsOf() },
      diagnostics: { show: () => undefined, forget: () => undefined },
      clock: {
        now: () => 0,
        monotonicMs: () => 0,
        sleep: async () => undefined,
        after: () => () => undefined,
      },
      loadFiles: async () => Promise.reject(new Error("no log is looked for")),
    } as unknown as CreateFlowOptions);
    const app = await account.client.getApp(appId);
    return {
      ...{ app, lists, reads, mainFile: emulator.state.app(appId).mainFile },
      files: readdirSync(emulator.appFolder(appId)).sort(),
      summary: lists.findLast(({ title }) => title === "Create App")?.rows ?? [],
    };
  } finally {
    removeTemporaryFolder(folder);
  }
}

/** The tasks of VS Code that build what the flow says is missing: each writes it and nothing else. */
class Builds {
  /** Of the task that was looked for last. */
  folder = "";
  private readonly makes = new Map<string, string>();

  constructor(scope: { readonly uri: vscode.Uri }) {
    const ended = new vscode.EventEmitter<unknown>();
    const none = () => ({ dispose: () => undefined });
    Object.assign(tasks, {
      fetchTasks: async () => [...this.makes.keys()].map((name) => ({ name, scope, definition: {} })),
      ...{ onDidStartTaskProcess: none, onDidEndTaskProcess: none, onDidEndTask: ended.event },
      executeTask: async (task: { readonly name: string }) => {
        const makes = this.makes.get(task.name) ?? "";
        writeTree(this.folder, { [extname(makes) === "" ? `${makes}/BUILD_ID` : makes]: "built" });
        const execution = { task };
        ended.fire({ execution });
        return execution;
      },
    });
  }

  /** The question names both. */
  note(title: string, rows: readonly string[]): void {
    const makes = /\? It builds (.+?)(?:, which is missing)?$/.exec(title)?.[1];
    const task = /Runs the task "(.+)" now/.exec(rows[0] ?? "")?.[1];
    if (makes !== undefined && task !== undefined) this.makes.set(task, makes);
  }
}

/** A new client for each: one of them creates an app every three seconds. */
function accountOf(emulator: Emulator) {
  const account = someAccount();
  const client = serviceClientOf(emulator);
  Object.assign(account, { client });
  Object.assign(account.apps, {
    put: () => undefined,
    announceCreated: () => undefined,
    refresh: async () => undefined,
    refreshApp: async (id: string) => await client.getApp(id),
  });
  return account;
}
