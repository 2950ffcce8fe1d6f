// The warning of outdated listings, and its end.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Listings } from "../../../../../src/appFiles/read/listings";
import { Emitter } from "../../../../../src/core/async/emitter";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { formatClock } from "../../../../../src/core/text/format";
import type { Mounts } from "../../../../../src/features/files/mount/mounts";
import type { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import { outdatedNotice } from "../../../../../src/features/files/notices/mountNotices";
import { FakeClock } from "../../../../support/fakeClock";
import { commands, window } from "../../../../support/vscodeParts";

type Fires<K extends keyof Mounts> = Mounts[K] extends (listener: (value: infer T) => void) => unknown
  ? Emitter<T>
  : never;

describe("the warning of outdated files", () => {
  it("closes when listings work again, and the Explorer lists empty folders again", async () => {
    const seen: unknown[] = [];
    let isDown = false;
    const item = {
      text: "",
      show: () => seen.push("shown"),
      hide: () => seen.push("hidden"),
      dispose: () => undefined,
    };
    window["createStatusBarItem"] = () => item;
    commands["executeCommand"] = async (name: string) => seen.push(name);
    const failed = new Emitter() as Fires<"onDidFail">;
    const forgotten = new Emitter() as Fires<"onDidForget">;
    const clock = new FakeClock();
    const listings = new Listings(async () => {
      if (isDown) throw new Error("the disk sleeps");
      return { entries: [], hidden: 0 };
    }, clock);
    const peek = () => ({ files: { listings } }) as unknown as MountedApp;
    outdatedNotice(
      { onDidFail: failed.event, onDidForget: forgotten.event, peek },
      clock,
      ({ appId }) => `The ${appId}`,
    );
    const listedAt = clock.now();
    await listings.get("/", 0);
    await clock.advance(5 * 60_000);
    isDown = true;
    await assert.rejects(listings.get("/", 0));
    const key = { accountId: "one", appId: "app" };
    failed.fire({ key, error: undefined });
    failed.fire({ key, error: new Error("the disk sleeps") });
    assert.equal(item.text, `$(warning) The app: files as of ${formatClock(listedAt)}`);
    failed.fire({ key, error: undefined });
    failed.fire({ key, error: new ServiceError("notFound", "the app is gone") });
    failed.fire({ key, error: undefined });
    assert.deepEqual(seen.splice(4), ["shown", "hidden"]);
    assert.deepEqual(seen, ["hidden", "shown", "workbench.files.action.refreshFilesExplorer", "hidden"]);
  });
});
