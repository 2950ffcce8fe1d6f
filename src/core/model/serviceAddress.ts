export type ServiceAddressProblem = "notAnAddress" | "notSecure" | "extraParts";

/**
 * The base address without a trailing slash, or why it cannot be one. A token may be sent by https anywhere, by http
 * only to this machine.
 */
export function parseServiceAddress(
  text: string,
): { readonly baseUrl: string } | { readonly problem: ServiceAddressProblem } {
  if (!URL.canParse(text.trim())) return { problem: "notAnAddress" };
  const url = new URL(text.trim());
  if (url.hostname === "" || !["http:", "https:"].includes(url.protocol)) return { problem: "notAnAddress" };
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return { problem: "notSecure" };
  if (url.username || url.password || url.search || url.hash) return { problem: "extraParts" };
  return { baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
}

/** Adds the scheme that users mostly leave out: https, and http for this machine. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return trimmed;
  const secure = `https://${trimmed}`;
  return URL.canParse(secure) && isLoopback(new URL(secure).hostname) ? `http://${trimmed}` : secure;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
