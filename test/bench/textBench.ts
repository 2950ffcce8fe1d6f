// What it costs to read text of others, made to be slow or a plain log, beside one look at each of its characters.
import { detectProject, manifestsToRead } from "../../src/core/project/detect/projectDefaults";
import { IgnoreRules } from "../../src/core/project/ignoreRules";
import { ProjectPaths } from "../../src/core/project/projectPaths";
import { redactSecrets } from "../../src/core/project/redactSecrets";
import { secretsInText } from "../../src/core/project/secrets";
import { inertText } from "../../src/core/text/inertText";
import { TerminalText } from "../../src/core/text/terminalText";
import { hostileTexts } from "../support/hostileInputs";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";

const hostileLength = 32_000;
/** Those that read whole files and logs. */
const readers: readonly ((text: string) => unknown)[] = [
  (text) =>
    detectProject(
      "shop",
      new ProjectPaths(manifestsToRead),
      new Map(manifestsToRead.map((path) => [path, text])),
    ),
  (text) => IgnoreRules.defaults().with("", text).leavesOut("src/main.py", false),
  (text) => redactSecrets(text),
  secretsInText,
  inertText,
  (text) => new TerminalText().next(text),
];
const hostileTarget = 20;
const log = "\u001b[31m2026-01-01 10:00:00 GET /health 200 3 ms\u001b[0m\n".repeat(20_000);
const logTarget = 60;

export async function textBench(): Promise<BenchRow[]> {
  const texts = hostileTexts.map((make) => make(hostileLength));
  const readAll = async (): Promise<void> => {
    for (const text of texts) for (const read of readers) read(text);
  };
  const lookAtAll = async (): Promise<void> => {
    for (const text of texts) for (const _ of readers) lookAt(text);
  };
  const hostile = await typicalOfBoth(3, readAll, lookAtAll);
  const show = async (): Promise<void> => void new TerminalText().next(log);
  const shown = await typicalOfBoth(9, show, async () => lookAt(log));
  const all = `${texts.length} texts of ${hostileLength} characters by ${readers.length} readers`;
  const made = `make a log of ${log.length} characters fit for a terminal`;
  const raw = "(ms) / a look at each character";
  return [
    rowOf(`read ${all} ${raw}`, hostile.oursMs, hostile.rawMs, hostileTarget),
    rowOf(`${made} ${raw}`, shown.oursMs, shown.rawMs, logTarget),
  ];
}

function lookAt(text: string): void {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  if (sum < 0) throw new Error("no text has less than nothing");
}
