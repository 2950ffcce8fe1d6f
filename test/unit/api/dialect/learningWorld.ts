// A service with another dialect, in this process and on a fake clock, with windows of one user.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ServiceClient } from "../../../../src/api/serviceClient";
import { silentLogger } from "../../../../src/core/logger";
import { appFilesOver, fileServiceOver } from "../../../support/appFilesHarness";
import type { Dialect } from "../../../support/dialectService/dialect";
import { DialectService } from "../../../support/dialectService/dialectService";
import { plain } from "../../../support/dialectService/dialects";
import { FakeClock } from "../../../support/fakeClock";

export interface LearningOptions {
  readonly apps?: number;
  /** Of one more app. */
  readonly files?: Readonly<Record<string, string>>;
  /** The user's setting. */
  readonly set?: object;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export class LearningWorld {
  readonly clock = new FakeClock();
  readonly dialect: Writable<Dialect>;
  client: ServiceClient;
  appId = "";
  /** Largest number of requests at once. */
  mostAtOnce = 0;
  /** Replaces the service's response, or throws for a broken connection. */
  fault: (
    call: string,
    query: Readonly<Record<string, string>>,
  ) => Response | undefined | Promise<Response | undefined> = () => undefined;
  private readonly service: DialectService;
  private atOnce = 0;
  private stored: unknown;

  private constructor(
    dialect: Partial<Dialect>,
    private readonly set: object,
  ) {
    this.dialect = { ...plain, ...dialect };
    this.service = new DialectService(this.dialect, this.clock);
    this.client = this.newClient();
  }

  static async with<T>(
    { apps = 0, files, set = {}, ...dialect }: Partial<Dialect> & LearningOptions,
    work: (world: LearningWorld) => Promise<T>,
  ): Promise<T> {
    const world = new LearningWorld(dialect, set);
    try {
      if (apps > 0) await world.addApps(apps);
      if (files) await world.addFiles(files);
      return await work(world);
    } finally {
      await world.service.stop();
    }
  }

  /** Without folders, which would be slow. */
  private async addApps(count: number): Promise<void> {
    await this.service.addApp({ name: "App" });
    const [app] = this.service.apps;
    for (let index = 1; app && index < count; index++) this.service.apps.push({ ...app, id: `a${index}` });
  }

  /** By another client; it is listed first. */
  createApp(id: string): void {
    const [app] = this.service.apps;
    if (app) this.service.apps.unshift({ ...app, id });
  }

  async addFiles(files: Readonly<Record<string, string>>): Promise<void> {
    const named = Object.entries(files).map(([name, text]) => [name.slice(1), text]);
    this.appId = await this.service.addApp({ name: "Files" }, Object.fromEntries(named));
  }

  /** A minute later in a new window, which reads the dialect from its memory. */
  async restart(): Promise<void> {
    await this.clock.advance(60_000);
    this.client = this.newClient();
  }

  /** While time passes. */
  async finish<T>(work: Promise<T>): Promise<T> {
    return await this.clock.finish(work);
  }

  get appFiles() {
    const service = fileServiceOver(() => this.client, this.appId);
    return appFilesOver(service, this.clock).files;
  }

  /** By path. */
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

  /** By another client. */
  async change(deleted: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<void> {
    const app = this.service.filesOf(this.appId);
    await app.remove(deleted);
    for (const [name, text] of Object.entries(files))
      await app.write(name.slice(1).split("/"), Buffer.from(text));
  }

  /** In the root, without the client's time advancing. */
  changeAtOnce(name: string, text: string): void {
    writeFileSync(path.join(this.service.appFolder(this.appId), name), text);
  }

  /** Such as "POST upload", of all statuses or of one. */
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
      dialectMemory: {
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
