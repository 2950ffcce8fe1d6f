// Follows growing files of apps, such as logs: each in a terminal, and all in one status bar item. No requests are sent
// while the window has no focus.

import * as vscode from "vscode";
import type { AppKey } from "../../../core/model/appKey";
import { nameOf } from "../../../core/paths/appPath";
import { type AppLocation, appUri, parseAppUri } from "../../../editor/appUris";
import { chooseMount, type MountChoice } from "../../../editor/commands/chooseMount";
import { appOfArgument } from "../../../editor/commands/commandArguments";
import { fileSentence } from "../../../editor/fileErrors";
import { attempt } from "../../../editor/host/optionalApis";
import { choose } from "../../../editor/safeUi/inputs";
import { markdownTooltip, md } from "../../../editor/safeUi/markdown";
import { endedBy } from "../../../editor/safeUi/messages";
import { createStatusBarItem, withIcon } from "../../../editor/safeUi/statusItem";
import { orShowError } from "../../../editor/showError";
import { type FindServices, isSignedOut } from "../files/findServices";
import { pickFile } from "../goTo/filePicker";
import { type FollowEvent, FollowedFile } from "./followedFile";
import { endingOf, refusalOf } from "./followSentences";
import { LogView } from "./logView";
import { openFrame, traceLinkProvider } from "./traceLinks";

interface Follow {
  readonly place: MountChoice;
  readonly file: FollowedFile;
}

interface Shown {
  readonly place: MountChoice;
  readonly view: LogView;
}

export class Following implements vscode.Disposable {
  private readonly follows = new Map<string, Follow>();
  /** Terminals stay when following ends, so that their text can be read. Closing one ends following. */
  private readonly shown = new Map<string, Shown>();
  private readonly item = createStatusBarItem("hostedApps.following", vscode.StatusBarAlignment.Left, -1);
  private readonly listeners: vscode.Disposable;

  /** `showOther`: shows another log of the app. */
  constructor(
    private readonly services: FindServices,
    private readonly showOther: (app: AppKey) => Promise<unknown>,
  ) {
    this.item.name = vscode.l10n.t("Hosted Apps: Followed Files");
    this.item.command = "hostedApps.files.stopFollowing";
    const ofTerminal = (terminal: vscode.Terminal) =>
      [...this.shown.values()].find(({ view }) => view.terminal.is(terminal))?.place;
    const links = traceLinkProvider(ofTerminal, (frame, place) =>
      orShowError(() => openFrame(frame, place, services)),
    );
    this.listeners = vscode.Disposable.from(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        for (const { file } of this.follows.values()) file.setWanted(focused);
      }),
      attempt(() => vscode.window.registerTerminalLinkProvider(links)),
    );
  }

  /** Follows a file, or shows its terminal if it is followed already; resolves with the file's URI. */
  async follow(argument: unknown): Promise<vscode.Uri> {
    const place = await this.placeFor(argument);
    const uri = appUri(place);
    const key = uri.toString();
    if (!this.follows.has(key)) await this.start(key, place);
    this.shown.get(key)?.view.terminal.show();
    return uri;
  }

  isShown(place: AppLocation): boolean {
    return this.follows.has(appUri(place).toString());
  }

  /** Stops following the file that the argument names, the only one, or those that the user picks. */
  async stop(argument: unknown): Promise<void> {
    const named = fileOfArgument(argument);
    const keys = named ? [appUri(named).toString()] : await this.pickFollowed();
    for (const key of keys) {
      const follow = this.follows.get(key);
      if (follow) this.end(key, vscode.l10n.t("Stopped following {0}.", labelOf(follow.place)));
    }
  }

  /** After a sign-in or sign-out: stops following files of accounts that are gone, and polls the others. */
  async checkSignIns(): Promise<void> {
    await Promise.all(
      [...this.shown].map(async ([key, shown]) => {
        if (!(await isSignedOut(this.services, shown.place))) this.follows.get(key)?.file.checkNow();
        else this.endSignedOut(key, shown);
      }),
    );
  }

  closeWhere(isMeant: (app: AppKey) => boolean): void {
    for (const [key, { place, view }] of [...this.shown]) {
      if (!isMeant(place)) continue;
      this.shown.delete(key);
      this.drop(key);
      view.terminal.dispose();
    }
  }

  dispose(): void {
    for (const { file } of this.follows.values()) file.dispose();
    this.listeners.dispose();
    this.item.dispose();
    for (const { view } of this.shown.values()) view.terminal.dispose();
  }

  private async placeFor(argument: unknown): Promise<MountChoice> {
    const { services } = this;
    const active = argument === undefined ? vscode.window.activeTextEditor?.document.uri : undefined;
    const named = active && parseAppUri(active) ? active : argument;
    const place = await chooseMount(
      named,
      vscode.l10n.t("Select an app to follow a file in"),
      services.chooseApp,
    );
    if (fileOfArgument(named)) return place;
    const { path } = await pickFile({
      place,
      title: vscode.l10n.t("Follow a File in {0}", place.appName),
      services,
      canOpenToSide: false,
    });
    return { ...place, path };
  }

  private async start(key: string, place: MountChoice): Promise<void> {
    const { openFiles, clock, logger } = this.services;
    const file = new FollowedFile({
      path: place.path,
      openFiles: () => openFiles(place),
      clock,
      logger,
      onEvent: (event) => this.show(key, place, event),
    });
    // Set before the first read, so that two calls for the same file open one terminal.
    this.follows.set(key, { place, file });
    try {
      const outcome = await file.start();
      if (outcome !== "following") throw new Error(refusalOf(outcome, labelOf(place)));
    } catch (error) {
      file.dispose();
      this.follows.delete(key);
      throw error;
    }
    file.setWanted(vscode.window.state.focused);
    this.update();
  }

  private end(key: string, sentence: string): void {
    this.drop(key);
    this.shown.get(key)?.view.terminal.note(sentence);
  }

  private drop(key: string): void {
    this.follows.get(key)?.file.dispose();
    this.follows.delete(key);
    this.update();
  }

  /** After a sign-out, nothing of the account stays on the screen. */
  private endSignedOut(key: string, { place, view }: Shown): void {
    view.clear();
    const name = labelOf(place);
    this.end(key, vscode.l10n.t("Signed out. Stopped following {0}.", name));
  }

  private async pickFollowed(): Promise<string[]> {
    const keys = [...this.follows.keys()];
    if (keys.length === 0) {
      throw endedBy(vscode.l10n.t("No app file is being followed."));
    }
    if (keys.length === 1) return keys;
    const picked = await choose(
      [
        ...[...this.follows].map(([key, { place }]) => ({
          iconPath: new vscode.ThemeIcon("output"),
          label: labelOf(place),
          description: place.appName,
          keys: [key],
        })),
        {
          iconPath: new vscode.ThemeIcon("close-all"),
          label: vscode.l10n.t("All Files"),
          description: "",
          keys,
        },
      ],
      { title: vscode.l10n.t("Select a file to stop following") },
    );
    return picked.keys;
  }

  private show(key: string, place: MountChoice, event: FollowEvent): void {
    const shown = this.shownFor(key, place);
    const { view } = shown;
    const { terminal } = view;
    const name = labelOf(place);
    switch (event.kind) {
      case "started":
        view.clear();
        view.update(event.text, true);
        view.noteState();
        break;
      case "grew":
        view.update(event.text);
        break;
      case "restarted":
        terminal.note(vscode.l10n.t("{0} was replaced or truncated. Its current content follows.", name));
        view.update(event.text, true);
        break;
      case "vanished":
        terminal.note(vscode.l10n.t("{0} was deleted. Waiting for it to be created again.", name));
        break;
      case "returned":
        terminal.note(vscode.l10n.t("{0} exists again.", name));
        view.update(event.text, true);
        break;
      case "failing":
        terminal.note(vscode.l10n.t("Couldn't read {0}. Trying again. {1}", name, fileSentence(event.error)));
        break;
      case "recovered":
        terminal.note(vscode.l10n.t("{0} can be read again.", name));
        break;
      case "ended":
        if (event.reason === "signedOut") this.endSignedOut(key, shown);
        else this.end(key, endingOf(event.reason, name));
    }
  }

  private shownFor(key: string, place: MountChoice): Shown {
    const known = this.shown.get(key);
    if (known) return known;
    const closed = (): void => {
      this.shown.delete(key);
      this.drop(key);
    };
    const { accountId, appId } = place;
    const view = new LogView(place, closed, () => this.showOther({ accountId, appId }));
    const shown: Shown = { place, view };
    this.shown.set(key, shown);
    return shown;
  }

  private update(): void {
    const places = [...this.follows.values()].map(({ place }) => place);
    const [first] = places;
    if (!first) {
      this.item.hide();
      return;
    }
    const text =
      places.length === 1
        ? vscode.l10n.t("Following {0}", nameOf(first.path))
        : vscode.l10n.t("Following {0} files", places.length);
    const lines = places.map((place) => vscode.l10n.t("{0} in {1}", labelOf(place), place.appName));
    lines.push(vscode.l10n.t("Click to stop following."));
    this.item.text = withIcon("output", text);
    this.item.tooltip = markdownTooltip(lines.map((line) => md`${line}`).join("\n\n"));
    this.item.accessibilityInformation = {
      label: vscode.l10n.t("{0}. Click to stop following.", text),
      role: "button",
    };
    this.item.show();
  }
}

function labelOf({ path }: MountChoice): string {
  return path.slice(1);
}

/** The file that the argument names; undefined when it names only an app, or nothing. */
function fileOfArgument(argument: unknown): AppLocation | undefined {
  const named = appOfArgument(argument);
  return named?.path === undefined || named.path === "/" ? undefined : { ...named, path: named.path };
}
