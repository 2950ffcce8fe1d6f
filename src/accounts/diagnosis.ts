// What the service answers to each read-only call, as shapes: interface.md leaves much open, and this shows it.

import { pathAsRead } from "../api/schemas";
import { isServiceError } from "../core/errors/serviceError";
import type { Wire } from "../core/model/wire";
import { field, readFields } from "../core/outside/reading";
import { joinAppPath } from "../core/paths/appPath";
import type { Account } from "./accounts";
import { jsonShape } from "./jsonShape";

/** One call: no value of its answer, only its shape. */
export interface DiagnosedCall {
  /** Such as "GET /v1/apps/{appId}/files". */
  readonly call: string;
  /** "200", or what went wrong, such as "404 notFound". */
  readonly status: string;
  readonly shape?: string;
}

/** Whether the service heeds a parameter; "unknown" where its answers cannot tell. */
export interface DiagnosedParameter {
  readonly setting: keyof Wire;
  readonly value: string;
  readonly verdict: "honoured" | "ignored" | "unknown";
}

export interface Diagnosis {
  readonly calls: readonly DiagnosedCall[];
  readonly parameters: readonly DiagnosedParameter[];
}

interface Answer {
  readonly call: DiagnosedCall;
  readonly json: unknown;
}

/** Makes at most eight requests that change nothing. Rejects only with the reason of the signal. */
export async function diagnose(account: Account, wire: Wire, signal: AbortSignal): Promise<Diagnosis> {
  const calls: DiagnosedCall[] = [];
  const ask = async (
    endpoint: "currentUser" | "apps" | "app" | "files",
    query: Readonly<Record<string, string>> = {},
    appId?: string,
  ): Promise<unknown> => {
    const { call, json } = await answerOf(account, { endpoint, query, appId }, signal);
    calls.push(call);
    return json;
  };
  await ask("currentUser");
  const page = (number: number) => ({
    [wire.limitParameter]: "1",
    [wire.pageParameter]: String(number),
  });
  const first = await ask("apps", page(wire.firstPage));
  const second = await ask("apps", page(wire.firstPage + 1));
  const parameters: DiagnosedParameter[] = [
    verdict(wire, "limitParameter", limitVerdict(first)),
    verdict(wire, "pageParameter", pageVerdict(first, second)),
  ];
  const teamId = [...account.apps.snapshot.teams.keys()][0];
  const ofTeam = teamId === undefined ? undefined : await ask("apps", { [wire.teamParameter]: teamId });
  parameters.push(verdict(wire, "teamParameter", teamVerdict(ofTeam, teamId)));
  const appId = idOf(appsIn(first)[0]);
  if (appId !== undefined) {
    await ask("app", {}, appId);
    const root = await ask("files", {}, appId);
    const path = firstPath(root);
    const inside =
      path === undefined ? undefined : await ask("files", { [wire.listPathParameter]: path }, appId);
    parameters.push(verdict(wire, "listPathParameter", pathVerdict(inside, path)));
  }
  return { calls, parameters };
}

async function answerOf(
  account: Account,
  request: {
    readonly endpoint: "currentUser" | "apps" | "app" | "files";
    readonly query: Readonly<Record<string, string>>;
    readonly appId: string | undefined;
  },
  signal: AbortSignal,
): Promise<Answer> {
  const parameters = Object.keys(request.query);
  const name = (template: string): string =>
    `GET ${template}${parameters.length > 0 ? ` with ${parameters.join(", ")}` : ""}`;
  const { template, answer } = account.client.inspect(request.endpoint, request.appId ?? "", request.query, {
    signal,
  });
  try {
    const { status, json } = await answer;
    return { call: { call: name(template), status: String(status), shape: jsonShape(json) }, json };
  } catch (error) {
    signal.throwIfAborted();
    const status = isServiceError(error) ? [error.status, error.kind].filter(Boolean).join(" ") : "failed";
    return { call: { call: name(template), status }, json: undefined };
  }
}

function verdict(wire: Wire, setting: keyof Wire, isHonoured: boolean | undefined): DiagnosedParameter {
  const word = isHonoured === undefined ? "unknown" : isHonoured ? "honoured" : "ignored";
  return { setting, value: String(wire[setting]), verdict: word };
}

function appsIn(answer: unknown): readonly unknown[] {
  return readFields({ applications: field.list(field.anything) }, answer).applications ?? [];
}

function idOf(app: unknown): string | undefined {
  return readFields({ _id: field.text }, app)._id;
}

function limitVerdict(first: unknown): boolean | undefined {
  const { length } = appsIn(first);
  return length > 1 ? false : length === 1 && appsTotal(first) > 1 ? true : undefined;
}

function appsTotal(answer: unknown): number {
  const paging = [answer, ...appsIn(answer)].map((place) => {
    const { pagination } = readFields({ pagination: field.anything }, place);
    return readFields({ totalItems: field.anything }, pagination).totalItems;
  });
  return Number(paging.find((total) => total !== undefined) ?? 0);
}

function pageVerdict(first: unknown, second: unknown): boolean | undefined {
  const [one, two] = [idOf(appsIn(first)[0]), idOf(appsIn(second)[0])];
  if (one === undefined || second === undefined) return undefined;
  if (two === undefined) return appsTotal(first) === 1 ? true : undefined;
  return one !== two;
}

function teamVerdict(answer: unknown, teamId: string | undefined): boolean | undefined {
  const apps = appsIn(answer);
  if (teamId === undefined || apps.length === 0) return undefined;
  return apps.every((app) => readFields({ teamId: field.text }, app).teamId === teamId);
}

const folderEntry = field.object({ name: field.text, isDirectory: field.flag });

function firstPath(root: unknown): string | undefined {
  const { files = [] } = readFields({ files: field.readable(folderEntry) }, root);
  const folder = files.find(({ isDirectory }) => isDirectory);
  return folder && joinAppPath("/", folder.name);
}

function pathVerdict(answer: unknown, path: string | undefined): boolean | undefined {
  if (answer === undefined || path === undefined) return undefined;
  const { currentPath } = readFields({ currentPath: field.text }, answer);
  return currentPath === undefined ? undefined : pathAsRead(currentPath) === path;
}
