// Proves that the program at an address is the local service: it must know the token, which is not sent for that.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import * as http from "node:http";
import { field, parseJson, readFields } from "../../core/parse";

const timeoutMs = 2_000;
const longestAnswerBytes = 4_096;

/** The process id of the service at `url` if it proves that it knows the token. */
export async function provenPid(url: string, token: string): Promise<number | undefined> {
  const nonce = randomBytes(32).toString("hex");
  const answer = parseJson((await read(`${url}/-/health?nonce=${nonce}`)) ?? "");
  const { pid, proof = "" } = readFields({ pid: field.number, proof: field.text }, answer);
  const right = createHmac("sha256", token).update(`${nonce} ${url}`).digest();
  const given = Buffer.from(proof, "hex");
  return given.length === right.length && timingSafeEqual(given, right) ? pid : undefined;
}

async function read(address: string): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const request = http.get(address, { timeout: timeoutMs, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data: string) => {
        text += data;
        if (text.length > longestAnswerBytes) request.destroy();
      });
      response.once("end", () => resolve(text));
      response.once("close", () => resolve(undefined));
    });
    // A program that responds byte by byte would delay the start.
    const timer = setTimeout(() => request.destroy(), timeoutMs);
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(undefined));
    request.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
