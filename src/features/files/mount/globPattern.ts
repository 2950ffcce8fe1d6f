// The glob patterns of VS Code's own settings, such as "**/node_modules/*/**" and "*.{log,tmp}".

const special = /(?:\*\*\/){1,250}|\/\*\*(?=$|[,}])|\*\*|\*|\?|\{|\}|,|\[[!^]?[^/][^\]/]*\]|[.+^$()|[\]\\]/g;
const nothing = /(?!)/;
/** A long path takes too long to match with more wildcards; a `**` at the end takes no time. */
const mostWildcards = 4;
const longestGlob = 500;

/**
 * Matches a relative, "/"-separated path: `**` is any folders, `*`, `?` and `[a-z]` stay within one name, `{a,b}` is
 * either. As in VS Code, a pattern that cannot be read matches nothing.
 */
export function globPattern(glob: string): RegExp {
  if (glob.length > longestGlob) return nothing;
  const wildcards = glob.replace(/\/\*\*$/, "").match(/(?:\*\*\/){1,250}|\*{1,500}/g) ?? [];
  if (wildcards.length > mostWildcards) return nothing;
  let depth = 0;
  const source = glob.replaceAll(special, (token) => {
    switch (token) {
      case "/**":
        return "(?:/.*)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        depth++;
        return "(?:";
      case "}":
        depth--;
        return ")";
      case ",":
        return depth > 0 ? "|" : ",";
      default:
        if (token.startsWith("**/")) return "(?:.*/)?";
        return token.length > 1 ? characterClass(token.slice(1, -1)) : `\\${token}`;
    }
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return nothing;
  }
}

function characterClass(characters: string): string {
  return `(?!/)[${characters.replace(/^!/, "^").replaceAll(/[\\\]]/g, "\\$&")}]`;
}
