// Builds what ships into dist/ and, with --tests, each test file into out/test/.
// What src/extension.ts imports statically is one file, which loads at start. What is loaded by an import() is found from
// there: each is a file of its own that takes what has loaded already from extension.js, and what several of them need is
// in files that they share. So every module exists once.
const esbuild = require("esbuild");
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");
const { billOfMaterials, bundledPackages, noticesText } = require("./build/bundledPackages");

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/** What the dashboard's page loads, and all that it may load. */
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

const alias = {
  // Its main file loads its parts in a way that a bundle cannot follow; its module for browsers does not.
  "jsonc-parser": "jsonc-parser/lib/esm/main.js",
  // JSZip brings copies of what Node.js has.
  "readable-stream": "node:stream",
  lie: "./build/nativePromise.js",
  pako: "./build/nothing.js",
  setimmediate: "node:timers",
  // Its files for browsers are modules, of which only what is used is taken.
  yaml: "./node_modules/yaml/browser/dist/index.js",
};

/** What packages bring and nobody asks for, with what takes its place. */
const leftOut = [
  [/undici.+client-h2\.js$/, "build/noHttp2.js"],
  [/undici.+web\/fetch\/body\.js$/, "build/noFetchBody.js"],
  [/undici.+\/diagnostics\.js$/, "build/noDiagnostics.js"],
  [/jszip.+\/(generate|NodejsStream(In|Out)putAdapter|base64)$/, "build/nothing.js"],
  [/busboy.+\/urlencoded$/, "build/nothing.js"],
  [/yauzl\/crc32$/, "build/nodeCrc32.js"],
];

/** Of undici's parser, which comes twice, only the one that any processor runs, and packed. */
const lessOfPackages = {
  name: "less-of-packages",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path: file, resolveDir }) => {
      if (!resolveDir.includes("node_modules")) return undefined;
      const whole = path.resolve(resolveDir, file).replaceAll("\\", "/");
      const [, instead] = leftOut.find(([of]) => of.test(whole)) ?? [];
      return instead && { path: path.resolve(instead) };
    });
    build.onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file.replace("_simd", "")),
    }));
    // Its names of all that HTTP knows are not asked for.
    build.onLoad({ filter: /llhttp[\\/]constants\.js$/ }, ({ path: file }) => {
      const { ERROR, TYPE } = require(file);
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })};` };
    });
    build.onLoad({ filter: /llhttp-wasm\.js$/ }, ({ path: file }) => {
      const packed = zlib.brotliCompressSync(require(file)).toString("base64");
      return { contents: `module.exports = ${unpack}(Buffer.from("${packed}", "base64"));` };
    });
  },
};
const unpack = 'require("node:zlib").brotliDecompressSync';

/** The program of the extension host: what it is built from, whatever the way. */
const hostProgram = { ...shared, external: ["vscode"], alias };

/** An import() becomes a require that happens when it is reached: what is loaded is CommonJS. */
const asRequire = { "dynamic-import": false };

const sourceOf = (args) =>
  `${path.relative(__dirname, path.resolve(args.resolveDir, args.path)).replaceAll("\\", "/")}.ts`;

const nameOfLazy = (source) => path.basename(source, ".ts");

/**
 * What a file imports of VS Code it takes from there: the bundler would copy the whole of its interface, once for each
 * file, which takes longer than all else that happens at start.
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

/** What loads at start asks for it once: VS Code looks up who asks each time. */
const sharedVscode = {
  plugin: takeVscodeBy("vscode$"),
  banner: { js: 'const vscode$ = require("vscode");' },
};

/** Leaves each import() as it is, and calls `onImport` with the source file that it names. */
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

/** Calls `onPackage` with each package that our own files import and that is bundled. */
const seePackages = (onPackage) => ({
  name: "see-packages",
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ kind, path: name, importer }) => {
      const isOurs = kind === "import-statement" && !importer.includes("node_modules");
      if (isOurs && name !== "vscode" && !name.startsWith("node:")) onPackage(name);
      return undefined;
    });
  },
});

/** Leaves the import of what loads at start; its path is then the source file's, or the package's name. */
const leaveStart = ({ startFiles, startPackages }) => ({
  name: "leave-start",
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path: name }) =>
      startPackages.has(name) ? { path: `${startPrefix}${name}`, external: true } : undefined,
    );
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
const wholeStartImport = /\bimport \* as (\w+) from "at-start:([^"]+)";/g;

/** What loads at start, and what is loaded from there later. */
async function findStart() {
  const lazy = new Set();
  const startPackages = new Set();
  const { metafile } = await esbuild.build({
    ...hostProgram,
    entryPoints: ["src/extension.ts"],
    plugins: [
      lessOfPackages,
      takeVscode,
      leaveLazy((source) => lazy.add(source)),
      seePackages((name) => startPackages.add(name)),
    ],
    metafile: true,
    write: false,
  });
  return { startFiles: new Set(Object.keys(metafile.inputs)), startPackages, lazy: [...lazy] };
}

/**
 * As CommonJS: what it exports, without the functions that esbuild writes for that into each file, and an import() that
 * happens when it is reached. Nothing else writes of our files, so that their exports need no more.
 */
function withPlainExports(code) {
  let exported = "";
  const rest = code
    .replace(/^export \{([^}]*)\};\n/m, (_all, names) => {
      const pairs = names.split(",").map((each) => each.trim().split(/\s+as\s+/));
      exported = pairs.map(([name, as = name]) => `get ${as}() { return ${name}; }`).join(", ");
      return "\n".repeat(names.split("\n").length);
    })
    .replaceAll(/\bimport\((".\/[^"]+")\)/g, "Promise.resolve().then(() => require($1))");
  return `module.exports = { ${exported} }; ${rest}`;
}

/** Files up to this many characters are packed into one. */
const smallFile = 8_000;
const packFile = "shared.js";

/**
 * Puts the small ones of `files` into one, where each still runs when it is asked for first: a hundred files of a few lines
 * take a third more in the package, and longer to open. Resolves with their places there.
 */
function packSmallFiles(files) {
  const small = [...files].filter(([, code]) => code.length <= smallFile);
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

/** What a file needs of those that are packed comes from there. */
function takePacked(code, packed, take = `require("./${packFile}")`) {
  return code.replaceAll(/\brequire\("(\.\/[^"]+)"\)/g, (all, name) =>
    packed.has(name) ? `${take}(${packed.get(name)})` : all,
  );
}

/** Builds what is loaded later; resolves with what it takes from what loads at start. */
async function buildLazy({ lazy, ...start }) {
  const { outputFiles, metafile } = await esbuild.build({
    ...hostProgram,
    entryPoints: Object.fromEntries(lazy.map((source) => [nameOfLazy(source), source])),
    format: "esm",
    splitting: true,
    minify: false,
    minifySyntax: production,
    sourcemap: production ? false : "inline",
    plugins: [lessOfPackages, takeVscode, leaveStart(start)],
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
    // Of a package that is imported as a whole, what is used of it.
    const named = text.replaceAll(wholeStartImport, (_all, space, source) => {
      const used = [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, "g"))].map(([, name]) => name);
      const names = [...new Set(used)];
      const imported = names.map((name) => `${name} as ${space}$${name}`).join(", ");
      const members = names.map((name) => `${name}: ${space}$${name}`).join(", ");
      return `import { ${imported} } from "${startPrefix}${source}"; const ${space} = { ${members} };`;
    });
    const code = named.replaceAll(startImport, (_all, keyword, names, source) => {
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
 * Builds what loads at start, with the names that the rest takes from it; out/build.meta.json says what is in which file,
 * and so does what it resolves with.
 */
async function buildStart({ taken, packed, metafile: later }) {
  const exported = taken.map(({ source, name, as }) => {
    const from = source.startsWith("src/") ? `./${source}` : source;
    return `export { ${name} as ${as} } from "${from}";`;
  });
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
    minify: false,
  };
}

/** README as it is packaged: its pictures and relative links would need a public repository, and vsce refuses them. */
function packagedReadme() {
  return fs
    .readFileSync("README.md", "utf8")
    .replaceAll(/^!\[.*\]\(media\/.*\)\n\n/gm, "")
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, "$1");
}

/** What is shipped, or given, with the packages of others that are in it. */
function writePapers(packages) {
  fs.writeFileSync("THIRD-PARTY-NOTICES.txt", noticesText(packages));
  fs.writeFileSync(
    "out/hosted-apps.cdx.json",
    `${JSON.stringify(billOfMaterials(packages), undefined, 2)}\n`,
  );
}

async function buildAll() {
  for (const folder of ["dist", webviewFolder]) fs.rmSync(folder, { recursive: true, force: true });
  for (const folder of ["dist", "out"]) fs.mkdirSync(folder, { recursive: true });
  const buildHost = async () => await buildStart(await buildLazy(await findStart()));
  const buildOther = async (options) =>
    (await esbuild.build({ ...options, metafile: true })).metafile.outputs;
  writePapers(bundledPackages(await Promise.all([buildHost(), ...otherBundles().map(buildOther)])));
  fs.writeFileSync("dist/README.md", packagedReadme());
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
  // What esbuild found wrong it has printed.
  if (!error.errors) console.error(error);
  process.exit(1);
});
