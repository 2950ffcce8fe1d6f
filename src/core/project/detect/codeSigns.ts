// What the text of a program tells: whether it starts something, serves something, is for a browser, and what it imports.
import type { Runtime } from "../../model/model";

/** More of a text tells nothing more. */
const longestText = 100_000;

/** An object that a server is to run, and of which framework; `isFactory` when a function makes it. */
export interface Served {
  readonly name: string;
  readonly framework: string;
  readonly isFactory: boolean;
}

export interface CodeSigns {
  /** Something begins when the file is run. */
  readonly starts: boolean;
  readonly served: Served | undefined;
  /** It is for a browser, not for the service. */
  readonly isForBrowser: boolean;
  /** What it imports of its own project: the last parts of the paths, without endings. */
  readonly imports: ReadonlySet<string>;
}

const pythonStarts =
  /__name__\s{0,8}==\s{0,8}["']__main__["']|\.(?:run|run_app|run_polling|run_webhook|run_forever|run_until_disconnected|start_polling|infinity_polling|polling|launch|serve_forever|start_webhook)\s{0,8}\(|\b(?:run_app|serve|asyncio\.run|start_polling)\s{0,8}\(/;
const nodeStarts =
  /\.(?:listen|login|launch|initialize|startPolling|connect)\s{0,8}\(|\bcreate(?:Secure)?Server\s{0,8}\(|\bserve\s{0,8}\(|\bmakeWASocket\s{0,8}\(|\bnew\s{1,8}(?:Telegraf|TelegramBot|Bot)\s{0,8}\(/;
const browser =
  /\b(?:document\.(?:getElementById|querySelector|addEventListener|createElement|body)|window\.(?:addEventListener|location|onload))/;
const nodeImport = /\brequire\s{0,4}\(|^\s{0,40}import\s/m;

const frameworks = "Flask|FastAPI|Starlette|Litestar|Quart|Sanic";
const servedObject = new RegExp(
  `^(\\w{1,80})(?:[ \\t]{0,8}:[^=\\n]{1,100})?[ \\t]{0,8}=[ \\t]{0,8}(?:\\w{1,80}\\.)?(${frameworks})[ \\t]{0,8}\\(`,
  "m",
);
const madeByFactory =
  /^(\w{1,80})[ \t]{0,8}=[ \t]{0,8}(?:\w{1,80}\.)?(?:create|make|build|get)_app[ \t]{0,8}\(/m;
const factory = /^(?:async[ \t]{1,8})?def[ \t]{1,8}((?:create|make|build)_app)[ \t]{0,8}\(/m;
const frameworkMade = new RegExp(`\\b(${frameworks})[ \\t]{0,8}\\(`);

export function codeSigns(runtime: Runtime, text: string): CodeSigns {
  const code = text.slice(0, longestText);
  return runtime === "python" ? pythonSigns(code) : nodeSigns(code);
}

/** The framework that a text imports, for an object that a function of another file makes. */
export function importedFramework(text: string): string | undefined {
  const found = /^[ \t]{0,40}(?:from|import)[ \t]{1,8}(flask|fastapi|starlette|litestar|quart|sanic)\b/m.exec(
    text.slice(0, longestText),
  );
  return frameworks.split("|").find((name) => name.toLowerCase() === found?.[1]);
}

function pythonSigns(code: string): CodeSigns {
  const imports = new Set<string>();
  for (const [, from, names = ""] of code.matchAll(
    /^[ \t]{0,40}(?:from[ \t]{1,8}([\w.]{1,200})[ \t]{1,8})?import[ \t]{1,8}([\w.]{1,200})/gm,
  )) {
    for (const path of [from, names]) {
      const last = path?.split(".").at(-1);
      if (last) imports.add(last);
    }
  }
  return { starts: pythonStarts.test(code), served: servedIn(code), isForBrowser: false, imports };
}

function servedIn(code: string): Served | undefined {
  const object = servedObject.exec(code);
  if (object?.[1] && object[2]) return { name: object[1], framework: object[2], isFactory: false };
  const framework = frameworkMade.exec(code)?.[1] ?? importedFramework(code) ?? "";
  const made = madeByFactory.exec(code)?.[1];
  if (made) return { name: made, framework, isFactory: false };
  const maker = factory.exec(code)?.[1];
  return maker && framework !== "" ? { name: maker, framework, isFactory: true } : undefined;
}

function nodeSigns(code: string): CodeSigns {
  const imports = new Set<string>();
  for (const [, path = ""] of code.matchAll(/["'`]\.{1,2}\/([\w./@-]{1,200})["'`]/g)) {
    const last = path
      .split("/")
      .at(-1)
      ?.replace(/\.[cm]?[jt]s$/, "");
    if (last) imports.add(last);
  }
  const isForBrowser = browser.test(code) && !nodeImport.test(code);
  return { starts: !isForBrowser && nodeStarts.test(code), served: undefined, isForBrowser, imports };
}
