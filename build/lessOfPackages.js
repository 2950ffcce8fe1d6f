// Bundles packages without their unused parts. test/unit/lessOfPackages.test.ts compares with the originals.
const path = require("node:path");
const zlib = require("node:zlib");

const here = (name) => path.join(__dirname, `${name}.js`);

const alias = {
  // Its main file loads its parts in a way that a bundle cannot follow; its module for browsers does not.
  "jsonc-parser": "jsonc-parser/lib/esm/main.js",
  // JSZip brings copies of what Node.js has.
  "readable-stream": "node:stream",
  lie: here("nativePromise"),
  pako: here("nothing"),
  setimmediate: "node:timers",
  // Its files for browsers are modules, of which only what is used is taken.
  yaml: path.join(__dirname, "../node_modules/yaml/browser/dist/index.js"),
};

/** The parts of packages that are not used here, each with its replacement. */
const leftOut = [
  [/undici.+client-h2\.js$/, "noHttp2"],
  [/undici.+web\/fetch\/body\.js$/, "noFetchBody"],
  [/undici.+\/diagnostics\.js$/, "noDiagnostics"],
  [/yaml.+\/(stringify\/\w+|doc\/createNode|cst-(scalar|stringify|visit))\.js$/, "noYamlText"],
  [/jszip.+\/(generate|NodejsStream(In|Out)putAdapter|base64)$/, "nothing"],
  [/busboy.+\/urlencoded$/, "nothing"],
  [/yauzl\/crc32$/, "nodeCrc32"],
];

/** Of undici's parser, which comes twice, only the one that any processor runs, and packed. */
const lessOfPackages = {
  name: "less-of-packages",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path: file, resolveDir }) => {
      if (!resolveDir.includes("node_modules")) return undefined;
      const whole = path.resolve(resolveDir, file).replaceAll("\\", "/");
      const [, instead] = leftOut.find(([of]) => of.test(whole)) ?? [];
      return instead && { path: here(instead) };
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

module.exports = { alias, lessOfPackages };
