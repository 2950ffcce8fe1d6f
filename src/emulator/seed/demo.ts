// The demo: real apps whose code runs, one that is stopped and one that crashes.

import { isoTime } from "../base/emulatorClock";
import { newId } from "../data/ids";
import type { Service } from "../handlers/service";
import { type AppToAdd, addApp } from "./addApp";
import { studio } from "./people";

type Files = Readonly<Record<string, string>>;

/** A Python web page with the lines of a text file. */
const greetingBoard: Files = {
  "main.py": `"""A board of greetings. Edit greetings.txt, restart the application, and reload the page."""
import html
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TITLE = os.environ.get("BOARD_TITLE", "Board")

with open("greetings.txt", encoding="utf-8") as file:
    GREETINGS = [line.strip() for line in file if line.strip()]


class Board(BaseHTTPRequestHandler):
    def do_GET(self):
        items = "".join(f"<li>{html.escape(line)}</li>" for line in GREETINGS)
        page = f"<!doctype html><title>{TITLE}</title><h1>{TITLE}</h1><ul>{items}</ul>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "8000"))
    print(f"{len(GREETINGS)} greetings on port {port}")
    ThreadingHTTPServer(("127.0.0.1", port), Board).serve_forever()
`,
  "greetings.txt": "Hello from your own machine!\nEdit greetings.txt and restart the app.\n",
  "requirements.txt": "# Nothing: Python's own library is enough.\n",
  "README.md":
    "# Greeting board\n\nShows the lines of `greetings.txt`. They are read when the application starts.\n",
};

/** A JavaScript web page of the team. */
const teamClock: Files = {
  "index.js": `// Shows what time it is where the members of the team live.
const http = require("node:http");
const { cities } = require("./src/cities");

const timeIn = (zone) => new Intl.DateTimeFormat("en", { timeStyle: "medium", timeZone: zone }).format(new Date());

const server = http.createServer((request, response) => {
  const rows = cities.map(({ name, zone }) => \`<tr><td>\${name}<td>\${timeIn(zone)}\`);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(\`<!doctype html><title>Team clock</title><h1>Team clock</h1><table>\${rows.join("")}</table>\`);
});

const port = process.env.PORT || 3000;
server.listen(port, "127.0.0.1", () => console.log(\`Team clock on port \${port}\`));
`,
  "src/cities.js": `exports.cities = [
  { name: "Lisbon", zone: "Europe/Lisbon" },
  { name: "Nairobi", zone: "Africa/Nairobi" },
  { name: "Osaka", zone: "Asia/Tokyo" },
];
`,
  "package.json": `${JSON.stringify(
    {
      name: "team-clock",
      version: "1.0.0",
      private: true,
      main: "index.js",
      scripts: { start: "node index.js" },
    },
    undefined,
    2,
  )}\n`,
  "README.md": "# Team clock\n\nThe cities are in `src/cities.js`.\n",
};

/** A Python job that runs once; stopped. */
const nightlyReport: Files = {
  "report.py": `"""Counts the sales of the day."""
import csv

with open("data/sales.csv", newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))

total = sum(int(row["amount"]) for row in rows)
print(f"{len(rows)} sales, {total} in total")
`,
  "data/sales.csv": "item,amount\nmug,12\nposter,20\nsticker,3\n",
  "requirements.txt": "# Nothing: Python's own library is enough.\n",
};

/** A JavaScript program that crashes at its start because a file is missing. */
const brokenMailer: Files = {
  "mailer.js": `// Upload a config.json like {"from": "you@example.com"} and restart the application to bring it back.
const fs = require("node:fs");

const config = JSON.parse(fs.readFileSync("config.json", "utf8"));
console.log(\`Sending as \${config.from}\`);
setInterval(() => console.log("No mail to send"), 60_000);
`,
  "package.json": `${JSON.stringify({ name: "mailer", version: "1.0.0", private: true, main: "mailer.js" }, undefined, 2)}\n`,
};

const hourMs = 3_600_000;

/** The service starts those meant to run when it resumes. */
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
