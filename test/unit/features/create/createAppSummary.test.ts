// Create App's one list: what one Enter creates, and where its rows lead.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type * as vscode from "vscode";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import type { NewAppSettings } from "../../../../src/core/model/model";
import { noChoices } from "../../../../src/core/project/folderRules";
import type { DeployFolder } from "../../../../src/editor/project/deployFolder";
import { askSummary, type SummaryContext } from "../../../../src/features/create/createAppSummary";
import { askedWindow } from "../../../support/askedWindow";
import { someTeam } from "../../../support/someApp";
import { answerPicks, window } from "../../../support/vscodeParts";

const detected: NewAppSettings = {
  ...{ name: "shop", mainFile: "main.py", memoryMB: 256, runtime: "python" },
  ...{ exposedViaWeb: true, autoRestart: true, startupCommand: "" },
};
const create = "Create shop";

describe("the summary of Create App", () => {
  let answers: (string | undefined)[];
  let titles: string[];
  let rows: ReadonlyMap<string, string | undefined>[];
  let active: (string | undefined)[];
  let agreed: (string | undefined)[];
  let scan: Promise<void>;

  beforeEach(() => {
    [answers, titles, rows, active, agreed] = [[], [], [], [], []];
    scan = Promise.resolve();
    answerPicks(({ title = "", items, activeItems }) => {
      active.push(activeItems[0]?.label);
      titles.push(title);
      rows.push(new Map(items.map(({ label, description }) => [label, description])));
      return answers.shift();
    });
  });

  async function ask(
    paths: readonly string[],
    initial = detected,
    sizeBytes = 10,
    found: Partial<NewAppSettings> = {},
  ): Promise<NewAppSettings> {
    const folder = {
      isMount: false,
      ...{ undecidedSecrets: [], scan, secretsFound: () => scan, choices: noChoices },
      ...{ reread: async () => undefined, decideOnSecrets: async () => undefined },
      startWith: async () => undefined,
      project: {
        files: paths.map((path) => ({ path, sizeBytes })),
        ...{
          leftOut: [],
          secrets: [],
          defaults: {
            mainFileCandidates: [],
            sources: {},
            notTaken: [],
            findings: [],
            startupCommand: "",
            ...found,
          },
        },
      },
    } as unknown as DeployFolder;
    const variables = { names: [], files: [] } as unknown as SummaryContext["variables"];
    const teams = [someTeam({ id: "crew", name: "Crew" }), someTeam({ id: "market", name: "Market" })];
    const ofTeams = {
      teams,
      isRuledOut: (teamId: string) => teamId === "market",
      agreeToTeam: async (teamId: string | undefined) => {
        agreed.push(teamId);
        return teamId !== "market" || agreed.length > 1;
      },
    };
    return await askSummary({ ...ofTeams, folder, variables, accountLabel: "me" }, initial);
  }

  it("is the first thing shown, and creates with what was detected at one Enter", async () => {
    answers = [create];
    assert.deepEqual(await ask(["main.py", "tool.py"]), detected);
    assert.deepEqual(titles, ["Create App"]);
    assert.equal([...(rows[0]?.keys() ?? [])][0], create);
  });

  it("is shown while secrets are looked for, and creates only after that", async () => {
    let find = (): void => undefined;
    scan = new Promise((resolve) => {
      find = resolve;
    });
    answers = [create];
    let isCreated = false;
    const asking = ask(["main.py"]).then(() => {
      isCreated = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([titles, isCreated], [["Create App"], false]);
    find();
    await asking;
    assert.equal(isCreated, true);
  });

  it("leads to each question and back, and keeps the answers", async () => {
    answers = ["Main file", "tool.py", "Memory limit", "512 MB", "Team", "Crew", create];
    const chosen = await ask(["main.py", "tool.py"]);
    assert.deepEqual(chosen, { ...detected, mainFile: "tool.py", memoryMB: 512, teamId: "crew" });
    assert.deepEqual(
      titles.filter((title) => title !== "Create App"),
      [...["Create App: Main file", "Create App: Memory limit", "Create App: Team"]],
    );
    assert.equal(rows.at(-1)?.get("Memory limit"), "512 MB");
  });

  it("comes back to the row that was open, and to Create once the files are confirmed", async () => {
    answers = ["Preview...", "", "Memory limit", "512 MB", create];
    await ask(["main.py"]);
    assert.deepEqual(active, [undefined, undefined, undefined, "256 MB", "Memory limit"]);
  });

  it("drops a detected start command when the main file changes, and keeps a typed one", async () => {
    const found = { mainFile: "main.py", startupCommand: "uvicorn main:app" };
    for (const [startupCommand, kept] of [
      ["uvicorn main:app", ""],
      ["python -u tool.py", "python -u tool.py"],
    ] as const) {
      answers = ["Main file", "tool.py", create];
      const chosen = await ask(["main.py", "tool.py"], { ...detected, startupCommand }, 10, found);
      assert.deepEqual([chosen.mainFile, chosen.startupCommand], ["tool.py", kept]);
    }
  });

  it("has teams that the flags rule out, and comes back where the user does not want to try", async () => {
    answers = ["Team", "Market", create, create];
    assert.equal((await ask(["main.py"])).teamId, "market");
    assert.equal(rows[1]?.get("Market"), "your permissions may not include this");
    assert.equal(rows[1]?.get("Crew"), undefined);
    assert.deepEqual(agreed, ["market", "market"]);
  });

  it("switches what is yes or no without a question", async () => {
    answers = ["Exposed to the web", "Restart automatically", create];
    const chosen = await ask(["main.py"]);
    assert.deepEqual(chosen, { ...detected, exposedViaWeb: false, autoRestart: false });
    assert.deepEqual(
      [rows[0], rows[1]].map((shown) => shown?.get("Exposed to the web")),
      ["yes", "no"],
    );
  });

  it("asks for the name in a box that is filled in", async () => {
    answers = ["Name", "Create Shop two"];
    const accepted: (() => void)[] = [];
    const none = () => ({ dispose: () => undefined });
    const box = {
      ...{ value: "", buttons: [], onDidChangeValue: none, onDidTriggerButton: none, onDidHide: none },
      ...{ dispose: none, onDidAccept: (listener: () => void) => void accepted.push(listener) },
      show(this: vscode.InputBox) {
        assert.deepEqual([this.value, this.title], ["shop", "Create App: Name"]);
        this.value = " Shop two ";
        accepted[0]?.();
      },
    };
    window["createInputBox"] = () => box;
    assert.equal((await ask(["main.py"])).name, "Shop two");
  });

  it("asks before it sends a large archive, and Cancel leads back", async () => {
    const window = askedWindow();
    answers = [create];
    await assert.rejects(ask(["main.py", "film.mp4"], detected, 130 * 1024 * 1024), CancelledError);
    assert.equal(rows.length, 2);
    assert.deepEqual(window.asked, [
      {
        text: "Send an archive of about 169 MB?",
        lines: [
          "Archives larger than 200 MB aren't sent. To make the archive smaller, exclude files with a .deployignore file.",
        ],
        buttons: ["Send"],
      },
    ]);
    window.answer = "Send";
    answers = [create];
    assert.deepEqual(await ask(["main.py", "film.mp4"], detected, 130 * 1024 * 1024), detected);
  });

  it("has no row for the main file where there is one candidate", async () => {
    answers = [create];
    await ask(["main.py", "notes.txt"]);
    assert.equal(rows[0]?.has("Main file"), false);
  });

  it("takes the only program when the main file is gone, and says first that it is", async () => {
    answers = ["Select Another Main File...", create];
    const chosen = await ask(["tool.py"]);
    assert.equal(chosen.mainFile, "tool.py");
    assert.equal(rows.length, 2);
  });

  it("leads to what is wrong: a name, or the memory", async () => {
    await assert.rejects(ask(["main.py"], { ...detected, name: " " }), CancelledError);
    await assert.rejects(ask(["main.py"], { ...detected, memoryMB: 0 }), CancelledError);
    assert.deepEqual(
      rows.map((shown) => [...shown.keys()][0]),
      ["Enter Another Name...", "Select Memory Limit..."],
    );
  });
});
