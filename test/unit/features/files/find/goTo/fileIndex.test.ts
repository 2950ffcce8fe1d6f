import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FileIndex, parseFileQuery } from "../../../../../../src/features/files/find/goTo/fileIndex";

function indexOf(...paths: string[]): FileIndex {
  const index = new FileIndex();
  index.add(paths);
  return index;
}

describe("FileIndex", () => {
  it("finds by letters that are apart, in the name and in the path", () => {
    const index = indexOf("/src/userController.py", "/src/models/order.py", "/README.md");
    assert.deepEqual(index.find("usctl", 10), ["/src/userController.py"]);
    assert.deepEqual(index.find("modord", 10), ["/src/models/order.py"]);
    assert.deepEqual(index.find("zzz", 10), []);
  });

  it("puts files of that name before files of that folder", () => {
    const index = indexOf("/main/a.py", "/main/b.py", "/lib/main.py", "/lib/domain.py");
    assert.deepEqual(index.find("main", 10), ["/lib/main.py", "/lib/domain.py", "/main/a.py", "/main/b.py"]);
  });

  it("looks at the path when a folder is typed, and takes words in any order", () => {
    const index = indexOf("/models/user.py", "/views/user.py", "/models/order.py");
    assert.equal(index.find("views/user", 10)[0], "/views/user.py");
    assert.equal(index.find("user models", 10)[0], "/models/user.py");
  });

  it("prefers the recent one of two that match as well, then the shorter path", () => {
    const index = indexOf("/deep/er/index.js", "/b/index.js", "/a/index.js");
    assert.deepEqual(index.find("index", 10, ["/b/index.js"]), [
      "/b/index.js",
      "/a/index.js",
      "/deep/er/index.js",
    ]);
  });

  it("shows the recent files first when nothing is typed, without those that are gone", () => {
    const index = indexOf("/a.py", "/b.py", "/c.py");
    assert.deepEqual(index.find("", 10, ["/c.py", "/gone.py"]), ["/c.py", "/a.py", "/b.py"]);
    assert.deepEqual(index.find("", 2), ["/a.py", "/b.py"]);
  });

  it("keeps its order while more files come, and names none twice", () => {
    const index = indexOf("/z.py", "/y.py");
    const before = index.find("", 10);
    index.add(["/a.py", "/z.py"]);
    assert.deepEqual(index.find("", 10).slice(0, 2), before);
    assert.equal(index.size, 3);
  });

  it("gives back no more than asked for, of very many", () => {
    const index = new FileIndex();
    for (let folder = 0; folder < 100; folder++)
      index.add(Array.from({ length: 500 }, (_, file) => `/src/mod${folder}/file${file}.py`));
    assert.equal(index.size, 50_000);
    assert.equal(index.find("file", 512).length, 512);
    assert.equal(index.find("mod7/file42", 512)[0], "/src/mod7/file42.py");
  });
});

describe("parseFileQuery", () => {
  it("reads a line and a column behind the name", () => {
    assert.deepEqual(parseFileQuery("main.py"), { text: "main.py" });
    assert.deepEqual(parseFileQuery("main.py:12"), { text: "main.py", line: 12 });
    assert.deepEqual(parseFileQuery("main.py:12:3"), { text: "main.py", line: 12, column: 3 });
    assert.deepEqual(parseFileQuery("main.py:12:"), { text: "main.py", line: 12 });
  });

  it("takes paths however they are written", () => {
    for (const typed of ["src/main.py", "/src/main.py", "./src/main.py", "src\\main.py", " src/main.py "])
      assert.equal(parseFileQuery(typed).text, "src/main.py");
  });
});
