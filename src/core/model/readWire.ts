// Reads a spelling from outside: the setting service.wire, and what was learnt and stored.

import { field, readAs, readFields } from "../outside/reading";
import { isObject } from "../text/isObject";
import type { KnownWire } from "./wire";

const name = field.readBy((value) =>
  typeof value === "string" && /^[A-Za-z][\w.[\]-]{0,63}$/.test(value) ? value : undefined,
);

/** The fields of a spelling, by their names. */
export const wireFields = {
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

/**
 * What the setting says for the service of an origin such as "https://api.example.com": what stands under the origin
 * itself, else what stands at its top for every service. `pathParameter` names the path of all three endpoints.
 */
export function readWireSetting(value: unknown, origin: string): KnownWire {
  const everywhere = readSpelling(value);
  const here = isObject(value) && Object.hasOwn(value, origin) ? readSpelling(value[origin]) : {};
  return { ...everywhere, ...here };
}

function readSpelling(value: unknown): KnownWire {
  const { pathParameter, ...single } = readFields({ ...wireFields, pathParameter: name }, value);
  const all = {
    listPathParameter: pathParameter,
    downloadPathParameter: pathParameter,
    uploadPathParameter: pathParameter,
  };
  return { ...said(all), ...said(single) };
}

/** Without what is undefined, which would hide what is said elsewhere. */
function said(wire: KnownWire): KnownWire {
  return Object.fromEntries(Object.entries(wire).filter(([, found]) => found !== undefined));
}
