import { field, readAs, readFields, wrongField } from "../parse";
import type { KnownDialect } from "./dialect";

const name = field.readBy((value) =>
  typeof value === "string" && /^[A-Za-z][\w.[\]-]{0,63}$/.test(value) ? value : undefined,
);

export const dialectFields = {
  pageParameter: name,
  limitParameter: field.readBy((value) => (value === "" ? "" : readAs(name, value))),
  teamParameter: name,
  firstPage: field.readBy((value) => (value === 0 || value === 1 ? value : undefined)),
  listPathParameter: name,
  downloadPathParameter: name,
  uploadPathParameter: name,
  uploadTarget: field.oneOf(["directory", "file"]),
  archiveUploads: field.oneOf(["stored", "extracted"]),
} as const;

const setFields = { ...dialectFields, pathParameter: name };

/**
 * A dialect as the user sets it in service.hosts; undefined when any field is wrong. `pathParameter` names the path
 * of all three endpoints.
 */
export function readDialectSetting(value: unknown): KnownDialect | undefined {
  if (wrongField(setFields, value) !== undefined) return undefined;
  const { pathParameter: path, ...wire } = readFields(setFields, value);
  const { listPathParameter = path, downloadPathParameter = path, uploadPathParameter = path } = wire;
  return { ...wire, listPathParameter, downloadPathParameter, uploadPathParameter };
}
