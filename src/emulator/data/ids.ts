// Identifiers as such services write them: 24 hexadecimal digits.
import { randomBytes } from "node:crypto";

export function newId(): string {
  return randomBytes(12).toString("hex");
}

export function newContainerId(): string {
  return randomBytes(32).toString("hex");
}
