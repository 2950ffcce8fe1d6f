// The folders that a server's code serves or reads, of those that builds usually make.

const longestText = 100_000;
const mostFolders = 20;

const called =
  /(?:\b(?:static|serveStatic|sirv|sendFile|join|resolve|readFile|readFileSync|import|URL|Path|FileResponse|send_file|send_from_directory)\s{0,4}\(\s{0,8}(?:(?:[\w.$]{1,60}|[\w.]{1,40}\((?:[^()]|\([^()]{0,80}\)){0,80}\))\s{0,4},\s{0,8})?|\b(?:static_folder|template_folder|directory)\s{0,4}=\s{0,4}|\broot\s{0,4}:\s{0,4}|__dirname\s{0,4}\+\s{0,4}|(?<![/*])\/ )((?:["'`][\w./-]{1,120}["'`]\s{0,4}[,/]?\s{0,8}){1,5})/g;
const inTemplate = /\$\{[\w.()]{1,60}\}\/([\w./-]{1,120})["'`]/g;
const buildFolder = /^(?:dist|build|public|www|_site)$/;

/** Places where each named folder may lie: beside the code, or in the project. */
export function servedFolders(texts: ReadonlyMap<string, string>, command: string): string[][] {
  const named = [...texts]
    .filter(([path]) => /(?<!\.config)\.(?:[cm]?[jt]s|py)$/.test(path))
    .flatMap(([path, text]) => foldersIn(text.slice(0, longestText)).map((folder) => ({ path, folder })));
  const ofCommand = command.split(/\s+/).map((folder) => ({ path: "", folder }));
  const found = [...named, ...ofCommand].map(({ path, folder }) => {
    const beside = resolved([...path.split("/").slice(0, -1), ...folder.split("/")]);
    return [...new Set([beside, resolved(folder.split("/"))].filter((each) => each !== undefined))];
  });
  const unique = new Map(found.map((places) => [places.join("\n"), places]));
  unique.delete("");
  return [...unique.values()].slice(0, mostFolders);
}

function foldersIn(code: string): string[] {
  const calls = [...code.matchAll(called)].map(([, words = ""]) =>
    [...words.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, name]) => name).join("/"),
  );
  return [...calls, ...[...code.matchAll(inTemplate)].map(([, path = ""]) => path)];
}

/** Down to the folder that a build would make; undefined where none is named, or one outside of the project. */
function resolved(names: readonly string[]): string | undefined {
  const way: string[] = [];
  for (const name of names) {
    if (name === "..") {
      if (way.pop() === undefined) return undefined;
    } else if (name !== "" && name !== ".") {
      way.push(name);
      if (buildFolder.test(name)) return way.join("/");
    }
  }
  return undefined;
}
