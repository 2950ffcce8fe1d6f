// Hostile text, and a watch for VS Code rendering it as more than text.
import type { Page } from "playwright-core";

/** Of no extension; a link that runs it would report that. */
export const hostileCommand = "hostile.run";
const turned = "\u202e\u2066";

/** A name with a command link, an icon, HTML and direction marks. */
export function hostile(name: string): string {
  return `${name} [run](command:${hostileCommand}) $(flame) <img src=x onerror=a()> ${turned}`;
}

/** As far as the disk allows: Windows has no files with most of these characters. */
export function nameOnDisk(name: string): string {
  return name.replaceAll(process.platform === "win32" ? /[<>:"/\\|?*]/g : "/", "");
}

/**
 * Watches the page over reloads and in webviews; the array fills with rendered hostile text: command links,
 * icons, pictures, and reversed text outside of files.
 */
export async function watchForLiveText(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.exposeFunction("reportLiveText", (text: string) => {
    if (!found.includes(text)) found.push(text);
  });
  const script = `(${watch})(${JSON.stringify(hostileCommand)})`;
  await page.addInitScript(script);
  await page.evaluate(script);
  return found;
}

/** Runs in the page. */
const watch = `(command) => {
  const look = (root) => {
    const links = [...root.querySelectorAll("a")];
    if (root.matches("a")) links.push(root);
    for (const link of links) {
      const target = [link.getAttribute("href"), link.dataset.href, link.title].join(" ");
      if (target.includes(command)) reportLiveText("link " + link.outerHTML.slice(0, 300));
    }
    // VS Code itself draws the icons in the name of a file while it saves it.
    const icon = '.codicon-flame:not([id="status.progress"] *)';
    if (root.matches(icon) || root.querySelector(icon))
      reportLiveText("icon " + root.outerHTML.slice(0, 300));
    if (root.querySelector('img[src="x"]')) reportLiveText("picture " + root.outerHTML.slice(0, 300));
    const isOfFile = root.closest(".monaco-editor, .tab, .explorer-folders-view");
    const text = isOfFile || root.querySelector(".monaco-editor, .tab, .explorer-folders-view") ? "" : root.textContent;
    if (/[\u202e\u2066]/.test(text)) reportLiveText("turned text " + root.className + ": " + text.slice(0, 200));
  };
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records)
      for (const node of [...addedNodes, target])
        if (node instanceof HTMLElement && node !== document.body && node !== document.documentElement) look(node);
  }).observe(document, { childList: true, subtree: true });
}`;
