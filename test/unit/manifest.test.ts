// Compares package.json with the code: contributions and implementations match.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { dialectFields } from "../../src/core/model/readDialect";
import { parseServiceAddress } from "../../src/core/model/serviceAddress";
import { mayGrow } from "../../src/core/paths/logFiles";
import { unusableHosts } from "../../src/core/settings/hostSettings";
import { numericSettings, refreshSeconds } from "../../src/core/settings/numericSettings";
import { inRepository } from "../support/repository";
import { readSourceFiles } from "../support/sourceFiles";

interface MenuEntry {
  /** Absent for a submenu. */
  readonly command?: string;
  readonly when?: string;
}

interface WalkthroughStep {
  readonly media: { readonly svg: string };
  readonly completionEvents: readonly string[];
}

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category: string;
  readonly icon?: string;
}

interface PartSchema {
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface HostsSchema {
  readonly patternProperties: Readonly<
    Record<string, { readonly properties: Readonly<Record<string, PartSchema>> }>
  >;
  readonly defaultSnippets: readonly { readonly body: object }[];
}

const read = (...names: string[]) => readFileSync(inRepository(...names), "utf8");
const readJson = (...names: string[]) => JSON.parse(read(...names));
const manifest = readJson("package.json");
const strings: Record<string, string> = readJson("package.nls.json");
const sources = readSourceFiles();
const textOf = (file: string) => sources.find((source) => source.path === file)?.text ?? "";

/** Of `export const NAME = [...]`. */
function literalsOf(file: string, name: string): string[] {
  const list = new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(textOf(file))?.[1] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map(([, literal]) => literal ?? "");
}

const commands: Command[] = manifest.contributes.commands;
const commandNames = new Set(commands.map(({ command }) => command));
const [{ steps }]: [{ readonly steps: readonly WalkthroughStep[] }] = manifest.contributes.walkthroughs;
const menus: Record<string, MenuEntry[]> = manifest.contributes.menus;
const settings: Record<string, Record<string, unknown>> = Object.assign(
  {},
  ...manifest.contributes.configuration.map((group: { properties: unknown }) => group.properties),
);

describe("manifest", () => {
  it("contributes exactly the commands that are implemented", () => {
    const source = textOf("editor/commands/commands.ts");
    const table = /export const commands = \{([^}]*)\} as const/.exec(source)?.[1] ?? "";
    const implemented = [...table.matchAll(/"([\w.]+)": "\w+"/g)].map(([, id]) => `hostedApps.${id}`);
    assert.ok(implemented.length > 10);
    assert.deepEqual([...commandNames].sort(), implemented.sort());
  });

  it("has a palette condition for each command", () => {
    const always = ["account.signIn", "log.show"].map((id) => `hostedApps.${id}`);
    const listed =
      menus["commandPalette"]?.flatMap(({ command, when }) => (when ? (command ?? []) : [])) ?? [];
    assert.deepEqual([...listed, ...always].sort(), [...commandNames].sort());
  });

  it("offers no account commands before the sign-in state is known", () => {
    const early = Object.values(menus)
      .flat()
      .filter(({ when = "" }) => /state != /.test(when) && !when.includes("hostedApps.signedIn && "));
    assert.deepEqual(early, []);
  });

  it("has its names in README", () => {
    const submenus: { readonly label: string }[] = manifest.contributes.submenus;
    const labels = [...commands.map(({ title }) => title), ...submenus.map(({ label }) => label)];
    const titles = labels.map((label) => strings[label.replaceAll("%", "")] ?? label);
    const ofVsCode = ["Welcome: Open Walkthrough", "Extensions: Install from VSIX"];
    const noCommands = [strings["view.account"], strings["walkthrough.title"], "App Files Read-Only"];
    const known = new Set([...titles, ...ofVsCode, ...noCommands]);
    const named = [
      ...read("README.md").matchAll(
        /_([A-Z][a-z]*(?:[ :-]+[A-Za-z]+)+)(?:\.\.\.)?_|\bHosted Apps: (\w+(?: [A-Z]\w*)*)/g,
      ),
    ];
    assert.ok(named.length > 15);
    assert.deepEqual(
      named.map(([, title, command]) => title ?? command ?? "").filter((title) => !known.has(title)),
      [],
    );
  });

  it("names only contributed commands in menus and welcome texts", () => {
    const inMenus = Object.values(menus).flatMap((entries) =>
      entries.flatMap(({ command }) => command ?? []),
    );
    const inTexts = Object.values(strings).flatMap((text) =>
      [...text.matchAll(/command:(?!workbench\.)([\w.]+)/g)].map(([, command]) => command ?? ""),
    );
    for (const command of [...inMenus, ...inTexts]) assert.ok(commandNames.has(command), command);
  });

  it("completes each step of the walkthrough by the user's action or view, with a picture", () => {
    assert.ok(steps.length > 3);
    for (const { media, completionEvents } of steps) {
      const picture = readFileSync(inRepository(media.svg), "utf8");
      // VS Code refuses styles in it, and only its own colors suit every theme.
      const colors = [...picture.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, color]) => color);
      assert.ok(
        colors.length > 10 && colors.every((color) => /^(?:none|var\(--vscode-.+\))$/.test(color ?? "")),
      );
      assert.doesNotMatch(picture, /<style|style=/);
      const ends = completionEvents.map((event) => event.replace(/^onCommand:/, ""));
      assert.ok(ends.every((end) => commandNames.has(end) || /^onContext:hostedApps\.\w+/.test(end)));
    }
  });

  it("gives the teams room below the account, at most as much as the apps", () => {
    const [apps, account] = manifest.contributes.views["hostedApps"] ?? [];
    assert.deepEqual([apps?.size, account?.size], [3, 2]);
  });

  it("offers to follow the same files in the Explorer as in the Apps view", () => {
    const entries = Object.values(menus).flat();
    const follows = entries
      .filter(({ command }) => command === "hostedApps.files.follow")
      .filter(({ when = "" }) => /viewItem|Extname/.test(when));
    const endings = follows.flatMap(
      ({ when = "" }) => /\\\.\(([\w|]+)\)\$/.exec(when)?.[1]?.split("|") ?? [],
    );
    assert.ok(endings.length > 3);
    for (const ending of endings) assert.ok(mayGrow(`a.${ending}`), ending);
    for (const name of ["main.py", "index.js", "a.png", "Dockerfile", "log"]) assert.ok(!mayGrow(name), name);
    assert.ok(follows.some(({ when }) => when?.includes("viewItem == growingFile")));
    assert.ok(!follows.some(({ when }) => when?.endsWith("viewItem == file")));
  });

  it("offers to revoke accepted files whether or not an app's files are open", () => {
    const offered = Object.values(menus)
      .flat()
      .filter(({ command }) => command === "hostedApps.files.revokeReview")
      .map(({ when }) => when);
    assert.ok(offered.some((when) => when !== "false"));
    for (const when of offered) assert.ok(when && !when.includes("hasMount"), when);
  });

  it("labels an app's files without the app's id, which is the first part of their path", () => {
    const formatters: { readonly scheme: string; readonly formatting: Record<string, unknown> }[] =
      manifest.contributes.resourceLabelFormatters;
    const ofFiles = formatters.find(({ scheme }) => scheme === "hosted-app");
    assert.match(String(ofFiles?.formatting["label"]), /^\$\{path\}$/);
    assert.equal(ofFiles?.formatting["stripPathSegments"], 1);
  });

  it("contributes exactly the settings that are read", () => {
    const keys = literalsOf("editor/settings.ts", "settingKeys").map((key) => `hostedApps.${key}`);
    assert.ok(keys.length > 5);
    assert.deepEqual(Object.keys(settings).sort(), keys.sort());
  });

  it("has a readable number of settings", () => {
    assert.ok(Object.keys(settings).length <= 12);
  });

  it("keeps settings that decide where a token is sent out of a workspace's reach", () => {
    for (const [key, setting] of Object.entries(settings)) {
      if (!key.startsWith("hostedApps.service.")) continue;
      assert.equal(setting["scope"], "application", key);
      assert.equal(setting["ignoreSync"], true, key);
    }
  });

  it("contributes exactly the tools that language models can call", () => {
    const implemented = literalsOf("features/agent/toolNames.ts", "toolNames");
    const tools: { readonly name: string; readonly modelDescription: string }[] =
      manifest.contributes.languageModelTools;
    assert.ok(implemented.length > 0);
    assert.deepEqual(tools.map(({ name }) => name).sort(), [...implemented].sort());
    assert.ok(tools.every(({ modelDescription }) => modelDescription.length > 20));
  });

  it("has the same default and limits of a number in package.json and in the code", () => {
    const numbers = Object.entries(settings).filter(([, { type }]) => type === "integer");
    const inManifest = numbers.map(([key, { minimum, maximum, default: usual }]) => [
      ...[key.replace("hostedApps.", ""), { least: minimum, most: maximum, default: usual }],
    ]);
    assert.deepEqual(Object.fromEntries(inManifest), numericSettings);
    assert.deepEqual(settings["hostedApps.refresh"]?.["enum"], Object.keys(refreshSeconds));
  });

  it("describes every field of a service's entry, with a valid example", () => {
    const { patternProperties, defaultSnippets } = settings[
      "hostedApps.service.hosts"
    ] as unknown as HostsSchema;
    const [parts] = Object.values(patternProperties).map(({ properties }) => properties);
    assert.deepEqual(Object.keys(parts ?? {}), ["tokenPage", "appPage", "webAddress", "wire"]);
    const wire = parts?.["wire"]?.properties ?? {};
    assert.deepEqual(Object.keys(wire).sort(), [...Object.keys(dialectFields), "pathParameter"].sort());
    for (const { body } of defaultSnippets) {
      const typed = JSON.parse(JSON.stringify(body).replaceAll(/\$\{\d:([^}]*)\}/g, "$1"));
      assert.equal(Object.keys(typed).length, 1);
      assert.deepEqual(unusableHosts(typed), []);
      for (const [part, { pattern }] of Object.entries(parts ?? {}))
        if (pattern)
          assert.match(Object.values<Record<string, string>>(typed)[0]?.[part] ?? "", new RegExp(pattern));
    }
  });

  it("allows no folder to set how much is sent and read, or how often", () => {
    for (const [key, { type, scope }] of Object.entries(settings)) {
      if (type === "integer" || /^hostedApps\.(service\.|refresh$)/.test(key))
        assert.equal(scope, "application", key);
    }
    assert.doesNotMatch(textOf("editor/settings.ts"), /folderValue(<\w+>)?\("(service|metrics|refresh)\b/);
  });

  it("contributes no setting with an invalid default", () => {
    const known =
      "order type default enum minimum maximum pattern patternErrorMessage scope ignoreSync".split(" ");
    const words = ["markdownDescription", "markdownEnumDescriptions", "tags"];
    const ofObjects = ["properties", "patternProperties", "additionalProperties", "defaultSnippets"];
    const typeOf = (value: unknown) => (Number.isInteger(value) ? "integer" : typeof value);
    for (const [key, setting] of Object.entries(settings)) {
      const { default: usual, type, enum: choices, minimum, maximum, pattern } = setting;
      const checked = [...known, ...words, ...(type === "object" ? ofObjects : [])];
      for (const name of Object.keys(setting)) assert.ok(checked.includes(name), `${key} ${name}`);
      assert.equal(typeOf(usual), type, key);
      if (Array.isArray(choices)) assert.ok(choices.includes(usual), key);
      if (type === "integer")
        assert.ok(Number(usual) >= Number(minimum) && Number(usual) <= Number(maximum), key);
      if (pattern !== undefined) assert.match(String(usual), new RegExp(String(pattern)), key);
      if (type === "object") assert.deepEqual(usual, {}, key);
    }
  });

  it("marks exactly those URLs as wrong that sign-in refuses", () => {
    const pattern = new RegExp(String(settings["hostedApps.service.url"]?.["pattern"]));
    const { patternProperties } = settings["hostedApps.service.hosts"] as unknown as HostsSchema;
    const [ofHost = ""] = Object.keys(patternProperties);
    const addresses = [
      ...["https://api.example.com", " https://api.example.com/ ", "https://api.example.com:8443/hosting/"],
      ...["http://localhost:3000", "http://127.0.0.1:41234/v1", "http://[::1]:80", "http://localhost"],
      ...["api.example.com", "ftp://api.example.com", "http://api.example.com"],
      ...[
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
        "https://me:secret@api.example.com",
      ],
      ...["https://api.example.com?x=1", "https://api.example.com#x", "http://localhost:3000/#x", "https://"],
    ];
    for (const address of addresses) {
      assert.equal(pattern.test(address), "baseUrl" in parseServiceAddress(address), address);
      assert.equal(new RegExp(ofHost).test(address.trim()), pattern.test(address), address);
    }
  });

  it("has an order for each setting, and a description for each choice", () => {
    const groups: { properties: Record<string, { order: number }> }[] = manifest.contributes.configuration;
    for (const ordered of [groups, ...groups.map(({ properties }) => Object.values(properties))])
      assert.deepEqual(
        ordered.map((each) => "order" in each && each.order),
        ordered.map((_, index) => index + 1),
      );
    for (const [key, { type, enum: choices, markdownEnumDescriptions: words }] of Object.entries(settings))
      if (type === "string" && Array.isArray(choices))
        assert.equal(Array.isArray(words) && words.length, choices.length, key);
  });

  it("links existing settings only", () => {
    const links = Object.entries(strings).flatMap(([key, text]) =>
      [...text.matchAll(/#(hostedApps\.[\w.]+)#/g)].map(([, linked = ""]) => ({ key, linked })),
    );
    assert.ok(links.length > 2);
    for (const { key, linked } of links) {
      assert.ok(linked in settings, linked);
      assert.ok(strings[key]?.includes(`\`#${linked}#\``), key);
      assert.notEqual(`setting.${linked.replace("hostedApps.", "")}`, key);
    }
  });

  it("has folder scope for settings that a folder may set", () => {
    const ofFolders = Object.keys(settings).filter((key) => settings[key]?.["scope"] !== "application");
    assert.ok(ofFolders.length > 0);
    for (const key of ofFolders) {
      assert.equal(settings[key]?.["scope"], "resource", key);
      const read = `folderValue("${key.replace("hostedApps.", "")}"`;
      assert.ok(textOf("editor/settings.ts").includes(read), key);
    }
  });

  it("uses exactly the context keys that the code sets", () => {
    const defaults = /const defaults = \{([\s\S]*?)\n\};/.exec(textOf("editor/contextKeys.ts"))?.[1] ?? "";
    const known = new Set([...defaults.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key));
    const ends = steps.flatMap(({ completionEvents }) =>
      completionEvents.filter((event) => event.startsWith("onContext:")),
    );
    const views = Object.values<{ readonly when?: string }[]>(manifest.contributes.views).flat();
    const whens = [...Object.values(menus).flat(), ...views, ...manifest.contributes.viewsWelcome]
      .map(({ when }) => when ?? "")
      .concat(ends.map((end) => end.replace("onContext:", "")));
    const used = whens.flatMap((when: string) =>
      [...when.replaceAll(/view [!=]= [\w.]+/g, "").matchAll(/(?:^|[\s!(])hostedApps\.(\w+)/g)].map(
        ([, key]) => key,
      ),
    );
    assert.ok(known.size > 0);
    assert.ok(used.length > 0);
    assert.deepEqual([...new Set(used)].sort(), [...known].sort());
  });

  it("has exactly the strings that it names", () => {
    const named = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? "");
    assert.deepEqual([...new Set(named)].sort(), Object.keys(strings).sort());
  });

  it("has every sentence of the code in l10n (npm run l10n)", () => {
    const bundle = readJson("l10n/bundle.l10n.json");
    const sentences = sources.flatMap(({ text }) =>
      [...text.matchAll(/l10n\.t\(\s*("(?:[^"\\]|\\.)*")/g)].map(([, literal]) =>
        JSON.parse(literal ?? '""'),
      ),
    );
    assert.ok(sentences.length > 100);
    for (const sentence of sentences) assert.ok(sentence in bundle, sentence);
  });

  it("has every icon and program that it names", () => {
    const icons = [
      manifest.icon,
      ...manifest.contributes.viewsContainers.activitybar.map((view: { icon: string }) => view.icon),
    ];
    for (const icon of icons) assert.ok(existsSync(inRepository(icon)), icon);
    for (const { icon } of commands) assert.match(icon ?? "", /^\$\([a-z-]+\)$/);
  });

  it("has every picture of README, and packages a README without pictures", () => {
    const readme = read("README.md");
    const pictures = [...readme.matchAll(/^!\[.{20,}\]\((.+)\)$/gm)].map(([, file]) => file ?? "");
    assert.ok(pictures.length > 2);
    for (const picture of pictures) assert.ok(existsSync(inRepository(picture)), picture);
    const packaged = read("dist", "README.md");
    assert.ok(!packaged.includes("!["));
    assert.doesNotMatch(packaged, /\]\((?!https?:|#)/, "vsce refuses relative links");
    assert.equal(packaged.match(/^## /gm)?.length, readme.match(/^## /gm)?.length);
  });

  it("explains every field of hosted-app.json in README", () => {
    const rows = [...read("README.md").matchAll(/^\| `([$\w.<>]+)` +\| .{20,}\|$/gm)].map(
      ([, field]) => field,
    );
    const { properties } = readJson("media", "hosted-app.schema.json");
    const fields = Object.keys(properties);
    const ofTarget = Object.keys(properties.targets.additionalProperties.properties);
    assert.ok(fields.length > 8 && ofTarget.length > 1);
    for (const field of [...fields, ...ofTarget.map((name) => `targets.<name>.${name}`)])
      assert.ok(rows.includes(field), field);
  });

  it("has the messages that README explains", () => {
    const help = read("README.md").split("\n## Troubleshooting\n")[1] ?? "";
    const quoted = [...help.matchAll(/^\| "([^"]+)"/gm)].map(([, text]) => text ?? "");
    assert.ok(quoted.length > 5);
    const sentences = Object.keys(readJson("l10n", "bundle.l10n.json"));
    for (const text of quoted) {
      // "..." matches any text.
      const parts = text.split("...").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const pattern = new RegExp(`^${parts.join(".+")}`);
      assert.ok(
        sentences.some((sentence) => pattern.test(sentence)),
        text,
      );
    }
  });

  it("has each module in one chunk, and none that loads later in the start chunk", () => {
    const built: Record<string, { readonly inputs: Record<string, { readonly bytesInOutput: number }> }> =
      readJson("out", "build.meta.json");
    const places = new Map<string, string[]>();
    for (const [output, { inputs }] of Object.entries(built))
      for (const [input, { bytesInOutput }] of Object.entries(inputs))
        if (bytesInOutput > 0) places.set(input, [...(places.get(input) ?? []), output]);
    assert.ok([...places.keys()].filter((input) => input.startsWith("src/")).length > 250);
    for (const [input, outputs] of places) assert.equal(outputs.length, 1, input);
    assert.deepEqual(places.get("src/extension.ts"), ["dist/extension.js"]);
    assert.notDeepEqual(places.get("src/core/archive/archive.ts"), ["dist/extension.js"]);
  });

  it("imports single functions of VS Code, without a copy of its namespace for each file", () => {
    const start = read("dist", "extension.js");
    assert.match(start, /= ?require\("vscode"\)/);
    assert.doesNotMatch(start, /\w\(require\("vscode"\)\)/);
  });

  it("titles commands in title case under one category", () => {
    const small = new Set(["a", "an", "the", "in", "with", "from", "to", "of", "and", "or", "for", "it"]);
    for (const { title, category } of commands) {
      assert.equal(strings[category.replaceAll("%", "")], "Hosted Apps");
      const words = (strings[title.replaceAll("%", "")] ?? "").split(" ");
      const wrong = words.filter((word) => !small.has(word) && !/^([A-Z]|\.env$)/.test(word));
      assert.deepEqual(wrong, [], words.join(" "));
    }
  });

  it("activates for a mount before its first use", () => {
    assert.ok(manifest.activationEvents.includes("onFileSystem:hosted-app"));
    assert.ok(!manifest.activationEvents.includes("*"));
  });

  it("is built against the oldest supported VS Code", () => {
    assert.equal(manifest.devDependencies["@types/vscode"], "1.105.0");
    assert.equal(manifest.engines.vscode, "^1.105.0");
  });
});
