// A new service for each test, with short calls over real HTTP.
import { connect } from "node:net";
import { afterEach, beforeEach } from "mocha";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/server";
import { FakeClock } from "../../support/fakeClock";
import { removeTemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

/** Apps do not run unless the options say so. */
export function useEmulator(options: Partial<EmulatorOptions> = {}) {
  let running: { emulator: Emulator; dataDir: string; clock: FakeClock } | undefined;
  const current = () => {
    if (!running) throw new Error("The service runs only during a test.");
    return running;
  };
  beforeEach(async () => {
    const [dataDir, clock] = [temporaryFolder("emulator"), new FakeClock()];
    running = { dataDir, clock, emulator: await startEmulator({ dataDir, clock, run: false, ...options }) };
  });
  afterEach(async () => {
    await current().emulator.stop();
    removeTemporaryFolder(current().dataDir);
    running = undefined;
  });
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
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
    upload: (appId: string, directory: string, name: string, content: string | Uint8Array) =>
      call("POST", `/v1/apps/${appId}/upload?path=${encodeURIComponent(directory)}`, fileForm(content, name)),
    create: (archive: Uint8Array, fields: Record<string, string> = {}) =>
      call("POST", "/v1/apps/create", createForm(archive, fields)),
  };
}

export type UseEmulator = ReturnType<typeof useEmulator>;

/**
 * With the token; `body` is the response's JSON. An object is sent as JSON, a form as a form, other values
 * unchanged.
 */
export async function callService(
  service: { readonly url: string; readonly token: string },
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
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
  const answer = isJson ? JSON.parse(bytes.toString("utf8")) : {};
  return { status: response.status, headers: response.headers, bytes, body: answer };
}

/** Status for raw text, which `fetch` would not send. */
export async function rawStatus(url: string, text: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(text.replaceAll("\n", "\r\n"));
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

export function fileForm(content: string | Uint8Array, name: string, field = "file"): FormData {
  const form = new FormData();
  form.append(field, new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return form;
}

/** A complete form with changed `fields`; an empty text omits one. */
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
