// Plain settings of a new app.
import type { NewAppSettings } from "../../src/core/model/model";

export const someSettings: NewAppSettings = {
  name: "Shop",
  mainFile: "main.py",
  memoryMB: 256,
  runtime: "python",
  exposedViaWeb: true,
  autoRestart: false,
  startupCommand: "",
};
