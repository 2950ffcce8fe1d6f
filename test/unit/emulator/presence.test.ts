// Which fields each answer carries: written out here again from the interface, so that a slip in the service shows.
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

function fields(...names: string[]): string[] {
  return names.flatMap((text) => text.split(" ")).sort();
}

function assertFields(value: object, ...names: string[]): void {
  assert.deepEqual(Object.keys(value).sort(), fields(...names));
}

describe("The fields of each answer", () => {
  const use = useEmulator();

  async function inTeam(): Promise<{ id: string; teamId: string }> {
    const team = studio(use.clock);
    use.emulator.state.putTeam(team);
    return { id: await use.emulator.addApp({ teamId: team._id, started: true }), teamId: team._id };
  }

  it("create: no metrics, no deployments, no repository, the team as its id", async () => {
    const team = studio(use.clock);
    use.emulator.state.putTeam(team);
    const { status, body } = await use.create(await zipOf({ "main.py": "" }), { team: team._id });
    assert.equal(status, 200);
    assertFields(body, everywhere, "assignedCustomDomain environmentVariables");
    assert.equal(body.teamId, team._id);
    assert.equal(body.externalPort, null);
    assert.equal(body.assignedCustomDomain, null);
    assert.equal(body.runtimeEnvironment, "python");
    assertFields(body.workerNodeId, "_id nodeName");
  });

  it("list: no environment, and the page's figures in each item", async () => {
    const { teamId } = await inTeam();
    const { body } = await use.call("GET", "/v1/apps");
    assertFields(body, "applications");
    const [item] = body.applications;
    assertFields(item, everywhere, "currentResourceMetrics repoDeploys totalUsedRAM pagination");
    assertFields(item.currentResourceMetrics, metricFields);
    assertFields(item.pagination, "totalItems totalPages currentPage itemsPerPage hasNextPage hasPrevPage");
    assert.equal(item.teamId, teamId);
    assert.equal(item.totalUsedRAM, 256);
  });

  it("list: nothing but an empty list when there are no apps", async () => {
    assert.deepEqual((await use.call("GET", "/v1/apps")).body, { applications: [] });
  });

  it("get-one: the team as an object", async () => {
    const { id, teamId } = await inTeam();
    const { body } = await use.call("GET", `/v1/apps/${id}`);
    const own = "assignedCustomDomain currentResourceMetrics environmentVariables repoDeploys repository";
    assertFields(body, everywhere, own);
    assertFields(body.teamId, "_id name owner members invites createdAt updatedAt");
    assert.equal(body.teamId._id, teamId);
    assertFields(body.teamId.members[0], "user permissions _id");
    assertFields(body.teamId.members[0].permissions, ...Object.keys(permissions(true)));
    assertFields(body.teamId.invites[0], "email userId invitedAt code permissions _id subscriptionEndsAt");
    assertFields(body.currentResourceMetrics, metricFields);
    assert.equal(body.repository, null);
  });

  it("get-one: null for the team and the metrics of a personal app that never ran", async () => {
    const id = await use.emulator.addApp({ environment: [{ key: "A", value: "b", _id: "1" }] });
    const { body } = await use.call("GET", `/v1/apps/${id}`);
    assert.equal(body.teamId, null);
    assert.equal(body.currentResourceMetrics, null);
    assert.deepEqual(body.environmentVariables, [{ key: "A", value: "b", _id: "1" }]);
  });

  it("update: metrics without startedAt, the team as its id", async () => {
    const { id, teamId } = await inTeam();
    const { status, body } = await use.call("POST", `/v1/apps/${id}/update`, { appName: "Other" });
    assert.equal(status, 200);
    const own = "assignedCustomDomain currentResourceMetrics environmentVariables repoDeploys repository";
    assertFields(body, everywhere, own);
    assert.equal(body.teamId, teamId);
    assert.equal(body.name, "Other");
    assertFields(body.currentResourceMetrics, metricFields.replace(" startedAt", ""));
  });

  it("restart: the inner port and the subdomain, the team as an object", async () => {
    const { id, teamId } = await inTeam();
    const { status, body } = await use.call("POST", `/v1/apps/${id}/restart`);
    assert.equal(status, 200);
    const own =
      "internalPort assignedSubdomain currentResourceMetrics environmentVariables repoDeploys repository";
    assertFields(body, everywhere, own);
    assert.equal(body.teamId._id, teamId);
    assert.equal(body.assignedSubdomain, null);
    assertFields(body.currentResourceMetrics, metricFields);
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
    const folder = await use.call("GET", `/v1/apps/${id}/files?path=src`);
    assertFields(folder.body, "isDirectory content files prevPath currentPath");
    assert.deepEqual([folder.body.isDirectory, folder.body.content], [true, null]);
    assert.deepEqual([folder.body.prevPath, folder.body.currentPath], ["/", "/src"]);
    const [entry] = folder.body.files;
    assertFields(entry, "name isDirectory isFile path size createdAt modifiedAt");
    assert.deepEqual([entry.name, entry.path, entry.size, entry.isFile], ["a.txt", "/src/a.txt", 5, true]);
    const file = await use.call("GET", `/v1/apps/${id}/files?path=%2Fsrc%2Fa.txt`);
    assert.deepEqual(file.body, {
      isDirectory: false,
      content: "hello",
      files: null,
      prevPath: "/src",
      currentPath: "/src/a.txt",
    });
    assert.equal((await use.call("GET", `/v1/apps/${id}/files`)).body.prevPath, null);
  });
});
