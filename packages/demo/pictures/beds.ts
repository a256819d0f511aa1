import type { Room } from "../content/rooms.ts";
import { path, rect } from "./shapes.ts";

/** The kinds of beds in the pictures. */
export type Beds = "double" | "twin" | "bunk";

/** A bedroom's kind of beds. */
export function bedsOf(counts: Room["counts"]): Beds {
  if ((counts.bunk_beds_count ?? 0) > 0) return "bunk";
  return (counts.single_beds_count ?? 0) > 0 ? "twin" : "double";
}

/** The colors of a bed. */
interface Linen {
  readonly blanket: string;
  readonly cushion: string;
}

const wood = "#8b6a4a";
const darkWood = "#6d5239";

const double = ({ blanket, cushion }: Linen): string =>
  rect([150, 330, 440, 250], wood, 'rx="18"') +
  path("M120 520 L620 520 L680 720 L60 720 Z", "#faf6ec") +
  path("M98 590 L642 590 L680 720 L60 720 Z", blanket) +
  rect([60, 716, 620, 40], darkWood, 'rx="6"') +
  rect([168, 452, 180, 84], "#fffdf8", 'rx="30"') +
  rect([392, 452, 180, 84], "#fffdf8", 'rx="30"') +
  rect([270, 500, 200, 62], cushion, 'rx="22" opacity="0.85"');

/** @param x its left edge */
const single = (x: number, { blanket, cushion }: Linen): string =>
  rect([x + 20, 380, 220, 200], wood, 'rx="16"') +
  path(`M${x + 10} 540 L${x + 250} 540 L${x + 268} 720 L${x - 8} 720 Z`, "#faf6ec") +
  path(`M${x + 4} 600 L${x + 256} 600 L${x + 268} 720 L${x - 8} 720 Z`, blanket) +
  rect([x - 8, 716, 276, 34], darkWood, 'rx="6"') +
  rect([x + 48, 480, 164, 76], "#fffdf8", 'rx="28"') +
  rect([x + 84, 522, 92, 44], cushion, 'rx="16" opacity="0.85"');

const bunk = ({ blanket, cushion }: Linen): string =>
  [90, 560].map((x) => rect([x, 170, 26, 560], wood, 'rx="6"')).join("") +
  [340, 620]
    .map(
      (top) =>
        rect([104, top, 470, 34], wood, 'rx="6"') +
        rect([116, top - 44, 446, 46], "#faf6ec", 'rx="14"') +
        rect([236, top - 52, 326, 54], blanket, 'rx="12"') +
        rect([124, top - 74, 104, 40], "#fffdf8", 'rx="18"'),
    )
    .join("") +
  rect([104, 238, 470, 16], wood, 'rx="6"') +
  rect([150, 546, 62, 36], cushion, 'rx="14" opacity="0.85"') +
  [604, 664].map((x) => rect([x, 250, 12, 480], darkWood, 'rx="4"')).join("") +
  [320, 400, 480, 560, 640].map((y) => rect([604, y, 72, 12], darkWood, 'rx="4"')).join("");

/** A bedroom's beds, in the left half of the picture. */
export const beds: Readonly<Record<Beds, (linen: Linen) => string>> = {
  double,
  twin: (linen) => single(70, linen) + single(390, linen),
  bunk,
};
