// The report of a diagnosis as Markdown, in English whatever the language is: it is for the people who help.

import type { Diagnosis, Verdict } from "../../../accounts/diagnosis";
import type { SpellingRow } from "../../../api/wire/spelling";
import type { ServiceError } from "../../../core/errors/serviceError";

const partWords: Readonly<Record<SpellingRow["part"], string>> = {
  pageParameter: "number of a page of apps",
  limitParameter: "size of a page of apps",
  teamParameter: "team whose apps are listed",
  firstPage: "number of the first page",
  listPathParameter: "path of a folder or file that is read",
  downloadPathParameter: "path of a download",
  uploadPathParameter: "path of an upload",
  uploadTarget: "what the path of an upload names",
  archiveUploads: "what becomes of an uploaded zip file",
};

const certaintyWords = {
  set: "set by the user",
  shown: "shown by an answer",
  assumed: "assumed, no answer has shown it",
} as const;

export function reportOf(diagnosis: Diagnosis, versions: string): string {
  const { calls, verdict, spelling } = diagnosis;
  const lines = [
    "# Diagnosis of the service",
    "",
    `**${verdictOf(verdict)}**`,
    "",
    `${versions}. Values are left out; nothing was changed by these calls.`,
    "",
    ...folded(
      "Calls",
      calls.flatMap(({ call, status, shape }) => [
        `- \`${call}\`: ${status}`,
        ...(shape === undefined ? [] : ["", "  ```", shape.replaceAll(/^/gm, "  "), "  ```", ""]),
      ]),
    ),
    ...folded("How the service spells what its documentation leaves open", [
      "| what | `wire` in `hostedApps.service.hosts` | value | how sure |",
      "| --- | --- | --- | --- |",
      ...spelling.map(
        ({ part, value, certainty, shownAt }) =>
          `| ${partWords[part]} | ${part} | ${value === "" ? "none" : `\`${value}\``} | ${certaintyWords[certainty]}${dateOf(shownAt)} |`,
      ),
    ]),
    `Clock of the service: ${clockWords(diagnosis.clockDifferenceSeconds)}. Times of files: ${timeWords(diagnosis.hasWholeSeconds)}.`,
    "",
  ];
  return lines.join("\n");
}

/** The empty lines make Markdown of what is between the tags. */
function folded(title: string, lines: readonly string[]): string[] {
  return [`<details><summary>${title}</summary>`, "", ...lines, "", "</details>", ""];
}

function verdictOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case "fine":
      return "The service answers as expected.";
    case "misplaced":
      return "An upload landed in the wrong place and could not be put right, so nothing more is uploaded. Set how the service names the path of an upload under `wire` in `hostedApps.service.hosts`, or choose Reset Detected Settings to have it found out again.";
    case "pathUnknown":
      return "The apps are listed, but their files cannot be opened: it could not be found out how the service names the path of a file. Set `wire.listPathParameter` in `hostedApps.service.hosts`.";
    case "uploadPathUnknown":
      return "Files in folders cannot be uploaded: the service applied no known name of an upload's path. Set `wire.uploadPathParameter` in `hostedApps.service.hosts`, or choose Reset Detected Settings to try again.";
    case "missing":
      return missingVerdict(verdict);
    case "failed":
      return failedVerdict(verdict.error);
  }
}

function missingVerdict({ missing, listed }: Extract<Verdict, { kind: "missing" }>): string {
  const { count, cause } = missing;
  const some =
    count === undefined ? "more apps may exist" : `${count} of ${listed + count} apps could not be listed`;
  switch (cause) {
    case "pages":
      return `The service answers, but ${some}: it could not be found out how it names the number of a page. Set \`wire.pageParameter\` in \`hostedApps.service.hosts\`.`;
    case "changing":
      return `The service answers, but ${some}, since the list changed while it was read. Refresh the list.`;
    case "unreadable":
      return `The service answers, but ${some}: they are not in the form that its documentation describes.`;
  }
}

function failedVerdict(error: ServiceError): string {
  const { kind, status, problem } = error;
  const reason = problem === undefined ? "" : ` (${problem})`;
  switch (kind) {
    case "unauthorized":
      return "The service does not accept the token. Sign in again.";
    case "network":
      return `Nothing answers at this address${reason}. Check the address, the connection and the proxy settings.`;
    case "certificate":
      return `This machine does not trust the certificate of the service${reason}.`;
    case "timeout":
      return "The service does not answer in time.";
    case "badResponse":
    case "notFound":
      return "What answers at this address is not the service's interface. Check `hostedApps.service.url`.";
    default:
      return `A call failed (${[status, kind].filter(Boolean).join(" ")}).`;
  }
}

function dateOf(shownAt: number | undefined): string {
  return shownAt === undefined ? "" : ` on ${new Date(shownAt).toISOString().slice(0, 10)}`;
}

function clockWords(seconds: number | undefined): string {
  if (seconds === undefined) return "unknown";
  if (Math.abs(seconds) <= 1) return "as this machine's";
  return `${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} this machine's`;
}

function timeWords(hasWholeSeconds: boolean | undefined): string {
  if (hasWholeSeconds === undefined) return "too few to tell";
  return hasWholeSeconds ? "whole seconds" : "finer than a second";
}
