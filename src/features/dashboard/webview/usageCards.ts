// The three cards of charts: their lines, their texts and their range of time.
import { formatClock } from "../../../core/text/format";
import type { ChartRange } from "../dashboardMessages";
import {
  ChartData,
  type ColumnName,
  type FigureColumns,
  type Figures,
  figuresBetween,
  partsBetween,
} from "./chartData";
import { byId, element, setAttribute, setText, within } from "./page";
import { themeColors } from "./themeColors";
import { type ChartKind, type ChartWindow, UsageChart, valueText } from "./usageChart";

const kinds: readonly ChartKind[] = ["cpu", "memory", "network"];
const tableRows = 10;
const rangeSeconds: Readonly<Record<ChartRange, number>> = { "10min": 600, "1h": 3_600, "24h": 86_400 };
/** A chart spans at least this; with fewer points its left is empty. */
const shortestSeconds = 60;
const shownGaps = 3;
const unknown = "–";

interface Card {
  readonly kind: ChartKind;
  readonly root: HTMLElement;
  readonly host: HTMLElement;
  readonly hover: HTMLElement;
  readonly table: HTMLElement;
  readonly details: HTMLDetailsElement;
  readonly chart: UsageChart;
}

export class UsageCards {
  readonly data = new ChartData();
  private range: ChartRange = "10min";
  private reason = "";
  private readonly cards: readonly Card[] = kinds.map((kind) => this.cardOf(kind));

  constructor() {
    const observer = new ResizeObserver(() => this.fit());
    for (const { host } of this.cards) observer.observe(host);
    this.recolor();
  }

  /** Applies a new theme. */
  recolor(): void {
    const colors = themeColors();
    for (const { chart } of this.cards) chart.create(this.data, colors);
    this.draw();
  }

  show(range: ChartRange): void {
    this.range = range;
    this.draw();
  }

  draw(): void {
    const window = this.window;
    for (const card of this.cards) {
      card.chart.draw(this.data, window);
      const figures = this.figures(this.columnsOf(card.kind), window);
      card.host.toggleAttribute("data-empty", figures === undefined);
      setAttribute(card.host, "aria-label", this.summaryOf(card, figures));
      if (card.details.open) this.fillTable(card);
    }
    this.showNote();
  }

  /** A reason for missing charts; without one, gaps are listed. */
  note(text: string): void {
    this.reason = text;
    this.showNote();
  }

  private showNote(): void {
    const note = byId("usage-note");
    const { from, to } = this.window;
    const gaps = this.data.gapsBetween(from, to).toReversed();
    const listed = gaps
      .slice(0, shownGaps)
      .map((gap) => `${formatClock(gap.from * 1000)}–${formatClock(gap.to * 1000)}`);
    if (gaps.length > shownGaps)
      listed.push((note.dataset["more"] ?? "").replace("%count", String(gaps.length - shownGaps)));
    const missing = gaps.length === 0 ? "" : (note.dataset["gaps"] ?? "").replace("%gaps", listed.join(", "));
    const said = this.reason || missing;
    setText(note, said);
    note.hidden = said === "";
  }

  /** The chosen range, or the part of it that has points. */
  private get window(): ChartWindow {
    const to = this.data.at.at(-1) ?? rangeSeconds[this.range];
    const first = this.data.at[0] ?? 0;
    return { from: Math.min(to - shortestSeconds, Math.max(to - rangeSeconds[this.range], first)), to };
  }

  private fit(): void {
    for (const { chart } of this.cards) chart.fit();
  }

  private cardOf(kind: ChartKind): Card {
    const root = byId(`card-${kind}`);
    const host = within(root, ".chart");
    const hover = within(root, ".hover");
    const details = root.querySelector("details");
    if (!details) throw new Error("The page has a card without a table.");
    const card: Card = {
      kind,
      root,
      host,
      hover,
      details,
      table: within(root, "tbody"),
      chart: new UsageChart(kind, host, (index) => setText(hover, this.hoverText(kind, index))),
    };
    details.addEventListener("toggle", () => this.fillTable(card));
    return card;
  }

  private figures(columns: FigureColumns, { from, to }: ChartWindow): Figures | undefined {
    return figuresBetween(this.data.at, columns, from, to + 1);
  }

  private columns(low: ColumnName, average: ColumnName, high: ColumnName): FigureColumns {
    return { low: this.data.column(low), average: this.data.column(average), high: this.data.column(high) };
  }

  private columnsOf(kind: ChartKind): FigureColumns {
    if (kind === "cpu") return this.columns("cpuLow", "cpu", "cpuHigh");
    return kind === "memory"
      ? this.columns("memoryLow", "memory", "memoryHigh")
      : this.columns("received", "received", "received");
  }

  private summaryOf({ kind, host }: Card, figures: Figures | undefined): string {
    const column = this.data.column(mainColumn(kind));
    const values: Record<string, number | null | undefined> = { now: column.at(-1), ...figures };
    return (host.dataset["summary"] ?? "").replace(/%(\w+)/g, (_match, name: string) =>
      formatted(kind, values[name]),
    );
  }

  private hoverText(kind: ChartKind, index: number | undefined): string {
    const at = index === undefined ? undefined : this.data.at[index];
    if (index === undefined || at === undefined) return "\u00a0";
    const names: ColumnName[] = kind === "network" ? ["received", "sent"] : [kind];
    const values = names.map((name) => formatted(kind, this.data.column(name)[index]));
    return `${timeText(at)}  ${kind === "network" ? `↓ ${values[0]}  ↑ ${values[1]}` : values[0]}`;
  }

  /** Rows are reused, so that a reader keeps the place in them. */
  private fillTable({ kind, table }: Card): void {
    const { from, to } = this.window;
    const span = { from, to: to + 1, count: tableRows };
    const main = partsBetween(this.data.at, this.columnsOf(kind), span);
    const sent =
      kind === "network" ? partsBetween(this.data.at, this.columns("sent", "sent", "sent"), span) : [];
    const rows = main.map(({ from: partFrom, figures }, index) =>
      kind === "network"
        ? [
            timeText(partFrom),
            formatted(kind, figures?.average),
            formatted(kind, sent[index]?.figures?.average),
          ]
        : [
            timeText(partFrom),
            ...[figures?.low, figures?.average, figures?.high].map((value) => formatted(kind, value)),
          ],
    );
    if (table.childElementCount !== rows.length) {
      table.replaceChildren(
        ...rows.map((cells) => {
          const row = element("tr");
          row.append(
            ...cells.map((_, index) => (index === 0 ? element("th", "", { scope: "row" }) : element("td"))),
          );
          return row;
        }),
      );
    }
    for (const [rowIndex, cells] of rows.entries()) {
      for (const [index, text] of cells.entries()) {
        const cell = table.children[rowIndex]?.children[index];
        if (cell) setText(cell, text);
      }
    }
  }
}

function mainColumn(kind: ChartKind): ColumnName {
  return kind === "network" ? "received" : kind;
}

function formatted(kind: ChartKind, value: number | null | undefined): string {
  return value === null || value === undefined ? unknown : valueText(kind, value);
}

function timeText(at: number): string {
  return new Date(at * 1000).toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}
