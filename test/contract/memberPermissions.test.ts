// The service's responses to calls that a member's flags deny, and their effect.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { permissions } from "../../src/emulator/data/records";
import { createApp } from "../../src/features/create/createApp";
import { noRecords } from "../support/noCreateRecords";
import { someSettings } from "../support/someSettings";
import { newAccounts } from "../unit/accounts/newAccounts";
import { useService } from "./useService";

const [teamId, boss] = ["65a0c0ffee0000000000b009", "65a0c0ffee0000000000a009"];

describe("a team member without permissions", () => {
  const service = useService();

  /** With the service's user in another user's team, and one app of the team. */
  async function member() {
    const { state, token, url } = service().emulator;
    const mayLook = permissions(false, { canSeeApplicationFiles: true });
    const since = new Date(0).toISOString();
    state.putTeam({
      ...{ _id: teamId, name: "Market", owner: boss, invites: [], createdAt: since, updatedAt: since },
      members: [{ user: state.user._id, permissions: mayLook, _id: "65a0c0ffee0000000000c009" }],
    });
    const appId = await service().emulator.addApp({ name: "Stall", files: {}, userId: boss, teamId });
    const answers: { kept?: unknown } = {};
    const memory = {
      read: () => answers.kept,
      write: (kept: unknown) => void Object.assign(answers, { kept }),
    };
    const accounts = newAccounts({ permissions: () => memory });
    const account = await accounts.add(url, token, { id: state.user._id, name: "Me", sessions: [] });
    await account.apps.refreshApp(appId);
    return { account, appId, answers };
  }

  it("remembers a refusal, which names the app, the team and the permission", async () => {
    const { account, appId, answers } = await member();
    const about = { accountId: account.id, appId, name: "Stall", team: { id: teamId, name: "Market" } };
    const { host } = new URL(account.baseUrl);
    await assert.rejects(account.client.restartApp(appId), {
      kind: "forbidden",
      app: about,
      request: { host, isRead: false, permission: "canChangeStatusApplication" },
    });
    assert.deepEqual(answers.kept, { [`${teamId}/canChangeStatusApplication`]: false });
  });

  it("knows which permission each request for files needs", async () => {
    const { account, appId, answers } = await member();
    const { client } = account;
    const refused = (permission: string) => ({
      kind: "forbidden",
      request: { host: new URL(account.baseUrl).host, isRead: false, permission },
    });
    await assert.rejects(
      client.uploadFile(appId, "/a.txt", new Uint8Array(1)),
      refused("canEditApplicationFiles"),
    );
    await assert.rejects(client.deleteFiles(appId, ["/a.txt"]), refused("canDeleteApplicationFiles"));
    await client.readPath(appId, "/");
    assert.deepEqual(answers.kept, {
      [`${teamId}/canEditApplicationFiles`]: false,
      [`${teamId}/canDeleteApplicationFiles`]: false,
    });
  });

  it("remembers that the service allows one kind of request despite the denied flag", async () => {
    const { account, appId, answers } = await member();
    service().answerNext({ path: /delete$/ }, 200);
    await account.client.deleteApp(appId);
    assert.deepEqual(answers.kept, { [`${teamId}/canDeleteApplication`]: true });
    assert.equal(account.permissions.isRuledOut(appId, "canDeleteApplication"), false);
    assert.equal(account.permissions.isRuledOut(appId, "canEditApplicationFiles"), true);
  });

  it("remembers a refusal to create an app in the team, which names the team", async () => {
    const { account, answers } = await member();
    const read = async () => new TextEncoder().encode("print(1)");
    const controller = new AbortController();
    const create = createApp({
      ...{ account, clock: service().clock, signal: controller.signal, maxArchiveBytes: 1_000_000 },
      files: [{ path: "main.py", sizeBytes: 8, modifiedAt: 0, read }],
      settings: { ...someSettings, teamId },
      onStep: () => undefined,
      journal: noRecords,
    });
    const about = { accountId: account.id, appId: "", name: "", team: { id: teamId, name: "Market" } };
    await assert.rejects(service().run(create), { kind: "forbidden", app: about });
    assert.deepEqual(answers.kept, { [`${teamId}/canCreateApplication`]: false });
  });

  it("remembers nothing of a failure, nor of an allowed call", async () => {
    const { account, appId, answers } = await member();
    service().answerNext({ path: /restart$/ }, 503);
    await assert.rejects(account.client.restartApp(appId), { kind: "server" });
    await account.client.readPath(appId, "/");
    assert.equal(answers.kept, undefined);
  });
});
