// Builds the extension into dist/, or with --tests each test file into out/test/.
// src/extension.ts and its static imports become dist/extension.js, which loads at start. Each module that is imported
// by import() becomes a lazy file, which takes start modules from extension.js. What several lazy files need is in
// shared chunks, so that each module is loaded once.
const esbuild = require("esbuild");
const fs = require("node:fs");
const path = require("node:path");
const { minify } = require("terser");
const { billOfMaterials, bundledPackages, noticesText } = require("./build/bundledPackages");
const { alias, lessOfPackages } = require("./build/lessOfPackages");

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/** The only folder that the dashboard's page may load from. */
const webviewFolder = "media/dashboard";

/** @type {import("esbuild").BuildOptions} */
const shared = {
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  minify: production,
  sourcemap: production ? false : "linked",
  legalComments: "none",
  logLevel: "warning",
  outdir: "dist",
};

const hostProgram = { ...shared, external: ["vscode"], alias };

/** Turns import() into a delayed require(): lazy files are CommonJS. */
const asRequire = { "dynamic-import": false };

const sourceOf = (args) =>
  `${path.relative(__dirname, path.resolve(args.resolveDir, args.path)).replaceAll("\\", "/")}.ts`;

const nameOfLazy = (source) => path.basename(source, ".ts");

/**
 * Replaces imports of "vscode" with `expression`. esbuild's own code for them copies VS Code's whole API object once
 * per file, which is the slowest part of activation.
 */
const takeVscodeBy = (expression) => ({
  name: "take-vscode",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const text = await fs.promises.readFile(file, "utf8");
      const taken = text
        .replace(/^import \* as (\w+) from "vscode";/m, `const $1 = ${expression};`)
        .replace(/^import \{([^}]*)\} from "vscode";/m, (_all, names) => {
          const values = names.split(",").filter((name) => name.trim() && !name.trim().startsWith("type "));
          return `const {${values.join(",").replaceAll(" as ", ": ")}} = ${expression};`;
        });
      return { contents: taken, loader: "ts" };
    });
  },
});
const takeVscode = takeVscodeBy('require("vscode")');

/** dist/extension.js requires "vscode" once: VS Code looks up the calling extension at each require. */
const sharedVscode = {
  plugin: takeVscodeBy("vscode$"),
  banner: { js: 'const vscode$ = require("vscode");' },
};

/** Keeps each import() external, and calls `onImport` with its source file. */
const leaveLazy = (onImport) => ({
  name: "leave-lazy",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, (args) => {
      if (args.kind !== "dynamic-import") return undefined;
      const source = sourceOf(args);
      onImport(source);
      return { path: `./${nameOfLazy(source)}.js`, external: true };
    });
  },
});

/** Keeps imports of start modules external, with `startPrefix` and the source file as their path. */
const leaveStart = (startFiles) => ({
  name: "leave-start",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, (args) => {
      const source = args.kind === "entry-point" ? undefined : sourceOf(args);
      if (!startFiles.has(source)) return undefined;
      if (args.kind === "dynamic-import")
        return { errors: [{ text: `${source} loads at start: import it statically` }] };
      return { path: `${startPrefix}${source}`, external: true };
    });
  },
});

const startPrefix = "at-start:";
const startImport = /\b(import|export)\s*\{([^}]*)\}\s*from\s*"at-start:([^"]+)";/g;

/** Start modules, and the sources of lazy files. */
async function findStart() {
  const lazy = new Set();
  const { metafile } = await esbuild.build({
    ...hostProgram,
    entryPoints: ["src/extension.ts"],
    plugins: [lessOfPackages, takeVscode, leaveLazy((source) => lazy.add(source))],
    metafile: true,
    write: false,
  });
  return { startFiles: new Set(Object.keys(metafile.inputs)), lazy: [...lazy].sort() };
}

/**
 * Turns a module's exports and import() into CommonJS without the helper functions that esbuild adds to each file. Plain
 * properties suffice: no module of ours assigns to an export after it has loaded.
 */
function withPlainExports(code) {
  let exported = "";
  const rest = code
    .replace(/^export \{([^}]*)\};\n/m, (_all, names) => {
      const pairs = names.split(",").map((each) => each.trim().split(/\s+as\s+/));
      exported = pairs.map(([name, as = name]) => `${as}: ${name}`).join(", ");
      return "\n".repeat(names.split("\n").length);
    })
    .replaceAll(/\bimport\((".\/[^"]+")\)/g, "Promise.resolve().then(() => require($1))");
  return `${rest}\nmodule.exports = { ${exported} };`;
}

const mostCharactersOfSmallFile = 30_000;
const packFile = "shared.js";

/**
 * Moves small files from `files` into one, where each still runs at its first require(). A hundred files of a few lines
 * each would take a third more space in the VSIX, and longer to open. Returns the index of each.
 */
function packSmallFiles(files) {
  const small = [...files].filter(([, code]) => code.length <= mostCharactersOfSmallFile);
  const packed = new Map(small.map(([name], place) => [`./${name}`, place]));
  for (const [name] of small) files.delete(name);
  const parts = small.map(([, code]) => `(module,take$)=>{${takePacked(code, packed, "take$")}}`);
  files.set(
    packFile,
    `const parts=[${parts.join(",")}],made=[];module.exports=function take(at){if(!made[at]){` +
      "const module={};parts[at](module,take);made[at]=module.exports}return made[at]};",
  );
  return packed;
}

/** Redirects each require() of a packed file to the pack. */
function takePacked(code, packed, take = `require("./${packFile}")`) {
  return code.replaceAll(/\brequire\("(\.\/[^"]+)"\)/g, (all, name) =>
    packed.has(name) ? `${take}(${packed.get(name)})` : all,
  );
}

/** Builds the lazy files. `taken`: the names that they import from start modules. */
async function buildLazy({ lazy, startFiles }) {
  const { outputFiles, metafile } = await esbuild.build({
    ...hostProgram,
    entryPoints: Object.fromEntries(lazy.map((source) => [nameOfLazy(source), source])),
    format: "esm",
    splitting: true,
    minify: false,
    minifySyntax: production,
    minifyIdentifiers: production,
    sourcemap: production ? false : "inline",
    plugins: [lessOfPackages, takeVscode, leaveStart(startFiles)],
    metafile: true,
    write: false,
  });
  const taken = new Map();
  const nameAtStart = (source, name) => {
    const key = `${name} ${source}`;
    if (!taken.has(key)) taken.set(key, { source, name, as: `$${taken.size.toString(36)}` });
    return taken.get(key).as;
  };
  const written = new Map();
  for (const { path: file, text } of outputFiles) {
    const code = text.replaceAll(startImport, (_all, keyword, names, source) => {
      const renamed = names
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean)
        .map((each) => {
          const [name, as = name] = each.split(/\s+as\s+/);
          return `${nameAtStart(source, name)} as ${as}`;
        });
      return `${keyword} { ${renamed.join(", ")} } from "./extension.js";`;
    });
    if (code.includes(`"${startPrefix}`))
      throw new Error(`${file} imports all of a file that loads at start`);
    const { code: commonJs } = await esbuild.transform(withPlainExports(code), {
      format: "cjs",
      platform: "node",
      target: shared.target,
      minify: production,
      sourcemap: production ? false : "inline",
      sourcefile: path.basename(file),
      legalComments: "none",
    });
    written.set(path.basename(file), commonJs);
  }
  const packed = production ? packSmallFiles(written) : new Map();
  for (const [name, code] of written) fs.writeFileSync(path.join("dist", name), takePacked(code, packed));
  return { taken: [...taken.values()], packed, metafile };
}

/**
 * Builds dist/extension.js, which also exports the `taken` names. Returns esbuild's metafile outputs of all host files,
 * which out/build.meta.json keeps for tests.
 */
async function buildStart({ taken, packed, metafile: later }) {
  const exported = taken.map(({ source, name, as }) => `export { ${name} as ${as} } from "./${source}";`);
  const { outputFiles, metafile } = await esbuild.build({
    ...hostProgram,
    stdin: {
      contents: ['export * from "./src/extension.ts";', ...exported].join("\n"),
      resolveDir: __dirname,
      sourcefile: "start.ts",
    },
    outdir: undefined,
    outfile: "dist/extension.js",
    supported: asRequire,
    banner: sharedVscode.banner,
    plugins: [lessOfPackages, sharedVscode.plugin, leaveLazy(() => undefined)],
    metafile: true,
    write: false,
  });
  for (const { path: file, text } of outputFiles)
    fs.writeFileSync(file, production ? takePacked(text, packed) : text);
  const outputs = { ...later.outputs, ...metafile.outputs };
  fs.writeFileSync("out/build.meta.json", JSON.stringify(outputs));
  return outputs;
}

/** @returns {import("esbuild").BuildOptions[]} */
function otherBundles() {
  return [
    { ...shared, entryPoints: { emulator: "src/emulator/main.ts" }, plugins: [lessOfPackages] },
    {
      ...shared,
      entryPoints: { dashboard: "src/features/dashboard/webview/dashboard.ts" },
      outdir: webviewFolder,
      platform: "browser",
      format: "iife",
      target: "es2022",
      plugins: [lessOfPackages],
    },
  ];
}

/** @returns {import("esbuild").BuildOptions} */
function testBundles() {
  const entryPoints = fs
    .readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("fixtures"))
    .map((file) => path.join("test", file));
  return {
    ...shared,
    entryPoints,
    outbase: ".",
    outdir: "out",
    external: ["vscode"],
    packages: "external",
    sourcemap: "inline",
    // Stacks need names and lines only.
    sourcesContent: false,
    minify: false,
  };
}

/** Without pictures and relative links: vsce refuses them for an extension without a public repository. */
function packagedReadme() {
  return fs
    .readFileSync("README.md", "utf8")
    .replaceAll(/^!\[.*\]\(media\/.*\)\n\n/gm, "")
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, "$1");
}

/** Writes all templates into one file, by id and path: forty small files would add 9 KB to the VSIX. */
function writeTemplates() {
  const templates = {};
  const root = path.join("media", "templates");
  for (const file of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const whole = path.join(file.parentPath, file.name);
    const [id, ...rest] = path.relative(root, whole).split(path.sep);
    templates[id] = { ...templates[id], [rest.join("/")]: fs.readFileSync(whole, "utf8") };
  }
  fs.writeFileSync("dist/templates.json", JSON.stringify(templates));
}

/** The VSIX has the notices; the bill of materials is published beside it. */
function writeNotices(packages) {
  fs.writeFileSync("THIRD-PARTY-NOTICES.txt", noticesText(packages));
  fs.writeFileSync(
    "out/hosted-apps.cdx.json",
    `${JSON.stringify(billOfMaterials(packages), undefined, 2)}\n`,
  );
}

/** terser after esbuild's minifier saves 27 KB of the VSIX. */
async function minifyAgain(folder) {
  for (const name of fs.readdirSync(folder).filter((each) => each.endsWith(".js"))) {
    const file = path.join(folder, name);
    const format = { ascii_only: true, quote_style: 2 };
    const options = { ecma: 2020, toplevel: true, compress: { passes: 2 }, format };
    const { code } = await minify(fs.readFileSync(file, "utf8"), options);
    // `ascii_only` can't escape a tagged template. Node.js takes two bytes a character for a text that isn't ASCII.
    if (/[^\0-\x7f]/.test(code)) throw new Error(`${file} takes twice its memory for a letter beyond ASCII`);
    fs.writeFileSync(file, code);
  }
}

async function buildAll() {
  for (const folder of ["dist", webviewFolder]) fs.rmSync(folder, { recursive: true, force: true });
  for (const folder of ["dist", "out"]) fs.mkdirSync(folder, { recursive: true });
  const buildHost = async () => await buildStart(await buildLazy(await findStart()));
  const buildOther = async (options) =>
    (await esbuild.build({ ...options, metafile: true })).metafile.outputs;
  writeNotices(bundledPackages(await Promise.all([buildHost(), ...otherBundles().map(buildOther)])));
  fs.writeFileSync("dist/README.md", packagedReadme());
  writeTemplates();
  if (production) for (const folder of ["dist", webviewFolder]) await minifyAgain(folder);
}

async function main() {
  if (flags.has("--tests")) {
    fs.rmSync("out/test", { recursive: true, force: true });
    await esbuild.build(testBundles());
    return;
  }
  await buildAll();
  if (!flags.has("--watch")) return;
  console.log("Built; watching src.");
  let timer;
  fs.watch("src", { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      buildAll().then(
        () => console.log("Built."),
        () => console.log("Not built."),
      );
    }, 100);
  });
}

main().catch((error) => {
  // esbuild has printed its own errors.
  if (!error.errors) console.error(error);
  process.exit(1);
});
