// What is taken out of text that goes to others, and what stays readable.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { redactSecrets } from "../../../../src/core/project/redactSecrets";
import { lastLines } from "../../../../src/core/text/logText";

const canary = "c4nary-Zx81";
const cases: Readonly<Record<string, string>> = {
  "a bearer header in a log": `GET / Authorization: Bearer ${canary}abcdef\nnext`,
  "a bearer header of a program": `headers = {"Authorization": "Bearer ${canary}"}`,
  "a basic header": `authorization: Basic ${canary}==`,
  "a bare bearer": `sent bearer ${canary}.x.y`,
  "an API key's header": `X-Api-Key: ${canary}`,
  "a session cookie": `Cookie: theme=dark; session=${canary}`,
  "a cookie that is set": `Set-Cookie: sid=${canary}; Path=/; HttpOnly`,
  "cookies as JSON": `{"set-cookie": ["sid=${canary}; Path=/"]}`,
  "a session in a line": `user 5 sessionid=${canary}&x=1`,
  "a database address": `postgres://app:${canary}@db.hosting.io:5432/app`,
  "an address without a user": `redis://:${canary}@cache:6379`,
  "an address whose password holds an @": `mysql://app:a@${canary}@db/app`,
  "a password in a program": `password = "${canary}"`,
  "a short password in a program": `PASSWORD = 'c4nary-Zx81'`,
  "a password with a type": `password: str = "${canary}"`,
  "a password with a quote in it": `secret = "a\\"${canary}"`,
  "a password in JSON": `{"db_password": "${canary}"}`,
  "a password in JSON in a log": `"{\\"password\\":\\"${canary}\\"}"`,
  "a password of a mapping": `os.environ["SECRET_KEY"] = "${canary}"`,
  "an API key of a call": `Client(api_key='${canary}')`,
  "a password of a shell": `DB_PASSWORD=${canary}`,
  "a password of a settings file": `  password: ${canary}`,
  "a short name of a password": `SMTP_PASS=${canary}`,
  "a password without a space": `password:${canary}`,
  "a password of a query": `GET /login?password=${canary}&a=b`,
  "a password that is not ended": `token = "${canary}`,
  "a private key": `-----BEGIN RSA PRIVATE KEY-----\n${canary}\n-----END RSA PRIVATE KEY-----`,
  "a private key that is cut": `x\n-----BEGIN PRIVATE KEY-----\n${canary}`,
  "a value of the environment": `started with ${canary}`,
};

const harmless = [
  "def login(password: str) -> None:",
  "password = getpass()",
  "token = os.environ['TOKEN']",
  "const { token } = await readToken();",
  'url = "https://example.com/a?b=c"',
  "def main():\n    print('ready')\n",
  "2026-01-01 10:00:00 GET /health 200 3 ms",
  "password:none\nsecret:string\n.token:hover\nToken::Kind2\ntoken:=next1()",
  "token_url:https://login.service.io/oauth2\nsecret://vault/db1\ntoken.js:120:5",
  "tests_passed=12\nrender_passes: 3000",
];

describe("taking secrets out", () => {
  for (const [name, text] of Object.entries(cases)) {
    it(`takes out ${name}`, () => {
      const left = redactSecrets(text, name.startsWith("a value") ? [canary] : []);
      assert.ok(!left.includes(canary), left);
      assert.match(left, /\[redacted: [a-z ]+\]/);
    });
  }

  const account = `{\n  "user": "${canary}",\n\n  "pin": "c4nary-\\"7"\n}`;
  const long = Array.from({ length: 355 }, (_, index) =>
    String.fromCharCode(97 + ((index * index) % 26)),
  ).join("");
  const printed: Readonly<Record<string, readonly [log: string, value: string, left: string]>> = {
    "a value that the log's end cuts": [
      `X is ${long} today`,
      long,
      "X is [redacted: environment value]…[redacted: environment value] today",
    ],
    "a value without its empty lines": [
      `X is\n${account}\ntoday`,
      account,
      "X is\n[redacted: environment value]\ntoday",
    ],
    "a value that is printed with escapes": [
      `environ({'X': ${JSON.stringify(account)}})`,
      account,
      `environ({'X': "[redacted: environment value]"})`,
    ],
  };
  for (const [name, [log, value, left]] of Object.entries(printed))
    it(`takes out ${name}`, () => assert.equal(redactSecrets(lastLines(log).join("\n"), [value]), left));

  it("takes out all of a value that begins as another one, and what follows a key in it", () => {
    const key = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----";
    const values = ["c4nary", canary, `{"k": "${key}", "${canary}"}`];
    assert.equal(redactSecrets(`a ${canary}`, values), "a [redacted: environment value]");
    assert.ok(!redactSecrets(values[2] ?? "", values.slice(2)).includes(canary));
  });

  it("takes out a private key that begins as that of a variable", () => {
    const key = (text: string) => `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----`;
    assert.ok(!redactSecrets(key(canary), [key("another")]).includes(canary));
  });

  it("keeps programs and logs without secrets unchanged", () => {
    for (const text of harmless) assert.equal(redactSecrets(text), text);
  });

  it("keeps the text around a secret", () => {
    assert.equal(
      redactSecrets(`a\nDB=postgres://app:${canary}@db/app\nb`),
      "a\nDB=postgres://app:[redacted: password]@db/app\nb",
    );
  });

  for (const seed of [12, Date.now()]) {
    it(`finds the password of an address in any text (seed ${seed === 12 ? seed : "fresh"})`, () => {
      const around = fc.string({ maxLength: 300 });
      const check = fc.property(around, around, (before, after) => {
        const left = redactSecrets(`${before}\npostgres://app:${canary}@db/app\n${after}`);
        assert.ok(!left.includes(canary));
      });
      fc.assert(check, { seed, numRuns: 300 });
    });
  }
});
