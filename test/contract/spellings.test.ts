// The whole client and the engine, without any setting, on services that each have another dialect
// (docs/interface.md#dialects). The service's disk is then compared to the byte, with nothing else changed.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { diagnose } from "../../src/accounts/diagnosis";
import type { FakeClock } from "../support/fakeClock";
import type { SpelledService } from "../support/spelledService/spelledService";
import type { Spelling } from "../support/spelledService/spelling";
import { type SpellingName, spellingNames, spellings } from "../support/spelledService/spellings";
import { rightWire, SpelledWindow, treeOf, withService } from "./spelledWindow";
import { someSettings, zipOf } from "./useService";

const filePartNames = ["listPathParameter", "downloadPathParameter", "uploadPathParameter", "uploadTarget"];
const appCount = 150;
const mostLearning = { reads: 12, uploads: 2 };
const noLearning = { reads: 0, uploads: 0 };
/** Where a file of the same name lies in the root, nothing is sent before a probe has shown that it lands elsewhere. */
const oneProbe = { reads: 2, uploads: 1 };

const put = { base: { kind: "any" }, author: "one" } as const;
const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (content: string | Uint8Array) => Buffer.from(content).toString("hex");
const noise = Uint8Array.from({ length: 3000 }, (_, index) => (index * 37) % 256);
const before: Readonly<Record<string, string | Uint8Array>> = {
  "main.py": "print('root')\n",
  "made.txt": "of the root",
  "noise.bin": "no noise",
  "src/main.py": "print('src')\n",
  "src/keep.txt": "kept",
  "src/old.txt": "old",
  "src/deep/noise.bin": noise,
};

async function addApps(service: SpelledService): Promise<string> {
  const id = await service.addApp({ name: "Worked on" }, before);
  for (let index = 1; index < appCount; index++) {
    const teamId = index % 50 === 0 ? "team-1" : null;
    await service.addApp({ name: `App ${index}`, teamId }, { "main.py": `print(${index})\n` });
  }
  return id;
}

async function readsEverything(
  window: SpelledWindow,
  id: string,
  root = ["made.txt", "main.py", "noise.bin", "src"],
): Promise<void> {
  const { client, service } = window;
  const apps = await window.listApps();
  assert.deepEqual(apps.map((app) => app.id).sort(), service.apps.map((app) => app.id).sort());
  assert.equal((await window.run(client.getCurrentUser())).name, "Ada");
  assert.equal((await window.run(client.getApp(id))).name, "Worked on");
  const files = window.files(id);
  assert.deepEqual(await namesIn(window, id, "/"), root);
  assert.ok((await namesIn(window, id, "/src")).includes("main.py"));
  const text = await window.run(files.find("/src/keep.txt"));
  assert.ok(text);
  assert.equal(await window.run(files.readText("/src/keep.txt", text)), "kept");
  const binary = await window.run(files.find("/src/deep/noise.bin"));
  assert.ok(binary);
  assert.deepEqual(new Uint8Array(await window.run(files.read("/src/deep/noise.bin", binary))), noise);
}

/** Resolves with the id of the app that was created. */
async function changesEverything(window: SpelledWindow, id: string): Promise<string> {
  const { client } = window;
  const files = window.files(id);
  await window.run(files.put("/new/first.txt", bytes("first"), put));
  await window.run(files.put("/src/main.py", bytes("print('saved')\n"), put));
  await window.run(files.put("/new/folder/made.txt", bytes("made"), put));
  const { gone } = await window.run(files.remove([{ path: "/src/old.txt", base: { kind: "any" } }]));
  assert.deepEqual(gone, ["/src/old.txt"]);
  const archive = await zipOf({ "main.py": "print('shop')\n", "lib/a.txt": "a" });
  const created = await window.run(client.createApp(someSettings, archive));
  const app = await window.run(client.getApp(id));
  assert.equal((await window.run(client.updateApp(app, { memoryMB: 512 }))).memoryMB, 512);
  await window.run(client.restartApp(id));
  return created.id;
}

async function namesIn(window: SpelledWindow, id: string, folder: string): Promise<string[]> {
  const { entries } = await window.run(window.files(id).list(folder));
  return [...entries.keys()].sort();
}

async function worksThrough(window: SpelledWindow, id: string): Promise<void> {
  const { service } = window;
  const original = treeOf(service.dataFolder);
  await readsEverything(window, id);
  const created = await changesEverything(window, id);
  assert.deepEqual(treeOf(service.dataFolder), expectedTree(original, id, created));
  const worked = service.apps.find((app) => app.id === id);
  assert.deepEqual([worked?.memoryMB, worked?.restarts, worked?.name], [512, 1, "Worked on"]);
}

function expectedTree(
  original: Readonly<Record<string, string>>,
  id: string,
  created: string,
): Readonly<Record<string, string>> {
  const { [`${id}/src/old.txt`]: _deleted, ...kept } = original;
  return {
    ...kept,
    [`${id}/src/main.py`]: hex("print('saved')\n"),
    [`${id}/new/`]: "",
    [`${id}/new/first.txt`]: hex("first"),
    [`${id}/new/folder/`]: "",
    [`${id}/new/folder/made.txt`]: hex("made"),
    [`${created}/`]: "",
    [`${created}/main.py`]: hex("print('shop')\n"),
    [`${created}/lib/`]: "",
    [`${created}/lib/a.txt`]: hex("a"),
  };
}

/** What `work` needs more than with the right settings: what is spent on learning. */
async function learningOf(
  name: SpellingName,
  work: (service: SpelledService, clock: FakeClock, isTold: boolean) => Promise<void>,
): Promise<Learning> {
  const counts = async (isTold: boolean) =>
    await withService(spellings[name], async (service, clock) => {
      await work(service, clock, isTold);
      return service.count();
    });
  const told = await counts(true);
  const learnt = await counts(false);
  assert.deepEqual([told.limited, learnt.limited], [0, 0], "requests that a limit refused");
  return { reads: learnt.reads - told.reads, uploads: learnt.uploads - told.uploads };
}

interface Learning {
  readonly reads: number;
  readonly uploads: number;
}

function isWithin(name: SpellingName, learning: Learning, mostOnPlain: Learning = noLearning): void {
  const { reads, uploads } = name === "plain" ? mostOnPlain : mostLearning;
  const spent = `${learning.reads} reads and ${learning.uploads} uploads were spent on learning`;
  assert.ok(learning.reads <= reads && learning.uploads <= uploads, spent);
}

/** Whether the size of a page is learnt; where several names at once are refused, not all are tried. */
function knownSizes(name: SpellingName): boolean {
  const { unknownParameters, sizeParameter } = spellings[name] as Spelling;
  return sizeParameter !== undefined && unknownParameters === "ignored";
}

function openWindow(service: SpelledService, clock: FakeClock, isTold: boolean): SpelledWindow {
  return new SpelledWindow(service, clock, isTold ? rightWire(service.spelling) : {});
}

for (const name of spellingNames) {
  describe(`a service with ${name}, and no setting`, () => {
    it("is read and changed as it was meant, with nothing else touched and little spent on learning", async () => {
      const learning = await learningOf(name, async (service, clock, isTold) => {
        const id = await addApps(service);
        await worksThrough(openWindow(service, clock, isTold), id);
      });
      isWithin(name, learning);
    });

    it("is saved to before anything was read, with the file of the same name in the root untouched", async () => {
      const learning = await learningOf(name, async (service, clock, isTold) => {
        const id = await service.addApp({ name: "Worked on" }, before);
        const original = treeOf(service.dataFolder);
        const window = openWindow(service, clock, isTold);
        await window.run(window.files(id).put("/src/main.py", bytes("print('first')\n"), put));
        const saved = { [`${id}/src/main.py`]: hex("print('first')\n") };
        assert.deepEqual(treeOf(service.dataFolder), { ...original, ...saved });
      });
      isWithin(name, learning, oneProbe);
    });

    it("is known after a restart of the window", async () => {
      await withService(spellings[name], async (service, clock) => {
        const id = await addApps(service);
        let stored: unknown;
        const memory = {
          read: () => stored,
          write: (value: object) => {
            stored = structuredClone(value);
          },
        };
        const first = new SpelledWindow(service, clock, {}, memory);
        await worksThrough(first, id);
        const from = service.requests.length;
        const second = new SpelledWindow(service, clock, {}, memory);
        await readsEverything(second, id, ["made.txt", "main.py", "new", "noise.bin", "src"]);
        await second.run(second.files(id).put("/src/main.py", bytes("print('again')\n"), put));
        const learnt = service.count(from);
        const told = await withService(spellings[name], async (other, otherClock) => {
          const otherId = await addApps(other);
          const window = new SpelledWindow(other, otherClock, rightWire(other.spelling));
          await worksThrough(window, otherId);
          const begin = other.requests.length;
          const again = new SpelledWindow(other, otherClock, rightWire(other.spelling));
          await readsEverything(again, otherId, ["made.txt", "main.py", "new", "noise.bin", "src"]);
          await again.run(again.files(otherId).put("/src/main.py", bytes("print('again')\n"), put));
          return other.count(begin);
        });
        assert.equal(learnt.uploads, told.uploads);
        assert.ok(
          learnt.reads <= told.reads + (knownSizes(name) ? 0 : 6),
          `${learnt.reads} of ${told.reads}`,
        );
      });
    });

    it("is diagnosed as it is", async () => {
      await withService(spellings[name], async (service, clock) => {
        const id = await addApps(service);
        const window = openWindow(service, clock, false);
        await worksThrough(window, id);
        const { client } = window;
        const diagnosis = await window.run(diagnose({ client }, clock, new AbortController().signal));
        assert.equal(diagnosis.verdict.kind, "fine");
        const right = rightWire(service.spelling);
        const shown = diagnosis.spelling.filter(({ certainty }) => certainty === "shown");
        for (const { part, value } of shown) {
          // Where only some names of a size are tried, none may be said to be there.
          if (part !== "limitParameter" || value !== "") assert.equal(value, String(right[part]), part);
        }
        for (const part of ["pageParameter", "firstPage", ...filePartNames])
          assert.ok(
            shown.some((row) => row.part === part),
            `${part} is not shown`,
          );
      });
    });

    it("lists the apps of one team", async () => {
      await withService(spellings[name], async (service, clock) => {
        await addApps(service);
        const window = openWindow(service, clock, false);
        const apps = await window.listApps("team-1");
        assert.deepEqual(apps.map((app) => app.name).sort(), ["App 100", "App 50"]);
      });
    });
  });
}
