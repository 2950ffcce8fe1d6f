// Why an install failed, in a sentence for the app's log: from how its program ended and from what it printed.

const unreachable =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|Failed to establish a new connection|Name or service not known|Temporary failure in name resolution|Network is unreachable|Connection refused|ConnectTimeoutError|ReadTimeoutError/i;

const howToGet: Readonly<Record<string, string>> = {
  npm: "Install Node.js with npm",
  pip: "Install it (on Debian and Ubuntu: apt-get install python3-pip)",
  venv: "Install it (on Debian and Ubuntu: apt-get install python3-venv)",
};

/** `how` is "not found" for a program that couldn't be started, else how it ended. */
export function whyInstallFailed(program: string, how: string, output: string): string {
  const missing = how === "not found" ? program : /No module named '?(pip|venv)\b/.exec(output)?.[1];
  if (missing !== undefined) {
    const advice = howToGet[missing] ?? `Install ${missing}`;
    return `${missing} isn't there on this machine. ${advice}, then restart the application.`;
  }
  if (unreachable.test(output)) {
    return "the package registry couldn't be reached. Check the network, then restart the application.";
  }
  return `${program} ${how}; what it said stands above.`;
}
