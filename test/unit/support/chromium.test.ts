// Places of a browser.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { findChromium } from "../../support/chromium";

describe("finding a Chromium", () => {
  const only =
    (...files: string[]) =>
    (file: string) =>
      files.includes(file);

  it("uses the one of CHROME_PATH, and reports a missing one", () => {
    const env = { CHROME_PATH: "/opt/chrome" };
    assert.equal(findChromium(env, "linux", only("/opt/chrome", "/usr/bin/chromium")), "/opt/chrome");
    const other = only("/usr/bin/chromium");
    assert.throws(() => findChromium(env, "linux", other), /CHROME_PATH names \/opt\/chrome/);
  });

  it("looks in the usual places of each system before PATH", () => {
    const env = { PATH: "/home/me/bin", PROGRAMFILES: "C:\\Programs" };
    const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    const windows = "C:\\Programs\\Google\\Chrome\\Application\\chrome.exe";
    const linux = "/usr/bin/google-chrome";
    assert.equal(findChromium(env, "linux", only("/home/me/bin/chromium", linux)), linux);
    assert.equal(findChromium(env, "darwin", only(mac)), mac);
    assert.equal(findChromium(env, "win32", only(windows)), windows);
  });

  it("finds one on PATH, if any", () => {
    assert.equal(findChromium({ PATH: "/a:/b" }, "linux", only("/b/chromium")), "/b/chromium");
    assert.equal(findChromium({}, "linux", only()), undefined);
  });
});
