// Sabotages of safeguards that the simulation does not reach, each with the test that notices it.
// test/README.md#the-edges lists them.
import { sabotagesOf } from "./sabotage";

export const edgeSabotages = sabotagesOf({
  "unit/editor/project/projectFileIn.test.ts": {
    "a hosted-app.json that cannot be read counts as none":
      "editor/project/projectFileIn.ts projectFileText = (folder) => original(folder).catch(() => undefined)",
  },
  "unit/appFiles/change/lateRequests.test.ts": {
    "a late upload is put right without a word":
      "appFiles/appFiles.ts AppFiles.repair = async function (this: any, path: string, undone: any) { const { onRepaired } = this.options; this.options.onRepaired = undefined; await original.call(this, path, undone); this.options.onRepaired = onRepaired; }",
  },
  "unit/appFiles/transfer/plan/planPush.test.ts": {
    "a push deletes a file that is too large to be backed up without a question":
      "appFiles/transfer/plan/transferPlan.ts canBeBackedUp = () => true",
  },
  "unit/appFiles/change/unchecked.test.ts": {
    "a folder that changes faster than it can be checked is deleted":
      "appFiles/change/look.ts Looks.requireSame = async () => undefined",
  },
  "unit/features/create/findCreatedApp.test.ts": {
    "any new app of the name counts as the one that was created":
      "features/create/findCreatedApp.ts findCreatedApp = async ({ account, settings, known }) => { const { apps } = await account.client.listApps({}); const app = apps.find(({ id, name }) => name === settings.name && !known.has(id)); return app ? { kind: 'found', app } : { kind: 'notFound' }; }",
  },
  "unit/appFiles/backups/backups.test.ts": {
    "the owners of an operation give its changes the same numbers":
      "appFiles/backups/backups.ts Backups.reopen = async function (this: Backups, id: string) { const log: any = await original.call(this, id); if (log) log.nextChange -= 999_999; return log; }",
  },
  "unit/features/transfers/pushSaved.test.ts": {
    "a saved file that failed does not go with the next save":
      "features/transfers/pushSaved.ts SavedFiles.tryAgain = () => undefined",
    "a saved file that failed is not named":
      "features/transfers/pushSaved.ts SavedFiles.notifyFailed = async () => undefined",
  },
  "unit/features/apps/restart/restart.test.ts": {
    "a restart is judged by the first response after it":
      "features/apps/restart/restart.ts restartApp = async (account, appId, clock, { call }) => { await account.client.restartApp(appId, call); const { metrics } = await account.apps.refreshApp(appId, call); return metrics ? { result: 'restarted', seconds: 0 } : { result: 'unproved', saysStart: false }; }",
  },
  "unit/api/dialect/learning.test.ts": {
    "it is forgotten that a service applies no name of an upload's path":
      "api/dialect/serviceDialect.ts ServiceDialect.sawUploadPathUnknown = () => undefined",
  },
});
