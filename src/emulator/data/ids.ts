// Identifiers as such services write them: 24 hexadecimal digits.
import { randomBytes } from "node:crypto";

/** A fresh identifier. */
export function newId(): string {
  return randomBytes(12).toString("hex");
}

/** A fresh container id. */
export function newContainerId(): string {
  return randomBytes(32).toString("hex");
}
