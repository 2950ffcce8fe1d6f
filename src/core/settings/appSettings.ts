// An app's changeable settings as the text of a document, and what an edited text changes.

import type { App, AppSettingsChange } from "../model/model";
import { readSettingsJson, type SettingsTextMistake } from "./settingsJson";
import { type ChangeableKey, changeableKeys, settingsTable } from "./settingsTable";

export type SettingValue = string | number | boolean;

/** A setting that the service did not send is absent. */
export type SettingValues = Readonly<Partial<Record<ChangeableKey, SettingValue>>>;

export interface SettingDifference {
  readonly key: ChangeableKey;
  readonly from: SettingValue | undefined;
  readonly to: SettingValue;
  /** A teammate changed it too since the document was opened. */
  readonly isConflict: boolean;
}

/** `line` counts from 1. */
export interface SettingsProblem {
  readonly mistake: SettingsTextMistake;
  readonly line: number;
}

const rows = Object.fromEntries(changeableKeys.map((key) => [key, settingsTable[key]]));

/** The settings whose value the service sent. */
export function settingsOf(app: App): SettingValues {
  return Object.fromEntries(
    changeableKeys.flatMap((key) => {
      const value = app[settingsTable[key].property];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Plain JSON that ends with a line break. */
export function settingsText(values: SettingValues): string {
  return `${JSON.stringify(values, null, 2)}\n`;
}

/**
 * Reads a document; returns its first mistake where it has any. A setting that is left out stays unchanged; one that
 * equals `opened` is not checked, since the service may have values that cannot be chosen here.
 */
export function readSettingsText(text: string, opened: SettingValues = {}): SettingValues | SettingsProblem {
  const { values, problems } = readSettingsJson(text, rows, opened);
  const [problem] = problems;
  if (!problem) return values as SettingValues;
  return { mistake: problem.mistake, line: text.slice(0, problem.offset).split("\n").length };
}

export function isSettingsProblem(read: SettingValues | SettingsProblem): read is SettingsProblem {
  return "mistake" in read;
}

/**
 * Changes of a save: settings whose `edited` value differs from `opened`, the state that the user saw, if any, and from
 * `current`, the state now.
 */
export function differences(
  opened: SettingValues | undefined,
  edited: SettingValues,
  current: SettingValues,
): SettingDifference[] {
  return changeableKeys.flatMap((key) => {
    const to = edited[key];
    const from = current[key];
    if (to === undefined || to === opened?.[key] || to === from) return [];
    return [{ key, from, to, isConflict: opened !== undefined && from !== opened[key] }];
  });
}

/** The change as the client sends it. */
export function changeOf(found: readonly SettingDifference[]): AppSettingsChange {
  return Object.fromEntries(found.map(({ key, to }) => [settingsTable[key].property, to]));
}
