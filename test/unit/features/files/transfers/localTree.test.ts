import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  type LocalEntry,
  type LocalReader,
  readLocalTree,
} from "../../../../../src/features/files/transfers/localTree";

type Node =
  | string
  | { readonly [name: string]: Node }
  | { readonly kind: "linkToFolder" | "linkToFile" | "socket" };
const isSpecial = (node: Node): node is { readonly kind: "linkToFolder" | "linkToFile" | "socket" } =>
  typeof node === "object" && typeof node["kind"] === "string" && !("content" in node);

/** A disk in memory; places are absolute paths, those in `locked` cannot be read. */
function disk(root: Node, locked: readonly string[] = []): LocalReader<string> {
  const at = (place: string): Node => {
    if (locked.includes(place)) throw new Error(`no permission: ${place}`);
    let node: Node | undefined = root;
    for (const name of place.split("/").filter(Boolean))
      node = typeof node === "object" && !isSpecial(node) ? node[name] : undefined;
    if (node === undefined) throw new Error(`not found: ${place}`);
    return node;
  };
  const entry = (node: Node): LocalEntry => {
    if (typeof node === "string") return { type: "file", isLink: false };
    if (!isSpecial(node)) return { type: "directory", isLink: false };
    if (node.kind === "socket") return { type: "other", isLink: false };
    return { type: node.kind === "linkToFile" ? "file" : "directory", isLink: true };
  };
  return {
    look: async (place) => entry(at(place)),
    list: async (place) => {
      const node = at(place);
      assert.ok(typeof node === "object" && !isSpecial(node), `${place} was listed`);
      return Object.entries(node).map(([name, child]) => ({ name, ...entry(child) }));
    },
    join: (place, name) => `${place}/${name}`,
    nameOf: (place) => place.split("/").filter(Boolean).at(-1) ?? "",
  };
}

const never = new AbortController().signal;

describe("readLocalTree", () => {
  it("takes files and folders with all they hold, in order", async () => {
    const reader = disk({
      home: { site: { "index.html": "", css: { "b.css": "", "a.css": "" } }, "x.txt": "" },
    });
    const tree = await readLocalTree(["/home/site", "/home/x.txt"], reader, never);
    assert.deepEqual(tree, {
      files: [
        { path: "site/css/a.css", place: "/home/site/css/a.css" },
        { path: "site/css/b.css", place: "/home/site/css/b.css" },
        { path: "site/index.html", place: "/home/site/index.html" },
        { path: "x.txt", place: "/home/x.txt" },
      ],
      emptyFolders: [],
      failed: [],
    });
  });

  it("names empty folders, the innermost only", async () => {
    const reader = disk({ site: { empty: {}, outer: { inner: {} }, full: { "a.txt": "" } } });
    const tree = await readLocalTree(["/site"], reader, never);
    assert.deepEqual(tree.emptyFolders, ["site/empty", "site/outer/inner"]);
  });

  it("follows links to files, and names links to folders and what is no file", async () => {
    const reader = disk({
      site: { a: { kind: "linkToFile" }, b: { kind: "linkToFolder" }, c: { kind: "socket" } },
    });
    const tree = await readLocalTree(["/site"], reader, never);
    assert.deepEqual(
      tree.files.map(({ path }) => path),
      ["site/a"],
    );
    assert.deepEqual(tree.failed, [
      { path: "site/b", problem: { kind: "link" } },
      { path: "site/c", problem: { kind: "special" } },
    ]);
  });

  it("names what cannot be read or is gone, and goes on", async () => {
    const reader = disk({ site: { locked: { x: "" }, "ok.txt": "" } }, ["/site/locked"]);
    const tree = await readLocalTree(["/site", "/gone.txt"], reader, never);
    assert.deepEqual(
      [tree.files.map(({ path }) => path), tree.failed.map(({ path, problem }) => [path, problem.kind])],
      [
        ["site/ok.txt"],
        [
          ["site/locked", "unreadable"],
          ["gone.txt", "unreadable"],
        ],
      ],
    );
  });

  it("does not let one of two chosen files of the same name replace the other", async () => {
    const reader = disk({ a: { "x.txt": "1" }, b: { "x.txt": "2" } });
    const tree = await readLocalTree(["/a/x.txt", "/b/x.txt"], reader, never);
    assert.deepEqual(
      tree.files.map(({ place }) => place),
      ["/a/x.txt"],
    );
    assert.deepEqual(tree.failed, [{ path: "x.txt", problem: { kind: "duplicate" } }]);
  });

  it("stops when it is cancelled", async () => {
    const reason = new Error("cancelled");
    await assert.rejects(readLocalTree(["/a"], disk({ a: "" }), AbortSignal.abort(reason)), reason);
  });
});
