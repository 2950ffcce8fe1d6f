// Apps whose creation was unfinished when the window closed: says what became of each, and offers to go on.
import * as vscode from "vscode";
import { isServiceError } from "../../core/errors/serviceError";
import { orShowError } from "../../editor/showError";
import type { CreateFlowOptions } from "./createFlow";
import type { CreateRecord } from "./createRecords";
import { doubtSentence } from "./createSentences";
import { type CreatedAppSearch, type FoundApp, findCreatedApp, type OtherCreations } from "./findCreatedApp";
import { notifyLinked, offerWaysOn } from "./offerWaysOn";

type ResumeOptions = Pick<CreateFlowOptions, "accounts" | "loadFiles" | "clock" | "records">;

/** Reports each once, in one window of the machine. */
export async function resumeCreates(onlyOfThisWindow: boolean, options: ResumeOptions): Promise<void> {
  for await (const { record, others, end } of options.records.takeCutOff(onlyOfThisWindow)) {
    await options.accounts.load();
    void orShowError(await whatBecameOf(record, others, options));
    await end();
  }
}

/** Resolves with a function that tells the user; that one resolves when the user has answered. */
async function whatBecameOf(
  record: CreateRecord,
  others: () => Promise<OtherCreations>,
  { accounts, loadFiles, clock }: ResumeOptions,
): Promise<() => Promise<void>> {
  const { name } = record.settings;
  if (record.appId === undefined && record.knownAppIds === undefined) {
    const sentence = vscode.l10n.t(
      "The window was closed while {0} was being compressed. Nothing was sent.",
      name,
    );
    return () => offerWaysOn(sentence, record);
  }
  const account = accounts.get(record.accountId);
  const found = account && (await findCreated(record, { account, clock, others }));
  if (account && found?.kind === "found") {
    const { app } = found;
    const closed = vscode.l10n.t("The window was closed while {0} was being created.", name);
    const result = app.metrics?.online === true ? "online" : "cancelled";
    return () => notifyLinked(record.folder, account, { app, result }, loadFiles, { before: [closed] });
  }
  if (found?.kind === "notFound") {
    const sentence = vscode.l10n.t(
      "The window was closed while {0} was being sent. The service doesn't list the app, so it wasn't created.",
      name,
    );
    return () => offerWaysOn(sentence, record);
  }
  const maybe = found?.kind === "unknown" ? found.maybe : [];
  const closed = vscode.l10n.t("The window was closed while {0} was being sent.", name);
  return () => offerWaysOn(`${closed} ${doubtSentence(maybe)}`, record, { maybe, account, loadFiles });
}

async function findCreated(
  { appId, knownAppIds = [], sentAt = 0, settings }: CreateRecord,
  { account, ...options }: Pick<CreatedAppSearch, "account" | "clock" | "others">,
): Promise<FoundApp> {
  if (appId === undefined)
    return await findCreatedApp({ account, ...options, settings, known: new Set(knownAppIds), sentAt });
  try {
    return { kind: "found", app: await account.client.getApp(appId) };
  } catch (error) {
    if (!isServiceError(error, "notFound")) throw error;
    return { kind: "unknown", maybe: [] };
  }
}
