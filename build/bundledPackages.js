// Licence notices and the bill of materials of the bundled packages: those whose code is in the built files, by
// esbuild's metafile.
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..");
const readJson = (...names) => JSON.parse(fs.readFileSync(path.join(root, ...names), "utf8"));

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} license the SPDX expression of its package.json
 * @property {string} text the text of its licence files
 * @property {string} folder relative to the repository
 */

/**
 * Sorted by name.
 * @param {readonly import("esbuild").Metafile["outputs"][]} outputs
 * @returns {BundledPackage[]}
 */
function bundledPackages(outputs) {
  const folders = new Set();
  for (const { inputs } of outputs.flatMap((files) => Object.values(files)))
    for (const [source, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source) ?? [];
      if (folder && bytesInOutput > 0) folders.add(folder.slice(folder.indexOf("node_modules/")));
    }
  // npm may install one version of a package in several folders.
  const packages = new Map();
  for (const folder of folders) {
    const { name, version, license: said, licenses } = readJson(folder, "package.json");
    // Packages older than SPDX expressions have `licenses`.
    const license = said ?? licenses.map(({ type }) => type).join(" OR ");
    packages.set(`${name} ${version}`, { name, version, license, text: licenseText(folder), folder });
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** JSZip's licence file offers MIT or GPL 3; the GPL alone is as long as all other notices. */
const notTaken = /^(#+ )?GPL version 3\r?\n[\s\S]*/m;

/** From licence files, else from the README. Throws without either: such a package must not be shipped. */
function licenseText(folder) {
  const names = fs.readdirSync(path.join(root, folder)).sort();
  const read = (name) =>
    fs
      .readFileSync(path.join(root, folder, name), "utf8")
      .replace(notTaken, "")
      .trim();
  const files = names.filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  if (files.length > 0) return files.map(read).join("\n\n");
  const readme = names.find((name) => /^readme/i.test(name));
  const [, said] = /^#+ licen[cs]e\s*\n([^#]*)/im.exec(readme ? read(readme) : "") ?? [];
  if (!said || !/permission|redistribution/i.test(said)) throw new Error(`${folder} brings no licence`);
  return said.trim();
}

/** @param {readonly BundledPackage[]} packages */
function noticesText(packages) {
  const line = "-".repeat(80);
  const notices = packages.map(
    ({ name, version, license, text }) =>
      `${line}\n${name} ${version}\n${license}\n${line}\n\n${text.replaceAll("\r\n", "\n")}\n`,
  );
  const title =
    "Hosted Apps contains the following packages of others, each under the licence that is given with it.";
  return `${title}\n\n${notices.join("\n")}`;
}

/**
 * In CycloneDX's format, without a time: equal packages give an equal file.
 * @param {readonly BundledPackage[]} packages
 */
function billOfMaterials(packages) {
  const own = readJson("package.json");
  const locked = readJson("package-lock.json").packages;
  const components = packages.map(({ name, version, license, folder }) => {
    const purl = purlOf(name, version);
    const [algorithm = "", digest = ""] = (locked[folder]?.integrity ?? "").split("-");
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
      purl,
      ...(digest && {
        hashes: [{ alg: hashNames[algorithm], content: Buffer.from(digest, "base64").toString("hex") }],
      }),
    };
  });
  const ownRef = purlOf(own.name, own.version);
  const digest = crypto.createHash("sha256").update(JSON.stringify(components)).digest("hex");
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": ownRef,
        name: own.name,
        version: own.version,
        licenses: [{ license: { id: own.license } }],
        purl: ownRef,
      },
    },
    components,
    dependencies: [{ ref: ownRef, dependsOn: components.map(({ purl }) => purl) }],
  };
}

const hashNames = { sha1: "SHA-1", sha256: "SHA-256", sha384: "SHA-384", sha512: "SHA-512" };

function purlOf(name, version) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** Version 8 of RFC 9562, whose bits are the application's own: here those of a hash. */
function uuidOf(digest) {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length, at) => {
    const from = [0, 8, 12, 15, 18][at];
    return digest.slice(from, from + length);
  });
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

module.exports = { bundledPackages, noticesText, billOfMaterials };
