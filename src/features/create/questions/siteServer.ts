// The program that is written into a folder of web pages, so that it is an app.

/** Serves the files below `pages` ("" for its own folder), and no file whose name begins with a dot. */
export function siteServer(pages: string): string {
  return `// Serves the files of ${pages === "" ? "this folder" : JSON.stringify(pages)}.
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");

const root = path.join(__dirname, ${JSON.stringify(pages)});
const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
};

function fileOf(url) {
  let name;
  try {
    name = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  const file = path.join(root, path.normalize(name));
  const inside = path.relative(root, file);
  if (name.includes("\\0") || inside.split(path.sep).some((part) => part.startsWith("."))) return undefined;
  const tried = [file, path.join(file, "index.html"), \`\${file}.html\`];
  return tried.find((each) => each !== __filename && fs.existsSync(each) && fs.statSync(each).isFile());
}

http
  .createServer((request, response) => {
    const file = fileOf(request.url ?? "/");
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
      return;
    }
    const type = types[path.extname(file).toLowerCase()] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type });
    fs.createReadStream(file).on("error", () => response.destroy()).pipe(response);
  })
  .listen(Number(process.env.PORT) || 8080, "0.0.0.0");
`;
}
