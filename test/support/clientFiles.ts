// The files of an app over a client, and a silent mount of them.
import type { ServiceClient } from "../../src/api/serviceClient";
import type { AppFiles, AppFilesOptions } from "../../src/appFiles/appFiles";
import type { Clock } from "../../src/core/async/clock";
import { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import type { MountOptions } from "../../src/features/files/mountedApp/mountOptions";
import { appFilesOver, fileServiceOver, RememberedChanges } from "./appFilesHarness";
import { quietCopy } from "./quietCopy";

export function filesOver(
  client: ServiceClient,
  appId: string,
  clock: Clock,
  options: Partial<AppFilesOptions> = {},
): AppFiles {
  return appFilesOver(
    fileServiceOver(() => client, appId),
    clock,
    options,
  ).files;
}

export function mountOver(files: AppFiles, clock: Clock, options: Partial<MountOptions> = {}): MountedApp {
  return new MountedApp(files, {
    clock,
    askConflict: async () => "cancel",
    askLoss: async () => false,
    askReplace: async () => false,
    askAlike: async () => false,
    copyDialog: quietCopy,
    beginOperation: async () => new RememberedChanges(),
    ...options,
  });
}
