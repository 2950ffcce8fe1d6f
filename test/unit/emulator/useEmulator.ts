// A fresh service for each test of a suite, and short ways to call it over real HTTP.
import { afterEach, beforeEach } from "mocha";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/server";
import { removeTemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import type { AnswerBody } from "./answerBody";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the answer; empty when it isn't JSON. */
  readonly body: AnswerBody;
  readonly bytes: Buffer;
}

export interface UseEmulator {
  readonly emulator: Emulator;
  readonly dataDir: string;
  readonly clock: TestClock;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  upload(appId: string, directory: string, name: string, content: string | Uint8Array): Promise<Answer>;
  create(archive: Uint8Array, fields?: Record<string, string>): Promise<Answer>;
}

/** A clock that moves only when a test says so. */
export class TestClock {
  #nowMs = Date.parse("2026-03-01T12:00:00.000Z");
  now(): number {
    return this.#nowMs;
  }
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

/** Starts a service before each test, without running apps unless the options say so, and stops it afterwards. */
export function useEmulator(options: Partial<EmulatorOptions> = {}): UseEmulator {
  let running: { emulator: Emulator; dataDir: string; clock: TestClock } | undefined;
  const current = () => {
    if (!running) throw new Error("The service runs only during a test.");
    return running;
  };
  beforeEach(async () => {
    const [dataDir, clock] = [temporaryFolder("emulator"), new TestClock()];
    running = { dataDir, clock, emulator: await startEmulator({ dataDir, clock, run: false, ...options }) };
  });
  afterEach(async () => {
    await current().emulator.stop();
    removeTemporaryFolder(current().dataDir);
    running = undefined;
  });
  const call: UseEmulator["call"] = (method, path, body, headers) =>
    callService(current().emulator, method, path, body, headers);
  return {
    get emulator() {
      return current().emulator;
    },
    get dataDir() {
      return current().dataDir;
    },
    get clock() {
      return current().clock;
    },
    call,
    upload: (appId, directory, name, content) =>
      call("POST", `/v1/apps/${appId}/upload?path=${encodeURIComponent(directory)}`, fileForm(content, name)),
    create: (archive, fields = {}) => call("POST", "/v1/apps/create", createForm(archive, fields)),
  };
}

/** One call with the service's token. An object is sent as JSON, a form as a form, anything else as it is. */
export async function callService(
  service: { readonly url: string; readonly token: string },
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isRaw = body === undefined || body instanceof FormData || typeof body === "string";
  const response = await fetch(service.url + path, {
    method,
    redirect: "manual",
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(isRaw ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString("utf8")) : {},
  };
}

export function fileForm(content: string | Uint8Array, name: string, field = "file"): FormData {
  const form = new FormData();
  form.append(field, new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return form;
}

/** The form of a create request: complete and right, with `fields` laid over it; an empty text leaves a field out. */
export function createForm(archive: Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = fileForm(archive, "app.zip");
  const complete = {
    appName: "Test app",
    mainFile: "main.py",
    memoryMB: "256",
    runtimeEnvironment: "python",
    exposedViaWeb: "false",
    autoRestartEnabled: "false",
    startupCommand: "",
    ...fields,
  };
  for (const [name, value] of Object.entries(complete)) if (value !== "") form.append(name, value);
  return form;
}
