// Fields of each response, repeated here from the interface, so that a slip in the service shows.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { permissions } from "../../../src/emulator/data/records";
import { studio } from "../../../src/emulator/seed/people";
import { useEmulator } from "./useEmulator";
import { zipOf } from "./zips";

const everywhere =
  "_id containerId teamId restartRequired userId name allocatedMemoryMB allocatedVCpu workerNodeId containerImage " +
  "exposedViaWeb startupCommand installDependenciesCmd runtimeEnvironment autoRestartEnabled status createdAt " +
  "updatedAt externalPort";

const metricFields =
  "timestamp online uptime startedAt cpuUsagePercent memoryUsageBytes memoryLimitBytes networkRxBytes networkTxBytes";

const allOfApp = `${everywhere} currentResourceMetrics environmentVariables repoDeploys repository`;

function assertFields(value: object, names: string): void {
  assert.deepEqual(Object.keys(value).sort(), names.split(" ").sort());
}

describe("The fields of each response", () => {
  const use = useEmulator();

  async function inTeam() {
    const team = studio(use.clock);
    use.emulator.state.putTeam(team);
    return { id: await use.emulator.addApp({ teamId: team._id, started: true }), teamId: team._id };
  }

  it("create: no metrics, no deployments, no repository, the team as its id", async () => {
    const { teamId } = await inTeam();
    const { status, body } = await use.create(await zipOf({ "main.py": "" }), { team: teamId });
    assertFields(body, `${everywhere} assignedCustomDomain environmentVariables`);
    assertFields(body.workerNodeId, "_id nodeName");
    assert.deepEqual(
      [status, body.teamId, body.externalPort, body.assignedCustomDomain, body.runtimeEnvironment],
      [200, teamId, null, null, "python"],
    );
  });

  it("list: no environment, and the page's figures in each item", async () => {
    const { teamId } = await inTeam();
    const { body } = await use.call("GET", "/v1/apps");
    assertFields(body, "applications");
    const [item] = body.applications;
    assertFields(item, `${everywhere} currentResourceMetrics repoDeploys totalUsedRAM pagination`);
    assertFields(item.currentResourceMetrics, metricFields);
    assertFields(item.pagination, "totalItems totalPages currentPage itemsPerPage hasNextPage hasPrevPage");
    assert.deepEqual([item.teamId, item.totalUsedRAM], [teamId, 256]);
  });

  it("get-one: the team as an object", async () => {
    const { id, teamId } = await inTeam();
    const { body } = await use.call("GET", `/v1/apps/${id}`);
    assertFields(body, `${allOfApp} assignedCustomDomain`);
    assertFields(body.teamId, "_id name owner members invites createdAt updatedAt");
    assertFields(body.teamId.members[0], "user permissions _id");
    assertFields(body.teamId.members[0].permissions, Object.keys(permissions(true)).join(" "));
    assertFields(body.teamId.invites[0], "email userId invitedAt code permissions _id subscriptionEndsAt");
    assertFields(body.currentResourceMetrics, metricFields);
    assert.deepEqual([body.teamId._id, body.repository], [teamId, null]);
  });

  it("get-one: null for team and metrics of a personal app that never ran", async () => {
    const id = await use.emulator.addApp({ environment: [{ key: "A", value: "b", _id: "1" }] });
    const { body } = await use.call("GET", `/v1/apps/${id}`);
    assert.deepEqual([body.teamId, body.currentResourceMetrics], [null, null]);
    assert.deepEqual(body.environmentVariables, [{ key: "A", value: "b", _id: "1" }]);
  });

  it("update: metrics without startedAt, the team as its id", async () => {
    const { id, teamId } = await inTeam();
    const { status, body } = await use.call("POST", `/v1/apps/${id}/update`, { appName: "Other" });
    assertFields(body, `${allOfApp} assignedCustomDomain`);
    assertFields(body.currentResourceMetrics, metricFields.replace(" startedAt", ""));
    assert.deepEqual([status, body.teamId, body.name], [200, teamId, "Other"]);
  });

  it("restart: the inner port and the subdomain, the team as an object", async () => {
    const { id, teamId } = await inTeam();
    const { status, body } = await use.call("POST", `/v1/apps/${id}/restart`);
    assertFields(body, `${allOfApp} internalPort assignedSubdomain`);
    assertFields(body.currentResourceMetrics, metricFields);
    assert.deepEqual([status, body.teamId._id, body.assignedSubdomain], [200, teamId, null]);
  });

  it("deletions, uploads and the user", async () => {
    const id = await use.emulator.addApp({});
    assertFields((await use.upload(id, "/", "a.txt", "a")).body, "message");
    assertFields(
      (await use.call("DELETE", `/v1/apps/${id}/files`, { files: ["/a.txt"] })).body,
      "success failed",
    );
    assertFields((await use.call("DELETE", `/v1/apps/${id}/delete`)).body, "message");
    const { body } = await use.call("GET", "/v1/users/@me");
    assertFields(body, "_id name isEmail2FAEnabled hasClaimedFreePlan activeSessions");
    assertFields(body.activeSessions[0], "id device ip browser lastActive");
  });

  it("listings of a folder and readings of a file", async () => {
    const id = await use.emulator.addApp({ files: { "src/a.txt": "hello" } });
    const folder = (await use.call("GET", `/v1/apps/${id}/files?path=src`)).body;
    const [{ createdAt, modifiedAt, ...entry }] = folder.files;
    assert.deepEqual([typeof createdAt, typeof modifiedAt], ["string", "string"]);
    const file = { name: "a.txt", isDirectory: false, isFile: true, path: "/src/a.txt", size: 5 };
    assert.deepEqual(entry, file);
    const listing = { isDirectory: true, content: null, prevPath: "/", currentPath: "/src" };
    assert.deepEqual(folder, { ...listing, files: folder.files });
    const reading = (await use.call("GET", `/v1/apps/${id}/files?path=%2Fsrc%2Fa.txt`)).body;
    const content = { isDirectory: false, content: "hello", files: null };
    assert.deepEqual(reading, { ...content, prevPath: "/src", currentPath: "/src/a.txt" });
    assert.equal((await use.call("GET", `/v1/apps/${id}/files`)).body.prevPath, null);
  });
});
