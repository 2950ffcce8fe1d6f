// The app's environment: names, and values only while the user wants to see them. A value is nowhere but in the page's
// text.
import { byId, element, setAttribute, setText } from "./page";

const mask = "••••••••";

interface Variable {
  readonly value: HTMLElement;
  readonly button: HTMLElement;
  isShown: boolean;
}

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
