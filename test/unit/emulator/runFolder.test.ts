// A folder that runs like an app of the service, until its input ends.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, it } from "mocha";
import { type RunNews, runFolder } from "../../../src/emulator/runFolder";
import { temporaryFolder } from "../../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../../support/waitUntil";

const web = `import http.server, os
print("key", os.environ.get("API_KEY"), os.environ.get("PATH") is not None, flush=True)
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(open("page.txt", "rb").read())
http.server.HTTPServer(("0.0.0.0", int(os.environ["PORT"])), Page).serve_forever()
`;

class Run {
  readonly news: RunNews[] = [];
  readonly ended: Promise<void>;
  private readonly waiting: string[] = [];
  private wake: () => void = () => undefined;
  private isOver = false;

  constructor(readonly dataDir: string) {
    this.ended = runFolder(dataDir, this.requests(), (news) => void this.news.push(news));
    this.ended.catch(() => undefined);
  }

  ask(request: object): void {
    this.waiting.push(JSON.stringify(request));
    this.wake();
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.wake();
    await this.ended;
  }

  async files(): Promise<string> {
    return await this.until((news) => ("folder" in news ? news.folder : undefined), "the folder");
  }

  get output(): string {
    return this.news.map((news) => ("output" in news ? news.output : "")).join("");
  }

  async until<T>(find: (news: RunNews) => T | undefined, what: string): Promise<T> {
    return await waitUntil(() => this.news.map(find).find((each) => each !== undefined), {
      what,
      saw: () => this.news,
    });
  }

  async prints(text: string, times = 1): Promise<void> {
    await waitUntil(() => this.output.split(text).length > times, {
      what: `${times} times "${text}"`,
      saw: () => this.output,
    });
  }

  private async *requests(): AsyncGenerator<string> {
    while (!this.isOver) {
      const next = this.waiting.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

describe("a folder that runs without a service", function () {
  this.timeout(startTimeoutMs);
  const runs: Run[] = [];
  const start = (dataDir = temporaryFolder("folder-run")): Run => {
    const run = new Run(dataDir);
    runs.push(run);
    return run;
  };
  afterEach(async () => {
    for (const run of runs.splice(0)) await run.end().catch(() => undefined);
  });

  it("gets its port and its variables, responds, prints, and restarts on request", async () => {
    const run = start();
    const folder = await run.files();
    writeFileSync(join(folder, "main.py"), web);
    writeFileSync(join(folder, "page.txt"), "one");
    const request = {
      ...{ name: "Shop", runtime: "python", mainFile: "main.py", memoryMB: 128, exposedViaWeb: true },
      environment: [{ key: "API_KEY", value: "canary-value" }],
    };
    run.ask(request);
    const port = await run.until(
      (news) => ("status" in news && news.status === "active" && news.port) || undefined,
      "the app to answer",
    );
    const page = async (): Promise<string> => await (await fetch(`http://127.0.0.1:${port}`)).text();
    assert.equal(await page(), "one");
    await run.prints("key canary-value True");
    writeFileSync(join(folder, "page.txt"), "two");
    run.ask(request);
    await run.prints("key canary-value", 2);
    const next = async () => await page().catch(String);
    await waitUntil(async () => (await next()) === "two", { what: "the new page", saw: next });
    await run.end();
    await assert.rejects(page());
    assert.deepEqual(readdirSync(folder), [], "its copy is taken away");
  });

  it("installs its dependencies with the given command, again only when that or its files change", async () => {
    const run = start();
    const folder = await run.files();
    const made = "require('fs').appendFileSync('made.txt', 'made ')";
    writeFileSync(
      join(folder, "main.js"),
      "console.log('has', require('fs').readFileSync('made.txt', 'utf8'))\n",
    );
    const request = { runtime: "nodejs", mainFile: "main.js", installCommand: `node -e "${made}"` };
    run.ask(request);
    await run.prints("has made \n");
    run.ask(request);
    await run.prints("has made \n", 2);
    writeFileSync(join(folder, "package.json"), "{}");
    run.ask(request);
    await run.prints("has made made \n");
  });

  const startBoth = async (dataDir: string) => {
    const both = [start(dataDir), start(dataDir)];
    const refused: string[] = [];
    for (const run of both) run.ended.catch((error: unknown) => refused.push(String(error)));
    const running = () => both.filter(({ news }) => news.length > 0);
    await waitUntil(() => running().length + refused.length > 1, { what: "both", saw: () => refused });
    return { running: running(), refused };
  };

  it("runs in one of two windows that start it at the same moment", async () => {
    const dataDir = temporaryFolder("folder-run");
    const { running, refused } = await startBoth(dataDir);
    assert.equal(running.length, 1);
    assert.match(refused.join(), /already runs in another window/);
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith("run.")),
      ["run.json"],
    );
  });

  it("runs although a window that was killed left the lock of its start", async () => {
    const dataDir = temporaryFolder("folder-run");
    const lock = join(dataDir, "run.json.lock");
    mkdirSync(lock);
    await assert.rejects(start(dataDir).ended, /already runs in another window/);
    const tomorrow = Date.now() / 1_000 + 86_400;
    for (const at of [1_000, tomorrow]) {
      if (!existsSync(lock)) mkdirSync(lock);
      utimesSync(lock, at, at);
      const { running } = await startBoth(dataDir);
      assert.equal(running.length, 1);
      assert.equal(existsSync(lock), false);
      await running[0]?.end();
    }
  });

  it("writes no value of a variable to disk", async () => {
    const run = start();
    const folder = await run.files();
    writeFileSync(join(folder, "main.py"), "print('up', flush=True)\nimport time\ntime.sleep(60)\n");
    run.ask({ mainFile: "main.py", environment: [{ key: "API_KEY", value: "canary-value" }] });
    await run.prints("up");
    await run.end();
    for (const entry of readdirSync(run.dataDir, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        assert.ok(!readFileSync(join(entry.parentPath, entry.name), "utf8").includes("canary"), entry.name);
  });

  it("reports a crash with its last output", async () => {
    const run = start();
    const folder = await run.files();
    writeFileSync(join(folder, "main.js"), "console.log('before'); process.exit(3);");
    run.ask({ runtime: "nodejs", mainFile: "main.js" });
    await run.until((news) => ("status" in news && news.status === "crashed") || undefined, "the crash");
    assert.match(run.output, /before\n.*ended with exit code 3/);
  });

  it("runs only once at a time in its data folder", async () => {
    const run = start();
    await run.files();
    const other = start(run.dataDir);
    await assert.rejects(other.ended, /already runs in another window/);
    await run.end();
    await start(run.dataDir).files();
  });
});
