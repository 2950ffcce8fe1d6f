// Ids of accounts and apps as names of folders: an id comes from outside and may hold anything.

const longest = 100;

/**
 * Lower-case letters, digits, "-" and "_" only, different for different ids also where the disk ignores case. Long ones
 * are cut in the middle and may fall together: what lies in the folder says whose it is.
 */
export function safeName(id: string): string {
  const bytes = new TextEncoder().encode(id);
  const half = longest / 2;
  const name =
    bytes.length > 2 * longest
      ? `${safeCharacters(bytes.subarray(0, longest))}${safeCharacters(bytes.subarray(-longest))}`
      : safeCharacters(bytes);
  const cut = name.length > longest ? `${name.slice(0, half)}__${name.slice(-half)}` : name;
  // Windows keeps names such as "con" for itself, and an empty one is none.
  return `${cut}_`;
}

function safeCharacters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}
