// The client and the engine, without any setting, on services of different dialects. The service's disk is
// compared byte by byte after each change.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { diagnose } from "../../src/accounts/diagnosis";
import type { DialectMemory } from "../../src/api/dialect/serviceDialect";
import { ServiceClient } from "../../src/api/serviceClient";
import { silentLogger } from "../../src/core/logger";
import type { Dialect as DetectedDialect, KnownDialect } from "../../src/core/model/dialect";
import type { App } from "../../src/core/model/model";
import { filesOver } from "../support/clientFiles";
import type { Dialect } from "../support/dialectService/dialect";
import { DialectService } from "../support/dialectService/dialectService";
import { dialectNames, dialects } from "../support/dialectService/dialects";
import { FakeClock } from "../support/fakeClock";
import { IdleTime } from "../support/idleTime";
import { someSettings } from "../support/someSettings";
import { zipOf } from "./useService";

/** More than one page of the largest size that the client requests. */
const appCount = 105;
const put = { base: { kind: "any" }, author: "one" } as const;
const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (content: string | Uint8Array) => Buffer.from(content).toString("hex");
const noise = Uint8Array.from({ length: 3000 }, (_, index) => (index * 37) % 256);
/** The root has files of the names that are saved below, so that a misplaced upload shows. */
const filesBefore: Readonly<Record<string, string | Uint8Array>> = {
  "main.py": "print('root')\n",
  "made.txt": "of the root",
  "noise.bin": "no noise",
  "src/main.py": "print('src')\n",
  "src/keep.txt": "kept",
  "src/old.txt": "old",
  "src/deep/noise.bin": noise,
};

/** A service with its apps, and successive windows on one of them. */
class Scenario {
  readonly clock = new FakeClock();
  readonly service: DialectService;
  private readonly time = new IdleTime(this.clock);
  private id = "";

  /** `wire`: the user's setting. */
  constructor(
    dialect: Dialect,
    private readonly wire: KnownDialect,
  ) {
    this.service = new DialectService(dialect, this.clock);
  }

  /**
   * Requests of a first save, of the whole work, and of the same reads in a window that remembers the
   * dialect.
   */
  async play(): Promise<{ readonly save: Requests; readonly work: Requests; readonly again: Requests }> {
    await this.service.start();
    try {
      await this.addApps();
      const save = await this.counted(async () => await this.savesFirst());
      const memory = memoryDialect();
      const client = this.client(memory);
      const work = await this.counted(async () => await this.works(client));
      const ofTeam = await this.listApps(this.client(), "team-1");
      assert.deepEqual(ofTeam.map((app) => app.name).sort(), ["App 100", "App 50"]);
      await this.diagnoses(client);
      const again = await this.counted(async () => await this.worksAgain(memory));
      return { save, work, again };
    } finally {
      await this.service.stop();
    }
  }

  private async addApps(): Promise<void> {
    this.id = await this.service.addApp({ name: "Worked on" }, filesBefore);
    for (let index = 1; index < appCount; index++) {
      const teamId = index % 50 === 0 ? "team-1" : null;
      await this.service.addApp({ name: `App ${index}`, teamId }, index < 5 ? { "main.py": `${index}` } : {});
    }
  }

  private async counted(work: () => Promise<void>): Promise<Requests> {
    // Windows share the rate limits.
    await this.clock.advance(61_000);
    const from = this.service.requests.length;
    await work();
    const { limited, ...requests } = this.service.count(from);
    assert.equal(limited, 0, "requests that a limit refused");
    return requests;
  }

  private async savesFirst(): Promise<void> {
    const before = treeOf(this.service.dataFolder);
    await this.run(filesOver(this.client(), this.id, this.clock).put("/src/main.py", bytes("first"), put));
    assert.deepEqual(treeOf(this.service.dataFolder), {
      ...before,
      [`${this.id}/src/main.py`]: hex("first"),
    });
  }

  private async works(client: ServiceClient): Promise<void> {
    const { service, id } = this;
    const { [`${id}/src/old.txt`]: _deleted, ...kept } = treeOf(service.dataFolder);
    await this.reads(client, ["made.txt", "main.py", "noise.bin", "src"]);
    const created = await this.changes(client);
    assert.deepEqual(treeOf(service.dataFolder), {
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
    });
    const worked = service.apps.find((app) => app.id === id);
    assert.deepEqual([worked?.memoryMB, worked?.restarts, worked?.name], [512, 1, "Worked on"]);
  }

  private async worksAgain(memory: DialectMemory): Promise<void> {
    const client = this.client(memory);
    await this.reads(client, ["made.txt", "main.py", "new", "noise.bin", "src"]);
    const before = treeOf(this.service.dataFolder);
    await this.run(filesOver(client, this.id, this.clock).put("/src/main.py", bytes("again"), put));
    assert.deepEqual(treeOf(this.service.dataFolder), {
      ...before,
      [`${this.id}/src/main.py`]: hex("again"),
    });
  }

  private async reads(client: ServiceClient, root: readonly string[]): Promise<void> {
    const apps = await this.listApps(client);
    assert.deepEqual(apps.map((app) => app.id).sort(), this.service.apps.map((app) => app.id).sort());
    assert.equal((await this.run(client.getCurrentUser())).name, "Ada");
    assert.equal((await this.run(client.getApp(this.id))).name, "Worked on");
    const files = filesOver(client, this.id, this.clock);
    const namesIn = async (folder: string) => [...(await this.run(files.list(folder))).entries.keys()].sort();
    assert.deepEqual(await namesIn("/"), root);
    assert.ok((await namesIn("/src")).includes("main.py"));
    const text = await this.run(files.find("/src/keep.txt"));
    assert.ok(text);
    assert.equal(await this.run(files.readText("/src/keep.txt", text)), "kept");
    const binary = await this.run(files.find("/src/deep/noise.bin"));
    assert.ok(binary);
    assert.deepEqual(new Uint8Array(await this.run(files.read("/src/deep/noise.bin", binary))), noise);
  }

  /** Resolves with the new app's id. */
  private async changes(client: ServiceClient): Promise<string> {
    const files = filesOver(client, this.id, this.clock);
    await this.run(files.put("/new/first.txt", bytes("first"), put));
    await this.run(files.put("/src/main.py", bytes("print('saved')\n"), put));
    await this.run(files.put("/new/folder/made.txt", bytes("made"), put));
    const { gone } = await this.run(files.remove([{ path: "/src/old.txt", base: { kind: "any" } }]));
    assert.deepEqual(gone, ["/src/old.txt"]);
    const archive = await zipOf({ "main.py": "print('shop')\n", "lib/a.txt": "a" });
    const created = await this.run(client.createApp(someSettings, archive));
    const app = await this.run(client.getApp(this.id));
    assert.equal((await this.run(client.updateApp(app, { memoryMB: 512 }))).memoryMB, 512);
    await this.run(client.restartApp(this.id));
    return created.id;
  }

  private async listApps(client: ServiceClient, teamId?: string): Promise<readonly App[]> {
    const { apps, missing } = await this.run(client.listApps({ teamId }));
    assert.equal(missing, undefined);
    return apps;
  }

  /** Every part that was shown equals the service's. */
  private async diagnoses(client: ServiceClient): Promise<void> {
    const { verdict, dialect } = await this.run(
      diagnose({ client }, this.clock, new AbortController().signal),
    );
    assert.equal(verdict.kind, "fine");
    const right = rightDialect(this.service.dialect);
    const shown = dialect.filter(({ certainty }) => certainty === "shown");
    // Where only some page-size names are tried, the service may have another one.
    for (const { part, value } of shown)
      if (part !== "limitParameter" || value !== "") assert.equal(value, String(right[part]), part);
    if (Object.keys(this.wire).length > 0) return;
    const parts = shown.map(({ part }) => part);
    for (const part of alwaysShown) assert.ok(parts.includes(part), `${part} is not shown`);
  }

  private client(dialectMemory?: DialectMemory): ServiceClient {
    const { service, clock, wire } = this;
    return new ServiceClient({
      baseUrl: service.url,
      token: () => service.token,
      hosts: () => ({ [service.url]: { wire } }),
      dialectMemory,
      requestTimeoutMs: () => 30_000,
      clock,
      logger: silentLogger,
      fetch: this.time.fetch,
    });
  }

  private async run<T>(promise: Promise<T>): Promise<T> {
    return await this.time.run(promise);
  }
}

interface Requests {
  readonly reads: number;
  readonly uploads: number;
}

const alwaysShown = [
  "pageParameter",
  "firstPage",
  "listPathParameter",
  "downloadPathParameter",
  "uploadPathParameter",
  "uploadTarget",
] as const;

function memoryDialect(): DialectMemory {
  let stored: unknown;
  return {
    read: () => stored,
    write: (value: object) => {
      stored = structuredClone(value);
    },
  };
}

/** As far as settings can describe a dialect. */
function rightDialect(dialect: Dialect): DetectedDialect {
  const { pageParameter, sizeParameter, teamParameter, firstPage, uploadTarget, archiveUploads } = dialect;
  const { listPathParameter, downloadPathParameter, uploadPathParameter } = dialect;
  return {
    ...{ pageParameter, limitParameter: sizeParameter ?? "", teamParameter, firstPage },
    ...{ listPathParameter, downloadPathParameter, uploadPathParameter, uploadTarget, archiveUploads },
  };
}

/** By path: folders as "src/", files with their bytes in hexadecimal. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const whole = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, whole).split(path.sep).join("/");
    return entry.isDirectory() ? [`${name}/`, ""] : [name, readFileSync(whole).toString("hex")];
  });
  return Object.fromEntries(entries);
}

describe("a service with other parameter names, without a setting", () => {
  for (const name of dialectNames)
    it(`gets the exact bytes from the first save on, and its dialect is detected once: ${name}`, async () => {
      const dialect: Dialect = dialects[name];
      const configured = await new Scenario(dialect, rightDialect(dialect)).play();
      const found = await new Scenario(dialect, {}).play();
      const isWithin = (part: keyof typeof configured, most: Requests): void => {
        const reads = found[part].reads - configured[part].reads;
        const uploads = found[part].uploads - configured[part].uploads;
        const spent = `${part}: ${reads} reads and ${uploads} uploads more than with the right settings`;
        assert.ok(reads <= most.reads && uploads <= most.uploads, spent);
      };
      const isPlain = name === "plain";
      // A trial asks by name, before and after it, whether a file is where it may land, and is read at its path. A
      // misplaced upload costs one listing of the root to find it, and another look right before its deletion. A
      // refusal disproves no name, so the likeliest one is tried again.
      isWithin("work", isPlain ? { reads: 4, uploads: 0 } : { reads: 19, uploads: 3 });
      // Where the root has a file of the same name, a probe goes first; it is read as text, and checked after
      // its deletion. By then the text's first look is old, so the text is read again.
      isWithin("save", isPlain ? { reads: 5, uploads: 1 } : { reads: 14, uploads: 2 });
      // Where several unknown names at once are refused, not every page-size name is tried.
      const findsSize = dialect.sizeParameter !== undefined && dialect.unknownParameters === "ignored";
      isWithin("again", { reads: findsSize ? 0 : 6, uploads: 0 });
      assert.equal(found.again.uploads, configured.again.uploads);
    });
});
