// The glob patterns of VS Code's own settings, such as "**/node_modules/*/**" and "*.{log,tmp}".

const special = /\*\*\/|\/\*\*$|\*\*|\*|\?|\{|\}|,|[.+^$()|[\]\\]/g;

/** Matches a relative, "/"-separated path: `**` is any folders, `*` and `?` stay within one name, `{a,b}` is either. */
export function globPattern(glob: string): RegExp {
  let depth = 0;
  const source = glob.replaceAll(special, (token) => {
    switch (token) {
      case "**/":
        return "(?:.*/)?";
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
        return `\\${token}`;
    }
  });
  return new RegExp(`^${source}$`);
}
