import { circle, path, picture, rect } from "./shapes.ts";

/** A map of the way to the parking space, without words. */
export function wayMap(): string {
  const street = (d: string, wide: number) =>
    path(d, "none", `stroke="#c9bfae" stroke-width="${wide + 10}" stroke-linecap="round"`) +
    path(d, "none", `stroke="#fff" stroke-width="${wide}" stroke-linecap="round"`);
  const houses = Array.from({ length: 26 }, (_, index) => {
    const [x, y] = [60 + (index % 9) * 128, 60 + Math.floor(index / 9) * 250 + (index % 2) * 46];
    return rect([x, y, 62 + (index % 3) * 12, 50], "#ddb892", 'rx="3" stroke="#b08968" stroke-width="2"');
  });
  return picture(
    rect([0, 0, 1200, 800], "#e9edd9") +
      path("M0 660 Q300 590 520 690 T1200 640 L1200 730 Q800 690 520 770 T0 740 Z", "#9cc9d9") +
      houses.join("") +
      street("M-20 210 Q400 190 620 250 T1220 230", 44) +
      street("M300 -20 Q330 300 300 560 T380 820", 34) +
      street("M860 240 Q840 400 900 560", 26) +
      path(
        "M-20 210 Q400 190 620 250 T856 245 Q842 400 896 548",
        "none",
        'stroke="#c8553d" stroke-width="9" stroke-dasharray="24 14"',
      ) +
      rect([930, 500, 110, 110], "#2f6fb0", 'rx="14"') +
      path(
        "M964 590 L964 522 L990 522 Q1014 522 1014 545 Q1014 568 990 568 L964 568",
        "none",
        'stroke="#fff" stroke-width="13"',
      ) +
      path("M820 500 L868 460 L916 500 L916 556 L820 556 Z", "#c8553d") +
      circle(868, 520, 13, "#fff"),
  );
}
