// Ids of accounts and apps as names of folders: an id comes from outside and may hold anything.

const longest = 100;

/**
 * Lower-case letters, digits, "-" and "_" only, different for different ids also where the disk ignores case. Long ones
 * are cut in the middle and may fall together: what lies in the folder says whose it is.
 */
export function safeName(id: string): string {
  let name = "";
  for (const byte of new TextEncoder().encode(id)) {
    const character = String.fromCharCode(byte);
    name += /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, "0")}`;
  }
  if (name.length > longest) name = `${name.slice(0, longest / 2)}__${name.slice(-longest / 2)}`;
  // Windows keeps names such as "con" for itself, and an empty one is none.
  return `${name}_`;
}
