// Certificates for one test run, in memory; no key is stored. Node can read certificates but not create them,
// and a fresh machine may have no program for it: this writes their DER.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** PEM, for a TLS server's `key` and `cert`. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface TestCertificateOptions {
  /** Self-signed when absent. */
  readonly issuer?: TestCertificate | undefined;
  /** Host names and IPv4 addresses; an authority has none. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Valid from yesterday until tomorrow by default. */
export function makeCertificate(name: string, options: TestCertificateOptions = {}): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const issuer = options.issuer ? keysOf(options.issuer) : { name: distinguishedName(name), privateKey };
  const notBefore = options.notBefore ?? new Date(Date.now() - dayMs);
  const notAfter = options.notAfter ?? new Date(Date.now() + dayMs);
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    issuer.name,
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(name),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensions(options.hosts))),
  );
  const signature = sign("sha256", toBeSigned, issuer.privateKey);
  const der = sequence(toBeSigned, ecdsaWithSha256, bitString(signature));
  issuedNames.set(key, distinguishedName(name));
  return { key, cert: pem(der) };
}

/** By key: an issuer must be named byte for byte like its own certificate. */
const issuedNames = new Map<string, Buffer>();

function keysOf(certificate: TestCertificate): { readonly name: Buffer; readonly privateKey: string } {
  const name = issuedNames.get(certificate.key);
  if (!name) throw new Error("The issuer was not made by makeCertificate.");
  return { name, privateKey: certificate.key };
}

function extensions(hosts: readonly string[] | undefined): Buffer[] {
  const isAuthority = hosts === undefined;
  const constraints = extension(
    "551d13",
    sequence(...(isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : [])),
  );
  if (isAuthority) return [constraints];
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host)
      ? tagged(0x87, Buffer.from(host.split(".").map(Number)))
      : tagged(0x82, Buffer.from(host, "ascii")),
  );
  return [constraints, extension("551d11", sequence(...names))];
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), tagged(0x04, value));
}

function distinguishedName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId("550403"), tagged(0x0c, Buffer.from(name, "utf8")))));
}

/** UTCTime, for the years 1950 to 2049. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`, "ascii"));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function bitString(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"));
}

const ecdsaWithSha256 = sequence(objectId("2a8648ce3d040302"));

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
