// Account and app ids as folder names: an id comes from the service and may hold anything.

const longest = 100;

/**
 * Lower-case letters, digits, "-" and "_"; distinct also where the disk ignores case. Long ids are cut in the
 * middle and may collide: journals name the app.
 */
export function safeName(id: string): string {
  const bytes = new TextEncoder().encode(id);
  const half = longest / 2;
  const name =
    bytes.length > 2 * longest
      ? `${safeCharacters(bytes.subarray(0, longest))}${safeCharacters(bytes.subarray(-longest))}`
      : safeCharacters(bytes);
  const cut = name.length > longest ? `${name.slice(0, half)}__${name.slice(-half)}` : name;
  // Windows reserves names such as "con"; "" is no name.
  return `${cut}_`;
}

function safeCharacters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}
