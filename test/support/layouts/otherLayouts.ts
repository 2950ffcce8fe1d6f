// Folders that hold no app, or one of a kind that the service does not run.
import { type Layout, pack } from "./layout";

const unsupported = (kind: string, what: string, files: Layout["files"]): Layout => ({
  ...{ kind, files, is: "none", finds: [`unsupported ${what}`] },
});

export const otherLayouts: readonly Layout[] = [
  {
    kind: "page with a script",
    files: { "index.html": "", "style.css": "", "script.js": "document.querySelector('a')" },
    ...{ is: "nodejs", finds: ["staticSite "] },
  },
  {
    kind: "page in a folder",
    files: { "public/index.html": "", "README.md": "" },
    ...{ is: "none", finds: ["staticSite public"] },
  },
  unsupported("Go server", "Go", { "go.mod": "module shop", "main.go": "package main" }),
  unsupported("Rust bot", "Rust", { "Cargo.toml": "[package]", "src/main.rs": "fn main() {}" }),
  unsupported("PHP site", "PHP", { "index.php": "<?php", "composer.json": "{}" }),
  unsupported("Java bot", "Java or Kotlin", { "pom.xml": "<project/>", "src/main/java/Bot.java": "" }),
  unsupported("Ruby app", "Ruby", { Gemfile: "", "config.ru": "" }),
  unsupported(".NET app", ".NET", { "Shop.csproj": "<Project/>", "Program.cs": "" }),
  unsupported("Deno server", "Deno", { "deno.json": "{}", "main.ts": "Deno.serve(f)" }),
  {
    kind: "Rust library beside a Node server",
    files: { "Cargo.toml": "", "package.json": pack({ main: "index.js" }), "index.js": "server.listen()" },
    is: "nodejs index.js",
  },
  { kind: "notes only", files: { "README.md": "", "notes.txt": "" }, is: "none" },
];
