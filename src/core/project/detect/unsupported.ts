// Projects of kinds that the service does not run, told by the files that their tools need.

const kinds: readonly (readonly [string, RegExp])[] = [
  ["Deno", /^deno\.(?:jsonc?|lock)$/],
  ["Bun", /^(?:bun\.lockb?|bunfig\.toml)$/],
  ["Go", /^go\.mod$/],
  ["Rust", /^Cargo\.toml$/],
  ["PHP", /^(?:composer\.json|artisan|index\.php|wp-config\.php)$/],
  ["Java or Kotlin", /^(?:pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?)$/],
  ["Ruby", /^(?:Gemfile|config\.ru)$/],
  [".NET", /^[^/]+\.(?:cs|fs|vb)proj$|^[^/]+\.sln$/],
  ["Elixir", /^mix\.exs$/],
  ["Dart", /^pubspec\.yaml$/],
  ["Swift", /^Package\.swift$/],
  ["C or C++", /^(?:CMakeLists\.txt|Makefile|configure\.ac)$/],
];

/** The kind of a project that has no Python or Node.js program. */
export function unsupportedKind(paths: readonly string[]): string | undefined {
  const names = paths.filter((path) => !path.includes("/"));
  return kinds.find(([, marker]) => names.some((name) => marker.test(name)))?.[0];
}

/** The runtime that a start command needs and the service has not. */
export function unsupportedProgram(command: string | undefined): string | undefined {
  const program = /^(?:[A-Za-z_]\w{0,80}=\S{0,200}\s{1,8}){0,8}(bunx?|deno)(?=\s|$)/.exec(
    command?.trim() ?? "",
  );
  if (!program) return undefined;
  return program[1] === "deno" ? "Deno" : "Bun";
}
