// What programs need of this machine and of the network: the rest of the editor's environment may hold secrets.

const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramFiles|ProgramData|(?:https?|all|no)_proxy|npm_config_(?:registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy)|pip_\w+|ssl_cert_(?:file|dir)|requests_ca_bundle|node_extra_ca_certs)$/i;

/** For programs that run with execPath: in a desktop VS Code that is Electron, which the variable makes Node. */
export const asNode = () => ({
  env: { ...serviceEnvironment(process.env), ELECTRON_RUN_AS_NODE: "1" },
  windowsHide: true,
});

/** `all`: the extension's environment. */
export function serviceEnvironment(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => passedOn.test(name)));
}
