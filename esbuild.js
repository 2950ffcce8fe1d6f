// Builds what ships into dist/ and, with --tests, each test file into out/test/.
// CommonJS bundles cannot be split, so what loads lazily is a bundle of its own: a dynamic import() of one of
// `lazyChunks` is left as a require of dist/NAME.js.
const esbuild = require("esbuild");
const fs = require("node:fs");
const path = require("node:path");

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/** Lazily loaded modules: bundle name to source file. */
const lazyChunks = {
  account: "src/features/account/accountChunk.ts",
  agent: "src/features/agent/toolCalls.ts",
  appParts: "src/features/apps/parts/appParts.ts",
  appSettings: "src/features/apps/settings/settingsChunk.ts",
  archive: "src/core/archive/archive.ts",
  certificates: "src/api/http/certificates.ts",
  dashboards: "src/features/dashboard/dashboards.ts",
  createApp: "src/features/create/createFeature.ts",
  nodeDeflate: "src/features/create/nodeDeflate.ts",
  askSignIn: "src/features/files/notices/askSignIn.ts",
  engine: "src/features/files/mount/engine.ts",
  find: "src/features/files/find/findFeature.ts",
  deleteFiles: "src/features/files/deleteFiles.ts",
  diagnose: "src/features/account/diagnoseCommand.ts",
  metrics: "src/features/metrics/metricsFeature.ts",
  timeLimit: "src/features/files/find/search/timeLimit.ts",
  transfers: "src/features/transfers/transfersFeature.ts",
};

/** What the dashboard's page loads, and all that it may load. */
const webviewFolder = "media/dashboard";

const lazyImports = {
  name: "lazy-imports",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, (args) => {
      if (args.kind !== "dynamic-import") return undefined;
      const file = path.relative(__dirname, path.resolve(args.resolveDir, args.path)).replaceAll("\\", "/");
      const chunk = Object.entries(lazyChunks).find(([, source]) => source === `${file}.ts`);
      if (!chunk)
        return { errors: [{ text: `import("${args.path}"): add ${file}.ts to lazyChunks in esbuild.js` }] };
      return { path: `./${chunk[0]}.js`, external: true };
    });
  },
};

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

/** Its main file loads its parts in a way that a bundle cannot follow; its module for browsers does not. */
const alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** @returns {import("esbuild").BuildOptions[]} */
function shippedBundles() {
  return [
    {
      ...shared,
      entryPoints: { extension: "src/extension.ts" },
      external: ["vscode"],
      plugins: [lazyImports],
      metafile: true,
    },
    { ...shared, entryPoints: lazyChunks, external: ["vscode"], plugins: [lazyImports], alias },
    { ...shared, entryPoints: { emulator: "src/emulator/main.ts" } },
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

/** README as it is packaged: pictures there need a public address, which they do not have. */
function packagedReadme() {
  return fs.readFileSync("README.md", "utf8").replaceAll(/^!\[.*\]\(media\/.*\)\n\n/gm, "");
}

async function main() {
  if (flags.has("--tests")) {
    fs.rmSync("out/test", { recursive: true, force: true });
    await esbuild.build(testBundles());
    return;
  }
  if (flags.has("--watch")) {
    for (const options of shippedBundles())
      await (await esbuild.context({ ...options, logLevel: "info" })).watch();
    return;
  }
  for (const folder of ["dist", webviewFolder]) fs.rmSync(folder, { recursive: true, force: true });
  const [extension] = await Promise.all(shippedBundles().map((options) => esbuild.build(options)));
  fs.writeFileSync("dist/README.md", packagedReadme());
  fs.mkdirSync("out", { recursive: true });
  fs.writeFileSync("out/extension.meta.json", JSON.stringify(extension.metafile));
}

main().catch(() => process.exit(1));
