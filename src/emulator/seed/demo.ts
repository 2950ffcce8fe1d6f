// Fills a fresh service with the demo: real applications whose code runs, one that is stopped and one that crashes.

import { isoTime } from "../base/emulatorClock";
import { newId } from "../data/ids";
import type { Service } from "../handlers/service";
import { type AppToAdd, addApp } from "./addApp";
import { brokenMailer, greetingBoard, nightlyReport, teamClock } from "./demoFiles";
import { studio } from "./people";

const hourMs = 3_600_000;

/** Adds the demo's team and applications. Those meant to run are started by the service when it resumes. */
export async function seedDemo(service: Service): Promise<void> {
  const team = studio(service.clock);
  service.state.putTeam(team);
  for (const app of demoApps(service.clock.now(), team._id)) await addApp(service, app);
}

function demoApps(nowMs: number, teamId: string): AppToAdd[] {
  const at = (hoursAgo: number) => isoTime(nowMs - hoursAgo * hourMs);
  const since = (hoursAgo: number) => ({ createdAt: at(hoursAgo), updatedAt: at(hoursAgo) });
  return [
    {
      ...since(400),
      name: "Greeting board",
      mainFile: "main.py",
      runtime: "python",
      exposedViaWeb: true,
      autoRestart: true,
      wantsToRun: true,
      files: greetingBoard,
      environment: [{ key: "BOARD_TITLE", value: "Greetings", _id: newId() }],
    },
    {
      ...since(300),
      name: "Team clock",
      mainFile: "index.js",
      runtime: "nodejs",
      startupCommand: "node index.js",
      memoryMB: 512,
      exposedViaWeb: true,
      autoRestart: true,
      wantsToRun: true,
      teamId,
      files: teamClock,
      repository: { name: "team-clock", owner: "studio", id: "1001", branch: "main" },
      repoDeploys: [
        {
          commitId: "4f2d9c1b7a6e5d4c3b2a19080706050403020100",
          branch: "main",
          status: "success",
          message: "Show the time in every member's city",
          createdAt: at(26),
          commitedAt: at(26.2),
          commitedBy: "Robin",
          _id: newId(),
          duration: 14,
        },
      ],
    },
    { ...since(200), name: "Nightly report", mainFile: "report.py", runtime: "python", files: nightlyReport },
    {
      ...since(100),
      name: "Mailer",
      mainFile: "mailer.js",
      runtime: "nodejs",
      memoryMB: 128,
      wantsToRun: true,
      files: brokenMailer,
    },
  ];
}
