// Text parts of the page: name and state, buttons, banner, details, deployments.
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
  byId("deployments").replaceChildren(
    ...deployments.map(({ commit, message, author, age, duration, state }) => {
      const row = element("tr");
      const first = element("th", "", { scope: "row" });
      first.append(element("code", commit));
      row.append(first, ...[message, author, age, duration, state].map((text) => element("td", text)));
      return row;
    }),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
