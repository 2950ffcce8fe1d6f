// Two accounts in a real window: however VS Code draws their rows again, each is below its own account.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { describe, it } from "mocha";
import type { Emulator } from "../../src/emulator/server";
import { answerToken, signIn } from "../support/signIn";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { useService } from "./appOnService";

const rounds = 20;
/** Longer than a response of the extension host takes on a fast machine. */
const busyMs = 8;

/** Runs in the page: after each timer without a delay the window is busy for a moment, as when it draws. */
const busyTimers = `{
  const setTimer = window.setTimeout.bind(window);
  window.calm = () => { window.setTimeout = setTimer; };
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
  this.bail(true);

  const services = ["Alpha", "Beta"].map((name) =>
    useService({ seed: "demo" }, async ({ state, addApp }) => {
      const teamId = state.apps().find((app) => app.teamId !== null)?.teamId ?? null;
      for (const number of ["one", "two"]) {
        await addApp({ name: `${name} own ${number}` });
        await addApp({ name: `${name} team ${number}`, teamId });
      }
    }),
  );
  const emulators = () => services.map((service) => service());
  const window = useWorkbench(() => ({
    viewport: { width: 1280, height: 1_400 },
    keybindings: [
      { key: "ctrl+alt+1", command: "hostedApps.apps.filter", args: { filter: "one" } },
      { key: "ctrl+alt+2", command: "hostedApps.apps.filter", args: { filter: "" } },
    ],
  }));
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

  /** The paths that the view must show with this filter. */
  function expectedPaths(filter: string): string[] {
    return emulators().flatMap((emulator) => {
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
    const expected = expectedPaths(filter);
    await waitUntil(async () => isDeepStrictEqual(await shownPaths(), expected), {
      what: `the rows of round ${round}: ${expected.join("\n")}`,
      saw: shownPaths,
    });
  }

  it("are shown one below the other, each with its own groups and apps", async () => {
    for (const emulator of emulators()) await signIn(window(), emulator);
    await apps().waitForRow("Beta team two");
    await window().press("Control+Alt+2");
    await waitForPaths("", 0);
  });

  it(`keep their rows while all is drawn again ${rounds} times in a window that is busy`, async () => {
    await window().page.evaluate(busyTimers);
    for (let round = 1; round <= rounds; round++) {
      const [key, filter] = round % 2 ? ["Control+Alt+1", "one"] : ["Control+Alt+2", ""];
      await window().press(key ?? "");
      await waitForPaths(filter ?? "", round);
    }
  });

  it("keep the rows below their open apps, two of each account", async () => {
    const opened = ["Alpha own one", "Alpha team one", "Beta own one", "Beta team one"];
    await window().press("Control+Alt+1");
    await waitForPaths("one", 0);
    for (const label of opened) await apps().expand(label);
    const rowsOf = async () => (await shownPaths()).filter((path) => path.includes(" one"));
    const whole = 4 * ["Files", "Environment", "Details"].length;
    const isWhole = async () =>
      (await rowsOf()).filter((path) => / one > (Files|Environment|Details)$/.test(path)).length === whole;
    await waitUntil(isWhole, { what: "what is below the apps" });
    const expected = await rowsOf();
    for (let round = 1; round <= rounds; round++) {
      await window().press(round % 2 ? "Control+Alt+2" : "Control+Alt+1");
      const isShown = round % 2 ? "Beta own two" : "Beta own one";
      await apps().waitForRow(isShown);
      if (round % 2) continue;
      await apps().waitUntilRowGone("Beta own two");
      await waitUntil(async () => isDeepStrictEqual(await rowsOf(), expected), {
        what: `the rows of round ${round}: ${expected.join("\n")}`,
        saw: rowsOf,
      });
    }
  });

  it("each get the commands of their own rows", async () => {
    await window().page.evaluate("window.calm()");
    await window().press("Control+Alt+2");
    const restarts = (emulator: Emulator | undefined) =>
      (emulator?.requests ?? []).filter(({ method, path }) => method === "POST" && path.endsWith("/restart"));
    const isAsked = () => restarts(emulators()[1]).length > 0;
    await apps().chooseFromMenu("Beta team two", "Restart App", isAsked);
    const app = emulators()[1]
      ?.state.apps()
      .find(({ name }) => name === "Beta team two");
    assert.ok(restarts(emulators()[1]).every(({ path }) => path.includes(app?._id ?? "none")));
    assert.deepEqual(restarts(emulators()[0]), []);
  });

  it("each show a failure on their own row and apps, until another try succeeds", async () => {
    const [alpha, beta] = emulators();
    assert.ok(alpha && beta);
    const rowOf = ({ state, url }: Emulator) => `${state.user.name} (${new URL(url).host})`;
    const broken = beta.faults.next(
      { path: /^\/v1\//, times: Number.POSITIVE_INFINITY },
      { answer: { status: 500 } },
    );
    await window().runCommand("Hosted Apps: Refresh");
    await apps().waitForDescription(rowOf(beta), /^failing since \d/);
    await apps().waitForDescription("Beta own one", /^as of \d/);
    assert.doesNotMatch(await apps().description("Alpha own one"), /as of/);
    await apps().waitForDescription(rowOf(alpha), /^$/);
    await window().screenshot("account-failing");
    broken.remove();
    const asked = beta.requests.length;
    await apps().pressRowAction(rowOf(beta), "Refresh", () => beta.requests.length > asked);
    await apps().waitForDescription(rowOf(beta), /^$/);
    await apps().waitForDescription("Beta own one", /^(?!as of)/);
  });

  it("each show an ended sign-in on their own row, and lead to a new one", async () => {
    const [, beta] = emulators();
    assert.ok(beta);
    const row = `${beta.state.user.name} (${new URL(beta.url).host})`;
    const refused = beta.faults.next(
      { path: /^\/v1\//, times: Number.POSITIVE_INFINITY },
      { answer: { status: 401, body: '{"error":"Expired"}' } },
    );
    await window().runCommand("Hosted Apps: Refresh");
    await apps().waitForDescription(row, /^sign in again$/);
    await apps().waitForDescription("Beta own one", /^as of \d/);
    await window().screenshot("account-ended");
    refused.remove();
    const isAsked = () => window().quickInput.isOpenWith("Token for");
    await apps().pressRowAction(row, "Sign In", isAsked);
    await answerToken(window(), beta);
    await apps().waitForDescription(row, /^$/);
    await apps().waitForDescription("Beta own one", /^(?!as of)/);
  });
});
