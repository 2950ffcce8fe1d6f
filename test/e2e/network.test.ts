// Networks in a real window: certificates, proxies, a service that goes down and comes back. VS Code's own client makes
// the requests, with the authorities of the system (SSL_CERT_FILE) and of NODE_EXTRA_CA_CERTS.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { ExtensionHosts } from "../long/extensionHosts";
import { skipOn } from "../support/allowedSkips";
import { makeCertificate, type TestCertificate } from "../support/network/certificates";
import { startProxy, type TestProxy } from "../support/network/proxy";
import { startTlsFront, type TlsFront } from "../support/network/tlsFront";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { useService } from "./appOnService";

/** A name that only the proxy knows: VS Code never sends this machine's own addresses through one. */
const proxiedHost = "service.test";
const hosts = ["127.0.0.1", proxiedHost];
const dayMs = 24 * 60 * 60 * 1000;
const fromNow = (days: number): Date => new Date(Date.now() + days * dayMs);

describe("a window behind certificates and proxies", () => {
  const dataDir = temporaryFolder("network");
  const systemAuthority = makeCertificate("Office Authority");
  const extraAuthority = makeCertificate("Extra Authority");
  const trusted = makeCertificate("service", { issuer: systemAuthority, hosts });
  const fronts = new Set<TlsFront>();
  const service = useService({}, (emulator) =>
    emulator.addApp({ name: "Shop", files: { "main.py": "print(1)\n" }, started: true }),
  );
  let proxy: TestProxy;
  let front: TlsFront;
  before("start a proxy", async () => {
    proxy = await startProxy();
    front = await serveWith(trusted);
  });
  const window = useWorkbench(() => ({
    settings: { "hostedApps.refresh": "fast" },
    env: {
      SSL_CERT_FILE: writtenTo("system.pem", systemAuthority.cert),
      NODE_EXTRA_CA_CERTS: writtenTo("extra.pem", extraAuthority.cert),
    },
  }));
  after("stop the proxy", async () => {
    await Promise.all([...fronts].map((each) => each.stop()));
    await proxy.stop();
  });

  async function serveWith(certificate: TestCertificate, port?: number): Promise<TlsFront> {
    const started = await startTlsFront(service().url, certificate, port);
    fronts.add(started);
    return started;
  }

  function writtenTo(name: string, text: string): string {
    const file = path.join(dataDir, name);
    fs.writeFileSync(file, text);
    return file;
  }

  const proxiedUrl = (): string => `https://${proxiedHost}:${front.port}`;

  /** Signs in up to the token, which the service then checks. */
  async function answerSignIn(address: string, token: string): Promise<void> {
    await window().runUntilAsked("Hosted Apps: Sign In", "Service URL");
    await window().quickInput.answer(address);
    await window().quickInput.waitForTitle("Token for");
    await window().quickInput.answer(token);
  }

  /** Enters the address, and cancels when its box shows the expected message: no token is asked for. */
  async function refusedAt(address: string, expected: RegExp | string): Promise<void> {
    await window().runUntilAsked("Hosted Apps: Sign In", "Service URL");
    await window().quickInput.answer(address);
    await window().quickInput.waitForMessage(expected);
    await window().quickInput.cancel();
  }

  const stranger = makeCertificate("Stranger");
  for (const [what, options, expected] of [
    [
      "of an unknown authority",
      { issuer: stranger },
      /doesn't trust the certificate of 127\.0\.0\.1:\d+\. .*NODE_EXTRA_CA_CERTS/,
    ],
    ["that signs itself", { issuer: undefined }, /is self-signed\./],
    [
      "that has expired",
      { notBefore: fromNow(-9), notAfter: fromNow(-1) },
      /has expired\..*the service must renew/,
    ],
    ["that is not valid yet", { notBefore: fromNow(1), notAfter: fromNow(9) }, /isn't valid yet\./],
    ["of another host", { hosts: ["other.example"] }, /belongs to another host\./],
  ] as const) {
    it(`sends nothing to a service with a certificate ${what}, and says how to fix that`, async () => {
      const refused = await serveWith(
        makeCertificate("service", { issuer: systemAuthority, hosts, ...options }),
      );
      await refusedAt(refused.url, expected);
      assert.equal(refused.requests, 0);
    });
  }

  it("reports a host that cannot be found", async () => {
    await refusedAt("https://nowhere.invalid", /No host nowhere\.invalid was found\./);
  });

  it("trusts the authorities of NODE_EXTRA_CA_CERTS", async () => {
    const extra = await serveWith(makeCertificate("service", { issuer: extraAuthority, hosts }));
    await answerSignIn(extra.url, "wrong-token");
    await window().quickInput.waitForMessage("doesn't accept this token");
    await window().quickInput.cancel();
  });

  describe("through a proxy", function () {
    this.bail(true);

    it("reports a proxy that refuses", async () => {
      await window().changeSettings({ "http.proxy": proxy.url });
      proxy.manners = "refuse";
      await refusedAt(proxiedUrl(), /proxy blocks service\.test:\d+\./);
    });

    it("reports a proxy that requires a password after one request, and sends the password that is set", async () => {
      proxy.manners = "password";
      const before = proxy.askedFor(proxiedHost);
      await refusedAt(proxiedUrl(), /proxy requires a user name and password/);
      assert.equal(proxy.askedFor(proxiedHost) - before, 1);
      await window().changeSettings({ "http.proxy": proxy.urlWithPassword });
      await answerSignIn(proxiedUrl(), service().token);
      await window().quickInput.waitUntilClosed();
      await window().openView("Hosted Apps");
      await window().tree().waitForRow("Shop");
    });

    it("ends a request that the proxy drops, and continues when the proxy works again", async () => {
      proxy.manners = "drop";
      proxy.cut();
      const before = proxy.askedFor(proxiedHost);
      await window().runCommand("Hosted Apps: Refresh");
      await shown("The proxy dropped the connection");
      await window().tree().waitForRow("Shop");
      const tries = proxy.askedFor(proxiedHost) - before;
      assert.ok(tries <= 10, `${tries} tries`);
      proxy.manners = "open";
      await gone("The proxy dropped the connection");
    });

    it("reports a proxy that cannot reach the service, and continues when the service is back", async () => {
      const { port } = front;
      await front.stop();
      await window().runCommand("Hosted Apps: Refresh");
      await shown("The proxy can't reach service.test");
      front = await serveWith(trusted, port);
      await gone("The proxy can't reach service.test");
    });

    it("continues when the machine's sleep has ended its connections", async function () {
      // Windows cannot stop and continue a process.
      skipOn(this, ["win32"]);
      const asleep = new ExtensionHosts(process.pid).all();
      assert.equal(asleep.length, 1);
      for (const pid of asleep) process.kill(pid, "SIGSTOP");
      const stoppedAtMs = Date.now();
      proxy.cut();
      await service().addApp({ name: "Made while asleep" });
      await waitUntil(() => Date.now() - stoppedAtMs > 31_000, {
        what: "a refresh to have been missed",
      });
      for (const pid of asleep) process.kill(pid, "SIGCONT");
      await window().tree().waitForRow("Made while asleep");
    });
  });

  async function shown(text: string): Promise<void> {
    await window().tree().root.getByText(text).waitFor();
  }

  async function gone(text: string): Promise<void> {
    await window().tree().root.getByText(text).waitFor({ state: "hidden" });
  }
});
