// The main jobs in one window on two accounts, whose services differ in dialect and need no setting.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, it } from "mocha";
import { systemClock } from "../../../src/core/async/clock";
import { accountIdOf } from "../../../src/core/model/accountId";
import { writeTree } from "../fileTrees";
import { signIn } from "../signIn";
import { temporaryFolder } from "../temporaryFolder";
import { waitUntil } from "../waitUntil";
import { untilEffect } from "../window/untilEffect";
import { useWorkbench } from "../workbenchSession";
import { DialectService } from "./dialectService";
import { type DialectName, dialects } from "./dialects";

const rootText = "import time\nwhile True:\n    time.sleep(60)\n";
const names = ["Alpha", "Beta"];
/** Per account: more than one page of any service. */
const appCount = 32;
const files = { "main.py": rootText, "src/main.py": "print('src')\n", "src/other.txt": "of the app\n" };

interface Side {
  readonly service: DialectService;
  readonly appId: string;
  readonly accountId: string;
  readonly name: string;
  /** First of its keybindings: each job has one per side. */
  readonly index: number;
}

/** For two dialects, which may be equal. */
export function describeMainJobs(title: string, titles: readonly [DialectName, DialectName]): void {
  describe(title, function () {
    this.bail(true);

    const scratch = temporaryFolder("e2e-dialects");
    const sides: Side[] = [];
    const folderOf = ({ name }: Side): string => path.join(scratch, name);

    before("start two services", async () => {
      for (const [index, title] of titles.entries()) {
        const name = names[index] ?? title;
        const service = new DialectService(dialects[title], systemClock);
        await service.start();
        const appId = await service.addApp({ name }, files);
        for (let number = 1; number < appCount; number++) await service.addApp({ name: `${name} ${number}` });
        const accountId = await accountIdOf(service.url, "user-1");
        const side: Side = { service, appId, accountId, name, index };
        sides.push(side);
        writeTree(folderOf(side), { "main.py": rootText });
      }
    });

    const window = useWorkbench(() => ({
      folder: scratch,
      viewport: { width: 1280, height: 2_200 },
      keybindings: sides.flatMap((side) => {
        const { accountId, appId, name } = side;
        const app = { accountId, appId };
        const folder = pathToFileURL(folderOf(side)).href;
        const made = { name: `${name} made`, runtime: "python", mainFile: "main.py", exposedViaWeb: false };
        const create = { folder, accountId, settings: made };
        const uri = `hosted-app://${accountId}/${appId}/src/main.py`;
        return [
          { key: keyOf(side, "open"), command: "vscode.open", args: uri },
          { key: keyOf(side, "push"), command: "hostedApps.deploy.push", args: { folder, ...app } },
          { key: keyOf(side, "pull"), command: "hostedApps.deploy.pull", args: { folder, ...app } },
          { key: keyOf(side, "restart"), command: "hostedApps.app.restart", args: app },
          { key: keyOf(side, "create"), command: "hostedApps.deploy.createApp", args: create },
        ];
      }),
    }));

    after("stop the services", async () => {
      for (const { service } of sides) await service.stop();
    });

    const onDisk = ({ service, appId }: Side, name: string): string | undefined => {
      const file = path.join(service.appFolder(appId), name);
      return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
    };
    const press = async (side: Side, job: Job): Promise<void> =>
      await window().press(keyOf(side, job).replace("ctrl+alt", "Control+Alt"));

    it("list all their apps, each below its own account", async () => {
      await window().openView("Hosted Apps");
      for (const { service } of sides) await signIn(window(), service);
      for (const { name } of sides)
        for (const row of [name, `${name} ${appCount - 1}`]) await window().tree("Apps").waitForRow(row);
    });

    it("store a save in a subfolder, and keep the file of the same name in the root", async () => {
      for (const side of sides) {
        await press(side, "open");
        await window().editor.waitForText("print('src')");
        await window().editor.append(`# by ${side.name}`);
        await window().editor.pressSave();
        await waitUntil(() => onDisk(side, "src/main.py") === `print('src')\n# by ${side.name}`, {
          what: `the save in ${side.name}`,
        });
        assert.equal(onDisk(side, "main.py"), rootText);
        await window().screenshot(`dialect ${titles[side.index]}`.replace(/\W+/g, "-"));
        await window().runCommand("View: Close All Editors");
      }
    });

    it("store a push and return it in a pull", async () => {
      for (const side of sides) {
        writeTree(folderOf(side), { "lib/words.txt": `words of ${side.name}\n` });
        await press(side, "push");
        await waitUntil(() => onDisk(side, "lib/words.txt") === `words of ${side.name}\n`, {
          what: `the push to ${side.name}`,
        });
        const pulled = path.join(folderOf(side), "src/other.txt");
        // The push may still be reading its last listing, and only one push runs at a time.
        await untilEffect(
          () => press(side, "pull"),
          () => fs.existsSync(pulled),
          {
            what: `the pull of ${side.name}`,
          },
        );
        assert.equal(fs.readFileSync(pulled, "utf8"), files["src/other.txt"]);
      }
    });

    it("restart and create apps", async () => {
      for (const side of sides) {
        const { service, appId, name } = side;
        await press(side, "restart");
        const restarts = () => service.apps.find(({ id }) => id === appId)?.restarts;
        await waitUntil(() => restarts() === 1, { what: `the restart of ${name}` });
        await press(side, "create");
        const created = () => service.apps.find((app) => app.name === `${name} made`);
        await waitUntil(created, { what: `the app in ${name}` });
        const main = path.join(service.appFolder(created()?.id ?? ""), "main.py");
        const isUnpacked = () => fs.existsSync(main) && fs.readFileSync(main, "utf8") === rootText;
        await waitUntil(isUnpacked, { what: `the files of the app in ${name}` });
      }
    });

    it("contain nothing else afterwards, and never answered 429", async () => {
      for (const side of sides) {
        const { service, appId } = side;
        assert.deepEqual(fs.readdirSync(service.appFolder(appId), { recursive: true }).map(String).sort(), [
          "lib",
          "lib/words.txt",
          "main.py",
          "src",
          "src/main.py",
          "src/other.txt",
        ]);
        assert.equal(service.count().limited, 0);
      }
    });
  });
}

type Job = "open" | "push" | "pull" | "restart" | "create";

/** Five consecutive keys per side, one per job. */
function keyOf({ index }: Side, job: Job): string {
  const jobs: readonly Job[] = ["open", "push", "pull", "restart", "create"];
  return `ctrl+alt+${index * jobs.length + jobs.indexOf(job)}`;
}
