// A line of figures as a line of text, for places that hold nothing but text.

const bars = "▁▂▃▄▅▆▇█";

/** One bar a figure between 0 and `most`, or the highest of them; a space where there is none. */
export function sparkline(figures: readonly (number | undefined)[], most?: number): string {
  const known = figures.filter((figure) => figure !== undefined);
  const top = most ?? Math.max(...known);
  return figures.map((figure) => (figure === undefined ? " " : barOf(figure, top))).join("");
}

function barOf(figure: number, top: number): string {
  const share = top > 0 ? Math.min(1, Math.max(0, figure / top)) : 0;
  return bars.charAt(Math.round(share * (bars.length - 1)));
}
