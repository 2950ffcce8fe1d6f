// Bundles packages without their unused parts.
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");

const here = (name) => path.join(__dirname, `${name}.js`);

const alias = {
  // jsonc-parser's main file is UMD, whose require() calls esbuild cannot follow.
  "jsonc-parser": "jsonc-parser/lib/esm/main.js",
  // JSZip's copies of Node.js features.
  "readable-stream": "node:stream",
  lie: here("nativePromise"),
  pako: here("nothing"),
  setimmediate: "node:timers",
};

/** Unused files of packages, each with its replacement in this folder. */
const unusedFiles = [
  [/undici.+client-h2\.js$/, "noHttp2"],
  [/undici.+web\/fetch\/body\.js$/, "noFetchBody"],
  [/undici.+\/diagnostics\.js$/, "noDiagnostics"],
  [/jszip.+\/(generate|NodejsStream(In|Out)putAdapter|base64|stream\/\w+)$/, "nothing"],
  [/busboy.+\/urlencoded$/, "nothing"],
  [/yauzl\/crc32$/, "nodeCrc32"],
];

/** undici has its parser llhttp twice: the one without SIMD runs on every processor, and is bundled compressed. */
const lessOfPackages = {
  name: "less-of-packages",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path: file, resolveDir }) => {
      if (!resolveDir.includes("node_modules")) return undefined;
      const whole = path.resolve(resolveDir, file).replaceAll("\\", "/");
      const [, instead] = unusedFiles.find(([pattern]) => pattern.test(whole)) ?? [];
      return instead && { path: here(instead) };
    });
    build.onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file.replace("_simd", "")),
    }));
    // undici reads no other constants of llhttp.
    build.onLoad({ filter: /llhttp[\\/]constants\.js$/ }, ({ path: file }) => {
      const { ERROR, TYPE } = require(file);
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })};` };
    });
    // A call at the top of a module is kept, whether or not its result is used: YAML's other types, WebSockets.
    build.onLoad({ filter: /js-yaml\.mjs$|node-server.dist.index\.mjs$/ }, ({ path: file }) => ({
      contents: fs
        .readFileSync(file, "utf8")
        .replaceAll(
          /^((?:var|const) \w+ = )(?=define\w+\(|new Schema\(|\w+\.withTags\()/gm,
          "$1/* @__PURE__ */ ",
        ),
    }));
    // What uPlot offers beside the chart: other lines, bars, time zones.
    build.onLoad({ filter: /uPlot\.esm\.js$/ }, ({ path: file }) => {
      const [chart] = fs.readFileSync(file, "utf8").split("\nuPlot.assign = assign;");
      return { contents: `${chart}\nexport { uPlot as default };` };
    });
    build.onLoad({ filter: /llhttp-wasm\.js$/ }, ({ path: file }) => {
      const packed = zlib.brotliCompressSync(require(file)).toString("base64");
      return { contents: `module.exports = ${unpack}(Buffer.from("${packed}", "base64"));` };
    });
  },
};
const unpack = 'require("node:zlib").brotliDecompressSync';

module.exports = { alias, lessOfPackages };
