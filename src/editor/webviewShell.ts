import * as vscode from "vscode";

interface WebviewPage {
  /** The folder that the page may load from; it holds `script` and `style`. */
  readonly folder: vscode.Uri;
  readonly script: string;
  readonly style: string;
  readonly title: string;
  /** Our own markup, in which every text went through `escapeHtml`. */
  readonly body: string;
}

/** A webview may run its script, and load from its own folder. */
export function webviewOptions(folder: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [folder] };
}

/** The page around a webview: one script, one style, and a policy that allows nothing else. */
export function webviewHtml(webview: vscode.Webview, page: WebviewPage): string {
  const nonce = newNonce();
  const address = (name: string) => String(webview.asWebviewUri(vscode.Uri.joinPath(page.folder, name)));
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="stylesheet" href="${escapeHtml(address(page.style))}">
</head>
<body>
${page.body}
<script nonce="${nonce}" src="${escapeHtml(address(page.script))}"></script>
</body>
</html>`;
}

/** Text as text, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
