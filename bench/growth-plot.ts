/** A chart's line, with a value per position. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

/** A chart over positions from left to right. */
export interface Chart {
  readonly title: string;
  readonly positions: readonly string[];
  readonly lines: readonly Line[];
  /** Powers of ten, or from zero. */
  readonly scale: "logarithmic" | "linear";
}

const [width, height, gap] = [760, 330, 30];
const box = { left: 70, right: width - 170, top: 46, bottom: height - 40 };
/** Minimum pixels between two labels at the right edge. */
const labelHeight = 15;

/** Readable on light and dark backgrounds, and distinct for color-blind readers. */
const light = ["#0072b2", "#d55e00", "#009e73", "#b0508a", "#8a6d00", "#5b5bd6", "#4d7c0f", "#9b2c2c", "#555555"];
const dark = ["#56b4e9", "#ff9b57", "#3ddc97", "#e69ac8", "#e6c84f", "#a5a5ff", "#a3d65c", "#f08a8a", "#bbbbbb"];

/** Stacks charts in an SVG that follows the reader's color scheme. */
export function plot(charts: readonly Chart[], title = "What requests cost as the data grows"): string {
  const whole = charts.length * (height + gap);
  const colors = (list: readonly string[]) =>
    list.map((color, index) => `.l${index}{stroke:${color}}.t${index}{fill:${color}}`).join("");
  const style =
    `text{font:12px system-ui,sans-serif;fill:#333}.h{font-size:14px;font-weight:600}.g{stroke:#8884}path{fill:none;stroke-width:2}` +
    `${colors(light)}@media (prefers-color-scheme:dark){text{fill:#ddd}${colors(dark)}}`;
  const bodies = charts.map(
    (chart, index) => `<g transform="translate(0 ${index * (height + gap)})">${drawn(chart)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" role="img"><title>${title}</title><style>${style}</style>\n${bodies.join("\n")}\n</svg>\n`;
}

function drawn(chart: Chart): string {
  const { title, positions, lines } = chart;
  const { marks, at } = scaleOf(chart);
  const x = (position: number) => box.left + ((box.right - box.left) * position) / Math.max(1, positions.length - 1);
  const parts = [`<text class="h" x="${box.left}" y="24">${title}</text>`];
  for (const mark of marks) {
    const y = at(mark).toFixed(1);
    parts.push(`<line class="g" x1="${box.left}" x2="${box.right}" y1="${y}" y2="${y}"/>`);
    parts.push(`<text x="${box.left - 8}" y="${y}" dy="4" text-anchor="end">${mark.toLocaleString("en")}</text>`);
  }
  for (const [position, name] of positions.entries())
    parts.push(`<text x="${x(position).toFixed(1)}" y="${box.bottom + 22}" text-anchor="middle">${name}</text>`);
  for (const [index, { values }] of lines.entries()) {
    const points = values.map((value, position) => `${x(position).toFixed(1)} ${at(value).toFixed(1)}`);
    parts.push(`<path class="l${index}" d="M${points.join("L")}"/>`);
  }
  for (const { index, y, text } of labels(lines, at))
    parts.push(`<text class="t${index}" x="${box.right + 8}" y="${y.toFixed(1)}" dy="4">${text}</text>`);
  return parts.join("\n");
}

/** The vertical axis's ticks and coordinates. */
function scaleOf({ lines, scale }: Chart): { readonly marks: readonly number[]; at(value: number): number } {
  const values = lines.flatMap(({ values }) => values);
  const span = box.bottom - box.top;
  if (scale === "logarithmic") {
    const low = Math.floor(Math.log10(Math.min(...values)));
    const high = Math.ceil(Math.log10(Math.max(...values)));
    const marks = Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step));
    return { marks, at: (value) => box.bottom - (span * (Math.log10(value) - low)) / Math.max(1, high - low) };
  }
  const largest = Math.max(...values);
  const step =
    [1, 2, 5, 10].map((times) => times * 10 ** Math.floor(Math.log10(largest / 4))).find((one) => one * 5 >= largest) ??
    largest;
  const marks = Array.from({ length: Math.ceil(largest / step) + 1 }, (_, times) => times * step);
  return { marks, at: (value) => box.bottom - (span * value) / (marks.at(-1) ?? 1) };
}

/** Each line's label beside its end, moved down to avoid overlaps. */
function labels(lines: readonly Line[], at: (value: number) => number): { index: number; y: number; text: string }[] {
  const placed = lines
    .map(({ name, values }, index) => ({ index, y: at(values.at(-1) ?? 1), text: name }))
    .sort((a, b) => a.y - b.y);
  let free = Number.NEGATIVE_INFINITY;
  for (const label of placed) {
    label.y = Math.max(label.y, free);
    free = label.y + labelHeight;
  }
  return placed;
}
