// Files of an app that act in an editor: confirmed before the folder opens, and held back when they come
// later.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { isFileProblem } from "../../../../../src/core/errors/fileProblem";
import { actsInEditor } from "../../../../../src/core/paths/editorFiles";
import { agreeToFiles } from "../../../../../src/features/files/mount/agreeToFiles";
import { ReviewGate } from "../../../../../src/features/files/mount/reviewGate";
import { MemoryState } from "../../../../support/memoryState";

const shop = { accountId: "me", appId: "shop" };
const bytes = (text: string) => new TextEncoder().encode(text);

class Window {
  files: Record<string, string> | undefined = {};
  isAgreed = true;
  readonly asked: (readonly string[] | undefined)[] = [];
  /** Number in the last question. */
  heldBack = 0;
  readonly gate = new ReviewGate(new MemoryState());

  async open(): Promise<void> {
    await agreeToFiles(shop, {
      gate: this.gate,
      list: async (path) => {
        if (!this.files) throw new Error("offline");
        const inside = path === "/" ? "" : `${path.slice(1)}/`;
        const names = Object.keys(this.files)
          .filter((file) => file.startsWith(inside))
          .map((file) => file.slice(inside.length).replace(/\/.*/, "/"));
        return [...new Set(names)];
      },
      read: async (path) => bytes(this.files?.[path.slice(1)] ?? ""),
      ask: async (files, heldBack) => {
        this.asked.push(files);
        this.heldBack = heldBack;
        if (!this.isAgreed) throw new CancelledError();
      },
    });
  }

  async read(path: string): Promise<string> {
    const content = this.files?.[path] ?? "";
    return await this.gate.requireAccepted(shop, `/${path}`, bytes(content)).then(
      () => content,
      (error: unknown) => {
        assert.ok(isFileProblem(error, "notReviewed"));
        return "held back";
      },
    );
  }
}

const settings = ".vscode/settings.json";
const tasks = ".vscode/tasks.json";

describe("an app whose files act in an editor", () => {
  let window: Window;
  beforeEach(() => {
    window = new Window();
  });

  it("asks about its files before it is open, once per content", async () => {
    window.files = { [settings]: "{}", [tasks]: "{ }", "AGENTS.md": "do", "main.py": "" };
    await window.open();
    await window.open();
    assert.deepEqual(window.asked, [[settings, tasks, "AGENTS.md"]]);
    assert.equal(await window.read(tasks), "{ }");
    window.files = { ...window.files, [tasks]: '{"tasks":[]}' };
    await window.open();
    assert.deepEqual(window.asked[1], [tasks]);
  });

  it("stays closed unless the user agrees, and asks again", async () => {
    window.files = { [tasks]: "{}" };
    window.isAgreed = false;
    await assert.rejects(window.open(), CancelledError);
    await assert.rejects(window.open(), CancelledError);
    assert.equal(window.asked.length, 2);
    assert.equal(await window.read(tasks), "held back");
  });

  it("asks where its files cannot be listed", async () => {
    window.files = undefined;
    await window.open();
    await window.open();
    assert.deepEqual(window.asked, [undefined, undefined]);
  });

  it("asks about files in subfolders, too", async () => {
    const nested = [".claude/agents/a.md", ".cursor/rules/x/a.mdc", ".github/prompts/a.prompt.md"];
    window.files = Object.fromEntries([...nested, ".github/workflows/a.yml"].map((path) => [path, ""]));
    await window.open();
    assert.deepEqual(window.asked, [nested]);
  });

  it("holds back files that no question can name, and is searched only up to a limit", async () => {
    const named = Array.from({ length: 16 }, (_, index) => `.vscode/extra${10 + index}.md`);
    window.files = Object.fromEntries([...named, tasks].map((path) => [path, "{}"]));
    await window.open();
    assert.deepEqual([window.asked, window.heldBack], [[named], 1]);
    assert.deepEqual(
      [await window.read(".vscode/extra25.md"), await window.read(tasks)],
      ["{}", "held back"],
    );
    for (let index = 0; index < 60; index++) window.files[`.vscode/${index}/a`] = "";
    await window.open();
    assert.deepEqual([window.asked.at(-1), await window.read(tasks)], [undefined, "held back"]);
  });

  it("opens without a question when it has no such file", async () => {
    window.files = { "main.py": "", ".github/workflows/test.yml": "" };
    await window.open();
    assert.deepEqual(window.asked, []);
  });
});

describe("a later file that acts in an editor", () => {
  let window: Window;
  beforeEach(() => {
    window = new Window();
  });

  it("is held back, reported once per read, and readable after its content was accepted", async () => {
    let holds = 0;
    window.gate.onDidHold(() => holds++);
    window.files = { [settings]: "{}" };
    assert.equal(await window.read(settings), "held back");
    const held = [...window.gate.heldOf(shop)];
    assert.deepEqual([held.map(([path]) => path), holds], [[`/${settings}`], 1]);
    await window.gate.accept(
      shop,
      held.map(([path, hash]) => ({ path, hash })),
    );
    assert.equal(await window.read(settings), "{}");
    assert.equal(window.gate.heldOf(shop).size, 0);
  });

  it("is held back again when its content changes, in another place, and in another app", async () => {
    window.files = { [settings]: "{}" };
    await window.gate.saved(shop, `/${settings}`, bytes("{}"));
    window.files = { [settings]: '{"a":1}' };
    assert.equal(await window.read(settings), "held back");
    await assert.rejects(window.gate.requireAccepted(shop, `/${tasks}`, bytes("{}")));
    await assert.rejects(window.gate.requireAccepted({ ...shop, appId: "mail" }, settings, bytes("{}")));
  });

  it("is read at once when the user saved it here", async () => {
    window.files = { [settings]: '{"own":1}' };
    await window.gate.saved(shop, `/${settings}`, bytes('{"own":1}'));
    assert.equal(await window.read(settings), '{"own":1}');
  });

  it("is held back again after its acceptance was revoked", async () => {
    window.files = { [settings]: "{}" };
    await window.gate.saved(shop, `/${settings}`, bytes("{}"));
    assert.equal(await window.gate.revoke(shop), true);
    assert.equal(await window.gate.revoke(shop), false);
    assert.equal(await window.read(settings), "held back");
  });

  it("is recognized by path or name, as any disk may compare them", () => {
    const acting = [
      ...[settings, ".VSCode/x/y.json", "sub/.vscode/tasks.json", "a/B.CODE-WORKSPACE", "GEMINI.md"],
      ...[".devcontainer/devcontainer.json", ".devcontainer.json", ".cursor/rules/a.mdc", ".windsurf/x"],
      ...["AGENTS.md", "agents.MD", "lib/CLAUDE.md", ".github/copilot-instructions.md", ".mcp.json"],
      ...[".claude/settings.json", ".claude/agents/a.md", ".github/hooks/a.json", ".github/agents/a.md"],
      ...[
        ".theia/settings.json",
        ".kiro/steering/a.md",
        ".clinerules",
        ".clinerules/a.md",
        "CLAUDE.local.md",
      ],
      ...[".agents/skills/a", ".gemini/settings.json", ".roo/rules/a", ".trae/rules/a", "AGENTS.override.md"],
      ...[".codex/config.toml", "sub/.Codex/hooks.json", ".opencode/plugin/a.ts", "opencode.json"],
      ...["OpenCode.jsonc", ".continue/config.yaml", ".amazonq/mcp.json", ".kilocode/rules/a.md"],
      ...[".kilocodemodes", ".roomodes", ".junie/guidelines.md", ".augment/rules/a.md", "lib/qwen.md"],
      ...[".qwen/settings.json", ".factory/mcp.json", ".crush.json", "crush.json", ".aider.conf.yml"],
      ...[".zed/tasks.json", ".idea/workspace.xml"],
      ...[".GitHub/instructions/a.md", ".github/prompts/a.md", ".github/chatmodes/a.md"],
      ...[".vscode./tasks.json", ".vscode /tasks.json", ".vs\u200ccode/tasks.json", "AGENTS.md. "],
      ...[".vscode::$INDEX_ALLOCATION/tasks.json", "AGENTS.md::$DATA", ".v\u017fcode/tasks.json"],
      ...["VSCODE~1/tasks.json", "sub/vs12ab~2/tasks.json", "MCP~1.JSO", ".github/in\ufb06ructions/a.md"],
    ];
    const others = [
      ...["main.py", "vscode/settings.json", ".vscode", "copilot-instructions.md", "mcp.json"],
      ...["AGENTS.md.txt", "my-agents.md", ".github/workflows/test.yml", "code-workspace", "github/hooks/a"],
      ...[
        "codex/config.toml",
        ".codex",
        "my.opencode.json",
        "opencode.jsonl",
        "aider.conf.yml",
        "a.roomodes",
      ],
      ...["notes~1 of May.md", "main.py~", "~1/a.py", "backups~1/a.py"],
    ];
    for (const path of acting) assert.ok(actsInEditor(path) && actsInEditor(`/${path}`), path);
    for (const path of others) assert.ok(!actsInEditor(path) && !actsInEditor(`/${path}`), path);
  });
});
