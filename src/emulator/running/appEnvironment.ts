// The environment an app runs in: what programs need of this machine, never the rest (it may hold secrets of the editor).
import { delimiter } from "node:path";

const passedOn = [
  ...[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TMPDIR",
    "TEMP",
    "TMP",
  ],
  ...["SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
];

/** What an install needs besides: how the network and the registries are reached from here. */
const passedOnToInstalls =
  /^(?:(?:https?|all|no)_proxy|npm_config_(?:registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy)|pip_\w+|ssl_cert_(?:file|dir)|requests_ca_bundle|node_extra_ca_certs)$/i;

/** Where programs are looked for besides PATH. */
export interface ProgramFolders {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** The environment of a run: with the port and the variables that were set for the app. */
export function appEnvironment(
  port: number,
  variables: readonly { readonly key: string; readonly value: string }[],
  folders: ProgramFolders = {},
): Record<string, string> {
  const environment = ofThisMachine();
  for (const { key, value } of variables) {
    // What no environment can hold would keep the app from starting at all.
    if (key !== "" && !/[=\0]/.test(key) && !value.includes("\0")) environment[key] = value;
  }
  environment["PATH"] = [folders.first, environment["PATH"], folders.last].filter(Boolean).join(delimiter);
  environment["PORT"] = String(port);
  return environment;
}

/** The environment of an install: without the app's own variables. */
export function installEnvironment(): Record<string, string> {
  const environment = ofThisMachine();
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && passedOnToInstalls.test(name)) environment[name] = value;
  }
  return environment;
}

function ofThisMachine(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  // Without it Python keeps its output to itself until it ends, and app.log stays empty.
  environment["PYTHONUNBUFFERED"] = "1";
  // A cache folder among the app's files would surprise their owner.
  environment["PYTHONDONTWRITEBYTECODE"] = "1";
  return environment;
}
