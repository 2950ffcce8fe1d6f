// Starts and stops a service, for the command line and for tests.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type EmulatorClock, machineClock } from "./base/emulatorClock";
import { type SizeLimits, sizeLimits } from "./base/sizeLimits";
import { DataFolder, runningServicePid } from "./data/dataFolder";
import { State } from "./data/state";
import { answerUnroutable, routes } from "./endpoints";
import { systemErrorCode } from "./files/fileAnswers";
import type { ArchiveUploads, Service } from "./handlers/service";
import { Faults } from "./http/faults";
import { type LifelineLimits, Lifelines, lifelineLimits } from "./http/lifelines";
import { RateLimits } from "./http/rateLimits";
import type { LoggedRequest } from "./http/requestLog";
import { AppRunner } from "./running/appRunner";
import { defaultInstallTimeoutMs } from "./running/dependencyInstaller";
import { PretendRunner } from "./running/runner";
import { listenLocally } from "./running/webProxy";
import { type AppToAdd, addApp } from "./seed/addApp";
import { seedDemo } from "./seed/demo";
import { theUser } from "./seed/people";
import { StartError } from "./startError";

export interface EmulatorOptions {
  readonly dataDir: string;
  /** 0, the default: any free port. */
  readonly port?: number;
  /** Uses any free port when the wanted one is taken. */
  readonly portFallback?: boolean;
  /** Fills a new data folder; an existing state is kept. */
  readonly seed?: "demo";
  /** False: apps only seem to run. */
  readonly run?: boolean;
  /** From requirements.txt, pyproject.toml or package.json, before an app starts. */
  readonly installDependencies?: boolean;
  /** For one install. */
  readonly installTimeoutMs?: number;
  /** "stored" when absent. */
  readonly archiveUploads?: ArchiveUploads;
  readonly clock?: EmulatorClock;
  readonly faults?: Faults;
  readonly sizes?: Partial<SizeLimits>;
  /** No lifeline was open for as long as the limits say. */
  readonly onUnused?: () => void;
  readonly lifelineLimits?: LifelineLimits;
  readonly sendLimits?: Partial<typeof sendLimits>;
}

/** Time limits for a caller's request and its headers. */
const sendLimits = { requestMs: 10 * 60_000, headersMs: 20_000, checkEveryMs: 5_000 };

export interface Emulator {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** Where an unreadable earlier state was moved. */
  readonly setAside?: string;
  readonly faults: Faults;
  /** Oldest first. */
  readonly requests: readonly LoggedRequest[];
  readonly state: State;
  appFolder(appId: string): string;
  /** Past all limits; started only with `started`. Resolves with the app's id. */
  addApp(app: AppToAdd): Promise<string>;
  stop(): Promise<void>;
}

/** On the loopback address. Rejects with a StartError. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const clock = options.clock ?? machineClock;
  const folders = new DataFolder(options.dataDir);
  // Responses, such as downloads and lifelines, may take any time, requests may not.
  const { requestMs, headersMs, checkEveryMs } = { ...sendLimits, ...options.sendLimits };
  const server = createServer({
    requestTimeout: requestMs,
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkEveryMs,
  });
  const { token, state, isNew, setAside } = await openData(folders, clock);

  const timeoutMs = options.installTimeoutMs ?? defaultInstallTimeoutMs;
  const install = options.installDependencies ? { timeoutMs } : undefined;
  const real = (options.run ?? true) ? new AppRunner({ state, folders, clock, install }) : undefined;
  const runner = real ?? new PretendRunner(state, clock);
  const sizes = { ...sizeLimits, ...options.sizes };
  const archiveUploads = options.archiveUploads ?? "stored";
  const service: Service = { state, folders, runner, clock, sizes, archiveUploads };
  const faults = options.faults ?? new Faults();
  const requests: LoggedRequest[] = [];
  const port = await listen(server, options);
  const url = `http://127.0.0.1:${port}`;
  const lifelines = new Lifelines(options.lifelineLimits ?? lifelineLimits, options.onUnused);
  let stopping: Promise<void> | undefined;

  const app = routes({
    service,
    token,
    url: () => url,
    limits: new RateLimits(clock),
    faults,
    lifelines,
    requests,
    isStopping: () => stopping !== undefined,
  });
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => answerUnroutable(error),
  });
  server.on("request", (incoming, outgoing) => {
    outgoing.setHeader("X-Content-Type-Options", "nosniff");
    outgoing.setHeader("Date", new Date(clock.now()).toUTCString());
    void listener(incoming, outgoing);
  });

  if (isNew && options.seed === "demo") await seedDemo(service);
  await real?.resume();
  await state.saved();
  await folders.announce({ url, pid: process.pid });

  const stop = async (): Promise<void> => {
    lifelines.dispose();
    await runner.stopAll();
    await state.saved();
    await folders.withdraw();
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url,
    token,
    pid: process.pid,
    ...(setAside !== undefined && { setAside }),
    faults,
    requests,
    state,
    appFolder: (appId) => folders.app(appId),
    addApp: (toAdd) => addApp(service, toAdd),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function openData(
  folders: DataFolder,
  clock: EmulatorClock,
): Promise<{ token: string; state: State; isNew: boolean; setAside?: string }> {
  try {
    const other = await runningServicePid(folders);
    if (other !== undefined) {
      throw new StartError(
        `Another local service (process ${other}) already uses the folder ${folders.root}.`,
      );
    }
    await folders.prepare();
    const opened = await State.open(folders.stateFile, clock, theUser(clock));
    return { token: await folders.newToken(), ...opened };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The local service can't use the folder ${folders.root}: ${reason}.`);
  }
}

async function listen(server: Server, options: EmulatorOptions): Promise<number> {
  const wanted = options.port ?? 0;
  try {
    return await listenLocally(server, wanted);
  } catch (error) {
    const taken = ["EADDRINUSE", "EACCES"].includes(systemErrorCode(error) ?? "");
    if (taken && wanted !== 0 && options.portFallback) return listenLocally(server, 0);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      taken ? `Port ${wanted} is already taken.` : `Port ${wanted} can't be used: ${reason}.`,
    );
  }
}
