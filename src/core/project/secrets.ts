// Recognizes secrets that should not leave the machine by mistake. Returns kinds and lines, never the secret.
import { markedEncoding } from "../text/decodeText";

export type SecretKind =
  | "environmentFile"
  | "privateKey"
  | "credentials"
  | "loginSession"
  | "awsKey"
  | "githubToken"
  | "gitlabToken"
  | "slackToken"
  | "stripeKey"
  | "googleKey"
  | "discordToken"
  | "telegramToken"
  | "openAiKey"
  | "npmToken"
  | "sendGridKey"
  | "jsonWebToken"
  | "addressWithPassword"
  | "password";

interface SecretInText {
  readonly kind: SecretKind;
  readonly line: number;
}

export const longestSecretTextBytes = 256 * 1024;

const byName: readonly (readonly [RegExp, SecretKind])[] = [
  [/^\.env([._~-].*)?$/, "environmentFile"],
  [/\.env(rc)?$/, "environmentFile"],
  [/^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/, "privateKey"],
  [/\.(p12|pfx|jks|keystore|ppk)$/, "privateKey"],
  [/\.kdbx$/, "credentials"],
  [/\.session(-journal)?$/, "loginSession"],
  [/^(\.netrc|_netrc|\.git-credentials|\.pypirc|\.htpasswd|\.pgpass|\.my\.cnf)$/, "credentials"],
];
/** A copy of these signs in as the account: of WhatsApp, of a browser. */
const sessionFolder =
  /(?:^|\/)(?:auth_info\w{0,40}|baileys_auth\w{0,40}|\.wwebjs_auth|\.wwebjs_cache|chrome-?_?(?:profile|user-?_?data)|user-?_?data-?_?dir)\//i;
const templateName = /[._-](example|sample|template|dist|defaults?|schema)(\.\w+)?$|^(example|sample)\./;

export function isTemplateName(name: string): boolean {
  return templateName.test(name.toLowerCase());
}

export function secretByName(path: string): SecretKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (isTemplateName(name)) return undefined;
  if (/(^|\/)\.(aws\/credentials|docker\/config\.json|streamlit\/secrets\.toml)$/.test(path))
    return "credentials";
  return (
    byName.find(([pattern]) => pattern.test(name))?.[1] ??
    (sessionFolder.test(path) ? "loginSession" : undefined)
  );
}

const perhapsKey = /\.(pem|key|asc|gpg|p8|ovpn)$|(^|\/)\.(ssh|gnupg|aws|kube|azure)(\/|$)/i;
const accountFile = /(?:service[-_]?account|adminsdk|credentials?|client[-_]?secret)[^/]{0,60}\.json$/i;

/** Like `secretByName`, and keys by endings and folders: too many are harmless to leave them out of a deploy. */
export function perhapsSecret(path: string): SecretKind | undefined {
  const key = perhapsKey.test(path) ? "privateKey" : undefined;
  return secretByName(path) ?? key ?? (accountFile.test(path) ? "credentials" : undefined);
}

export const privateKeyHeader = "-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----";

/** Patterns of things that have a form of their own, so that little else looks like them. */
export const secretForms: readonly (readonly [RegExp, SecretKind])[] = [
  // Programs that search for keys contain the header alone: part of a key must follow.
  [new RegExp(`${privateKeyHeader}[^-]{0,400}?[A-Za-z0-9+/=]{40}`), "privateKey"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, "awsKey"],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b/, "githubToken"],
  [/\bglpat-[A-Za-z0-9_-]{20,300}/, "gitlabToken"],
  [/\bxox[abeoprs]-(?:[A-Za-z0-9]{1,80}-){1,5}[A-Za-z0-9]{10,80}/, "slackToken"],
  [/hooks\.slack\.com\/services\/T[A-Z0-9]{1,40}\/B[A-Z0-9]{1,40}\/[A-Za-z0-9]{20,80}/, "slackToken"],
  [/\b[rs]k_live_[A-Za-z0-9]{20,300}/, "stripeKey"],
  [/\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/, "googleKey"],
  [/\bGOCSPX-[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])/, "googleKey"],
  [/\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_.-])/, "discordToken"],
  [/(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/, "telegramToken"],
  [/\bsk-(?:ant-|proj-|svcacct-)?[A-Za-z0-9_-]{40,300}/, "openAiKey"],
  [/\bnpm_[A-Za-z0-9]{36}\b/, "npmToken"],
  [/\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/, "sendGridKey"],
  [/\beyJ[A-Za-z0-9_-]{10,800}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/, "jsonWebToken"],
];

const addressWithPassword =
  /\b[a-z][a-z0-9+.-]{2,20}:\/\/[^\s:/?#@"'`<>{}$]{1,80}:([^\s:/?#@"'`<>{}$]{3,120})@([^\s/:?#"'`]{1,255})/g;
export const secretWord =
  "(?:pass(?:wd|word|phrase)|_pass(?![a-z])|secret|token|(?:api|access|private|secret|auth|encryption|signing)[_-]?key|credential)s?";
const quotedAssignment = new RegExp(
  `${secretWord}[\\w.-]{0,30}["'\x60]?\\]?\\s{0,4}(?::=|=>|[:=])\\s{0,4}["'\x60]([^\\s"'\x60]{12,200})["'\x60]`,
  "gi",
);
/** DB_PASSWORD=… on a line of its own, as shells and settings files have it; .npmrc names the registry first. */
const plainAssignment = new RegExp(
  `^[ \\t]{0,40}(?:export[ \\t]{1,8}|//[\\w.:/@-]{1,200}:)?(?:[\\w.-]{0,40}${secretWord}[\\w-]{0,20}|_auth)[ \\t]{0,20}[:=][ \\t]{0,20}([^\\s"'\x60#;,(){}\\[\\]<>$]{16,200})[ \\t\\r]{0,20}$`,
  "gim",
);

const placeholder =
  /django-insecure-|example|sample|your|change[-_]?me|placeholder|dummy|redacted|insert|replace|test|fake|xxxx|\*\*\*|\.\.\.|<|>|\{|\}|\$|%[a-z(]|process\.env|os\.environ|getenv|0{6}|12345/i;
const localOrExample =
  /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|host$|hostname|db$|database$)|example\.|\.local$|\.test$/i;

/** The first secret of each kind in a text; a password only where nothing else is found. */
export function secretsInText(text: string): SecretInText[] {
  const found: SecretInText[] = [];
  const add = (kind: SecretKind, index: number): void => {
    if (!found.some((secret) => secret.kind === kind)) found.push({ kind, line: lineAt(text, index) });
  };
  for (const [pattern, kind] of secretForms) {
    const match = pattern.exec(text);
    if (match && !placeholder.test(match[0]) && !/EXAMPLE/.test(match[0])) add(kind, match.index);
  }
  for (const match of text.matchAll(addressWithPassword)) {
    const [, password = "", host = ""] = match;
    const isWord = /^(?:pass(?:word|wd)?|secret|pw)$/i.test(password);
    if (isWord || localOrExample.test(host) || placeholder.test(password)) continue;
    add("addressWithPassword", match.index);
    break;
  }
  // A token that has a form was named already, more precisely.
  if (found.length > 0) return found;
  for (const pattern of [quotedAssignment, plainAssignment]) {
    for (const match of text.matchAll(pattern)) {
      if (!looksRandom(match[1] ?? "")) continue;
      add("password", match.index);
      return found;
    }
  }
  return found;
}

export function looksLikeText(bytes: Uint8Array): boolean {
  return markedEncoding(bytes) !== undefined || !bytes.subarray(0, 8_000).includes(0);
}

function looksRandom(value: string): boolean {
  if (placeholder.test(value) || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  // Files, paths, addresses, names of things in a program, dates.
  if (/\.(?:html?|[cm]?[jt]sx?|py|json|ya?ml|toml|txt|md|pem|key|crt)$/i.test(value)) return false;
  if (/^[./~]|:\/\/|^[a-z]+(?:[._-][a-z]+)+\d{0,3}$|^\d{4}-\d{2}-\d{2}/i.test(value)) return false;
  return entropyBits(value) >= 3.4;
}

/** Bits a character, of the characters as they are distributed: about 2 for words of few letters, 4 and more for noise. */
function entropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
