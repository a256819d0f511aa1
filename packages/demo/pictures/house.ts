import type { Random } from "../plan/random.ts";
import type { Scenery } from "./scenery.ts";
import { circle, ellipse, path, rect } from "./shapes.ts";

/** The architecture of a house. */
export type Build = "stone" | "chalet" | "cottage" | "town";

/** The architecture by rental type. */
export function buildOf(rentalType: unknown): Build {
  if (rentalType === "chalet") return "chalet";
  if (rentalType === "mas" || rentalType === "bastide" || rentalType === "villa") return "stone";
  return rentalType === "apartment" || rentalType === "loft" || rentalType === "townhouse" ? "town" : "cottage";
}

const glass = "#3f5566";

/** A window with shutters. */
function casement(x: number, y: number, w: number, h: number, shutter: string): string {
  const frame = rect([x - 5, y - 5, w + 10, h + 10], "#fbf7ee") + rect([x, y, w, h], glass);
  const bars = rect([x + w / 2 - 2, y, 4, h], "#fbf7ee") + rect([x, y + h * 0.45, w, 4], "#fbf7ee");
  const light = path(
    `M${x} ${y + h} L${x} ${y + h * 0.4} L${x + w * 0.6} ${y} L${x + w} ${y} Z`,
    "#fff",
    'opacity="0.14"',
  );
  const leaf = (at: number) =>
    rect([at, y - 4, w * 0.46, h + 8], shutter) + rect([at + 3, y + h / 2, w * 0.46 - 6, 3], "#000", 'opacity="0.18"');
  return frame + light + bars + leaf(x - 7 - w * 0.46) + leaf(x + w + 7);
}

function door(x: number, base: number, color: string): string {
  return (
    path(
      `M${x - 8} ${base} L${x - 8} ${base - 118} Q${x + 32} ${base - 158} ${x + 72} ${base - 118} L${x + 72} ${base} Z`,
      "#f3ead6",
    ) +
    path(
      `M${x} ${base} L${x} ${base - 114} Q${x + 32} ${base - 144} ${x + 64} ${base - 114} L${x + 64} ${base} Z`,
      color,
    ) +
    circle(x + 54, base - 58, 4, "#e8c15a")
  );
}

const builds: Readonly<Record<Build, (scenery: Scenery) => string>> = {
  stone: ({ wall, roof, accent }) =>
    rect([300, 330, 600, 300], wall) +
    rect([300, 330, 600, 300], "#7a5b35", 'opacity="0.06"') +
    path("M270 340 L330 250 L870 250 L930 340 Z", roof) +
    stones(310, 350, 580, 260) +
    rect([760, 205, 44, 70], wall) +
    rect([752, 198, 60, 12], roof) +
    [370, 575, 780].map((x) => casement(x, 375, 50, 74, accent)).join("") +
    [370, 780].map((x) => casement(x, 505, 50, 80, accent)).join("") +
    door(568, 630, accent),
  chalet: ({ wall, roof, accent }) =>
    rect([330, 520, 540, 110], "#d9d2c5") +
    rect([330, 330, 540, 195], wall) +
    path("M330 340 L600 190 L870 340 Z", wall) +
    Array.from({ length: 9 }, (_, index) => rect([330, 345 + index * 20, 540, 3], "#000", 'opacity="0.13"')).join("") +
    path("M260 375 L600 168 L940 375 L925 398 L600 205 L275 398 Z", roof) +
    casement(480, 268, 44, 54, accent) +
    casement(672, 268, 44, 54, accent) +
    [390, 560, 730].map((x) => casement(x, 372, 54, 76, accent)).join("") +
    rect([310, 470, 580, 52], "#7a5030") +
    Array.from({ length: 29 }, (_, index) => rect([316 + index * 20, 474, 5, 46], "#5a3a22")).join("") +
    Array.from({ length: 19 }, (_, index) => circle(330 + index * 30, 470, 11, index % 2 ? "#d6473f" : "#e98a84")).join(
      "",
    ) +
    casement(420, 550, 46, 50, accent) +
    door(650, 630, "#6d4327"),
  cottage: ({ wall, roof, accent }) =>
    rect([340, 380, 520, 250], wall) +
    stones(350, 395, 500, 225) +
    path("M310 395 L400 255 L800 255 L890 395 Z", roof) +
    path("M430 350 L490 285 L550 350 L550 395 L430 395 Z", wall) +
    path("M415 356 L490 272 L565 356 L553 368 L490 298 L427 368 Z", roof) +
    casement(470, 335, 38, 42, accent) +
    rect([720, 205, 46, 80], wall) +
    rect([712, 198, 62, 12], roof) +
    casement(420, 455, 60, 84, accent) +
    casement(735, 455, 60, 84, accent) +
    door(572, 630, accent) +
    Array.from({ length: 7 }, (_, index) => circle(545 + (index % 2) * 125, 500 + index * 19, 13, "#d9849a")).join(""),
  town: ({ wall, roof, accent }) =>
    rect([110, 250, 260, 380], "#dcc6a0") +
    rect([830, 220, 270, 410], "#e9d5c0") +
    rect([100, 238, 280, 18], roof) +
    rect([820, 208, 290, 18], roof) +
    [150, 270].flatMap((x) => [300, 430].map((y) => casement(x, y, 40, 70, "#8d9c7a"))).join("") +
    [880, 1000].flatMap((x) => [270, 400].map((y) => casement(x, y, 40, 74, "#a86f5c"))).join("") +
    rect([370, 190, 460, 440], wall) +
    rect([355, 172, 490, 24], roof) +
    [440, 575, 710].flatMap((x) => [232, 362].map((y) => casement(x, y, 52, 84, accent))).join("") +
    rect([420, 452, 360, 8], "#39424a") +
    Array.from({ length: 24 }, (_, index) => rect([422 + index * 15.4, 428, 3, 28], "#39424a")).join("") +
    Array.from({ length: 12 }, (_, index) => circle(434 + index * 30, 428, 10, index % 3 ? "#d6566a" : "#f0a35e")).join(
      "",
    ) +
    casement(440, 515, 52, 76, accent) +
    casement(710, 515, 52, 76, accent) +
    door(568, 630, accent),
};

/** The lines of a stone wall. */
function stones(x: number, y: number, w: number, h: number): string {
  return Array.from({ length: Math.floor(h / 26) * 9 }, (_, index) => {
    const row = Math.floor(index / 9);
    const at = x + ((index % 9) * w) / 9 + (row % 2) * 28;
    return rect([Math.min(at, x + w - 40), y + row * 26, 34, 3], "#5d4628", 'opacity="0.16"');
  }).join("");
}

/** A house with its ground, in front of its landscape. */
export function house(random: Random, build: Build, scenery: Scenery, hasPool: boolean): string {
  const ground =
    build === "town" ? "#c9bda6" : scenery.land === "alps" || scenery.land === "meadow" ? "#86a862" : "#c2b27c";
  return [
    path("M0 625 Q600 590 1200 625 L1200 800 L0 800 Z", ground),
    ellipse([600, 632, build === "town" ? 560 : 370, 16], "#000", 'opacity="0.16"'),
    builds[build](scenery),
    path("M560 632 Q520 720 430 800 L770 800 Q690 720 650 632 Z", "#e6dabd"),
    ...(build === "town" ? [] : bushes(random)),
    ...(hasPool ? [pool()] : []),
  ].join("");
}

const bushes = (random: Random): string[] =>
  Array.from({ length: 14 }, (_, index) => {
    const side = index % 2 ? random.between(900, 1180) : random.between(20, 300);
    const y = random.between(630, 690);
    return circle(side, y, random.between(22, 44), index % 3 ? "#5f8750" : "#749a5c");
  });

const pool = (): string =>
  path("M760 700 L1130 690 L1190 765 L790 780 Z", "#f5efe0") +
  path("M785 710 L1110 701 L1158 753 L812 766 Z", "#45b5cf") +
  [718, 735, 750].map((y) => rect([860, y, 90, 3], "#fff", 'opacity="0.5" rx="1.5"')).join("");
