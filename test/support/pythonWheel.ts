// Builds a minimal Python package, a wheel with one module, which pip installs offline.
import { createHash } from "node:crypto";
import JSZip from "jszip";

/** The bytes of `<name>-<version>-py3-none-any.whl`; its module has the package's name by default. */
export function pythonWheel(
  name: string,
  version: string,
  moduleText: string,
  module = name,
): Promise<Uint8Array> {
  const about = `${name}-${version}.dist-info`;
  const files: Record<string, string> = {
    [`${module}.py`]: moduleText,
    [`${about}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${about}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  };
  const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
  const record = Object.entries(files).map(
    ([path, text]) => `${path},sha256=${digest(text)},${Buffer.byteLength(text)}`,
  );
  const zip = new JSZip();
  for (const [path, text] of Object.entries(files)) zip.file(path, text);
  zip.file(`${about}/RECORD`, [...record, `${about}/RECORD,,`, ""].join("\n"));
  return zip.generateAsync({ type: "uint8array" });
}
