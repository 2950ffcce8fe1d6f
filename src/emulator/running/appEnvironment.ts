// An app's environment: only what programs need of this machine, since the rest may hold the editor's
// secrets.
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

/** Installs also need to reach the network and the registries. */
const passedOnToInstalls =
  /^(?:(?:https?|all|no)_proxy|npm_config_(?:registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy)|pip_\w+|ssl_cert_(?:file|dir)|requests_ca_bundle|node_extra_ca_certs)$/i;

/** Searched before and after PATH. */
export interface ProgramFolders {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** With the port and the app's own variables. */
export function appEnvironment(
  port: number,
  variables: readonly { readonly key: string; readonly value: string }[],
  folders: ProgramFolders = {},
): Record<string, string> {
  const environment = ofThisMachine();
  for (const { key, value } of variables) {
    // Entries that no environment can hold would prevent the start.
    if (key !== "" && !/[=\0]/.test(key) && !value.includes("\0")) environment[key] = value;
  }
  environment["PATH"] = [folders.first, environment["PATH"], folders.last].filter(Boolean).join(delimiter);
  environment["PORT"] = String(port);
  return environment;
}

/** Without the app's own variables. */
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
  // Otherwise Python buffers its output until it ends, and app.log stays empty.
  environment["PYTHONUNBUFFERED"] = "1";
  // A cache folder among the app's files would surprise its owner.
  environment["PYTHONDONTWRITEBYTECODE"] = "1";
  return environment;
}
