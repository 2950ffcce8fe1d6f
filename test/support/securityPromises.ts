// The promises of SECURITY.md: for each the pieces of the product that keep it, and the test that notices when one is gone.
import type { Sabotage } from "./sabotage";

/** A row of SECURITY.md, by how its promise begins. */
export interface SecurityPromise {
  readonly promise: string;
  /** Why nothing of the product keeps it, where that is so. */
  readonly keptBesides?: string;
  readonly sabotages: readonly Sabotage[];
}

const nothing = "() => undefined";
const agreed = "async () => undefined";
const pressed = "async (_question, _lines, [button]) => button";

export const securityPromises: readonly SecurityPromise[] = [
  {
    promise: "Text of others is text",
    sabotages: [
      {
        title: "text of others keeps its links and icons",
        ...{ file: "core/text/inertText.ts", target: "inertText", by: "(text) => text" },
        test: "unit/editor/shown/shown.test.ts",
      },
      {
        title: "names in titles of comparisons keep their links",
        ...{ file: "core/text/inertText.ts", target: "inertLine", by: "(text) => text" },
        test: "unit/editor/shown/dialogs.test.ts",
      },
      {
        title: "control characters are drawn",
        ...{ file: "core/text/inertText.ts", target: "plainText", by: "(text) => text" },
        test: "unit/editor/shown/dialogs.test.ts",
      },
    ],
  },
  {
    promise: "The argument of a command is no consent",
    sabotages: [
      {
        title: "commands with an argument ask nothing",
        ...{ file: "editor/shown/questions.ts", target: "ask", by: pressed },
        test: "unit/features/foreignArguments.test.ts",
      },
      {
        title: "a template is written without its question",
        ...{ file: "editor/shown/questions.ts", target: "confirm", by: agreed },
        test: "unit/features/create/createQuestions.test.ts",
      },
      {
        title: "an argument undoes and restores without a plan",
        ...{ file: "editor/arguments/consent.ts", target: "mayGoUnasked", by: "() => true" },
        test: "unit/features/transfers/transferQuestions.test.ts",
      },
      {
        title: "an app restarts without its question",
        ...{ file: "editor/shown/questions.ts", target: "confirm", by: agreed },
        test: "unit/features/apps/restart/restartQuestion.test.ts",
      },
      {
        title: "a question names its first line only",
        ...{
          file: "editor/shown/questions.ts",
          target: "confirm",
          by: "(question, lines, button) => original(question, lines.slice(0, 1), button)",
        },
        test: "unit/features/transfers/transferQuestions.test.ts",
      },
      {
        title: "a name makes lines of its own in a question",
        ...{ file: "core/text/inertText.ts", target: "visibleLine", by: "(text) => text" },
        test: "unit/editor/shown/questions.test.ts",
      },
      {
        title: "a line of a question that is too long is cut",
        ...{
          file: "core/text/inertText.ts",
          target: "visibleLine",
          by: "(text) => original(text).slice(0, 900)",
        },
        test: "unit/editor/shown/questions.test.ts",
      },
      {
        title: "a private key is counted among pictures",
        ...{
          file: "editor/project/agreements.ts",
          target: "filesOfQuestion",
          by: "(names) => ({ names })",
        },
        test: "unit/features/transfers/transferQuestions.test.ts",
      },
      {
        title: "a question does not name the team",
        ...{ file: "editor/project/agreements.ts", target: "teamLines", by: "() => []" },
        test: "unit/features/create/createQuestions.test.ts",
      },
      {
        title: "a backup replaces a file unsaid",
        ...{ file: "editor/shown/questions.ts", target: "confirm", by: agreed },
        test: "unit/features/transfers/backup/backupQuestion.test.ts",
      },
      {
        title: "every argument counts as consent",
        ...{ file: "editor/arguments/consent.ts", target: "mayGoUnasked", by: "() => true" },
        test: "unit/features/foreignArguments.test.ts",
      },
    ],
  },
  {
    promise: "In Restricted Mode nothing",
    sabotages: [
      {
        title: "trust is not asked for",
        ...{ file: "editor/arguments/consent.ts", target: "requireTrust", by: nothing },
        test: "unit/features/restrictedMode.test.ts",
      },
    ],
  },
  {
    promise: "A link to the extension opens nothing before a yes",
    sabotages: [
      {
        title: "a link opens an app or clones a repository without its question",
        ...{ file: "editor/shown/questions.ts", target: "confirm", by: agreed },
        test: "unit/features/links/openLink.test.ts",
      },
      {
        title: "a link may name anything",
        ...{ file: "core/model/appId.ts", target: "isAppId", by: "() => true" },
        test: "unit/features/links/openLink.test.ts",
      },
    ],
  },
  {
    promise: "A folder runs on this machine only while it is open and trusted",
    sabotages: [
      {
        title: "the local service gets the whole environment of the editor",
        ...{
          file: "features/localService/serviceEnvironment.ts",
          target: "serviceEnvironment",
          by: "(all) => all",
        },
        test: "unit/features/localService/serviceEnvironment.test.ts",
      },
      {
        title: "any folder can be run",
        ...{
          file: "features/localService/folderRuns.ts",
          target: "FolderRuns.chooseFolder",
          by: "async ({ folder }) => vscode.Uri.parse(folder)",
        },
        test: "unit/features/localService/serviceEnvironment.test.ts",
      },
      {
        title: "a folder runs without its question",
        ...{ file: "features/localService/folderRuns.ts", target: "FolderRuns.agree", by: agreed },
        test: "unit/features/localService/runQuestion.test.ts",
      },
      {
        title: "the copy of a run has .env",
        ...{ file: "core/project/secrets.ts", target: "secretByName", by: nothing },
        test: "unit/features/localService/folderCopy.test.ts",
      },
      {
        title: "copies of killed runs stay",
        ...{ file: "emulator/runFolder.ts", target: "clearKilledRuns", by: agreed },
        test: "unit/emulator/killedRuns.test.ts",
      },
    ],
  },
  {
    promise: "A task that `hosted-app.json` names runs only in a trusted workspace",
    sabotages: [
      {
        title: "a task of any folder is run",
        ...{
          file: "editor/project/folderTask.ts",
          target: "folderTask",
          by: "async () => ({ name: 'any' })",
        },
        test: "unit/editor/project/preDeployTask.test.ts",
      },
      {
        title: "tasks of the user are the folder's own",
        ...{
          file: "editor/project/folderTask.ts",
          target: "folderTask",
          by: "async () => (await vscode.tasks.fetchTasks())[0]",
        },
        test: "unit/editor/project/preDeployTask.test.ts",
      },
      {
        title: "a task is not named before it runs",
        ...{ file: "editor/project/agreements.ts", target: "agreeToTask", by: agreed },
        test: "unit/features/transfers/transferQuestions.test.ts",
      },
      {
        title: "a task runs in Restricted Mode",
        ...{ file: "editor/arguments/consent.ts", target: "requireTrust", by: nothing },
        test: "unit/editor/project/preDeployTask.test.ts",
      },
    ],
  },
  {
    promise: "A folder cannot redirect the token",
    sabotages: [
      {
        title: "a workspace decides where the service is",
        ...{
          file: "editor/settings.ts",
          target: "settings.serviceUrl",
          by: "() => vscode.workspace.getConfiguration(section).get('service.url')",
        },
        test: "unit/editor/settings.test.ts",
      },
    ],
  },
  {
    promise: "A redirect is not followed with the token",
    sabotages: [
      {
        title: "redirects are followed",
        ...{
          file: "api/http/transport.ts",
          target: "Transport.init",
          by: "function (...all) { return { ...original.apply(this, all), redirect: 'follow' }; }",
        },
        test: "unit/api/http/transport.test.ts",
      },
      {
        title: "an old client gets the new token of its account",
        ...{
          file: "accounts/accounts.ts",
          target: "Accounts.newClient",
          by: `function (Client, session, id) {
            const token = () => this.open.get(id)?.session.token;
            return original.call(this, Client, id ? () => ({ baseUrl: session().baseUrl, token: token() }) : session, id);
          }`,
        },
        test: "unit/accounts/changedAddress.test.ts",
      },
    ],
  },
  {
    promise: "No token, value of an environment variable or content of a file is in a log",
    sabotages: [
      {
        title: "errors are logged with their sentences",
        ...{ file: "editor/commands.ts", target: "logText", by: "(error) => String(error.stack)" },
        test: "unit/editor/commands.test.ts",
      },
    ],
  },
  {
    promise: "The id of an app is never a path",
    sabotages: [
      {
        title: "any text is an app's id",
        ...{ file: "core/model/appId.ts", target: "isAppId", by: "() => true" },
        test: "unit/api/schemas.test.ts",
      },
      {
        title: "names of entries may lead anywhere",
        ...{ file: "core/paths/appPath.ts", target: "isSafeEntryName", by: "() => true" },
        test: "unit/core/paths/localNames.test.ts",
      },
    ],
  },
  {
    promise: "Nothing of an app becomes part of a Git repository",
    sabotages: [
      {
        title: "names of Git repositories are names like others",
        ...{ file: "core/paths/localNames.ts", target: "isRepositoryName", by: "() => false" },
        test: "unit/appFiles/transfer/repositories.test.ts",
      },
      {
        title: "a backup does not name the repository in it",
        ...{ file: "core/paths/localNames.ts", target: "isRepositoryName", by: "() => false" },
        test: "unit/features/transfers/backup/backUpApp.test.ts",
      },
    ],
  },
  {
    promise: "Files that may hold secrets are not sent unasked",
    sabotages: [
      {
        title: "no file is a secret by its name",
        ...{ file: "core/project/secrets.ts", target: "secretByName", by: nothing },
        test: "unit/core/project/secrets.test.ts",
      },
    ],
  },
  {
    promise: "A followed log shows colours and nothing else",
    sabotages: [
      {
        title: "codes for terminals are passed on",
        ...{ file: "core/text/terminalText.ts", target: "TerminalText.next", by: "(text) => text" },
        test: "unit/core/text/terminalText.test.ts",
      },
    ],
  },
  {
    promise: "The local service gets the token only after it has proved",
    sabotages: [
      {
        title: "any program on the port is the local service",
        ...{ file: "features/localService/provenService.ts", target: "provenPid", by: "async () => 4711" },
        test: "unit/features/localService/localServiceProcess.test.ts",
      },
      {
        title: "another program keeps the local service from starting",
        ...{ file: "emulator/http/tokenProof.ts", target: "proofOf", by: "() => '0'.repeat(64)" },
        test: "unit/emulator/otherPrograms.test.ts",
      },
      {
        title: "pages of a browser are answered",
        ...{ file: "emulator/http/callerGuard.ts", target: "refuseBrowsers", by: nothing },
        test: "unit/emulator/protection.test.ts",
      },
      {
        title: "requests without a token are answered",
        ...{ file: "emulator/http/callerGuard.ts", target: "requireToken", by: nothing },
        test: "unit/emulator/otherPrograms.test.ts",
      },
      {
        title: "the state is written in place",
        ...{
          file: "emulator/data/jsonFile.ts",
          target: "writePrivateFile",
          by: "(file, text) => writeFile(file, text)",
        },
        test: "unit/emulator/protection.test.ts",
      },
    ],
  },
  {
    promise: "Work over what others wrote is bounded",
    sabotages: [
      {
        title: "patterns of ignore files are used as they stand",
        ...{ file: "core/project/boundedRules.ts", target: "boundedRules", by: "(text) => text" },
        test: "unit/core/project/boundedRules.test.ts",
      },
      {
        title: "the words of a refusal may be of any length",
        ...{
          file: "api/http/readBody.ts",
          target: "readBeginning",
          by: "(response) => original(response, 1e9)",
        },
        test: "unit/api/http/transport.test.ts",
      },
      {
        title: "a response may be of any length",
        ...{
          file: "api/http/readBody.ts",
          target: "readBody",
          by: "(response, options) => original(response, { ...options, mostBytes: 1e9 })",
        },
        test: "unit/api/http/longAnswers.test.ts",
      },
      {
        title: "a zip is unpacked whatever its size",
        ...{
          file: "core/archive/readArchive.ts",
          target: "contentsOfArchive",
          by: "(zip) => original(zip, 100 * 1024 * 1024)",
        },
        test: "unit/core/archive/readArchive.test.ts",
      },
      {
        title: "an uploaded archive may unpack to any size",
        ...{
          file: "emulator/files/unzip.ts",
          target: "unzip",
          by: "(archive, folder, limits) => original(archive, folder, { ...limits, unpackedBytes: 1e12, unpackedEntries: 1e9 })",
        },
        test: "unit/emulator/archives.test.ts",
      },
    ],
  },
  {
    promise: "Tools for language models ask before each read and change",
    sabotages: [
      {
        title: "a tool uses another app than the question named",
        ...{
          file: "features/agent/askedCalls.ts",
          target: "AskedCalls.take",
          by: "() => ({ app: { accountId: 'eve', appId: 'e1' } })",
        },
        test: "unit/features/agent/askedCalls.test.ts",
      },
      {
        title: "secrets in files are handed to the model",
        ...{ file: "core/project/redactSecrets.ts", target: "redactSecrets", by: "(text) => text" },
        test: "unit/features/agent/toolCalls.test.ts",
      },
      {
        title: "text of an app is not marked as data",
        ...{ file: "features/agent/untrustedText.ts", target: "asUntrusted", by: "(_what, text) => text" },
        test: "unit/features/agent/toolCalls.test.ts",
      },
      {
        title: "words of an error are not marked as data",
        ...{
          file: "features/agent/untrustedText.ts",
          target: "asUntrusted",
          by: "(what, text, ...rest) => what === 'what went wrong' ? text : original(what, text, ...rest)",
        },
        test: "unit/features/agent/toolCalls.test.ts",
      },
    ],
  },
  {
    promise: "Settings and tasks that an app's files bring",
    sabotages: [
      {
        title: "an app is opened without asking about its settings",
        ...{ file: "features/files/mount/bringsSettings.ts", target: "agreeToSettings", by: agreed },
        test: "unit/features/files/mount/bringsSettings.test.ts",
      },
      {
        title: "the commands that open files do not ask",
        ...{ file: "features/files/mount/bringsSettings.ts", target: "agreeToSettings", by: agreed },
        test: "unit/features/files/mount/openingFiles.test.ts",
      },
      {
        title: "files that act in an editor are read like others",
        ...{ file: "core/paths/editorFiles.ts", target: "actsInEditor", by: "() => false" },
        test: "unit/features/files/mount/bringsSettings.test.ts",
      },
      {
        title: "what was accepted once counts for every content",
        ...{ file: "features/files/mount/reviewGate.ts", target: "ReviewGate.isAccepted", by: "() => true" },
        test: "unit/features/files/mount/bringsSettings.test.ts",
      },
    ],
  },
  {
    promise: "What is remembered of an account goes when it signs out",
    sabotages: [
      {
        title: "traces of an account stay",
        ...{ file: "features/account/forget/accountTraces.ts", target: "forgetTraces", by: agreed },
        test: "unit/features/account/forget/forgetSignedOut.test.ts",
      },
    ],
  },
  {
    promise: "Only packages of a list are part of the extension",
    keptBesides: "Its test compares the list with what the build has put into the package.",
    sabotages: [],
  },
  {
    promise: "A certificate that cannot be trusted",
    sabotages: [
      {
        title: "a refused certificate is an error like others",
        ...{ file: "api/http/failureCodes.ts", target: "connectionProblem", by: nothing },
        test: "unit/api/http/toServiceError.test.ts",
      },
    ],
  },
];
