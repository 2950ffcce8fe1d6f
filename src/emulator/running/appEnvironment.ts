// The environment an app runs in: what programs need of this machine, never the rest (it may hold secrets of the editor).

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

export function appEnvironment(
  port: number,
  variables: readonly { readonly key: string; readonly value: string }[],
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  // Without it Python keeps its output to itself until it ends, and app.log stays empty.
  environment["PYTHONUNBUFFERED"] = "1";
  // A cache folder among the app's files would surprise whoever looks at them.
  environment["PYTHONDONTWRITEBYTECODE"] = "1";
  for (const { key, value } of variables) {
    // What no environment can hold would keep the app from starting at all.
    if (key !== "" && !/[=\0]/.test(key) && !value.includes("\0")) environment[key] = value;
  }
  environment["PORT"] = String(port);
  return environment;
}
