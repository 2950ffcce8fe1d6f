// Create App from a folder to its app on the local service, through every question that is asked on the way.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { createByFlow } from "../support/createdByFlow";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

describe("the whole of Create App", () => {
  let emulator: Emulator;
  let dataDir = "";
  before(async () => {
    dataDir = temporaryFolder("create-flow");
    emulator = await startEmulator({ dataDir, run: false });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  describe("of a bot whose token stands in its code", () => {
    const token = `M${"TA4NjU2NzM4OTQ1NjE5OTk3"}.GxKq2v.${"k3JqZ9vW1xYc7LpQ8sTdRfUeHgBnM5aOi0"}`;
    const bot = `import discord\nclient = discord.Client()\nclient.run("${token}")\n`;
    const include = (title: string): string | undefined =>
      title.includes("may contain a secret") ? "Include" : undefined;

    for (const [title, others] of [
      ["beside another program", { "replies.py": "HELLO = 'hello'\n" }],
      ["beside nothing but its packages", { "requirements.txt": "discord.py\n" }],
      ["alone", {}],
    ] as const)
      it(`starts with that file, ${title}`, async () => {
        const files = { "bot.py": bot, ...others };
        const { mainFile, files: sent, lists } = await createByFlow(emulator, files, include);
        assert.equal(mainFile, "bot.py");
        assert.deepEqual(sent, Object.keys(files).sort());
        // Excluding what starts the app is not recommended.
        assert.match(lists.at(-1)?.rows[0] ?? "", /^Exclude · Not sent\. bot\.py is the main file/);
      });

    it("lists it among the main files", async () => {
      const answers = ["Main file", "replies.py", "Main file", "bot.py"];
      const { mainFile, lists } = await createByFlow(
        emulator,
        { "bot.py": bot, "replies.py": "" },
        (title) => (title.includes("secret") ? "Include" : answers.shift()),
      );
      assert.equal(mainFile, "bot.py");
      const [listed] = lists.filter(({ title }) => title === "Create App: Main file");
      assert.deepEqual(listed?.rows, ["bot.py · Python · recommended", "replies.py · Python"]);
    });

    it("needs another file where it is excluded, and never takes one that is no program", async () => {
      const files = { "bot.py": bot, "requirements.txt": "discord.py\n" };
      const firstRows: (string | undefined)[] = [];
      const creating = createByFlow(emulator, files, (title, labels) => {
        firstRows.push(labels[0]);
        // Esc ends it.
        return firstRows.length > 2 && title === "Create App" ? "" : undefined;
      });
      await assert.rejects(creating, { name: "CancelledError" });
      assert.deepEqual(firstRows.slice(1), ["Exclude", "Select Files to Send..."]);
    });
  });
});
