// Files that usually hold secrets, by their name alone.

const names = [
  /^\.env(?!\.(?:example|sample|template)$)/i,
  /\.(?:pem|key|p12|pfx|jks|keystore)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^\.(?:netrc|npmrc|pypirc|pgpass|htpasswd)$/,
  /^(?:credentials|secrets?)(?:\.[\w-]+)?$/i,
];

/** True for names such as ".env.local", "server.pem" and "credentials.json"; ".env.example" is none. */
export function mayHoldSecrets(fileName: string): boolean {
  return names.some((pattern) => pattern.test(fileName));
}
