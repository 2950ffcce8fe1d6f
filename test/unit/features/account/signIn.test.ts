// Signing in: messages and values of the boxes for URL and token, and the way back.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../../src/accounts/accounts";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { signIn } from "../../../../src/features/account/signIn";
import { window, workspace } from "../../../support/vscodeParts";

type Press = (argument?: unknown) => unknown;

class Box {
  static readonly shown: Box[] = [];
  static get last(): Box {
    const box = Box.shown.at(-1);
    assert.ok(box);
    return box;
  }

  value = "";
  title = "";
  password = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  validationMessage: string | undefined;
  readonly pressed = new Map<string, Press[]>();

  private on(name: string): (press: Press) => void {
    return (press) => void this.pressed.set(name, [...(this.pressed.get(name) ?? []), press]);
  }

  readonly onDidAccept = this.on("accept");
  readonly onDidHide = this.on("hide");
  readonly onDidTriggerButton = this.on("button");
  readonly onDidChangeValue = this.on("value");
  readonly dispose = () => undefined;

  show(): void {
    Box.shown.push(this);
  }

  async press(name: "accept" | "hide" | "button", argument?: unknown): Promise<void> {
    for (const press of this.pressed.get(name) ?? []) await press(argument);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  async answer(value: string): Promise<void> {
    this.value = value;
    await this.press("accept");
  }
}

describe("signing in", () => {
  let verified: string[];
  let added: unknown[];
  const good = "https://api.example.com";

  /** A responding service knows only the token "right". */
  const accounts = {
    verify: async (baseUrl: string, token: string) => {
      verified.push(`${baseUrl} ${token}`);
      if (baseUrl === "https://nowhere.example")
        throw new ServiceError("network", "GET", { problem: "refused" });
      if (baseUrl !== good) throw new ServiceError("notFound", "GET");
      if (token === "right") return { id: "1", name: "Ann", sessions: [] };
      throw new ServiceError("unauthorized", "GET", { serviceText: "Unauthorized" });
    },
    add: async (...given: unknown[]) => {
      added.push(given.slice(0, 2));
      return { label: "Ann" };
    },
  } as unknown as Accounts;

  beforeEach(() => {
    [verified, added] = [[], []];
    Box.shown.length = 0;
    window["createInputBox"] = () => new Box();
    workspace["getConfiguration"] = () => ({ get: () => "", inspect: () => undefined });
  });

  const started = (again?: Account) => {
    const end = signIn(accounts, again);
    end.catch(() => undefined);
    return end;
  };

  it("accepts a URL without https, and checks the service before it asks for a token", async () => {
    const end = started();
    assert.equal(Box.last.title, "Sign In (1/2): Service URL");
    await Box.last.answer(" api.example.com/ ");
    assert.deepEqual(verified, [`${good} none`]);
    assert.equal(Box.last.title, "Sign In (2/2): Token for api.example.com");
    assert.ok(Box.last.password);
    await Box.last.answer("wrong");
    assert.match(Box.last.validationMessage ?? "", /doesn't accept this token/);
    await Box.last.answer("Bearer right");
    await end;
    assert.deepEqual(added, [[good, "right"]]);
  });

  it("reports at the URL that no server responds, and asks for no token", async () => {
    void started();
    await Box.last.answer("nowhere.example");
    assert.match(Box.last.validationMessage ?? "", /^Nothing responds at nowhere\.example\./);
    await Box.last.answer("not an address");
    assert.match(Box.last.validationMessage ?? "", /^Enter a URL/);
    assert.equal(Box.shown.length, 1);
  });

  it("offers the API's URL instead of one near it", async () => {
    void started();
    await Box.last.answer("api.example.com/v1");
    assert.match(
      Box.last.validationMessage ?? "",
      /The API is at https:\/\/api\.example\.com\. Press Enter to use it/,
    );
    assert.equal(Box.last.value, good);
    await Box.last.press("accept");
    assert.match(Box.last.title, /Token for api\.example\.com$/);
    assert.ok(verified.every((each) => each.endsWith(" none")));
  });

  it("leads back from the token to the URL, which is kept", async () => {
    void started();
    await Box.last.answer("api.example.com");
    assert.ok(Box.last.buttons.includes(vscode.QuickInputButtons.Back));
    await Box.last.press("button", vscode.QuickInputButtons.Back);
    assert.deepEqual([Box.last.title, Box.last.value], ["Sign In (1/2): Service URL", good]);
  });

  it("asks only for the token when an account signs in again", async () => {
    void started({ baseUrl: good } as Account);
    assert.equal(Box.last.title, "Sign In: Token for api.example.com");
    assert.deepEqual([Box.last.buttons, verified], [[], []]);
    await Box.last.answer("right");
    assert.deepEqual(added, [[good, "right"]]);
  });

  it("opens the page for tokens of this service only", async () => {
    const opened: string[] = [];
    (vscode.env as unknown as Record<string, unknown>)["openExternal"] = (uri: vscode.Uri) =>
      void opened.push(uri.toString());
    const hosts = { [good]: { tokenPage: "https://example.com/tokens" } };
    workspace["getConfiguration"] = () => ({ get: () => "", inspect: () => ({ globalValue: hosts }) });
    void started({ baseUrl: good } as Account);
    const [button] = Box.last.buttons;
    await Box.last.press("button", button);
    assert.deepEqual(opened, ["https://example.com/tokens"]);
    void started({ baseUrl: "https://other.example" } as Account);
    assert.deepEqual(Box.last.buttons, []);
  });
});
