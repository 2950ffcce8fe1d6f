// The projects that one can start from. Their files are in media/templates, each in a folder of its name; the package
// holds them in one file.
import * as vscode from "vscode";
import type { ChoiceItem } from "../../../editor/steps";

export const templateIds = [
  ...(["discord-py", "discord-js", "python-bot", "node-bot"] as const),
  ...(["flask", "fastapi", "express", "static-site"] as const),
] as const;

export type TemplateId = (typeof templateIds)[number];

/** The template's name, and the tools it is made with. */
export function templateWords(id: TemplateId): { readonly label: string; readonly description: string } {
  switch (id) {
    case "discord-py":
      return { label: vscode.l10n.t("Discord Bot in Python"), description: "discord.py" };
    case "discord-js":
      return { label: vscode.l10n.t("Discord Bot in Node.js"), description: "discord.js" };
    case "python-bot":
      return {
        label: vscode.l10n.t("Telegram Bot in Python"),
        description: vscode.l10n.t("no dependencies"),
      };
    case "node-bot":
      return {
        label: vscode.l10n.t("Telegram Bot in Node.js"),
        description: vscode.l10n.t("no dependencies"),
      };
    case "flask":
      return { label: vscode.l10n.t("Web App with Flask"), description: "Python" };
    case "fastapi":
      return { label: vscode.l10n.t("Web API with FastAPI"), description: "Python" };
    case "express":
      return { label: vscode.l10n.t("Web App with Express"), description: "Node.js" };
    case "static-site":
      return { label: vscode.l10n.t("Static Site"), description: vscode.l10n.t("Node.js, no dependencies") };
  }
}

/** A row for each. */
export function templateItems(): ChoiceItem<TemplateId>[] {
  return templateIds.map((id) => ({
    ...templateWords(id),
    iconPath: new vscode.ThemeIcon(templateIcon(id)),
    value: id,
  }));
}

export function templateIcon(id: TemplateId): string {
  return id.endsWith("-bot") || id.startsWith("discord-") ? "comment" : "globe";
}
