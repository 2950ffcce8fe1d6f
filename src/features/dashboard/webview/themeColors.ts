// Colors of VS Code's theme for canvases, and an event for a change of the theme.

export interface ThemeColors {
  readonly text: string;
  readonly grid: string;
  readonly cpu: string;
  readonly memory: string;
  readonly received: string;
  readonly sent: string;
  readonly limit: string;
  readonly font: string;
}

export function themeColors(): ThemeColors {
  const style = getComputedStyle(document.body);
  const variable = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: variable("--quiet"),
    grid: variable("--grid"),
    cpu: variable("--cpu"),
    memory: variable("--memory"),
    received: variable("--received"),
    sent: variable("--sent"),
    limit: variable("--limit"),
    font: `11px ${variable("--vscode-font-family") || "sans-serif"}`,
  };
}

/** VS Code sets the kind of theme on the body and its colors on the root element. */
export function onDidChangeTheme(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-id"] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style"] });
}
