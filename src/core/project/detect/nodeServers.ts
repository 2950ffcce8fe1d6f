// Output of a Node.js build: a server and how it starts, or pages for a browser.
import { nodeFrameworks } from "./frameworks";
import { type Manifest, objectAt, stringAt } from "./projectManifest";

export interface NodeServer {
  readonly makes: string;
  readonly isFolder: boolean;
  /** Command for a project whose start script is missing or is one for development. */
  readonly command: string;
}

/** The framework that the project is built with and whose server it runs. */
export function nodeServer(manifest: Manifest | undefined): NodeServer | undefined {
  const found = nodeFrameworks(manifest, true).find(({ makes, start }) => makes && start);
  if (!found?.makes || !found.start) return undefined;
  const name = packageName(manifest) ?? "app";
  return {
    makes: found.makes.replace("{name}", name).replace(/\/$/, ""),
    isFolder: found.makes.endsWith("/"),
    command: found.start.replace("{name}", name),
  };
}

export function packageName(manifest: Manifest | undefined): string | undefined {
  return stringAt(manifest, "name")?.replace(/^@[^/]+\//, "") || undefined;
}

export function buildScript(manifest: Manifest | undefined): string | undefined {
  const scripts = objectAt(manifest, "scripts");
  return ["build", "compile", "build:prod", "docs:build", "tsc"].find(
    (name) => typeof scripts[name] === "string",
  );
}

/** The folder of the pages that a project builds which has no server of its own. */
export function builtSite(manifest: Manifest | undefined): string | undefined {
  const pages = nodeFrameworks(manifest, true).find((row) => row.pages)?.pages;
  if (pages === undefined) return undefined;
  const command = stringAt(manifest, "scripts", buildScript(manifest) ?? "") ?? "";
  const said =
    /\s--(?:out-?dir|dist-dir|output|output-path|dest)[= ](?:\.\/)?([\w./-]{1,100}?)\/?(?:\s|$)/i.exec(
      command,
    )?.[1];
  const source = pages.startsWith(".")
    ? /\sbuild\s{1,4}([\w/-]{1,100}?)\/?(?:\s|$)/.exec(command)?.[1]
    : undefined;
  return said ?? (source === undefined ? pages : `${source}/${pages}`);
}
