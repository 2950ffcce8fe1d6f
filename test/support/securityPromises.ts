// The promises of SECURITY.md: the code that keeps each, and the test that notices its absence.
import { type Noticed, type Sabotage, sabotagesOf } from "./sabotage";

/** A row of SECURITY.md, by its first words. */
interface SecurityPromise {
  readonly promise: string;
  /** Why no code of the product keeps it, if so. */
  readonly keptBesides?: string;
  readonly sabotages: readonly Sabotage[];
}

/** By its first words: tests, or why no code of the product keeps it. */
const table: Readonly<Record<string, Noticed | string>> = {
  "Untrusted text is always shown as plain text": {
    "unit/editor/safeUi/safeUi.test.ts": {
      "text of others keeps its links and icons": "core/text/inertText.ts inertText = (text) => text",
    },
    "unit/editor/safeUi/dialogs.test.ts": {
      "names in titles of comparisons keep their links": "core/text/inertText.ts inertLine = (text) => text",
      "control characters are drawn": "core/text/inertText.ts plainText = (text) => text",
    },
  },
  "A command's argument isn't consent": {
    "unit/features/foreignArguments.test.ts": {
      "commands with an argument ask nothing":
        "editor/safeUi/questions.ts ask = async (_question, _lines, [button]) => button",
      "every argument counts as consent": "editor/commands/consent.ts isPreapproved = () => true",
    },
    "unit/features/create/createQuestions.test.ts": {
      "a template is written without its question":
        "editor/safeUi/questions.ts confirm = async () => undefined",
      "a question does not name the team": "editor/project/agreements.ts teamLines = () => []",
    },
    "unit/features/transfers/transferQuestions.test.ts": {
      "an argument undoes and restores without a plan":
        "editor/commands/consent.ts isPreapproved = () => true",
      "a question names its first line only":
        "editor/safeUi/questions.ts confirm = (question, lines, button) => original(question, lines.slice(0, 1), button)",
      "a private key is counted among pictures":
        "editor/project/agreements.ts filesOfQuestion = (names) => ({ names })",
      "a target that was picked counts as agreed to before the question":
        "features/transfers/place/chooseFolderApp.ts chooseFolderApp = async (reading, services, question) => { const app = await original(reading, services, question); Object.assign(reading, { link: app }); return app; }",
    },
    "unit/features/apps/restart/restartQuestion.test.ts": {
      "an app restarts without its question": "editor/safeUi/questions.ts confirm = async () => undefined",
    },
    "unit/editor/safeUi/questions.test.ts": {
      "a name makes lines of its own in a question": "core/text/inertText.ts visibleLine = (text) => text",
      "a line of a question that is too long is cut":
        "core/text/inertText.ts visibleLine = (text) => original(text).slice(0, 900)",
    },
    "unit/features/transfers/commands/backupQuestion.test.ts": {
      "a backup replaces a file unsaid": "editor/safeUi/questions.ts confirm = async () => undefined",
    },
  },
  "In Restricted Mode": {
    "unit/features/restrictedMode.test.ts": {
      "trust is not asked for": "editor/commands/consent.ts requireTrust = () => undefined",
    },
  },
  "Deep links require confirmation": {
    "unit/features/links/openLink.test.ts": {
      "a link opens an app or clones a repository without its question":
        "editor/safeUi/questions.ts confirm = async () => undefined",
      "a link may name anything": "core/model/appId.ts isAppId = () => true",
    },
  },
  "A folder runs on this machine only while it's open and trusted": {
    "unit/features/localService/serviceEnvironment.test.ts": {
      "the local service gets the whole environment of the editor":
        "features/localService/serviceEnvironment.ts serviceEnvironment = (all) => all",
      "any folder can be run":
        "features/localService/folderRuns.ts FolderRuns.chooseFolder = async ({ folder }) => vscode.Uri.parse(folder)",
    },
    "unit/features/localService/runQuestion.test.ts": {
      "a folder runs without its question":
        "features/localService/folderRuns.ts FolderRuns.agree = async () => undefined",
      "a folder that is closed runs on":
        "features/localService/folderRuns.ts FolderRuns.closed = () => undefined",
    },
    "unit/features/localService/folderCopy.test.ts": {
      "the copy of a run has .env": "core/project/secrets.ts secretByName = () => undefined",
    },
    "unit/emulator/killedRuns.test.ts": {
      "copies of killed runs stay": "emulator/runFolder.ts clearKilledRuns = async () => undefined",
    },
  },
  "A task named in `hosted-app.json` runs only in a trusted workspace": {
    "unit/editor/project/preDeployTask.test.ts": {
      "a task of any folder is run":
        "editor/project/folderTask.ts folderTask = async () => ({ name: 'any' })",
      "a task runs in Restricted Mode": "editor/commands/consent.ts requireTrust = () => undefined",
      "tasks of the user are the folder's own":
        "editor/project/folderTask.ts folderTask = async () => (await vscode.tasks.fetchTasks())[0]",
    },
    "unit/features/transfers/transferQuestions.test.ts": {
      "a task is not named before it runs":
        "editor/project/agreements.ts agreeToTask = async () => undefined",
    },
    "unit/features/transfers/wholeFolder.test.ts": {
      "tasks.json counts as consent to a push or a creation":
        "editor/commands/consent.ts isPreapproved = () => true",
      "tasks.json restarts any app without a question":
        "features/transfers/deployTasks.ts DeployTerminal.isChosen = () => true",
    },
  },
  "A folder can't redirect the token": {
    "unit/editor/settings.test.ts": {
      "a workspace decides where the service is":
        "editor/settings.ts settings.serviceUrl = () => vscode.workspace.getConfiguration(section).get('service.url')",
      "a workspace decides what a service is like":
        "editor/settings.ts settings.hosts = () => vscode.workspace.getConfiguration(section).get('service.hosts')",
    },
  },
  "A token never follows a redirect": {
    "unit/api/http/transport.test.ts": {
      "redirects are followed":
        "api/http/transport.ts Transport.init = function (...all) { return { ...original.apply(this, all), redirect: 'follow' }; }",
    },
    "unit/accounts/changedAddress.test.ts": {
      "an old client gets the new token of its account":
        "accounts/openAccount.ts openAccount = (session, options, parts) => original(session, options, { ...parts, current: () => ({ ...parts.current(), baseUrl: session.baseUrl }) })",
    },
  },
  "After a push, the web address of an app is requested only if you agreed": {
    "unit/api/http/healthRequest.test.ts": {
      "every address counts as public": "api/http/healthRequest.ts isPublicAddress = () => true",
      "any address may be requested": "api/http/healthRequest.ts healthAddress = ({ address }) => address",
      "a health request follows redirects":
        "api/http/transport.ts Transport.statusOf = async (address, signal) => (await fetch(address, { signal })).status",
    },
    "unit/features/apps/restart/watchedRestart.test.ts": {
      "a guessed address is requested, without an answer of the user":
        "core/parse.ts readAs = (schema, value) => new Proxy({}, { get: () => 'http://127.0.0.1:8000/' })",
    },
  },
  "No token, environment variable value, or file content is written to a log": {
    "unit/editor/commands/commands.test.ts": {
      "errors are logged with their sentences":
        "editor/commands/commands.ts logText = (error) => String(error.stack)",
    },
    "unit/appFiles/releases/releases.test.ts": {
      "a file of variables is kept with a release": "core/project/secrets.ts secretByName = () => undefined",
      "a token in a text is kept with a release": "core/project/secrets.ts secretsInText = () => []",
    },
  },
  "An app's ID is never used as a path": {
    "unit/api/schemas.test.ts": {
      "any text is an app's id": "core/model/appId.ts isAppId = () => true",
    },
    "unit/appFiles/transfer/download.test.ts": {
      "a download goes through links":
        "appFiles/transfer/plan/planDownload.ts planDownload = (selection, folder, signal) => original(selection, Object.create(folder, { tryStat: { value: async (path) => { const found = await folder.tryStat(path); return found && { ...found, isLink: false }; } } }), signal)",
    },
    "unit/core/paths/localNames.test.ts": {
      "names of entries may lead anywhere": "core/paths/appPath.ts isSafeEntryName = () => true",
    },
    "unit/features/transfers/pushFileSelection.test.ts": {
      "a file behind a linked folder is pushed":
        "appFiles/transfer/localChanges.ts obstacleAbove = async () => undefined",
    },
  },
  "No file of an app becomes part of a Git repository on this machine": {
    "unit/appFiles/transfer/repositories.test.ts": {
      "names of Git repositories are names like others":
        "core/paths/localNames.ts isRepositoryName = () => false",
      "a file HEAD makes a bare repository": "core/paths/localNames.ts isRepositoryHead = () => false",
      "a file HEAD of this machine does": "core/paths/localNames.ts foldersWithoutHead = () => []",
    },
    "unit/features/transfers/transferQuestions.test.ts": {
      "a pull or a download may go into .git itself":
        "editor/localDisk.ts requireNoRepository = () => undefined",
    },
    "unit/features/transfers/commands/backUpApp.test.ts": {
      "a backup does not name the repository in it":
        "core/paths/localNames.ts isRepositoryName = () => false",
    },
  },
  "Files that may contain secrets aren't sent without asking": {
    "unit/core/project/secrets.test.ts": {
      "no file is a secret by its name": "core/project/secrets.ts secretByName = () => undefined",
    },
  },
  "A followed log shows colors and nothing else": {
    "unit/core/text/terminalText.test.ts": {
      "codes for terminals are passed on": "core/text/terminalText.ts TerminalText.next = (text) => text",
    },
  },
  "The local service gets its token only after it proves that it knows it": {
    "unit/features/localService/localServiceProcess.test.ts": {
      "any program on the port is the local service":
        "features/localService/localServiceProcess.ts provenPid = async () => 4711",
    },
    "unit/emulator/otherPrograms.test.ts": {
      "another program keeps the local service from starting":
        "emulator/http/callerGuard.ts proofOf = () => '0'.repeat(64)",
      "requests without a token are answered": "emulator/http/callerGuard.ts requireToken = () => undefined",
    },
    "unit/emulator/protection.test.ts": {
      "pages of a browser are answered": "emulator/http/callerGuard.ts refuseBrowsers = () => undefined",
      "the state is written in place":
        "emulator/data/jsonFile.ts writePrivateFile = (file, text) => writeFile(file, text)",
    },
  },
  "Work on untrusted input is bounded": {
    "unit/core/project/ignoreRules.test.ts": {
      "an ignore file may be of any length":
        "core/project/ignoreRules.ts rulesText = (name, bytes) => new TextDecoder().decode(bytes)",
    },
    "unit/api/http/transport.test.ts": {
      "the words of a refusal may be of any length":
        "api/http/readBody.ts readBeginning = (response) => original(response, 1e9)",
    },
    "unit/api/http/longAnswers.test.ts": {
      "a response may be of any length":
        "api/http/readBody.ts readBody = (response, options) => original(response, { ...options, mostBytes: 1e9 })",
    },
    "unit/core/archive/readArchive.test.ts": {
      "a zip is unpacked whatever its size":
        "core/archive/readArchive.ts contentsOfArchive = (zip) => original(zip, 100 * 1024 * 1024)",
    },
    "unit/emulator/archives.test.ts": {
      "an uploaded archive may unpack to any size":
        "emulator/files/unzip.ts unzip = (archive, folder, limits) => original(archive, folder, { ...limits, unpackedBytes: 1e12, unpackedEntries: 1e9 })",
    },
  },
  "Tools for language models ask before each read and change": {
    "unit/editor/project/crashText.test.ts": {
      "a log is written into Chat without its question":
        "editor/safeUi/questions.ts confirm = async () => undefined",
      "a log is written into Chat with its secrets":
        "core/project/redactSecrets.ts redactSecrets = (text) => text",
    },
    "unit/features/agent/askedCalls.test.ts": {
      "a tool uses another app than the question named":
        "features/agent/askedCalls.ts AskedCalls.take = () => ({ app: { accountId: 'eve', appId: 'e1' } })",
    },
    "unit/features/agent/toolCalls.test.ts": {
      "secrets in files are handed to the model":
        "core/project/redactSecrets.ts redactSecrets = (text) => text",
      "text of an app is not marked as data":
        "core/text/untrustedText.ts asUntrusted = (_what, text) => text",
      "words of an error are not marked as data":
        "core/text/untrustedText.ts asUntrusted = (what, text, ...rest) => what === 'what went wrong' ? text : original(what, text, ...rest)",
    },
  },
  "Settings and tasks that an app's files bring for the editor or its agents": {
    "unit/features/files/mount/agreeToFiles.test.ts": {
      "an app is opened without asking about its settings":
        "features/files/mount/agreeToFiles.ts agreeToFiles = async () => undefined",
      "files that act in an editor are read like others":
        "core/paths/editorFiles.ts actsInEditor = () => false",
      "files act in their own spelling only": "core/paths/localNames.ts foldedName = (name) => name",
      "what was accepted once counts for every content":
        "features/files/mount/reviewGate.ts ReviewGate.isAccepted = () => true",
    },
    "unit/features/transfers/transferQuestions.test.ts": {
      "files that act in an editor are downloaded without their question":
        "editor/safeUi/questions.ts confirm = async () => undefined",
    },
    "unit/features/files/mount/hostedFileSystem.test.ts": {
      "any address with a query is one of our own":
        "editor/appUris.ts ownReadHash = ({ query }) => query ? '' : undefined",
      "VS Code reads what was not accepted":
        "features/files/mount/reviewGate.ts ReviewGate.requireAccepted = async () => undefined",
    },
    "unit/features/files/mount/reviewFiles.test.ts": {
      "a review accepts without the question that names its files":
        "editor/safeUi/questions.ts confirm = async () => undefined",
    },
    "unit/features/files/mount/openingFiles.test.ts": {
      "the commands that open files do not ask":
        "features/files/mount/agreeToFiles.ts agreeToFiles = async () => undefined",
    },
  },
  "Signing out deletes what is stored for an account": {
    "unit/features/account/forget/forgetSignedOut.test.ts": {
      "traces of an account stay":
        "features/account/forget/accountTraces.ts forgetTraces = async () => undefined",
      "the end of one account forgets others too":
        "features/account/forget/accountTraces.ts forgetTraces = (places, { isInUse }) => original(places, { isGone: () => true, isInUse })",
    },
  },
  "The extension contains only packages from a list":
    "Its test compares the list with what the build has put into the package.",
  "A certificate that can't be trusted": {
    "unit/api/http/toServiceError.test.ts": {
      "a refused certificate is an error like others":
        "api/http/failureCodes.ts connectionProblem = () => undefined",
    },
  },
};

export const securityPromises: readonly SecurityPromise[] = Object.entries(table).map(([promise, noticed]) =>
  typeof noticed === "string"
    ? { promise, keptBesides: noticed, sabotages: [] }
    : {
        promise,
        sabotages: sabotagesOf(noticed),
      },
);
