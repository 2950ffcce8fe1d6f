import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { loggingCommand } from "../../../../../src/features/transfers/commands/setUpLog";

describe("the startup command with a log", () => {
  for (const [command, runtime, expected] of [
    ["python main.py", "python", "python hosted_log.py python main.py"],
    [" python3.12 -m bot ", "python", "python3.12 hosted_log.py python3.12 -m bot"],
    ["gunicorn app:app --bind 0.0.0.0:$PORT", "python", null],
    ['node -e "run()" a', "nodejs", `node hosted_log.mjs 'node -e "run()" a'`],
    ["npm start", "nodejs", "node hosted_log.mjs npm start"],
    ["cd web && node index.js", "nodejs", 'node hosted_log.mjs "cd web && node index.js"'],
    ["PORT=3000 node index.js", "nodejs", 'node hosted_log.mjs "PORT=3000 node index.js"'],
    [
      "cd $HOME; echo 'a' | node",
      "nodejs",
      String.raw`node hosted_log.mjs 'cd $HOME; echo '\''a'\'' | node'`,
    ],
  ] as const)
    it(`runs "${command.trim()}"`, () => {
      assert.equal(loggingCommand(command, runtime), expected ?? `python hosted_log.py ${command}`);
    });
});
