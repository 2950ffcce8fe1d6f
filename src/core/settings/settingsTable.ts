// All code that asks for, reads, checks or sends a setting uses this table; the schemas in media/ are tested against it.
import type { App, AppSettingsChange, NewAppSettings } from "../model/model";

/** The service documents no bounds (docs/interface.md#limits): these catch mistakes. */
export type SettingType =
  | {
      readonly kind: "text";
      readonly isFilled?: boolean;
      /** Characters as people count them, not UTF-16 units. */
      readonly maxLength?: number;
      /** A path inside the folder that is deployed. */
      readonly isPath?: boolean;
    }
  | {
      readonly kind: "integer";
      readonly minimum: number;
      readonly maximum: number;
      readonly suggested: readonly number[];
    }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "boolean" };

export interface SettingRow {
  readonly type: SettingType;
  readonly normalize?: (text: string) => string;
}

interface CreateOnlyRow extends SettingRow {
  readonly property: keyof NewAppSettings;
  readonly requestName: string;
}

interface ChangeableRow extends SettingRow {
  readonly property: keyof NewAppSettings & keyof AppSettingsChange & keyof App;
  readonly requestName: string;
  /** Value that an update sends for an unchanged setting. */
  readonly whenUnchanged: "repeat" | "null";
}

/**
 * Settings by key in hosted-app.json and the settings document, with names in the model and in requests (`requestName`).
 */
export const settingsTable = {
  name: {
    property: "name",
    requestName: "appName",
    type: { kind: "text", isFilled: true, maxLength: 100 },
    normalize: (name: string) => name.trim(),
    whenUnchanged: "repeat",
  },
  mainFile: {
    property: "mainFile",
    requestName: "mainFile",
    type: { kind: "text", isFilled: true, isPath: true },
    normalize: (path: string) => path.replace(/^(\.\/)+/, ""),
  },
  memoryMB: {
    property: "memoryMB",
    requestName: "memoryMB",
    type: {
      kind: "integer",
      minimum: 1,
      maximum: 1_048_576,
      suggested: [128, 256, 512, 1024, 2048, 4096],
    },
    whenUnchanged: "repeat",
  },
  runtimeEnvironment: {
    property: "runtime",
    requestName: "runtimeEnvironment",
    type: { kind: "choice", values: ["python", "nodejs"] },
    whenUnchanged: "null",
  },
  startupCommand: {
    property: "startupCommand",
    requestName: "startupCommand",
    type: { kind: "text" },
    whenUnchanged: "null",
  },
  exposedViaWeb: {
    property: "exposedViaWeb",
    requestName: "exposedViaWeb",
    type: { kind: "boolean" },
    whenUnchanged: "repeat",
  },
  autoRestartEnabled: {
    property: "autoRestart",
    requestName: "autoRestartEnabled",
    type: { kind: "boolean" },
    whenUnchanged: "repeat",
  },
  team: { property: "teamId", requestName: "team", type: { kind: "text", isFilled: true } },
} as const satisfies Readonly<Record<string, CreateOnlyRow | ChangeableRow>>;

type Table = typeof settingsTable;

export type SettingKey = keyof Table;

export type ChangeableKey = {
  [Key in SettingKey]: Table[Key] extends ChangeableRow ? Key : never;
}[SettingKey];

export type KeyedSettings = {
  readonly [Key in SettingKey]?: Required<NewAppSettings>[Table[Key]["property"]];
};

export const settingKeys = Object.keys(settingsTable) as SettingKey[];

export const changeableKeys = settingKeys.filter(
  (key): key is ChangeableKey => "whenUnchanged" in settingsTable[key],
);

/** The settings by key; an absent setting stays absent. */
export function keyedSettings(settings: Partial<NewAppSettings>): KeyedSettings {
  return Object.fromEntries(
    settingKeys.flatMap((key) => {
      const value = settings[settingsTable[key].property];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** The reverse of `keyedSettings`. */
export function settingsOfKeyed(values: KeyedSettings): Partial<NewAppSettings> {
  return Object.fromEntries(
    settingKeys.flatMap((key) => {
      const value = values[key];
      return value === undefined ? [] : [[settingsTable[key].property, value]];
    }),
  );
}
