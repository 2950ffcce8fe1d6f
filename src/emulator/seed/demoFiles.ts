// The files of the demo's applications. They need nothing but Python's and Node's own libraries.

type Files = Readonly<Record<string, string>>;

/** A web page in Python that shows the lines of a text file. */
export const greetingBoard: Files = {
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

/** A web page in JavaScript that belongs to the team. */
export const teamClock: Files = {
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

/** A job in Python that runs once and ends; it is stopped. */
export const nightlyReport: Files = {
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

/** A program in JavaScript that crashes at its start, because a file is missing. */
export const brokenMailer: Files = {
  "mailer.js": `// Upload a config.json like {"from": "you@example.com"} and restart the application to bring it back.
const fs = require("node:fs");

const config = JSON.parse(fs.readFileSync("config.json", "utf8"));
console.log(\`Sending as \${config.from}\`);
setInterval(() => console.log("No mail to send"), 60_000);
`,
  "package.json": `${JSON.stringify({ name: "mailer", version: "1.0.0", private: true, main: "mailer.js" }, undefined, 2)}\n`,
};
