// Text parts of the page: name and state, buttons, banner, details, deployments, releases, environment.
import { type DashboardAction, type DashboardView, dashboardActions } from "../dashboardMessages";
import { showCrashLog } from "./crashLines";
import { byId, element, setAttribute, setText } from "./page";

/** Changes only what differs, so that focus and reading position stay. */
export class Sections {
  private shown: DashboardView | undefined;

  constructor(private readonly run: (action: DashboardAction) => void) {}

  show(view: DashboardView): void {
    const before = this.shown;
    this.shown = view;
    setText(byId("name"), view.state.name);
    setText(byId("status-word"), view.status.word);
    setAttribute(byId("status"), "data-tone", view.status.tone);
    const notice = byId("notice");
    notice.hidden = view.notice === "";
    setText(notice, view.notice);
    this.announce(before, view);
    for (const [name, text] of Object.entries(view.figures)) setText(byId(name), text);
    this.showButtons(view.buttons);
    this.showBanner(view.banner);
    showDetails(view.details);
    if (!isSame(before?.deployments, view.deployments) || before?.repository !== view.repository)
      showDeployments(view);
    if (!isSame(before?.releases, view.releases)) {
      byId("releases-section").hidden = view.releases.length === 0;
      showRows(
        "releases",
        view.releases.map(({ label, description }) => [label, description]),
      );
    }
  }

  /** Screen readers read a new state or trouble, but not metrics. */
  private announce(before: DashboardView | undefined, view: DashboardView): void {
    const newsOf = ({ status, notice, banner }: DashboardView) => [status.word, notice, banner?.text];
    if (!before || isSame(newsOf(before), newsOf(view))) return;
    const trouble = view.notice || view.banner?.text;
    const said = trouble ? [trouble] : [view.state.name, view.status.word];
    setText(byId("announcement"), said.join(", "));
  }

  /** A button stays in its place when its action changes, and so keeps the focus. */
  private showButtons(buttons: DashboardView["buttons"]): void {
    const group = byId("buttons");
    while (group.childElementCount > buttons.length) group.lastElementChild?.remove();
    for (const [index, { action, label, isEnabled }] of buttons.entries()) {
      let button = group.children[index];
      if (!button) {
        button = element("button", "", { type: "button" });
        button.addEventListener("click", ({ currentTarget }) => this.pressed(currentTarget));
        group.append(button);
      }
      setText(button, label);
      setAttribute(button, "data-action", action);
      // Not `disabled`: a button that has the focus must not lose it.
      setAttribute(button, "aria-disabled", String(!isEnabled));
    }
  }

  private showBanner(banner: DashboardView["banner"]): void {
    const section = byId("banner");
    section.hidden = banner === null;
    if (!banner) return;
    setText(byId("banner-text"), banner.text);
    byId("banner-log").hidden = banner.log === "";
    setText(
      byId("banner-caption"),
      (section.dataset["caption"] ?? "").replace("%name", () => banner.logName),
    );
    showCrashLog<HTMLElement>(byId("banner-lines"), banner.log, (line) => element("strong", line));
  }

  private pressed(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target.getAttribute("aria-disabled") === "true") return;
    const action = dashboardActions.find((each) => each === target.dataset["action"]);
    if (action) this.run(action);
  }
}

function showDetails(details: DashboardView["details"]): void {
  const list = byId("details");
  if (list.childElementCount !== details.length) {
    list.replaceChildren(
      ...details.map(() => {
        const row = element("div");
        row.append(element("dt"), element("dd"));
        return row;
      }),
    );
  }
  for (const [index, { label, value, link }] of details.entries()) {
    const [term, description] = list.children[index]?.children ?? [];
    if (term) setText(term, label);
    if (!description || description.textContent === value) continue;
    description.replaceChildren(link ? element("a", value, { href: value }) : value);
  }
}

function showDeployments({ deployments, repository }: DashboardView): void {
  byId("deployments-table").hidden = deployments.length === 0;
  const note = byId("repository");
  if (repository !== "") setText(note, repository);
  note.hidden = repository === "" && deployments.length > 0;
  const rows = deployments.map(({ commit, message, author, age, duration, state }) => [
    ...[element("code", commit), message, author, age, duration, state],
  ]);
  showRows("deployments", rows);
}

function showRows(id: string, rows: readonly (readonly (string | Node)[])[]): void {
  byId(id).replaceChildren(
    ...rows.map(([first = "", ...others]) => {
      const row = element("tr");
      const head = element("th", "", { scope: "row" });
      head.append(first);
      row.append(
        head,
        ...others.map((text) => {
          const cell = element("td");
          cell.append(text);
          return cell;
        }),
      );
      return row;
    }),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const mask = "••••••••";

interface Variable {
  readonly value: HTMLElement;
  readonly button: HTMLElement;
  isShown: boolean;
}

/** Names, and values only while the user wants to see them. A value is nowhere but in the page's text. */
export class Environment {
  private readonly section = byId("environment-section");
  private readonly variables = new Map<string, Variable>();
  private names: string | undefined;

  constructor(private readonly reveal: (key: string) => void) {}

  /** Null while the names are unknown. */
  show(names: readonly string[] | null): void {
    const text = JSON.stringify(names);
    if (text === this.names) return;
    this.names = text;
    const note = byId("environment-note");
    note.hidden = names !== null && names.length > 0;
    setText(note, names === null ? "–" : (this.section.dataset["none"] ?? ""));
    byId("environment-table").hidden = names === null || names.length === 0;
    this.variables.clear();
    byId("environment").replaceChildren(...(names ?? []).map((name) => this.rowOf(name)));
  }

  showValue(key: string, value: string): void {
    const variable = this.variables.get(key);
    if (!variable?.isShown) return;
    setText(variable.value, value);
    variable.value.classList.remove("masked");
    variable.value.removeAttribute("aria-label");
  }

  showFailure(key: string, reason: string): void {
    const variable = this.variables.get(key);
    if (!variable) return;
    this.setShown(key, variable, false);
    setText(variable.value, reason);
    variable.value.removeAttribute("aria-label");
  }

  private rowOf(key: string): HTMLElement {
    const row = element("tr");
    const name = element("th", "", { scope: "row" });
    name.append(element("code", key));
    const value = element("span", mask, { class: "masked" });
    const button = element("button", "", { type: "button", class: "small" });
    const variable: Variable = { value, button, isShown: false };
    this.variables.set(key, variable);
    this.setShown(key, variable, false);
    button.addEventListener("click", () => {
      this.setShown(key, variable, !variable.isShown);
      if (variable.isShown) this.reveal(key);
    });
    const [valueCell, buttonCell] = [element("td"), element("td")];
    valueCell.append(value);
    buttonCell.append(button);
    row.append(name, valueCell, buttonCell);
    return row;
  }

  private setShown(key: string, variable: Variable, isShown: boolean): void {
    variable.isShown = isShown;
    const { dataset } = this.section;
    setText(variable.button, (isShown ? dataset["hide"] : dataset["show"]) ?? "");
    const label = (isShown ? dataset["hideLabel"] : dataset["showLabel"]) ?? "";
    setAttribute(
      variable.button,
      "aria-label",
      label.replace("%key", () => key),
    );
    if (isShown) return;
    setText(variable.value, mask);
    variable.value.classList.add("masked");
    setAttribute(variable.value, "aria-label", dataset["hidden"] ?? "");
  }
}
