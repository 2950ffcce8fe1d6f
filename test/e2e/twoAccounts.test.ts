// Two accounts in a real window: however VS Code draws their rows anew, each stands below its own account.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";

const rounds = 40;
/** As long as an answer of the extensions takes on a fast machine, and longer. */
const busyMs = 8;

/** Runs in the page: after each timer that is due at once the window is busy for a moment, as it is when it draws. */
const busyTimers = `{
  const setTimer = window.setTimeout.bind(window);
  window.setTimeout = (call, ms, ...rest) =>
    typeof call !== "function" || ms ? setTimer(call, ms, ...rest) : setTimer(() => {
      call(...rest);
      const until = performance.now() + ${busyMs};
      while (performance.now() < until);
    }, 0);
}`;

interface ShownRow {
  readonly top: number;
  readonly level: number;
  readonly label: string;
}

describe("two accounts on two services", function () {
  this.timeout(240_000);
  this.bail(true);

  const folders = [temporaryFolder("service"), temporaryFolder("service")];
  const emulators: Emulator[] = [];
  before("start two services", async () => {
    for (const [index, dataDir] of folders.entries()) {
      const emulator = await startEmulator({ dataDir, run: false, seed: "demo" });
      emulators.push(emulator);
      const name = index === 0 ? "Alpha" : "Beta";
      const teamId = emulator.state.apps().find((app) => app.teamId !== null)?.teamId ?? null;
      for (const number of ["one", "two"]) {
        await emulator.addApp({ name: `${name} own ${number}` });
        await emulator.addApp({ name: `${name} team ${number}`, teamId });
      }
    }
  });
  const window = useWorkbench(() => ({
    viewport: { width: 1280, height: 1_400 },
    keybindings: [
      { key: "ctrl+alt+1", command: "hostedApps.apps.filter", args: { filter: "one" } },
      { key: "ctrl+alt+2", command: "hostedApps.apps.filter", args: { filter: "" } },
    ],
  }));
  after("stop the services", async () => {
    for (const emulator of emulators) await emulator.stop();
    for (const folder of folders) removeTemporaryFolder(folder);
  });
  const apps = () => window().tree("Apps");

  async function shownRows(): Promise<ShownRow[]> {
    const rows = await apps().rows.evaluateAll((elements) =>
      elements.map((row) => ({
        top: row.getBoundingClientRect().top,
        level: Number(row.getAttribute("aria-level")),
        label: row.querySelector(".label-name")?.textContent ?? "",
      })),
    );
    return rows.sort((a, b) => a.top - b.top);
  }

  /** The rows as "account > group > app", without what is still being drawn. */
  async function shownPaths(): Promise<string[]> {
    const above: string[] = [];
    return (await shownRows()).map(({ level, label }) => {
      above.length = level - 1;
      above.push(label);
      return above.join(" > ");
    });
  }

  /** What the view must show with this word in the names of apps. */
  function expectedPaths(filter: string): string[] {
    return emulators.flatMap((emulator) => {
      const account = `${emulator.state.user.name} (${new URL(emulator.url).host})`;
      const listed = emulator.state.apps().filter(({ name }) => name.toLowerCase().includes(filter));
      const team = emulator.state.team(listed.find(({ teamId }) => teamId !== null)?.teamId ?? "");
      const groups = [
        { name: "Personal", apps: listed.filter(({ teamId }) => teamId === null) },
        { name: team?.name ?? "", apps: listed.filter(({ teamId }) => teamId !== null) },
      ].filter((group) => group.apps.length > 0);
      return [
        account,
        ...groups.flatMap((group) => [
          `${account} > ${group.name}`,
          ...group.apps
            .map(({ name }) => `${account} > ${group.name} > ${name}`)
            .sort((a, b) => a.localeCompare(b)),
        ]),
      ];
    });
  }

  async function waitForPaths(filter: string, round: number): Promise<void> {
    const expected = expectedPaths(filter).join("\n");
    let shown = "";
    await waitUntil(
      async () => {
        shown = (await shownPaths()).join("\n");
        return shown === expected;
      },
      { what: `the rows of round ${round}`, timeoutMs: 8_000, intervalMs: 50 },
    ).catch((error: unknown) => assert.equal(shown, expected, String(error)));
  }

  it("are shown one below the other, each with its own groups and apps", async () => {
    await window().openView("Hosted Apps");
    for (const emulator of emulators) await signIn(window(), emulator);
    await apps().waitForRow("Beta team two", 60_000);
    await window().press("Control+Alt+2");
    await waitForPaths("", 0);
  });

  it(`keep their rows while all is drawn anew ${rounds} times in a window that is busy`, async () => {
    await window().page.evaluate(busyTimers);
    for (let round = 1; round <= rounds; round++) {
      const [key, filter] = round % 2 ? ["Control+Alt+1", "one"] : ["Control+Alt+2", ""];
      await window().press(key ?? "");
      await waitForPaths(filter ?? "", round);
    }
  });

  it("keep what stands below their apps while these are open, two of each account", async () => {
    const opened = ["Alpha own one", "Alpha team one", "Beta own one", "Beta team one"];
    await window().press("Control+Alt+1");
    await waitForPaths("one", 0);
    for (const label of opened) await apps().expand(label);
    const rowsOf = async () => (await shownPaths()).filter((path) => path.includes(" one"));
    const whole = 4 * ["Files", "Environment", "Details"].length;
    const isWhole = async () =>
      (await rowsOf()).filter((path) => / one > (Files|Environment|Details)$/.test(path)).length === whole;
    await waitUntil(isWhole, { what: "what is below the apps", timeoutMs: 10_000 });
    const expected = await rowsOf();
    for (let round = 1; round <= rounds; round++) {
      await window().press(round % 2 ? "Control+Alt+2" : "Control+Alt+1");
      const isShown = round % 2 ? "Beta own two" : "Beta own one";
      await apps().waitForRow(isShown);
      if (round % 2) continue;
      await apps().waitUntilRowGone("Beta own two");
      let shown: string[] = [];
      await waitUntil(
        async () => {
          shown = await rowsOf();
          return shown.join("\n") === expected.join("\n");
        },
        { what: `the rows of round ${round}`, timeoutMs: 8_000, intervalMs: 50 },
      ).catch((error: unknown) => assert.deepEqual(shown, expected, String(error)));
    }
  });

  it("each get what is asked of their own rows", async () => {
    await window().press("Control+Alt+2");
    await apps().chooseFromMenu("Beta team two", "Restart App");
    const restarts = (emulator: Emulator | undefined) =>
      (emulator?.requests ?? []).filter(({ method, path }) => method === "POST" && path.endsWith("/restart"));
    await waitUntil(() => restarts(emulators[1]).length > 0, { what: "the restart", timeoutMs: 10_000 });
    const app = emulators[1]?.state.apps().find(({ name }) => name === "Beta team two");
    assert.ok(restarts(emulators[1]).every(({ path }) => path.includes(app?._id ?? "none")));
    assert.deepEqual(restarts(emulators[0]), []);
  });
});
