// The process of the local service, shared by all windows: it ends soon after the last one stops using it.
import { spawn } from "node:child_process";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { promises as fs } from "node:fs";
import * as http from "node:http";
import * as path from "node:path";
import { undefinedIf } from "../../core/errors/errorCode";
import type { Logger } from "../../core/logger";
import { field, parseJson, readAs, readFields } from "../../core/parse";
import { asNode } from "./serviceEnvironment";

/** service.json in the data folder. */
const serviceNote = field.object({ url: field.url, pid: field.number });

const serviceAddress = field.object({
  url: field.url,
  token: field.text,
  pid: field.number,
  setAside: field.optional(field.text),
});

type LocalServiceAddress = Readonly<ReturnType<typeof serviceAddress.parse>>;

interface LocalServiceOptions {
  /** dist/emulator.js. */
  readonly program: string;
  readonly dataDirectory: string;
  readonly logger: Logger;
  /** Called with a file that could not be read and was renamed. */
  readonly onSetAside?: (file: string) => void;
}

const startTimeoutMs = 60_000;

export class LocalServiceProcess {
  private running: Promise<LocalServiceAddress> | undefined;
  private lifeline: http.ClientRequest | undefined;

  constructor(
    private readonly options: LocalServiceOptions,
    private readonly onDidStop: () => void,
  ) {}

  /** Finds the service that another window started, or starts it. */
  async ensureRunning(): Promise<LocalServiceAddress> {
    this.running ??= this.findOrStart().catch((error) => {
      this.running = undefined;
      throw error;
    });
    return await this.running;
  }

  /** Ends the service and its apps, for every window. */
  async stop(): Promise<void> {
    const running = await this.running?.catch(() => undefined);
    this.release();
    if (!running) return;
    // Windows has no signal for an orderly end; there the service ends soon, because it is unused.
    if (process.platform === "win32") return;
    // The process id may be another process's by now.
    if ((await provenPid(running.url, running.token)) === running.pid) process.kill(running.pid, "SIGTERM");
  }

  /** Stops using the service without ending it: other windows may use it. */
  release(): void {
    const { lifeline } = this;
    this.running = undefined;
    this.lifeline = undefined;
    lifeline?.destroy();
  }

  private async findOrStart(): Promise<LocalServiceAddress> {
    const found = await this.find();
    if (found) return this.hold(found);
    try {
      return this.hold(await this.start());
    } catch (error) {
      // Two windows may start it at the same moment; the data folder's lock admits one.
      const other = await this.find();
      if (other) return this.hold(other);
      throw error;
    }
  }

  /** The service that runs on this data folder, found by the files it writes there. */
  private async find(): Promise<LocalServiceAddress | undefined> {
    const note = await readIfThere(path.join(this.options.dataDirectory, "service.json"));
    const token = await readIfThere(path.join(this.options.dataDirectory, "token"));
    if (note === undefined || token === undefined) return undefined;
    const found = readAs(serviceNote, parseJson(note));
    if (!found) return undefined;
    const known = { ...found, token: token.trim() };
    return (await provenPid(found.url, known.token)) === found.pid ? known : undefined;
  }

  private async start(): Promise<LocalServiceAddress> {
    const { program, dataDirectory, logger } = this.options;
    await fs.mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    const serviceArguments = [
      ...["--port", "0", "--data", dataDirectory, "--seed", "demo"],
      ...["--install-dependencies", "--exit-when-unused"],
    ];
    const child = spawn(process.execPath, [program, ...serviceArguments], {
      ...asNode(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      cwd: path.dirname(dataDirectory),
    });
    child.unref();
    return await new Promise((resolve, reject) => {
      let output = "";
      let problem = "";
      const timer = setTimeout(() => fail("It didn't respond in time."), startTimeoutMs);
      const fail = (reason: string): void => {
        clearTimeout(timer);
        child.kill();
        reject(new Error(`Couldn't start the local service. ${problem.trim() || reason}`));
      };
      child.once("error", (error) => fail(error.message));
      // Not "exit": its last output may come after that.
      child.once("close", (code) => fail(`It ended with code ${code}.`));
      child.stderr.on("data", (data: Buffer) => {
        problem = `${problem}${data}`.slice(-2_000);
      });
      child.stdout.on("data", (data: Buffer) => {
        output += data;
        if (!output.includes("\n")) return;
        clearTimeout(timer);
        child.removeAllListeners();
        child.stdout.removeAllListeners();
        child.stdout.resume();
        child.stderr.removeAllListeners();
        child.stderr.resume();
        const address = readAs(serviceAddress, parseJson(output.slice(0, output.indexOf("\n"))));
        if (!address) {
          fail("Its first line couldn't be read.");
          return;
        }
        resolve(address);
        if (address.setAside !== undefined) this.options.onSetAside?.(address.setAside);
        logger.info(`The local service runs as process ${child.pid}.`);
      });
    });
  }

  /** Keeps one request open: the service runs while any window has one, and the request's end shows that it stopped. */
  private hold(address: LocalServiceAddress): LocalServiceAddress {
    const request = http.get(`${address.url}/-/lifeline`, {
      headers: { authorization: `Bearer ${address.token}` },
    });
    const ended = (): void => {
      if (this.lifeline !== request) return;
      this.release();
      this.onDidStop();
    };
    request.on("response", (response) => {
      response.resume();
      response.once("close", ended);
    });
    request.once("error", ended);
    this.lifeline = request;
    return address;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  return await fs.readFile(file, "utf8").catch(undefinedIf("ENOENT"));
}

const timeoutMs = 2_000;
const longestAnswerBytes = 4_096;

/** The process id of the service at `url` if it proves that it knows the token, which is not sent for that. */
export async function provenPid(url: string, token: string): Promise<number | undefined> {
  const nonce = randomBytes(32).toString("hex");
  const answer = parseJson((await read(`${url}/-/health?nonce=${nonce}`)) ?? "");
  const { pid, proof = "" } = readFields({ pid: field.number, proof: field.text }, answer);
  const right = createHmac("sha256", token).update(`${nonce} ${url}`).digest();
  const given = Buffer.from(proof, "hex");
  return given.length === right.length && timingSafeEqual(given, right) ? pid : undefined;
}

async function read(address: string): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const request = http.get(address, { agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data: string) => {
        text += data;
        if (text.length > longestAnswerBytes) request.destroy();
      });
      response.once("end", () => resolve(text));
      response.once("close", () => resolve(undefined));
    });
    // Not the request's own timeout: a program that responds byte by byte would delay the start.
    const timer = setTimeout(() => request.destroy(), timeoutMs);
    request.once("error", () => resolve(undefined));
    request.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
