// Serves the files of the folder "public". It needs no packages.
import { createReadStream, promises as fs } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const root = path.resolve("public");
const types = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
};

async function fileFor(url) {
  const { pathname } = new URL(url, "http://localhost");
  const file = path.join(root, decodeURIComponent(pathname));
  if (file !== root && !file.startsWith(root + path.sep)) return undefined;
  const stat = await fs.stat(file).catch(() => undefined);
  if (stat?.isFile()) return file;
  const index = path.join(file, "index.html");
  return stat?.isDirectory() && (await fs.stat(index).catch(() => undefined)) ? index : undefined;
}

createServer(async (request, response) => {
  const file = await fileFor(request.url).catch(() => undefined);
  if (!file) {
    response.writeHead(404, { "content-type": "text/plain" }).end("Not found.");
    return;
  }
  response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
}).listen(process.env.PORT ?? 8000, () => console.log("Listening"));
