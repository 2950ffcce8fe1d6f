// A service with other parameter names, answered in this process on a test's clock, and windows of one user of it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ServiceClient } from "../../../../src/api/serviceClient";
import { silentLogger } from "../../../../src/core/logger";
import { appFilesOver, wireOver } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";
import { SpelledService } from "../../../support/spelledService/spelledService";
import type { Spelling } from "../../../support/spelledService/spelling";
import { plain } from "../../../support/spelledService/spellings";

export interface LearningOptions {
  /** How many apps the service lists. */
  readonly apps?: number;
  /** The files of one app more. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the user has set. */
  readonly set?: object;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export class LearningWorld {
  readonly clock = new FakeClock();
  readonly spelling: Writable<Spelling>;
  client: ServiceClient;
  appId = "";
  /** The most requests that were sent and not answered at one time. */
  mostAtOnce = 0;
  /** Answers instead of the service, or throws for a broken connection. */
  fault: (
    call: string,
    query: Readonly<Record<string, string>>,
  ) => Response | undefined | Promise<Response | undefined> = () => undefined;
  private readonly service: SpelledService;
  private atOnce = 0;
  private stored: unknown;

  private constructor(
    spelling: Partial<Spelling>,
    private readonly set: object,
  ) {
    this.spelling = { ...plain, ...spelling };
    this.service = new SpelledService(this.spelling, this.clock);
    this.client = this.newClient();
  }

  static async with<T>(
    { apps = 0, files, set = {}, ...spelling }: Partial<Spelling> & LearningOptions,
    work: (world: LearningWorld) => Promise<T>,
  ): Promise<T> {
    const world = new LearningWorld(spelling, set);
    try {
      if (apps > 0) await world.addApps(apps);
      if (files) await world.addFiles(files);
      return await work(world);
    } finally {
      await world.service.stop();
    }
  }

  /** Without folders, which would take most of the time. */
  private async addApps(count: number): Promise<void> {
    await this.service.addApp({ name: "App" });
    const [app] = this.service.apps;
    for (let index = 1; app && index < count; index++) this.service.apps.push({ ...app, id: `a${index}` });
  }

  async addFiles(files: Readonly<Record<string, string>>): Promise<void> {
    const named = Object.entries(files).map(([name, text]) => [name.slice(1), text]);
    this.appId = await this.service.addApp({ name: "Files" }, Object.fromEntries(named));
  }

  /** A minute later in a window that was started again: what was found out is read from its memory. */
  async restart(): Promise<void> {
    await this.clock.advance(60_000);
    this.client = this.newClient();
  }

  /** Waits for work of the client, while time passes. */
  async finish<T>(work: Promise<T>): Promise<T> {
    return await this.clock.finish(work);
  }

  get appFiles() {
    const wire = wireOver(() => this.client, this.appId);
    return appFilesOver(wire, this.clock).files;
  }

  /** The app's files as texts by path. */
  get tree(): Record<string, string> {
    const folder = this.service.appFolder(this.appId);
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const files = found.map(({ parentPath, name }) => path.join(parentPath, name));
    return Object.fromEntries(
      files
        .sort()
        .map((file) => [
          `/${path.relative(folder, file).split(path.sep).join("/")}`,
          readFileSync(file, "utf8"),
        ]),
    );
  }

  /** Other people delete and write files. */
  async change(deleted: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<void> {
    const app = this.service.filesOf(this.appId);
    await app.remove(deleted);
    for (const [name, text] of Object.entries(files))
      await app.write(name.slice(1).split("/"), Buffer.from(text));
  }

  /** The same of a file in the app's own folder, while no time passes for the client. */
  changeAtOnce(name: string, text: string): void {
    writeFileSync(path.join(this.service.appFolder(this.appId), name), text);
  }

  /** How many requests such as "POST upload" there were, of all or of one status. */
  count(call: string, status?: number): number {
    const isCounted = ({ method, path: asked, ...request }: (typeof this.service.requests)[number]) =>
      `${method} ${asked.split("/").at(-1)}` === call && (status ?? request.status) === request.status;
    return this.service.requests.filter(isCounted).length;
  }

  private newClient(): ServiceClient {
    return new ServiceClient({
      baseUrl: "https://service.test",
      token: () => this.service.token,
      hosts: () => ({ "https://service.test": { wire: this.set } }),
      wireMemory: {
        read: () => this.stored,
        write: (value) => {
          this.stored = JSON.parse(JSON.stringify(value));
        },
      },
      requestTimeoutMs: () => 30_000,
      clock: this.clock,
      logger: silentLogger,
      fetch: (input, init) => this.send(String(input), init),
    });
  }

  private async send(address: string, init: RequestInit | undefined): Promise<Response> {
    const { pathname, searchParams } = new URL(address);
    const call = `${init?.method} ${pathname.split("/").at(-1)}`;
    const instead = await this.fault(call, Object.fromEntries(searchParams));
    if (instead) return instead;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    return await this.clock.during(this.service.fetch(address, init)).finally(() => this.atOnce--);
  }
}

export async function listed(world: LearningWorld) {
  const before = world.count("GET apps");
  const { apps, missing } = await world.finish(world.client.listApps());
  return { count: apps.length, missing, requests: world.count("GET apps") - before };
}

export async function save(world: LearningWorld, path: string, text: string): Promise<void> {
  await world.finish(
    world.appFiles.put(path, new TextEncoder().encode(text), { author: "one", base: { kind: "any" } }),
  );
}
