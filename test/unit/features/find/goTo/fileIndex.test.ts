import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FileIndex, parseFileQuery } from "../../../../../src/features/find/goTo/fileIndex";

function indexOf(...paths: string[]): FileIndex {
  const index = new FileIndex();
  index.add(paths);
  return index;
}

describe("FileIndex", () => {
  /** Input, files, and results; after them recently opened files. */
  const searches: Readonly<Record<string, string>> = {
    "by letters that are apart in the name": "usrl in /src/userRole.py /a: /src/userRole.py",
    "by letters that are apart in the path": "modord in /src/models/order.py /a: /src/models/order.py",
    "nothing with other letters": "zzz in /src/order.py /a: ",
    "files of that name before files of that folder":
      "main in /main/a.py /main/b.py /lib/main.py /lib/domain.py: /lib/main.py /lib/domain.py /main/a.py /main/b.py",
    "the path when a folder is typed": "views/user in /models/user.py /views/user.py: /views/user.py",
    "words in any order": "user models in /models/user.py /views/user.py /models/order.py: /models/user.py",
    "recent files first among others that match as well, then short paths":
      "index in /deep/er/index.js /b/index.js /a/index.js: /b/index.js /a/index.js /deep/er/index.js: /b/index.js",
    "recent files first when nothing is typed, without deleted ones":
      " in /a.py /b.py /c.py: /c.py /a.py /b.py: /c.py /gone.py",
  };
  for (const [what, search] of Object.entries(searches))
    it(`finds ${what}`, () => {
      const [asked = "", found, recent = ""] = search.split(": ");
      const [typed = "", all = ""] = asked.split(" in ");
      const index = indexOf(...all.split(" "));
      assert.equal(index.find(typed, 10, recent.split(" ")).join(" "), found);
    });

  it("shows no more than requested when nothing is typed", () => {
    assert.deepEqual(indexOf("/a.py", "/b.py", "/c.py").find("", 2), ["/a.py", "/b.py"]);
  });

  it("keeps its order while more files arrive, and has none twice", () => {
    const index = indexOf("/z.py", "/y.py");
    const before = index.find("", 10);
    index.add(["/a.py", "/z.py"]);
    assert.deepEqual(index.find("", 10).slice(0, 2), before);
    assert.equal(index.size, 3);
  });

  it("returns no more than requested, of very many", () => {
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

  it("accepts paths in any form", () => {
    for (const typed of ["src/main.py", "/src/main.py", "./src/main.py", "src\\main.py", " src/main.py "])
      assert.equal(parseFileQuery(typed).text, "src/main.py");
  });
});
