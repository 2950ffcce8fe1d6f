import assert from "node:assert/strict";
import fs from "node:fs";
import { describe, it } from "mocha";
import { secretByName, secretsInText } from "../../../../src/core/project/secrets";
import { inRepository } from "../../../support/repository";

/** Noise of a length, the same every time, so that no real-looking token stands in this file. */
const noise = (length: number, alphabet = "aB3dE6gH9jKm2PqR5tVwX8yZ1cFn4sLu7"): string =>
  Array.from({ length }, (_, index) => alphabet[(index * 7 + Math.floor(index / 5)) % alphabet.length]).join(
    "",
  );
const upper = "QW7ERT2YUI5OP9LKJ3HGF";

const samples: Record<string, string> = {
  privateKey: `-----BEGIN RSA PRIVATE KEY-----\n${noise(64)}\n${noise(64)}\n-----END RSA PRIVATE KEY-----`,
  awsKey: `aws_access_key_id = AKIA${noise(16, upper)}`,
  githubToken: `git clone https://ghp_${noise(36)}@github.com/a/b`,
  gitlabToken: `glpat-${noise(20)}`,
  slackToken: `client = WebClient("xoxb-${noise(11, "3947102856")}-${noise(12, "3947102856")}-${noise(24)}")`,
  stripeKey: `stripe.api_key = "sk_live_${noise(24)}"`,
  googleKey: `key=AIza${noise(35)}&q=a`,
  discordToken: `bot.run("MT${noise(22)}.G${noise(5)}.${noise(38)}")`,
  telegramToken: `https://api.telegram.org/bot${noise(9, "3947182856")}:AA${noise(33)}/getMe`,
  openAiKey: `OpenAI(api_key="sk-proj-${noise(48)}")`,
  npmToken: `//registry.npmjs.org/:_authToken=npm_${noise(36)}`,
  sendGridKey: `SG.${noise(22)}.${noise(43)}`,
  jsonWebToken: `Authorization: Bearer eyJ${noise(20)}.eyJ${noise(30)}.${noise(43)}`,
  addressWithPassword: `DATABASE_URL=postgres://app:${noise(14)}@db.hosting.io:5432/app`,
};

const passwords = [
  `password = "${noise(16)}"`,
  `"client_secret": "${noise(24)}",`,
  `const config = { apiKey: '${noise(20)}' };`,
  `os.environ["SECRET_KEY"] = "${noise(32)}"`,
  `DB_PASSWORD=${noise(18)}`,
  `//npm.acme.io/api/v4/packages/npm/:_authToken=${noise(20)}\n`,
  `//npm.acme.io:8081/:_password = ${noise(20)}==\n`,
  `_auth=${noise(24)}==\n`,
  `SMTP_PASS=${noise(18)}\n`,
  `  encryption_key: ${noise(20)}\n`,
];

const harmless = [
  'password = "password"',
  'password = os.environ["DATABASE_PASSWORD"]',
  'const token = await getTokenFromStorage("user-session-1");',
  'apiKey: "YOUR_API_KEY_HERE_123"',
  "API_KEY=<your-key-1234567890>",
  "//registry.npmjs.org/:_authToken=\x24{NPM_TOKEN_OF_CI_1}",
  "SECRET_KEY=\x24{SECRET_KEY_FROM_CI_1}",
  `password: "correct horse battery staple 1"`,
  "if (text.includes('-----BEGIN PRIVATE KEY-----')) throw new Error('no keys, please');",
  "postgres://user:password@localhost:5432/app",
  "postgres://app:\x24{PASSWORD}@db.hosting.io/app",
  `"integrity": "sha512-${noise(86)}=="`,
  `<script integrity="sha384-${noise(64)}"></script>`,
  "token_url = 'https://login.service.io/oauth2/v2.0/token'",
  'import { tokenKeyword2 } from "./token-types/keyword2";',
  "AKIAIOSFODNN7EXAMPLE",
  'secretName: "my-app-secret-v2"',
  `bypassed_passenger_id = "${noise(20)}"`,
  "password_reset_template = 'emails/password_reset2.html'",
  `commit ${noise(40, "0a1b2c3d4e5f6789")}`,
];

describe("secrets", () => {
  for (const [kind, text] of Object.entries(samples)) {
    it(`finds ${kind} in a text and the line it stands on`, () => {
      assert.deepEqual(secretsInText(`first line\n\n${text}\n`), [{ kind, line: 3 }]);
    });
  }

  for (const text of passwords) {
    it(`finds what is assigned in ${text.replace(/[A-Za-z0-9]{14,}/, "…").trim()}`, () => {
      assert.deepEqual(secretsInText(text), [{ kind: "password", line: 1 }]);
    });
  }

  for (const text of harmless) {
    it(`finds no secret in ${text.slice(0, 60)}`, () => {
      assert.deepEqual(secretsInText(text), []);
    });
  }

  it("finds nothing in our own source and documents", () => {
    const found = fs
      .readdirSync(inRepository("src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") || file.endsWith(".md"))
      .filter((file) => secretsInText(fs.readFileSync(inRepository("src", file), "utf8")).length > 0);
    assert.deepEqual(found, []);
  });

  it("finds none in a quarter of a megabyte on one line that only begins like them", () => {
    for (const piece of ["password", "a://b:", "eyJ", "key=", "x-", "secret_token_", '"token": "'])
      assert.deepEqual(secretsInText(piece.repeat(Math.ceil((256 * 1024) / piece.length))), []);
  });

  for (const [kind, ...names] of [
    ["environmentFile", ".env", "config/.env.production", "prod.env"],
    ["environmentFile", ".env~", ".env-production", "app/.ENV_local"],
    ["privateKey", "keys/id_rsa", "cert.p12"],
    ["credentials", ".netrc", "home/.aws/credentials", ".streamlit/secrets.toml"],
    ["loginSession", "auth_info_baileys/creds.json", ".wwebjs_auth/session/Default/Cookies"],
    ["loginSession", "bot/me.session", "chrome_user_data/Default/Login Data"],
    [undefined, ".env.example", ".env.sample", ".env.local.template", "keys/id_rsa.pub"],
    [undefined, ".env-example", ".env_sample", ".environment", "src/.envs.py"],
    [undefined, "src/auth/session.py", "src/environment.ts", "credentials.md"],
  ] as const)
    for (const name of names)
      it(`by its name takes ${name} for ${kind ?? "nothing secret"}`, () =>
        assert.equal(secretByName(name), kind));
});
