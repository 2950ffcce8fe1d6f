// Probe that cannot overwrite: a small file with unique names, sent to nonexistent folders, one per parameter
// name. Its place shows the name, the meaning of the path, and whether archives are unpacked.

import type { Clock } from "../../core/async/clock";
import { isServiceError } from "../../core/errors/serviceError";
import type { Dialect } from "../../core/model/dialect";
import { joinAppPath } from "../../core/paths/appPath";
import { isAscii } from "../../core/text/ascii";
import type { CallOptions } from "../http/exchange";
import type { LandingCalls, LandingParts, LandingPlaces } from "./landingPlaces";

export interface ProbeUpload {
  readonly query: Readonly<Record<string, string>>;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ProbeCalls extends LandingCalls {
  /** Sends exactly this query, whatever dialect is known. */
  uploadAs(appId: string, upload: ProbeUpload, options: CallOptions): Promise<void>;
}

export interface ProbeParts extends LandingParts {
  readonly calls: ProbeCalls;
  readonly clock: Clock;
}

/** A save waits for these requests, which are 3 s apart. */
const mostProbes = 5;
const lookWaitsMs = [0, 500, 1_500] as const;

interface Probe {
  readonly folders: ReadonlyMap<string, string>;
  readonly fileName: string;
  readonly innerName: string;
  /** Paths that may exist in the app. */
  left: readonly string[];
}

type Landing =
  | { readonly at: "nowhere" }
  /** `isSure`: a refusal, not a failure that may pass. */
  | { readonly at: "refused"; readonly isSure: boolean }
  | { readonly at: "root"; readonly isUnpacked: boolean }
  | {
      readonly at: "path";
      readonly name: string;
      readonly target: Dialect["uploadTarget"];
      readonly isUnpacked: boolean | undefined;
    };

export class UploadProbe {
  constructor(
    private readonly parts: ProbeParts,
    private readonly places: LandingPlaces,
  ) {}

  /** True when a probe showed the name. `ignored`: an upload has disproved this one. */
  async run(
    appId: string,
    { isArchive, ignored }: { readonly isArchive: boolean; readonly ignored?: string | undefined },
  ): Promise<boolean> {
    const { dialect, logger } = this.parts;
    const isNameKnown = dialect.isKnown("uploadPathParameter");
    let names = dialect.uploadNamesToTry.filter((name) => name !== ignored);
    const refused: string[] = [];
    // No name is applied: every probe landed in the root, and the name was neither set nor shown.
    let isUnknown = !isNameKnown && names.length > 0;
    for (let sent = 0; sent < mostProbes && names.length > 0; sent++) {
      // A service that ignores unknown parameters can be sent all names at once.
      const isTolerant =
        dialect.refusesUnknown === false && (sent > 0 || ignored !== undefined || !isNameKnown);
      const tried = isTolerant ? names : names.slice(0, 1);
      const landing = await this.send(appId, tried, isArchive);
      logger.info(`A probe upload (${tried.join(", ")}) landed: ${landing.at}`);
      if (landing.at === "path") {
        dialect.learn("uploadPathParameter", landing.name);
        dialect.learn("uploadTarget", landing.target);
        if (isArchive && landing.isUnpacked === undefined) return false;
        if (isArchive) dialect.learn("archiveUploads", landing.isUnpacked ? "extracted" : "stored");
        return true;
      }
      if (landing.at === "root") {
        dialect.sawUnknown(false);
        if (isArchive) dialect.learn("archiveUploads", landing.isUnpacked ? "extracted" : "stored");
      }
      // A lagging listing may show the file later; a refusal may have another reason, such as a full quota.
      if (landing.at !== "root") isUnknown = false;
      const isRefused = landing.at === "refused";
      if (landing.at === "refused" && landing.isSure && tried.length === 1) refused.push(...tried);
      if (isRefused && tried.length > 1) dialect.sawUnknown(true);
      else names = names.slice(tried.length);
    }
    // The next run tries other names, unless an upload without any is refused too, as with a full quota.
    if (!isNameKnown && refused.length > 0 && (await this.send(appId, [], false)).at === "root")
      dialect.sawUploadNamesRefused(ignored !== undefined ? [ignored, ignored, ...refused] : refused);
    if (isUnknown) dialect.sawUploadPathUnknown();
    return false;
  }

  private async send(appId: string, names: readonly string[], isArchive: boolean): Promise<Landing> {
    const folders = new Map(names.map((name) => [newName(), name]));
    const fileName = isArchive ? `${newName()}.zip` : newName();
    const innerName = newName();
    const all = [...folders.keys(), fileName, ...(isArchive ? [innerName] : [])];
    const probe: Probe = { folders, fileName, innerName, left: all.map((name) => joinAppPath("/", name)) };
    const bytes = isArchive ? await zipOf(innerName, this.parts.clock.now()) : probeText;
    const noteLeft = await this.parts.note(appId, "put", probe.left);
    try {
      return await this.sendNoted(appId, probe, bytes);
    } finally {
      noteLeft(probe.left);
    }
  }

  private async sendNoted(appId: string, probe: Probe, bytes: Uint8Array): Promise<Landing> {
    const query = Object.fromEntries([...probe.folders].map(([folder, name]) => [name, `/${folder}`]));
    try {
      await this.parts.calls.uploadAs(
        appId,
        { query, name: probe.fileName, bytes },
        { priority: "interactive" },
      );
    } catch (error) {
      if (!isServiceError(error, "refused", "notFound", "conflict", "server")) throw error;
      const landing = await this.look(appId, probe);
      if (!landing && !error.outcomeUnknown) probe.left = [];
      return landing ?? { at: "refused", isSure: !error.outcomeUnknown };
    }
    for (const waitMs of lookWaitsMs) {
      if (waitMs > 0) await this.parts.clock.sleep(waitMs);
      const landing = await this.look(appId, probe);
      if (landing) return landing;
    }
    return { at: "nowhere" };
  }

  private async look(appId: string, probe: Probe): Promise<Landing | undefined> {
    const { folders, fileName, innerName } = probe;
    const root = await this.places.entriesIn(appId, "/");
    const strays = [...folders.keys(), fileName, innerName].filter((name) => root.has(name));
    if (strays.length === 0) return undefined;
    const folder = strays.find((name) => folders.has(name));
    const name = folders.get(folder ?? "");
    let landing: Landing = { at: "root", isUnpacked: root.has(innerName) };
    if (folder !== undefined && name !== undefined) {
      const isFolder = root.get(folder)?.type === "directory";
      const isLooked = isFolder && fileName.endsWith(".zip");
      const inside = isLooked ? await this.places.entriesIn(appId, joinAppPath("/", folder)) : undefined;
      const isUnpacked = isFolder && (inside?.size ? inside.has(innerName) : undefined);
      landing = { at: "path", name, target: isFolder ? "directory" : "file", isUnpacked };
    }
    await this.seeText(appId, probe, landing);
    probe.left = await this.places.takeAway(appId, strays);
    return landing;
  }

  /** Shows whether the service returns text as ASCII. */
  private async seeText(appId: string, { folders, fileName }: Probe, landing: Landing): Promise<void> {
    const { dialect, calls, logger } = this.parts;
    if (dialect.losesCharacters !== undefined || fileName.endsWith(".zip")) return;
    const [folder] = [...folders].find(([, name]) => landing.at === "path" && name === landing.name) ?? [];
    const names = [folder ?? [], landing.at === "path" && landing.target === "file" ? [] : fileName].flat();
    try {
      const { content } = await calls.readPath(appId, `/${names.join("/")}`, { priority: "interactive" });
      // A truncated upload may lack what is not ASCII.
      if (!content.isDirectory && content.text?.trim().includes("\n")) dialect.sawText(isAscii(content.text));
    } catch (error) {
      logger.info(`How the service decodes text was not seen: ${error}`);
    }
  }
}

const probeText = new TextEncoder().encode(
  "Hosted Apps looks where uploads land and how text is read, and removes this at once.\n\u00e9 \u20ac\n",
);

async function zipOf(name: string, modifiedAt: number): Promise<Uint8Array> {
  const { packArchive } = await import("../../core/archive/archive");
  const file = { path: name, sizeBytes: probeText.byteLength, modifiedAt, read: async () => probeText };
  const archive = await packArchive([file], { signal: new AbortController().signal });
  return new Uint8Array(await archive.arrayBuffer());
}

function newName(): string {
  return `hosted-apps-${crypto.randomUUID().slice(0, 13)}`;
}
