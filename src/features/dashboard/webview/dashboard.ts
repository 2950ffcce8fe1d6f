// The dashboard's page: shows the extension's messages and sends what the user presses.
import "uplot/dist/uPlot.min.css";
import "./dashboard.css";
import { chartRanges, type DashboardState, type FromPage, type ToPage } from "../dashboardMessages";
import { byId } from "./page";
import { Environment, Sections } from "./sections";
import { onDidChangeTheme } from "./themeColors";
import { UsageCards } from "./usageCards";

/** VS Code's API of a webview page. */
interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): DashboardState | undefined;
  setState(state: DashboardState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
const cards = new UsageCards();
const sections = new Sections((action) => vscode.postMessage({ type: "run", action }));
const environment = new Environment((key) => vscode.postMessage({ type: "reveal", key }));
const rangeButtons = [...byId("ranges").querySelectorAll("button")];

let range = vscode.getState()?.range ?? "10min";
let identity: DashboardState | undefined;

function showRange(): void {
  for (const button of rangeButtons)
    button.setAttribute("aria-pressed", String(button.dataset["range"] === range));
  cards.show(range);
  if (identity) vscode.setState({ ...identity, range });
}

for (const button of rangeButtons) {
  button.addEventListener("click", () => {
    range = chartRanges.find((known) => known === button.dataset["range"]) ?? range;
    showRange();
  });
}

window.addEventListener("message", ({ data: message }: MessageEvent<ToPage>) => {
  switch (message.type) {
    case "view":
      identity = message.view.state;
      vscode.setState({ ...identity, range });
      sections.show(message.view);
      cards.note(message.view.usageNote);
      environment.show(message.view.environment);
      return;
    case "history":
      cards.data.replace(message.points);
      cards.draw();
      return;
    case "sample":
      cards.data.append(message.point);
      if (cards.data.isTooLong) vscode.postMessage({ type: "ready" });
      cards.draw();
      return;
    case "value":
      environment.showValue(message.key, message.value);
      return;
    case "valueFailed":
      environment.showFailure(message.key, message.reason);
      return;
  }
});

onDidChangeTheme(() => cards.recolor());
showRange();
vscode.postMessage({ type: "ready" });
