// The environment of local programs, and which folders may run.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { FolderRuns } from "../../../../src/features/localService/folderRuns";
import { isPlaceholder, serviceEnvironment } from "../../../../src/features/localService/serviceEnvironment";
import { workspace } from "../../../support/vscodeParts";

describe("the environment of the local service", () => {
  it("has what programs need of the machine and the network, and nothing else of the editor's", () => {
    const machine = { PATH: "/bin", HOME: "/home/ann", LC_ALL: "C" };
    const needed = { ...machine, https_proxy: "http://p", pip_index_url: "x" };
    const secret = { AWS_SECRET_ACCESS_KEY: "1", GITHUB_TOKEN: "2", VSCODE_IPC_HOOK: "3", NODE_OPTIONS: "4" };
    assert.deepEqual(serviceEnvironment({ ...needed, ...secret, MY_PATH: "5" }), needed);
  });

  it("has no Python where macOS would ask to install Apple's tools", () => {
    const asks = (platform: string, found: readonly string[]) =>
      isPlaceholder(platform, "/opt/homebrew/bin:/usr/bin", (path) => found.includes(path));
    assert.equal(asks("darwin", ["/usr/bin/python3"]), true);
    assert.equal(asks("darwin", ["/usr/bin/python3", "/opt/homebrew/bin/python3"]), false);
    assert.equal(asks("darwin", ["/usr/bin/python3", "/Library/Developer/CommandLineTools"]), false);
    assert.equal(asks("linux", ["/usr/bin/python3"]), false);
  });
});

describe("running a folder on this machine", () => {
  it("is refused for a folder that is not open in the window", async () => {
    const open = vscode.Uri.file("/home/ann/shop");
    workspace["workspaceFolders"] = [{ name: "shop", uri: open, index: 0 }];
    const started: string[] = [];
    class Runs extends FolderRuns {
      protected override async start(uri: vscode.Uri): Promise<void> {
        started.push(uri.path);
      }
    }
    const runs = new Runs({} as never);
    for (const folder of ["file:///home/ann/other", "file:///home/ann", "file:///home/ann/shop/inside"])
      await assert.rejects(runs.run({ folder }), /only run a folder that's open/, folder);
    await runs.run({ folder: open.toString() });
    assert.deepEqual(started, ["/home/ann/shop"]);
  });
});
