// Reads archives with other programs.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { machinePython } from "../../src/emulator/running/pythonPrograms";
import { removeTemporaryFolder, temporaryFolder } from "./temporaryFolder";

/** From Python's zipfile. */
export interface ZipEntry {
  readonly name: string;
  /** Lower-case hex, of the unpacked bytes. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly packedBytes: number;
  readonly isDeflated: boolean;
  readonly mode: number;
  /** Year, month, day, hour, minute, second. */
  readonly date: readonly number[];
}

const program = `
import hashlib, json, sys, zipfile
def entries(z):
  assert z.testzip() is None
  return [dict(name=i.filename, sha256=hashlib.sha256(z.read(i)).hexdigest(), sizeBytes=i.file_size,
    packedBytes=i.compress_size, isDeflated=i.compress_type == zipfile.ZIP_DEFLATED, mode=i.external_attr >> 16,
    date=i.date_time) for i in z.infolist()]
print(json.dumps([entries(zipfile.ZipFile(file)) for file in sys.argv[1:]]))
`;

/** Verifies every checksum. */
export async function readZip(archive: Blob): Promise<ZipEntry[]> {
  const [entries = []] = await readZips([archive]);
  return entries;
}

/** In one Python process. */
export async function readZips(archives: readonly Blob[]): Promise<ZipEntry[][]> {
  return await withFiles(archives, (files) => {
    const printed = execFileSync(machinePython, ["-c", program, ...files], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(printed) as ZipEntry[][];
  });
}

/** Output of `unzip -t`: undefined for a good archive, "missing" without the program. */
export async function unzipProblem(archive: Blob): Promise<string | undefined> {
  return await withFiles([archive], (files) => {
    const { error, status, stdout, stderr } = spawnSync("unzip", ["-tq", ...files], { encoding: "utf8" });
    if (error) return "missing";
    return status === 0 ? undefined : `${stdout}${stderr}`;
  });
}

async function withFiles<T>(archives: readonly Blob[], use: (files: string[]) => T): Promise<T> {
  const folder = temporaryFolder("zip");
  try {
    const files = archives.map((_, index) => path.join(folder, `${index}.zip`));
    for (const [index, file] of files.entries())
      fs.writeFileSync(file, new Uint8Array((await archives[index]?.arrayBuffer()) ?? []));
    return use(files);
  } finally {
    removeTemporaryFolder(folder);
  }
}
