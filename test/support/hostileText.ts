// Text as an enemy writes it, and what shows that VS Code took it for more than text.
import type { Page } from "playwright-core";

/** A command that nobody has; a link that runs it would say so. */
export const hostileCommand = "hostile.run";
const turned = "\u202e\u2066";

/** In place of any name: a link that runs a command, an icon, HTML, and marks that turn the direction around. */
export function hostile(name: string): string {
  return `${name} [run](command:${hostileCommand}) $(flame) <img src=x onerror=a()> ${turned}`;
}

/** Watches everything that is drawn from now on. */
export async function watchForLiveText(page: Page): Promise<void> {
  await page.evaluate(`(${watch})(${JSON.stringify(hostileCommand)})`);
}

/** What was drawn that is more than text: links that run the command, its icon, pictures, turned text outside editors. */
export async function liveText(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>("window.hostedAppsLiveText");
  for (const frame of page.frames().slice(1)) {
    const inFrame = await frame.evaluate<string[]>(
      `(${lookAt})(document.documentElement, ${JSON.stringify(hostileCommand)})`,
    );
    found.push(...inFrame.map((each) => `in a frame: ${each}`));
  }
  return [...new Set(found)];
}

/** Runs in the page. */
const lookAt = `(root, command) => {
  const found = [];
  const links = [...root.querySelectorAll("a")];
  if (root.matches("a")) links.push(root);
  for (const link of links) {
    const target = [link.getAttribute("href"), link.dataset.href, link.title].join(" ");
    if (target.includes(command)) found.push("link " + link.outerHTML.slice(0, 300));
  }
  if (root.matches(".codicon-flame") || root.querySelector(".codicon-flame")) found.push("icon " + root.outerHTML.slice(0, 300));
  if (root.querySelector('img[src="x"]')) found.push("picture " + root.outerHTML.slice(0, 300));
  const text = root.closest?.(".monaco-editor, .tab, .explorer-folders-view") ? "" : root.textContent;
  if (/[\\u202e\\u2066]/.test(text)) found.push("turned text " + root.className + ": " + text.slice(0, 200));
  return found;
}`;

const watch = `(command) => {
  const look = ${lookAt};
  window.hostedAppsLiveText = [];
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const changed = [...addedNodes, target].filter((node) => node instanceof HTMLElement && node !== document.body);
      for (const node of changed) window.hostedAppsLiveText.push(...look(node, command));
    }
    window.hostedAppsLiveText = [...new Set(window.hostedAppsLiveText)].slice(0, 50);
  }).observe(document.body, { childList: true, subtree: true });
}`;
