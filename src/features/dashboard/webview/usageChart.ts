// One chart of the dashboard, drawn by uPlot in the theme's colors.
import uPlot from "uplot";
import { formatBytes, formatPercent, formatRate } from "../../../core/text/format";
import { type ChartData, type ColumnName, timeLabels, widestLabel } from "./chartData";
import type { ThemeColors } from "./themeColors";

export type ChartKind = "cpu" | "memory" | "network";

interface Line {
  readonly column: ColumnName;
  readonly color: keyof ThemeColors;
  readonly dash?: readonly number[];
  /** Only the edge of a band around a line. */
  readonly isEdge?: boolean;
  readonly isFilled?: boolean;
}

const lines: Readonly<Record<ChartKind, readonly Line[]>> = {
  cpu: [
    { column: "cpu", color: "cpu", isFilled: true },
    { column: "cpuHigh", color: "cpu", isEdge: true },
    { column: "cpuLow", color: "cpu", isEdge: true },
  ],
  memory: [
    { column: "memory", color: "memory", isFilled: true },
    { column: "memoryHigh", color: "memory", isEdge: true },
    { column: "memoryLow", color: "memory", isEdge: true },
    { column: "limit", color: "limit", dash: [6, 4] },
  ],
  network: [
    { column: "received", color: "received" },
    { column: "sent", color: "sent", dash: [4, 3] },
  ],
};

/** Powers of two, so that labels in bytes are round. */
const byteSteps = Array.from({ length: 61 }, (_, power) => 2 ** power);
/** Apps on several processors use more than 100%. */
const percentSteps = [1, 2, 5, 10, 20, 25, 50, ...Array.from({ length: 8 }, (_, power) => 100 * 2 ** power)];
const cpuTops = [5, 10, 25, 50, 100];
const leastRateTop = 1024;
/** Pixels between two time labels. */
const labelGap = 14;
/** Pixels around a value label, half of them on each side. */
const valueGap = 10;

export interface ChartWindow {
  /** In seconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

export class UsageChart {
  private plot: uPlot | undefined;
  private window: ChartWindow = { from: 0, to: 1 };
  private isDrawn = false;

  constructor(
    private readonly kind: ChartKind,
    private readonly host: HTMLElement,
    private readonly onHover: (index: number | undefined) => void,
  ) {}

  create(data: ChartData, colors: ThemeColors): void {
    this.plot?.destroy();
    this.plot = new uPlot(this.options(colors), this.aligned(data), this.host);
    this.isDrawn = true;
  }

  draw(data: ChartData, window: ChartWindow): void {
    this.window = window;
    if (this.isDrawn) this.plot?.setData(this.aligned(data));
  }

  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width > 0 && this.plot && (this.plot.width !== width || this.plot.height !== height))
      this.plot.setSize({ width, height });
  }

  private aligned(data: ChartData): uPlot.AlignedData {
    return [data.at, ...lines[this.kind].map(({ column }) => data.column(column))];
  }

  private options(colors: ThemeColors): uPlot.Options {
    const own = lines[this.kind];
    const axis: uPlot.Axis = {
      stroke: colors.text,
      font: colors.font,
      grid: { stroke: colors.grid, width: 1 },
      ticks: { show: false },
    };
    return {
      width: Math.max(1, this.host.clientWidth),
      height: Math.max(1, this.host.clientHeight),
      // Half of the last label extends beyond the chart.
      padding: [10, () => Math.ceil(this.timeWidth(colors) / 2), 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      scales: {
        x: { time: true, range: () => [this.window.from, this.window.to] },
        // Keeps a line at zero above the edge.
        y: { range: (_plot, _least, most) => [-0.015 * this.top(most), this.top(most)] },
      },
      axes: [
        {
          ...axis,
          size: 26,
          // Labels must not touch, in any language and font.
          space: () => this.timeWidth(colors) + labelGap,
          values: (_plot, splits) => timeLabels(splits, this.window.to - this.window.from),
        },
        {
          ...axis,
          size: (_plot, labels) => valueGap + Math.max(...widths(labels ?? [], colors.font)),
          gap: valueGap / 2,
          space: 32,
          incrs: this.kind === "cpu" ? percentSteps : byteSteps,
          values: (_plot, splits) => splits.map((value) => valueText(this.kind, value)),
        },
      ],
      series: [{}, ...own.map((line) => seriesOf(line, colors))],
      bands: own.some(({ isEdge }) => isEdge)
        ? [{ series: [2, 3], fill: transparent(colors[own[0]?.color ?? "text"], 0.25) }]
        : [],
      hooks: { setCursor: [(plot) => this.onHover(plot.cursor.idx ?? undefined)] },
    };
  }

  private timeWidth({ font }: ThemeColors): number {
    return textWidth(widestLabel(this.window.to - this.window.from), font);
  }

  private top(most: number | null): number {
    if (this.kind === "cpu") return cpuTops.find((top) => (most ?? 0) <= top) ?? Math.max(100, most ?? 0);
    return Math.max(most ?? 0, leastRateTop) * 1.1;
  }
}

/** A value of the chart, in words. */
export function valueText(kind: ChartKind, value: number): string {
  if (kind === "cpu") return formatPercent(value);
  return kind === "memory" ? formatBytes(value) : formatRate(value);
}

function seriesOf({ color, dash, isEdge, isFilled }: Line, colors: ThemeColors): uPlot.Series {
  const stroke = colors[color];
  return {
    stroke,
    width: isEdge ? 0 : 1.75,
    spanGaps: false,
    ...(isEdge || color === "limit" ? { points: { show: false } } : {}),
    ...(dash ? { dash: [...dash] } : {}),
    ...(isFilled ? { fill: transparent(stroke, 0.12) } : {}),
  };
}

/** Of the labels, and of the narrowest possible one. */
function widths(labels: readonly string[], font: string): number[] {
  return ["0%", ...labels].map((label) => Math.ceil(textWidth(label ?? "", font)));
}

function textWidth(text: string, font: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return 0;
  context.font = font;
  return context.measureText(text).width;
}

/** A translucent theme color; themes use any of CSS's notations. */
function transparent(color: string, alpha: number): string {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return "transparent";
  context.fillStyle = color;
  const plain = String(context.fillStyle);
  return plain.startsWith("#")
    ? `${plain}${Math.round(alpha * 255)
        .toString(16)
        .padStart(2, "0")}`
    : plain.replace(/[\d.]+\)$/, `${alpha})`);
}
