// A chart of figures as one line of text.

const bars = "▁▂▃▄▅▆▇█";

/** One bar for each figure between 0 and `most`, or the highest figure; a space for a missing one. */
export function sparkline(figures: readonly (number | undefined)[], most?: number): string {
  const known = figures.filter((figure) => figure !== undefined);
  const top = most ?? Math.max(...known);
  return figures.map((figure) => (figure === undefined ? " " : barOf(figure, top))).join("");
}

function barOf(figure: number, top: number): string {
  const share = top > 0 ? Math.min(1, Math.max(0, figure / top)) : 0;
  return bars.charAt(Math.round(share * (bars.length - 1)));
}
