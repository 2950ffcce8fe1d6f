// The settings of an app that can be changed, as the text of a document, and what a changed text asks for.

import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import type { App, AppSettingsChange } from "../model/model";
import { isObject } from "../text/isObject";

/** The fields of the document, in its order, under the names that the service and hosted-app.json use. */
export const settingFields = [
  "name",
  "memoryMB",
  "runtimeEnvironment",
  "startupCommand",
  "exposedViaWeb",
  "autoRestartEnabled",
] as const;

export type SettingField = (typeof settingFields)[number];

export type SettingValue = string | number | boolean;

/** A field that the service did not send is absent. */
export type SettingValues = Readonly<Partial<Record<SettingField, SettingValue>>>;

/** One field that a save would change. */
export interface SettingDifference {
  readonly field: SettingField;
  readonly from: SettingValue | undefined;
  readonly to: SettingValue;
  /** Somebody else changed it too since the document was opened. */
  readonly isConflict: boolean;
}

/** A text that cannot be sent. `reason` is a code of this list for the editor's sentence; `field` names the place. */
export interface SettingsProblem {
  readonly reason: "syntax" | "notAnObject" | "unknownField" | "wrongType" | "empty" | "notPositive";
  readonly field?: string;
  readonly detail?: string;
}

export function settingsOf(app: App): SettingValues {
  const all: Record<SettingField, SettingValue | undefined> = {
    name: app.name,
    memoryMB: app.memoryMB,
    runtimeEnvironment: app.runtime,
    startupCommand: app.startupCommand,
    exposedViaWeb: app.exposedViaWeb,
    autoRestartEnabled: app.autoRestart,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as SettingValues;
}

/** The document: plain JSON that ends with a line break. */
export function settingsText(values: SettingValues): string {
  return `${JSON.stringify(values, null, 2)}\n`;
}

/** Reads a document; comments and trailing commas are forgiven. A field that is left out stays as it is. */
export function readSettingsText(text: string): SettingValues | SettingsProblem {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split("\n").length;
    return { reason: "syntax", detail: `${printParseErrorCode(error.error)}, ${line}` };
  }
  if (!isObject(value)) return { reason: "notAnObject" };
  for (const [field, entry] of Object.entries(value)) {
    const problem = problemOf(field, entry);
    if (problem) return { reason: problem, field };
  }
  return value as SettingValues;
}

export function isSettingsProblem(read: SettingValues | SettingsProblem): read is SettingsProblem {
  return "reason" in read;
}

/**
 * What a save changes: the fields in which `edited` differs from `opened`, the state that the document was made from,
 * as far as they also differ from `current`, the state now.
 */
export function differences(
  opened: SettingValues,
  edited: SettingValues,
  current: SettingValues,
): SettingDifference[] {
  return settingFields.flatMap((field) => {
    const to = edited[field];
    const from = current[field];
    if (to === undefined || to === opened[field] || to === from) return [];
    return [{ field, from, to, isConflict: from !== opened[field] }];
  });
}

/** The change for the client. */
export function changeOf(found: readonly SettingDifference[]): AppSettingsChange {
  const names: Record<SettingField, keyof AppSettingsChange> = {
    name: "name",
    memoryMB: "memoryMB",
    runtimeEnvironment: "runtime",
    startupCommand: "startupCommand",
    exposedViaWeb: "exposedViaWeb",
    autoRestartEnabled: "autoRestart",
  };
  return Object.fromEntries(found.map(({ field, to }) => [names[field], to]));
}

function problemOf(field: string, value: unknown): SettingsProblem["reason"] | undefined {
  switch (field as SettingField) {
    case "name":
      if (typeof value !== "string") return "wrongType";
      return value.trim() === "" ? "empty" : undefined;
    case "memoryMB":
      if (typeof value !== "number" || !Number.isInteger(value)) return "wrongType";
      return value < 1 ? "notPositive" : undefined;
    case "runtimeEnvironment":
      return value === "python" || value === "nodejs" ? undefined : "wrongType";
    case "startupCommand":
      return typeof value === "string" ? undefined : "wrongType";
    case "exposedViaWeb":
    case "autoRestartEnabled":
      return typeof value === "boolean" ? undefined : "wrongType";
    default:
      return "unknownField";
  }
}
