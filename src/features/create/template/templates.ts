// The projects that one can start from. Their files are in media/templates, each in a folder of its name.
import { l10n } from "vscode";

export const templateIds = ["python-bot", "node-bot", "flask", "fastapi", "express", "static-site"] as const;

export type TemplateId = (typeof templateIds)[number];

/** Its name, and what it is made with. */
export function templateWords(id: TemplateId): { readonly label: string; readonly description: string } {
  switch (id) {
    case "python-bot":
      return { label: l10n.t("Telegram Bot in Python"), description: l10n.t("no packages") };
    case "node-bot":
      return { label: l10n.t("Telegram Bot in Node.js"), description: l10n.t("no packages") };
    case "flask":
      return { label: l10n.t("Web App with Flask"), description: "Python" };
    case "fastapi":
      return { label: l10n.t("Web Interface with FastAPI"), description: "Python" };
    case "express":
      return { label: l10n.t("Web App with Express"), description: "Node.js" };
    case "static-site":
      return { label: l10n.t("Static Site"), description: l10n.t("Node.js, no packages") };
  }
}

/** Files whose own name a package of an extension cannot hold. */
export function nameInProject(name: string): string {
  return name === "gitignore" ? ".gitignore" : name;
}
