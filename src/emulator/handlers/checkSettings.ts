// Checks an app's settings from JSON or from form fields.
import type { Runtime } from "../data/records";
import { BadRequest } from "../http/httpErrors";

const memoryMB = { min: 64, max: 65_536 };
const maxNameLength = 100;

export function checkName(value: unknown): string {
  const name = typeof value === "string" ? value.trim() : "";
  if (name === "" || name.length > maxNameLength) {
    throw new BadRequest(`appName must be a name of 1 to ${maxNameLength} characters.`);
  }
  return name;
}

export function checkMemoryMB(value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < memoryMB.min || value > memoryMB.max) {
    throw new BadRequest(`memoryMB must be a whole number from ${memoryMB.min} to ${memoryMB.max}.`);
  }
  return value;
}

export function checkRuntime(value: unknown): Runtime {
  if (value === "python" || value === "nodejs") return value;
  throw new BadRequest("runtimeEnvironment must be python or nodejs.");
}

export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new BadRequest(`${name} must be true or false.`);
}

export function checkCommand(value: unknown): string {
  if (typeof value === "string" && !value.includes("\0")) return value;
  throw new BadRequest("startupCommand must be a text.");
}

export function numberFromText(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** False for an absent field. */
export function booleanFromText(text: string | undefined): boolean | undefined {
  if (text === undefined || text === "false") return false;
  return text === "true" ? true : undefined;
}
