import type { Random } from "../plan/random.ts";
import { type Beds, beds } from "./beds.ts";
import { landscape } from "./landscape.ts";
import type { Scenery } from "./scenery.ts";
import { circle, ellipse, inset, path, rect } from "./shapes.ts";

const wallColors = ["#f3ecdf", "#e7ece2", "#f5e6d8", "#efe3cf", "#e3e9e4", "#f7f1e4"] as const;
const fabrics = ["#3d6b5c", "#b5704f", "#8a9a6b", "#c2924f", "#5f7f86", "#a2604f"] as const;

/** Walls, a wooden floor, and a window with a view. */
function room(random: Random, scenery: Scenery, [x, y, w, h]: readonly [number, number, number, number]): string {
  const boards = Array.from({ length: 13 }, (_, index) => {
    const top = index * 100;
    return path(
      `M${top} 590 L${(top - 600) * 1.5 + 600} 800`,
      "none",
      'stroke="#000" stroke-opacity="0.09" stroke-width="3"',
    );
  });
  return [
    rect([0, 0, 1200, 590], random.pick(wallColors)),
    rect([0, 590, 1200, 210], random.pick(["#c79b6b", "#b98a5a", "#d0b089"])),
    ...boards,
    rect([0, 576, 1200, 14], "#fff", 'opacity="0.75"'),
    rect([x - 16, y - 16, w + 32, h + 32], "#fff"),
    inset(x, y, w, h, landscape(random, scenery)),
    rect([x + w / 2 - 5, y, 10, h], "#fff"),
    rect([x, y + h * 0.42, w, 8], "#fff"),
    rect([x - 34, y + h + 14, w + 68, 14], "#fff"),
    path(`M${x} 590 L${x + w} 590 L${x + w + 130} 800 L${x + 130} 800 Z`, "#fff", 'opacity="0.14"'),
  ].join("");
}

const curtains = (x: number, y: number, w: number, h: number, color: string): string =>
  path(
    `M${x - 50} ${y - 30} L${x + 30} ${y - 30} Q${x + 10} ${y + h / 2} ${x - 10} ${y + h + 60} L${x - 60} ${y + h + 60} Z`,
    color,
  ) +
  path(
    `M${x + w + 50} ${y - 30} L${x + w - 30} ${y - 30} Q${x + w - 10} ${y + h / 2} ${x + w + 10} ${y + h + 60} L${x + w + 60} ${y + h + 60} Z`,
    color,
  ) +
  rect([x - 75, y - 38, w + 150, 9], "#7d6249", 'rx="4"');

const lamp = (x: number, base: number): string =>
  rect([x - 3, base - 270, 6, 265], "#5b4a3c") +
  ellipse([x, base, 42, 9], "#5b4a3c") +
  path(
    `M${x - 34} ${base - 340} L${x + 34} ${base - 340} L${x + 58} ${base - 258} L${x - 58} ${base - 258} Z`,
    "#f7dfa6",
  );

const frame = (random: Random, x: number, y: number): string =>
  rect([x, y, 150, 112], "#6d5541") +
  rect([x + 9, y + 9, 132, 94], "#f8f2e4") +
  circle(x + random.between(45, 105), y + 48, 20, random.pick(fabrics)) +
  path(
    `M${x + 9} ${y + 103} L${x + 55} ${y + 58} L${x + 85} ${y + 85} L${x + 112} ${y + 64} L${x + 141} ${y + 103} Z`,
    "#8aa17c",
  );

const plant = (x: number, base: number): string =>
  [-40, -22, 0, 22, 40]
    .map((lean) =>
      path(
        `M${x} ${base - 60} Q${x + lean} ${base - 150} ${x + lean * 1.7} ${base - 190 + Math.abs(lean)} Q${x + lean * 0.4} ${base - 130} ${x} ${base - 60} Z`,
        "#5d8a55",
      ),
    )
    .join("") +
  path(`M${x - 36} ${base - 66} L${x + 36} ${base - 66} L${x + 26} ${base} L${x - 26} ${base} Z`, "#b96f4d");

/** The rooms that can be drawn. */
export const interiors = {
  livingroom: (random: Random, scenery: Scenery): string => {
    const fabric = random.pick(fabrics);
    return (
      room(random, scenery, [620, 110, 400, 300]) +
      curtains(620, 110, 400, 300, scenery.accent) +
      frame(random, 190, 150) +
      frame(random, 370, 176) +
      ellipse([520, 716, 470, 66], random.pick(fabrics), 'opacity="0.45"') +
      rect([150, 452, 500, 130], fabric, 'rx="26"') +
      rect([130, 510, 540, 128], fabric, 'rx="22"') +
      rect([172, 500, 228, 62], "#fff", 'opacity="0.22" rx="16"') +
      rect([404, 500, 228, 62], "#fff", 'opacity="0.22" rx="16"') +
      [180, 600].map((x) => rect([x, 636, 16, 30], "#5b4a3c")).join("") +
      rect([228, 470, 74, 66], scenery.roof, 'rx="14" transform="rotate(-9 265 503)"') +
      ellipse([560, 700, 150, 30], "#8b6a4a") +
      rect([552, 700, 16, 56], "#6d5239") +
      rect([520, 676, 54, 14], "#d8c8a8") +
      circle(600, 676, 17, "#d98a4a") +
      lamp(88, 660) +
      plant(1110, 672)
    );
  },
  kitchen: (random: Random, scenery: Scenery): string => {
    const front = random.pick(["#2f5d50", "#7f9a8c", "#d8c9a8", "#93a184", "#c9a37a", "#5f7d80"]);
    return (
      room(random, scenery, [450, 120, 310, 230]) +
      rect([60, 96, 330, 170], front, 'rx="6"') +
      rect([820, 96, 320, 170], front, 'rx="6"') +
      [60, 225, 820, 980].map((x) => rect([x + 8, 104, 149, 154], "#fff", 'opacity="0.14" rx="4"')).join("") +
      rect([820, 300, 320, 10], "#8b6a4a") +
      [850, 905, 960, 1020, 1075]
        .map((x, index) =>
          rect([x, 262 + (index % 2) * 10, 30, 38 - (index % 2) * 10], fabrics[index] ?? "#888", 'rx="5"'),
        )
        .join("") +
      rect([40, 440, 1120, 26], "#d9cdb8") +
      rect([50, 466, 1100, 210], front) +
      [50, 270, 490, 710, 930]
        .map(
          (x) =>
            rect([x + 10, 478, 200, 186], "#fff", 'opacity="0.14" rx="4"') +
            rect([x + 85, 492, 50, 6], "#4a4a4a", 'rx="3"'),
        )
        .join("") +
      rect([510, 492, 180, 160], "#2f3438", 'rx="8"') +
      rect([526, 530, 148, 100], "#4b5359", 'rx="6"') +
      rect([500, 432, 200, 10], "#2f3438") +
      path("M560 432 L560 392 L640 392 L640 432 Z", "#b5443a") +
      rect([550, 386, 100, 8], "#8c332b") +
      path("M900 440 L900 372 Q900 352 925 352 Q948 352 948 372", "none", 'stroke="#9aa0a4" stroke-width="9"') +
      ellipse([200, 432, 78, 16], "#efe6d2") +
      circle(172, 414, 21, "#d9a441") +
      circle(212, 410, 22, "#c8553d") +
      circle(238, 418, 19, "#8aa04f") +
      plant(1090, 440)
    );
  },
  bedroom: (random: Random, scenery: Scenery, kind: Beds): string => {
    const blanket = random.pick(fabrics);
    return (
      room(random, scenery, [830, 120, 270, 250]) +
      curtains(830, 120, 270, 250, scenery.accent) +
      (kind === "bunk" ? "" : frame(random, 290, 130)) +
      beds[kind]({ blanket, cushion: scenery.roof }) +
      rect([690, 520, 110, 120], "#a07d57", 'rx="5"') +
      rect([704, 556, 82, 5], "#5b4a3c") +
      rect([740, 476, 8, 44], "#5b4a3c") +
      path("M716 480 L772 480 L758 428 L730 428 Z", "#f7dfa6") +
      ellipse([900, 730, 200, 34], blanket, 'opacity="0.4"')
    );
  },
  bathroom: (random: Random, scenery: Scenery): string => {
    const tile = random.pick(["#bcd3cd", "#d5dec9", "#e3d5c2", "#a9c4ae"]);
    const lines = Array.from({ length: 17 }, (_, index) => rect([index * 75, 250, 2, 340], "#fff", 'opacity="0.7"'));
    const across = Array.from({ length: 5 }, (_, index) =>
      rect([0, 250 + index * 75, 1200, 2], "#fff", 'opacity="0.7"'),
    );
    return (
      room(random, scenery, [160, 60, 220, 160]) +
      rect([0, 250, 1200, 340], tile) +
      lines.join("") +
      across.join("") +
      path("M90 470 L610 470 Q600 660 520 662 L180 662 Q100 660 90 470 Z", "#fff") +
      rect([74, 456, 552, 24], "#f4f4f2", 'rx="12"') +
      path("M150 456 L150 380 Q150 362 176 362 Q200 362 200 384", "none", 'stroke="#8f979b" stroke-width="10"') +
      rect([500, 450, 90, 96], random.pick(fabrics), 'rx="6"') +
      rect([770, 470, 300, 150], "#a07d57", 'rx="8"') +
      rect([750, 446, 340, 28], "#f7f5f0", 'rx="8"') +
      ellipse([920, 446, 100, 20], "#fff") +
      path("M920 440 L920 404 Q920 392 940 392 L956 392", "none", 'stroke="#8f979b" stroke-width="9"') +
      circle(920, 200, 118, "#8b6a4a") +
      circle(920, 200, 106, "#dbe8ec") +
      path("M846 250 L950 118 L990 140 L880 290 Z", "#fff", 'opacity="0.4"') +
      plant(1140, 640)
    );
  },
} as const;
