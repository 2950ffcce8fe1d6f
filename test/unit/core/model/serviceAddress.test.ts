import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseServiceAddress, withScheme } from "../../../../src/core/model/serviceAddress";

describe("parseServiceAddress", () => {
  const good: [string, string][] = [
    ["https://api.example.com", "https://api.example.com"],
    [" https://api.example.com/ ", "https://api.example.com"],
    ["https://api.example.com:8443/hosting/", "https://api.example.com:8443/hosting"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:41234", "http://127.0.0.1:41234"],
    ["http://[::1]:80", "http://[::1]"],
  ];
  for (const [text, baseUrl] of good) {
    it(`takes ${text.trim()}`, () => assert.deepEqual(parseServiceAddress(text), { baseUrl }));
  }

  const bad: [string, string][] = [
    ["", "notAnAddress"],
    ["api.example.com", "notAnAddress"],
    ["ftp://api.example.com", "notAnAddress"],
    ["file:///etc/passwd", "notAnAddress"],
    ["http://api.example.com", "notSecure"],
    ["http://127.0.0.1.example.com", "notSecure"],
    ["http://localhost.example.com", "notSecure"],
    ["https://me:secret@api.example.com", "extraParts"],
    ["https://api.example.com?x=1", "extraParts"],
    ["https://api.example.com#x", "extraParts"],
  ];
  for (const [text, problem] of bad) {
    it(`refuses "${text}" as ${problem}`, () => assert.deepEqual(parseServiceAddress(text), { problem }));
  }
});

describe("a URL that was typed without a scheme", () => {
  const typed: [string, string][] = [
    ["api.example.com", "https://api.example.com"],
    [" api.example.com:8443/hosting ", "https://api.example.com:8443/hosting"],
    ["localhost:3000", "http://localhost:3000"],
    ["127.0.0.1:41234", "http://127.0.0.1:41234"],
    ["localhost.example.com", "https://localhost.example.com"],
    ["http://api.example.com", "http://api.example.com"],
    ["ftp://api.example.com", "ftp://api.example.com"],
    ["me:secret@api.example.com", "https://me:secret@api.example.com"],
    ["", ""],
  ];
  for (const [text, address] of typed)
    it(`is ${address} of "${text}"`, () => assert.equal(withScheme(text), address));
});
