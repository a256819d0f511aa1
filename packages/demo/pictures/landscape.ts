import type { Random } from "../plan/random.ts";
import type { Scenery } from "./scenery.ts";
import { circle, ellipse, height, path, rect, shaded, width } from "./shapes.ts";

/** A ridge's heights at equal steps from left to right. */
function ridge(random: Random, base: number, relief: number, steps: number): number[] {
  return Array.from({ length: steps + 1 }, () => base - random.next() * relief);
}

/** The outline of the area below a ridge, angular or round. */
function outline(heights: readonly number[], isRound: boolean): string {
  const step = width / (heights.length - 1);
  const points = heights.map((y, index) => [index * step, y] as const);
  const [, first = height] = points[0] ?? [];
  let line = `M0 ${height} L0 ${first.toFixed(0)}`;
  for (const [x, y] of points.slice(1)) {
    line += isRound
      ? ` S${(x - step / 2).toFixed(0)} ${y.toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)}`
      : ` L${x.toFixed(0)} ${y.toFixed(0)}`;
  }
  return `${line} L${width} ${height} Z`;
}

/** The landscape around a rental: sky, background and foreground. */
export function landscape(random: Random, scenery: Scenery): string {
  const { sky, land } = scenery;
  const id = `sky${random.between(1, 1e9)}`;
  return [
    `<defs>${shaded(id, ...sky)}</defs>`,
    rect([0, 0, width, height], `url(#${id})`),
    circle(random.between(150, 1050), random.between(90, 190), 46, "#fff6d6", 'opacity="0.9"'),
    clouds(random),
    ...lands[land](random, scenery),
  ].join("");
}

function clouds(random: Random): string {
  return Array.from({ length: 3 }, () => {
    const [x, y] = [random.between(80, 1100), random.between(70, 240)];
    const puffs = [0, 46, 92].map((shift, index) => ellipse([x + shift, y - (index % 2) * 14, 58, 20], "#fff"));
    return `<g opacity="0.5">${puffs.join("")}</g>`;
  }).join("");
}

const lands: Readonly<Record<Scenery["land"], (random: Random, scenery: Scenery) => string[]>> = {
  lavender: (random, { far, middle, near }) => [
    path(outline(ridge(random, 440, 130, 6), true), far),
    path(outline(ridge(random, 500, 60, 7), true), middle),
    path(outline(ridge(random, 560, 20, 4), true), near),
    rows(random, "#81709c", "#a594b8"),
    ...cypresses(random, 4, 560),
  ],
  village: (random, { far, middle, near, wall, roof }) => [
    path(outline(ridge(random, 400, 150, 5), true), far),
    path(outline(ridge(random, 520, 90, 5), true), middle),
    ...Array.from({ length: 9 }, (_, index) => smallHouse(90 + index * 120, random.between(480, 570), wall, roof)),
    path(outline(ridge(random, 620, 30, 5), true), near),
    ...cypresses(random, 3, 650),
  ],
  sea: (random, { far, middle, near }) => [
    path(outline([...ridge(random, 380, 120, 2), 520, 540, 545, 545], true), far),
    rect([0, 460, width, 340], middle),
    ...waves(random, 470),
    sail(random.between(500, 1000), 470),
    path(outline(ridge(random, 720, 40, 4), true), near),
  ],
  lake: (random, { far, middle, near }) => [
    ...peaks(random, far, 470),
    path(outline(ridge(random, 480, 70, 6), true), "#4f7d62"),
    rect([0, 480, width, 320], middle === "#34808f" ? middle : "#4a8d96"),
    ...waves(random, 490),
    sail(random.between(250, 950), 490),
    path(outline(ridge(random, 730, 40, 4), true), near === "#d3bf8e" ? "#8fae68" : near),
  ],
  alps: (random, { far, middle, near }) => [
    ...peaks(random, far, 520),
    path(outline(ridge(random, 530, 80, 6), true), middle),
    ...firs(random, 16, 560),
    path(outline(ridge(random, 620, 30, 4), true), near),
  ],
  meadow: (random, { far, middle, near }) => [
    path(outline(ridge(random, 430, 140, 5), true), far),
    path(outline(ridge(random, 520, 60, 5), true), middle),
    ...Array.from({ length: 12 }, () => sheep(random.between(40, 1160), random.between(540, 600))),
    ...Array.from({ length: 5 }, () => tree(random.between(30, 1170), random.between(540, 580))),
    path(outline(ridge(random, 640, 30, 4), true), near),
  ],
};

/** Snow-capped mountains. */
function peaks(random: Random, color: string, base: number): string[] {
  return Array.from({ length: 6 }, (_, index) => {
    const x = index * 240 + random.between(-60, 60);
    const top = random.between(150, 300);
    const half = random.between(190, 270);
    const snow = (base - top) * 0.36;
    const at = (share: number) => (half * snow * share) / (base - top);
    const cap = `M${x} ${top} L${x - at(1)} ${top + snow} L${x - at(0.4)} ${top + snow * 0.8} L${x} ${top + snow * 1.1} L${x + at(0.45)} ${top + snow * 0.75} L${x + at(1)} ${top + snow} Z`;
    return (
      path(`M${x - half} ${base} L${x} ${top} L${x + half} ${base} Z`, color) +
      path(`M${x} ${top} L${x + half} ${base} L${x} ${base} Z`, "#000", 'opacity="0.1"') +
      path(cap, "#fbfdff")
    );
  });
}

/** A field's rows in perspective. */
function rows(random: Random, dark: string, light: string): string {
  const point = random.between(450, 750);
  return Array.from({ length: 15 }, (_, index) => {
    const x = (index - 7) * 190 + point;
    const color = index % 2 === 0 ? dark : light;
    return path(`M${point + (index - 7) * 42} 600 L${x - 55} ${height} L${x + 55} ${height} Z`, color);
  }).join("");
}

const cypresses = (random: Random, count: number, base: number): string[] =>
  Array.from({ length: count }, () => {
    const [x, tall] = [random.between(40, 1160), random.between(90, 150)];
    return ellipse([x, base - tall / 2, 15, tall / 2 + 10], "#3d5a3c");
  });

const firs = (random: Random, count: number, base: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const [x, y] = [(index * width) / count + random.between(0, 50), base + random.between(-30, 40)];
    const tier = (up: number, half: number) =>
      path(`M${x - half} ${y - up} L${x} ${y - up - 46} L${x + half} ${y - up} Z`, index % 2 ? "#2f5a42" : "#3a6a4c");
    return tier(0, 30) + tier(24, 24) + tier(48, 17);
  });

const waves = (random: Random, top: number): string[] =>
  Array.from({ length: 26 }, () => {
    const y = random.between(top + 8, 790);
    return rect([random.between(0, 1150), y, 24 + (y - top) / 3, 3], "#fff", 'rx="1.5" opacity="0.28"');
  });

const sail = (x: number, y: number): string =>
  path(`M${x} ${y} L${x} ${y - 78} L${x + 46} ${y - 8} Z`, "#fff") +
  path(`M${x - 6} ${y} L${x - 6} ${y - 62} L${x - 34} ${y - 8} Z`, "#f4e9d4") +
  path(`M${x - 42} ${y} L${x + 52} ${y} L${x + 34} ${y + 16} L${x - 26} ${y + 16} Z`, "#8c4b36");

const sheep = (x: number, y: number): string =>
  ellipse([x, y, 13, 8], "#f7f4ea") + circle(x + 12, y - 4, 4.5, "#3b3733");

const tree = (x: number, y: number): string =>
  rect([x - 5, y - 10, 10, 40], "#6d5138") + circle(x, y - 40, 42, "#4e7f43") + circle(x - 24, y - 18, 28, "#5b8f4d");

const smallHouse = (x: number, y: number, wall: string, roof: string): string =>
  rect([x, y, 84, 90], wall) +
  rect([x - 4, y - 10, 92, 13], roof) +
  rect([x + 16, y + 26, 15, 22], "#6d7f8c") +
  rect([x + 52, y + 26, 15, 22], "#6d7f8c");
