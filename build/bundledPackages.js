// The packages of others that are part of what ships: their licences as a notice, and a bill of materials. Both come
// from what the bundler has really put into the files.
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
 * @property {string} text its licence, as it comes with it
 * @property {string} folder relative to the repository
 */

/**
 * The packages that have something in the files that were built, by name.
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
  // One version of a package may lie in several places.
  const packages = new Map();
  for (const folder of folders) {
    const { name, version, license: said, licenses } = readJson(folder, "package.json");
    // `licenses` is how packages from before SPDX expressions say it.
    const license = said ?? licenses.map(({ type }) => type).join(" OR ");
    packages.set(`${name} ${version}`, { name, version, license, text: licenseText(folder), folder });
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** A package may be offered under another licence, too, as long as all the others together. */
const notTaken = /^(#+ )?GPL version 3\r?\n[\s\S]*/m;

/** Its licence files, else what its README says of it. Throws where there is neither: it must not ship then. */
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
 * What is in the package, in CycloneDX's format. The same for the same packages: it has no time in it.
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

/** A UUID (version 8, custom) from the digits of a hash. */
function uuidOf(digest) {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length, at) => {
    const from = [0, 8, 12, 15, 18][at];
    return digest.slice(from, from + length);
  });
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

module.exports = { bundledPackages, noticesText, billOfMaterials };
