// Records what a transfer has left in a linked app as a release. The transfer does not wait for it.
import type { OperationHeader } from "../../../appFiles/backups/operation";
import type { NewRelease } from "../../../appFiles/releases/releases";
import { createdBy, filesAfter } from "../../../appFiles/transfer/filesAfter";
import type { PushManifest } from "../../../appFiles/transfer/plan/pushManifest";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import type { RowEnd } from "../../../appFiles/transfer/runTransfer";
import type { LocalFolder } from "../../../core/disk/localFolder";
import type { AppKey } from "../../../core/model/appKey";
import { omitUndefined } from "../../../core/omitUndefined";
import { readFields } from "../../../core/parse";
import { redactSecrets } from "../../../core/project/redactSecrets";
import { settingsOf } from "../../../core/settings/appSettings";
import { type ReleaseKind, releaseSettings } from "../../../core/transfers/release";
import { logText } from "../../../editor/commands/commands";
import { isRarelyMeant } from "../ask/planText";
import type { TransferServices } from "../place/transferServices";

export interface ReleaseNote {
  readonly kind: ReleaseKind;
  readonly commit?: () => Promise<NewRelease["commit"]>;
}

interface EndedTransfer {
  readonly header: OperationHeader;
  readonly note: ReleaseNote;
  /** What the folder and the app have in common now. */
  readonly memory: PushManifest;
  /** All rows of the plan. */
  readonly planned: readonly TransferRow[];
  readonly ends: readonly RowEnd[];
  readonly folder: LocalFolder | undefined;
}

export function recordRelease(ended: EndedTransfer, services: TransferServices): void {
  const { header, note, planned, ends, folder } = ended;
  const { kind } = note;
  const done = ends.filter(({ row, end }) => row.direction === "toApp" && end === "done");
  // Without any row, settings were changed.
  if (ends.length > 0 && done.length === 0 && !ends.some(({ end }) => end === "notKnown")) return;
  // The next transfer changes the memory.
  const memory = new Map(ended.memory);
  const sent = new Map(done.map(({ row }) => [row.path, row]));
  const paths = new Map(planned.map(({ path, localPath }) => [path, localPath]));
  const taken = new Set(ends.map(({ row }) => row));
  const isLeft = (row: TransferRow): boolean =>
    !taken.has(row) && row.kind !== "onlyInTarget" && !isRarelyMeant(row, "push");
  const adding = services.releases.add(header, async ({ last, files: before }) => {
    const folderUri = header.title?.folder ?? last?.folder;
    if (folderUri === undefined) return undefined;
    return {
      ...{ kind, folder: folderUri, settings: settingsNow(header, services) },
      // The app does not have the commit's files where some were left.
      commit: planned.some(isLeft) ? undefined : await note.commit?.(),
      result: ends.every(({ end }) => end === "done") ? "complete" : "incomplete",
      changed: [...sent.keys()],
      created: createdBy(ends),
      files: filesAfter({ memory, before, planned, ends, isWhole: kind === "push" }),
      read: async (path) =>
        await (sent.get(path)?.backup?.read() ?? folder?.read(paths.get(path) ?? path.slice(1))),
    };
  });
  adding.catch((error: unknown) => services.logger.warn(`A release was not recorded: ${logText(error)}`));
}

export function settingsNow(
  { accountId, appId }: AppKey,
  { accounts }: Pick<TransferServices, "accounts">,
): NewRelease["settings"] {
  const app = accounts.get(accountId)?.apps.find(appId);
  const { startupCommand, ...others } = readFields(releaseSettings.shape, app && settingsOf(app));
  const mayHoldSecret = redactSecrets(startupCommand ?? "") !== (startupCommand ?? "");
  return omitUndefined({ ...others, startupCommand: mayHoldSecret ? undefined : startupCommand });
}
