// Setting up an app's log: the plan, the upload, the changed start command, its undo, and what is refused.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import { isCancellation } from "../../src/core/errors/cancelledError";
import { TransferList } from "../../src/core/transfers/transferList";
import { setUpLog } from "../../src/features/transfers/commands/setUpLog";
import type { TransferServices } from "../../src/features/transfers/place/transferServices";
import { RememberedChanges } from "../support/appFilesHarness";
import { MemoryState } from "../support/memoryState";
import { inRepository } from "../support/repository";
import { someAccounts } from "../support/someApp";
import {
  answerNotices,
  answerPicks,
  commands,
  runProgress,
  type ShownNotice,
  window,
  workspace,
} from "../support/vscodeParts";
import { waitUntil } from "../support/waitUntil";
import { useService } from "./useService";

const service = useService();
const ownText = readFileSync(
  inRepository("src", "features", "transfers", "logFiles", "hosted_log.py"),
  "utf8",
);

describe("setting up an app's log", () => {
  let notices: ShownNotice[];
  /** Presses this button of a notice or question. */
  let press: string | undefined;
  /** What is typed as the command; undefined cancels. */
  let typed: string | undefined;
  /** Each plan: its rows, selected ones with a mark, and its notes. */
  let plans: string[][];
  let answerPlan: "confirm" | "select" | "leave";
  let ran: unknown[][];

  beforeEach(() => {
    press = undefined;
    typed = undefined;
    plans = [];
    answerPlan = "confirm";
    ran = [];
    notices = answerNotices(() => press);
    runProgress();
    workspace["workspaceFolders"] = [];
    window["showInputBox"] = async ({ value }: { readonly value: string }) => {
      plans.push([`typed over ${value}`]);
      return typed;
    };
    commands["executeCommand"] = async (...call: readonly unknown[]) => void ran.push([...call]);
    answerPicks((pick) => {
      const rows = pick.items.filter(({ kind }) => kind === undefined);
      plans.push([
        ...rows.map((row) => `${pick.selectedItems.includes(row) ? "x" : "-"} ${row.label}`),
        ...String(Reflect.get(pick, "prompt")).split(". ").slice(1),
      ]);
      if (answerPlan === "select") pick.selectedItems = rows;
      return answerPlan === "leave" ? undefined : "";
    });
  });

  async function setUp(id: string) {
    const account = service().account();
    const files = service().files(id);
    const services = {
      accounts: someAccounts(account),
      files: { get: () => files },
      backups: { begin: async () => new RememberedChanges() },
      transfers: new TransferList(service().clock),
      clock: service().clock,
      state: new MemoryState(),
      chooseApp: async () => ({ accountId: account.id, appId: id, name: "Shop" }),
    } as unknown as TransferServices;
    return await service().run(setUpLog(undefined, services));
  }
  const inApp = (id: string, name: string) => path.join(service().emulator.appFolder(id), name);
  const command = (id: string) => service().emulator.state.app(id).startupCommand;
  const changes = () => service().requests.filter((request) => !request.startsWith("GET"));
  const add = (own: object) =>
    service().emulator.addApp({ name: "Shop", files: { "app.py": "print(1)\n" }, ...own });

  it("uploads its file and changes the command, after a plan that names both", async () => {
    const id = await add({ startupCommand: "python app.py" });
    const end = await setUp(id);
    const after = "python hosted_log.py python app.py";
    assert.deepEqual(end, { uploaded: ["/hosted_log.py"], startupCommand: after });
    assert.deepEqual(plans, [["x hosted_log.py", `Start command: python app.py → ${after}.`]]);
    assert.equal(command(id), after);
    assert.equal(readFileSync(inApp(id, "hosted_log.py"), "utf8"), ownText);
    assert.deepEqual(notices.at(-1)?.buttons, ["Restart Shop", "Undo"]);
  });

  it("restores the command on Undo, and then shows the undo of the upload", async () => {
    const id = await add({ startupCommand: "python app.py" });
    press = "Undo";
    await setUp(id);
    const isUndone = () => ran.some(([called]) => called === "hostedApps.files.undo");
    await service().run(waitUntil(isUndone, { what: "the undo" }));
    assert.equal(command(id), "python app.py");
    assert.deepEqual(ran[0]?.[1], { operationId: "operation" });
  });

  it("asks how an app with only a main file starts, and suggests a file that the app has", async () => {
    const id = await add({ startupCommand: "" });
    await assert.rejects(setUp(id), isCancellation);
    typed = "python app.py";
    await setUp(id);
    assert.deepEqual(plans[0], ["typed over python app.py"]);
    assert.equal(command(id), "python hosted_log.py python app.py");
  });

  it("changes nothing when the user leaves the plan", async () => {
    const id = await add({ startupCommand: "python app.py" });
    answerPlan = "leave";
    await assert.rejects(setUp(id), isCancellation);
    assert.deepEqual(changes(), []);
  });

  it("replaces another file of that name only when the user selects it", async () => {
    const id = await add({ startupCommand: "python app.py" });
    writeFileSync(inApp(id, "hosted_log.py"), "mine\n");
    await assert.rejects(setUp(id), isCancellation);
    assert.equal(plans[0]?.[0], "- hosted_log.py");
    assert.deepEqual([changes(), command(id)], [[], "python app.py"]);
    answerPlan = "select";
    await setUp(id);
    assert.equal(readFileSync(inApp(id, "hosted_log.py"), "utf8"), ownText);
  });

  it("says that a log is set up already, and sends nothing", async () => {
    const id = await add({ startupCommand: "python hosted_log.py python app.py" });
    writeFileSync(inApp(id, "hosted_log.py"), ownText);
    assert.deepEqual((await setUp(id)).uploaded, []);
    assert.match(notices[0]?.text ?? "", /^Shop's log is set up already/);
    assert.deepEqual([plans, changes()], [[], []]);
  });

  it("uploads a file that the command already starts, and leaves the command", async () => {
    const id = await add({ startupCommand: "python hosted_log.py python app.py" });
    assert.deepEqual((await setUp(id)).uploaded, ["/hosted_log.py"]);
    assert.equal(changes().length, 1);
  });

  it("offers to remove its file when the change of the command is refused", async () => {
    const id = await add({ startupCommand: "python app.py" });
    service().answerNext({ path: /update$/ }, 400, { error: "Too long" });
    press = "Remove hosted_log.py";
    assert.equal((await setUp(id)).startupCommand, "python app.py");
    assert.match(
      notices.at(-1)?.text ?? "",
      /hosted_log.py is in Shop, but the change of its start command isn't confirmed/,
    );
    assert.equal(ran[0]?.[0], "hostedApps.files.undo");
    // The next attempt has only the command to change.
    press = "Set Up Log";
    assert.deepEqual((await setUp(id)).uploaded, []);
    assert.equal(command(id), "python hosted_log.py python app.py");
  });

  it("notices a change of the command whose response was lost", async () => {
    const id = await add({ startupCommand: "python app.py" });
    service().emulator.faults.next({ path: /update$/ }, { cut: "after" });
    assert.equal((await setUp(id)).startupCommand, "python hosted_log.py python app.py");
  });

  it("leaves a command that someone else changed during the plan", async () => {
    const id = await add({ startupCommand: "python app.py" });
    answerPicks(() => {
      service().emulator.state.patchApp(id, { startupCommand: "python other.py" });
      return "";
    });
    await setUp(id);
    assert.match(notices.at(-1)?.text ?? "", /Someone else has changed the start command/);
    assert.equal(command(id), "python other.py");
  });

  it("leaves the command when the upload is refused", async () => {
    const id = await add({ startupCommand: "python app.py" });
    service().answerNext({ method: "POST", path: /upload/ }, 413, { error: "Full" });
    assert.deepEqual((await setUp(id)).startupCommand, "python app.py");
    assert.equal(command(id), "python app.py");
    assert.equal(existsSync(inApp(id, "hosted_log.py")), false);
  });

  it("refuses an app of another runtime", async () => {
    const id = await add({ runtime: "ruby" });
    await assert.rejects(setUp(id), /only for Python and Node.js/);
  });
});
