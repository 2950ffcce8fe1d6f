// Indexes the paths of a project in one pass: there may be 50,000, and nearly every rule needs them.
import type { Runtime } from "../model/model";

/** Code of these names starts no app. */
export const aside =
  /^(?:setup|conftest|noxfile|fabfile)\.py$|^test_.*\.py$|_test\.py$|\.(?:config|test|spec)\.[cm]?js$|^\./;

/** Names that a rule looks for in any folder. */
const tellingName =
  /^(?:(?:package|project)\.json|requirements\.txt|pyproject\.toml|Pipfile|(?:__main__|app|asgi|bot|index|main|manage|run|server|streamlit_app|wsgi)\.py|(?:app|bot|index|main|server)\.(?:[cm]?js|ts))$/;

/** Twice as many as are read (`maxEntryFiles`): some of these have likely names and are read anyway. */
const mostNear = 80;

export class ProjectPaths extends Set<string> {
  /** Code in the folder itself that could start the app. */
  readonly ownCode: Readonly<Record<Runtime, string[]>> = { python: [], nodejs: [] };
  /** The first code files in the folder itself, its subfolders, and src's subfolders. */
  readonly nearCode: string[] = [];
  /** Files in the folder itself that are not code, files in requirements/, and files with a telling name anywhere. */
  readonly telling: string[] = [];

  private known: ReadonlySet<string> | undefined;

  constructor(paths: readonly string[] = []) {
    super();
    for (const path of paths) this.add(path);
  }

  /** Found once, when they are asked for. */
  get folders(): ReadonlySet<string> {
    this.known ??= foldersOf(this);
    return this.known;
  }

  override add(path: string): this {
    this.known = undefined;
    const nameAt = path.lastIndexOf("/") + 1;
    const name = path.slice(nameAt);
    const runtime = runtimeOfFile(name);
    if (runtime && nameAt === 0 && !aside.test(name)) this.ownCode[runtime].push(path);
    if (runtime && this.nearCode.length < mostNear && /^(?:src\/)?(?:[^/]+\/)?[^/]+$/.test(path))
      this.nearCode.push(path);
    if ((nameAt === 0 && !runtime) || tellingName.test(name) || path.startsWith("requirements/"))
      this.telling.push(path);
    return super.add(path);
  }
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

export function runtimeOfFile(path: string): Runtime | undefined {
  if (path.endsWith(".py")) return "python";
  return /\.[cm]?js$/.test(path) ? "nodejs" : undefined;
}
