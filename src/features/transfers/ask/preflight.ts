// Looks at the code that a push would send, while it compares. What it finds are notes of the plan, never a wall: no code is
// run, and nothing is written.
import { l10n } from "vscode";
import type { SyncMemory } from "../../../appFiles/transfer/plan/syncMemory";
import { within } from "../../../core/async/clock";
import { joinAppPath } from "../../../core/paths/appPath";
import { unreachable } from "../../../core/project/detect/codeSigns";
import { packageOfModule } from "../../../core/project/detect/frameworks";
import { loadedPackages } from "../../../core/project/detect/hiddenDependencies";
import { decodeText } from "../../../core/text/decodeText";
import { localDisk } from "../../../editor/localDisk";
import { notInstalled } from "../../../editor/project/folderWords";
import { type CodeFile, missingVariables, neededVariables } from "../../../editor/project/neededVariables";
import { someNames } from "../../../editor/safeUi/someNames";
import type { FolderInput } from "../place/readPlace";
import type { TransferPlace } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";

type Place = Pick<TransferPlace, "folder" | "account" | "appId" | "appName">;
type Input = Pick<FolderInput, "local" | "app" | "defaults">;
type Run = (
  ...given: readonly [runtime: "python" | "nodejs", args: string[], input: string]
) => Promise<string>;
type Code = readonly (readonly [path: string, text: string])[];

const limitMs = 2_000;
const [mostRead, mostFiles, mostWrong] = [200, 20, 3];
const longestBytes = 256 * 1024;

/** The notes that are known within two seconds. Never rejects. */
export async function preflight(
  place: Place,
  input: Input,
  memory: Pick<SyncMemory, "files">,
  { clock, runProgram }: Pick<TransferServices, "clock" | "runProgram">,
): Promise<readonly string[]> {
  const limit = new AbortController();
  const { signal } = limit;
  const notes = new Set<string>();
  const run: Run = async (...given) => (signal.aborted ? "" : ((await runProgram(...given, signal)) ?? ""));
  const changed = changedCode(input, memory);
  const all = [
    changed.then((code) => checkPython(code, input, run, notes)),
    changed.then((code) => checkNode(code, input, run, notes)),
    checkWeb(place, input, notes),
    variableNotes(place, input).then((found) => {
      for (const note of found) notes.add(note);
    }),
  ];
  for (const found of input.defaults?.findings ?? [])
    if (found.kind === "dependencies") notes.add(notInstalled(found.from, found.names));
  await within(clock, limitMs, Promise.allSettled(all));
  limit.abort();
  return [...notes];
}

async function changedCode({ local, app }: Input, { files }: Pick<SyncMemory, "files">): Promise<Code> {
  const changed: [string, string][] = [];
  const isCode = /\.(?:py|[cm]?js)$/;
  const code = local.filter(({ path, sizeBytes }) => isCode.test(path) && sizeBytes <= longestBytes);
  for (const file of code.slice(0, mostRead)) {
    const bytes = await file.read().catch(() => undefined);
    const known = files.get(joinAppPath("/", file.path))?.hash;
    if (bytes && (await app.hash(bytes)) !== known) changed.push([file.path, decodeText(bytes)]);
    if (changed.length === mostFiles) break;
  }
  return changed;
}

/** Prints its version, then for each text its mistake, or the modules that it loads as it starts and Python lacks. */
const pythonCheck = `import ast, json, sys
print(sys.version.split()[0])
for index, text in enumerate(json.load(sys.stdin.buffer)):
    try:
        tree = ast.parse(text)
        compile(tree, "", "exec", 0, True)
        for node in tree.body:
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0: names = [node.module]
            for name in names:
                if name.split(".")[0] not in getattr(sys, "stdlib_module_names", [name.split(".")[0]]): print("lacks", name)
    except SyntaxError as error: print(index, error.lineno, error.msg)
    except Exception: pass`;

async function checkPython(code: Code, { local }: Input, run: Run, notes: Set<string>): Promise<void> {
  const own = code.filter(([path]) => path.endsWith(".py"));
  if (own.length === 0) return;
  const args = ["-I", "-S", "-B", "-W", "ignore", "-c", pythonCheck];
  const output = await run("python", args, JSON.stringify(own.map(([, text]) => text)));
  const version = `Python ${/^\S{1,40}/.exec(output)?.[0]}`;
  const wrong = [...output.matchAll(/^(\d{1,3}) (\d{1,7}) (.{1,200})$/gm)].slice(0, mostWrong);
  for (const [, index, line = "", message = ""] of wrong)
    notes.add(syntaxNote([own[Number(index)]?.[0] ?? "", line, message, version]));
  const modules = [...output.matchAll(/^lacks (\w{1,100})/gm)].map(([, name = ""]) => name);
  await noteUnlisted("requirements.txt", modules, local, notes);
}

const builtIn =
  /^(?:node|assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|domain|events|fs|https?|http2|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|stream|string_decoder|sys|timers|tls|tty|url|util|v8|vm|wasi|worker_threads|zlib)(?:$|:)/;

async function checkNode(code: Code, { local }: Input, run: Run, notes: Set<string>): Promise<void> {
  const names: string[] = [];
  const own = code.filter(([path]) => path.endsWith("js"));
  for (const [path, text] of own)
    names.push(...(await loadedPackages(path, { has: () => false, text: async () => text })));
  const packages = names.filter((name) => /^(?:@[\w.-]+\/)?\w[\w.-]*$/.test(name) && !builtIn.test(name));
  await noteUnlisted("package.json", packages, local, notes);
  let count = 0;
  for (const [path, text] of own) {
    const isModule = path.endsWith(".mjs") || /^(?:import|export|await)\b/m.test(text);
    const type = isModule && !path.endsWith(".cjs") ? "module" : "commonjs";
    const output = await run("nodejs", ["--check", `--input-type=${type}`, "-"], text);
    const [, message = "<"] = /^SyntaxError: (.{1,200})$/m.exec(output) ?? [];
    const [, line = ""] = /^\[stdin\]:(\d{1,7})/m.exec(output) ?? [];
    // Markup is translated by a build.
    if (message.includes("<")) continue;
    notes.add(syntaxNote([path, line, message, /^Node\.js \S{1,20}/m.exec(output)?.[0] ?? "Node.js"]));
    if (++count === mostWrong) return;
  }
}

/** `parts`: file, line, message, and the program of this machine. */
function syntaxNote(parts: readonly [string, string, string, string]): string {
  return l10n.t("{0}, line {1}: {2} ({3} on this machine)", ...parts);
}

const lists =
  /(?:^|\/)(?:requirements[\w.-]{0,60}\.txt|requirements\/[^/]{1,80}\.txt|pyproject\.toml|Pipfile|setup\.(?:py|cfg)|package\.json)$/;

/** A module counts as the project's own when any file or folder has its name, and as listed under a similar name. */
async function noteUnlisted(
  file: "requirements.txt" | "package.json",
  modules: readonly string[],
  local: readonly CodeFile[],
  notes: Set<string>,
): Promise<void> {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_.]+/g, "-");
  const own = new Set(local.flatMap(({ path }) => path.split("/").map((name) => name.replace(/\.\w+$/, ""))));
  const texts = local.filter(({ path, sizeBytes }) => lists.test(path) && sizeBytes <= longestBytes);
  const read = texts.slice(0, mostFiles).map(async (each) => plain(decodeText(await each.read())));
  const listed = (await Promise.all(read)).join("\n").split(/[^\w@/-]+/);
  const isListed = (name: string): boolean => {
    if (file === "package.json") return listed.includes(plain(name));
    const [part, known] = [plain(name).replaceAll("-", ""), plain(packageOfModule(name).name)];
    return listed.some(
      (each) => each.replaceAll("-", "").includes(part) || `${known}-`.startsWith(`${each}-`),
    );
  };
  const missing = [...new Set(modules)].filter((name) => !own.has(name) && !isListed(name));
  const packages = missing.map((name) => (file === "package.json" ? name : packageOfModule(name).name));
  if (packages.length > 0)
    notes.add(l10n.t("{0} doesn't list {1}, which the code loads.", file, someNames(packages)));
}

async function checkWeb(
  { account, appId }: Place,
  { local, defaults }: Input,
  notes: Set<string>,
): Promise<void> {
  const app = account.apps.find(appId);
  // A start command sets the address of its server itself.
  if (app?.exposedViaWeb !== true || app.startupCommand) return;
  const main = local.find(({ path, sizeBytes }) => path === defaults?.mainFile && sizeBytes <= longestBytes);
  const found = main && unreachable(decodeText(await main.read()));
  if (!found) return;
  notes.add(
    found === "loopback"
      ? l10n.t("{0} accepts requests only from its own machine. Listen on 0.0.0.0.", main.path)
      : l10n.t("{0} listens on a fixed port. Listen on the port in PORT.", main.path),
  );
}

/** Names only. None where the service does not show the app's variables. */
export async function variableNotes(
  { folder, account, appId, appName }: Place,
  { local: files }: { readonly local: readonly CodeFile[] },
): Promise<readonly string[]> {
  const needed = await neededVariables({ files, read: localDisk(folder).read });
  if (missingVariables(needed, { files }).length === 0) return [];
  // Lists omit variables (docs/interface.md#application); the values are dropped at once.
  const app = await account.client.getApp(appId).catch(() => undefined);
  if (!app?.environment) return [];
  const known = app.environment.map(({ key }) => key);
  const missing = missingVariables(needed, { files }, known);
  if (missing.length === 0) return [];
  return [l10n.t("Not set in {0}: {1}. Set them on the service's website.", appName, someNames(missing))];
}
