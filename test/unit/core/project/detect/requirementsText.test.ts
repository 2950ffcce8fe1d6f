// A requirements.txt made of Pipfile, pyproject.toml or another file of requirements.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { siblingsByName } from "../../../../../src/core/project/detect/hiddenDependencies";
import { requirementsText, withRequirements } from "../../../../../src/core/project/detect/requirementsText";

describe("a requirements.txt that is offered", () => {
  for (const [what, from, text, expected] of [
    [
      "takes in another file of requirements, with all changes of it",
      "requirements/prod.txt",
      "flask",
      "-r requirements/prod.txt\n",
    ],
    [
      ...(["has the packages of a Pipfile and none of its development", "Pipfile"] as const),
      `[packages]
      flask = "*"
      requests = ">=2.31,<3"
      uvicorn = {version = "==0.30.1", extras = ["standard"]}
      tool = {git = "https://example.com/tool.git", ref = "v2"}
      here = {path = "./here"}
      [dev-packages]
      pytest = "*"`,
      "flask\nrequests>=2.31,<3\nuvicorn[standard]==0.30.1\ntool @ git+https://example.com/tool.git@v2\n",
    ],
    [
      ...(["has Poetry's versions in pip's signs", "pyproject.toml"] as const),
      `[tool.poetry.dependencies]
      python = "^3.11"
      a = "^1.2.3"
      b = "^0.4"
      c = "^0.0.3"
      d = "~1.4"
      e = "~2"
      f = "1.0"
      g = {version = "^2", optional = true}
      h = "~=1.1"`,
      "a>=1.2.3,<2\nb>=0.4,<0.5\nc>=0.0.3,<0.0.4\nd>=1.4,<1.5\ne>=2,<3\nf==1.0\nh~=1.1\n",
    ],
    [
      ...(["has the dependencies of a project as they stand", "pyproject.toml"] as const),
      '[project]\ndependencies = ["httpx[http2]>=0.27", "rich; python_version > \'3.8\'", "x\\ny"]\n',
      "httpx[http2]>=0.27\nrich; python_version > '3.8'\n",
    ],
    [
      ...(["has what a script says in its comment", "bot.py"] as const),
      `#!/usr/bin/env -S uv run --script\r
# /// script\r
# requires-python = ">=3.11"\r
# dependencies = [\r
#   "discord.py>=2.4",\r
#\r
#   "rich",\r
# ]\r
# ///\r
import discord\r
# /// script
# dependencies = ["other"]
# ///`,
      "discord.py>=2.4\nrich\n",
    ],
    [
      ...(["has what a script says below a comment that never ends", "bot.py"] as const),
      '# /// script\n# dependencies = ["no"]\nrun()\n# /// script \t\n# dependencies = ["rich"]\n# /// \t',
      "rich\n",
    ],
  ] as const)
    it(what, () => assert.equal(requirementsText(from, text), expected));

  it("is not offered where nothing can be read of it", () => {
    for (const [from, text] of [
      ["Pipfile", "[packages"],
      ["Pipfile", "[packages]\n"],
      ["environment.yml", "dependencies:\n  - flask\n"],
      ["devDependencies", "{}"],
      ["bot.py", "# /// script\n# dependencies = [\n# ///\n"],
      ["bot.py", '# /// script\ndependencies = ["rich"]\n# ///\n'],
      ["src/bot.py", '# /// tool\n# dependencies = ["rich"]\n# ///\n'],
    ] as const)
      assert.equal(requirementsText(from, text), undefined, from);
  });

  it("is added to with folders first, in the line ends that it has", () => {
    const written = withRequirements("flask\r\nacme-lib", "./libs/lib\nrich\n");
    assert.equal(written, "./libs/lib\r\nflask\r\nacme-lib\r\nrich\r\n");
  });
});

describe("a sibling in a requirements.txt at the top", () => {
  const texts = {
    "pyproject.toml": '[tool.uv.workspace]\nmembers = ["libs/*"]\n',
    "libs/lib/pyproject.toml": '[project]\nname = "acme-lib"\ndependencies = ["acme-base"]\n',
    "libs/base/pyproject.toml": '[project]\nname = "acme-base"\n',
  };
  for (const [what, lines, names] of [
    ["is left to the registry by its name", "acme_base>=1", ["acme-base"]],
    ["is left to the registry where its folder comes later", "acme-base\n./libs/base", ["acme-base"]],
    ["is left to the registry by a folder that needs it", "-e ./libs/lib", ["acme-base"]],
    ["is known by its folder", "-e ./libs/lib\n./libs/base\nacme-lib", undefined],
    ["has an address of its own", "acme-base @ git+https://example.com/base", undefined],
    ["has the address of its folder", "acme-base @ file:./libs/base", undefined],
  ] as const)
    it(what, () => {
      const found = siblingsByName(new Map(Object.entries({ ...texts, "requirements.txt": lines })));
      assert.deepEqual(found?.names, names);
    });
});
