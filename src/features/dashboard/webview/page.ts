// The parts of the page by their ids. A page without one of them is not ours, and says so at once.

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

/** The first match below `root`. */
export function within(root: Element, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}

/** An element with a text in it: what the service says is never markup. */
export function element(
  tag: string,
  text = "",
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const created = document.createElement(tag);
  created.textContent = text;
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}

/** Sets a text only when it is another, so that nothing is read out or drawn again for nothing. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

export function setAttribute(target: Element, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
