// Third-party packages in the extension: only allowed ones, with licences and a bill of materials.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { canary } from "../support/canaries";
import { writeTree } from "../support/fileTrees";
import { inRepository, repositoryRoot } from "../support/repository";
import { temporaryFolder } from "../support/temporaryFolder";
import { conditionTimeoutMs } from "../support/waitUntil";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly id: string } }[];
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

const textOf = (...names: string[]) => readFileSync(inRepository(...names), "utf8");
const { components }: { readonly components: readonly Component[] } = JSON.parse(
  textOf("out", "hosted-apps.cdx.json"),
);
const notices = textOf("THIRD-PARTY-NOTICES.txt");

describe("third-party packages in the extension", () => {
  it("are those of build/allowedPackages.json, with their licences, and no others", () => {
    const bundled = components.map(({ name, licenses: [license] }) => [
      name,
      license?.expression ?? license?.license?.id,
    ]);
    assert.deepEqual(Object.fromEntries(bundled), JSON.parse(textOf("build", "allowedPackages.json")));
  });

  it("have their complete licence in the notices", () => {
    for (const { name, version } of components) {
      const at = notices.indexOf(`\n${name} ${version}\n`);
      assert.ok(at > 0, name);
      const notice = notices.slice(at, notices.indexOf(`\n${"-".repeat(80)}\n`, at + 300));
      assert.match(notice, /copyright|\(c\)|all rights reserved/i, name);
      assert.match(notice, /permission|redistribution/i, name);
    }
  });

  it("include everything that the bundler put into the extension host's files", () => {
    const outputs: Record<string, { readonly inputs: Record<string, { readonly bytesInOutput: number }> }> =
      JSON.parse(textOf("out", "build.meta.json"));
    const names = new Set(components.map(({ name }) => name));
    const seen = new Set<string>();
    for (const { inputs } of Object.values(outputs))
      for (const [source, { bytesInOutput }] of Object.entries(inputs)) {
        const name = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
        if (name && bytesInOutput > 0) seen.add(name);
      }
    assert.ok(seen.size > 5);
    for (const name of seen) assert.ok(names.has(name), name);
    // Of the local service and of the dashboard's page, which have their own bundles.
    for (const name of ["hono", "uplot"]) assert.ok(names.has(name), name);
  });

  it("are in the bill of materials with the installed version and hash", () => {
    const locked: Record<string, { readonly version: string; readonly integrity: string }> = JSON.parse(
      textOf("package-lock.json"),
    ).packages;
    const known = new Set(
      Object.entries(locked).map(([folder, { version, integrity }]) => {
        const hash = Buffer.from(integrity?.replace(/^sha512-/, "") ?? "", "base64").toString("hex");
        return `${folder.split("node_modules/").at(-1)} ${version} ${hash}`;
      }),
    );
    for (const { name, version, hashes, purl } of components) {
      assert.ok(known.has(`${name} ${version} ${hashes[0]?.content}`), name);
      assert.equal(purl, `pkg:npm/${name.replace("@", "%40")}@${version}`);
    }
    assert.equal(new Set(components.map(({ purl }) => purl)).size, components.length);
  });

  it("are packaged with their notices, and without other files", async function () {
    this.timeout(conditionTimeoutMs);
    const { listFiles, PackageManager } = await import("@vscode/vsce");
    const files = await listFiles({ cwd: inRepository(), packageManager: PackageManager.None });
    const names = files.map((file) => file.replaceAll("\\", "/"));
    for (const name of ["THIRD-PARTY-NOTICES.txt", "LICENSE"]) assert.ok(names.includes(name), name);
    const meant =
      /^(dist\/[^/]+\.js|dist\/README\.md|dist\/templates\.json|l10n\/bundle\..*\.json|media\/.*|package(\.nls.*)?\.json|CHANGELOG\.md|README\.md|LICENSE|THIRD-PARTY-NOTICES\.txt)$/;
    for (const name of names) assert.match(name, meant);
    assert.ok(!names.some((name) => name.endsWith(".ts")));
    for (const name of names)
      assert.ok(name === "README.md" || !readFileSync(inRepository(name)).includes(repositoryRoot), name);
  });

  it("are packaged without secrets and work files beside them", async () => {
    const { listFiles, PackageManager } = await import("@vscode/vsce");
    const cwd = temporaryFolder("package");
    for (const name of ["package.json", ".vscodeignore"]) writeTree(cwd, { [name]: textOf(name) });
    const secret = canary("package");
    writeTree(cwd, { ".env": secret, ".npmrc": secret, id_rsa: secret, "hosted-app.json": secret });
    writeTree(cwd, { ".git/config": secret, "out/state.json": secret, "src/main.ts": secret });
    writeTree(cwd, { "dist/extension.js": "", "dist/extension.js.map": secret, "dist/.env": secret });
    const files = await listFiles({ cwd, packageManager: PackageManager.None });
    assert.deepEqual(files.sort(), ["dist/extension.js", "package.json"]);
  });

  it("run no install scripts", () => {
    assert.match(textOf(".npmrc"), /^ignore-scripts=true$/m);
  });
});
