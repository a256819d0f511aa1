/** Readable colors (WCAG 2.2, 1.4.3). Colors are `#rgb` or `#rrggbb`. */

type Rgb = readonly [number, number, number];

/** The contrast that text needs against its ground. */
export const minTextContrast = 4.5;

/** The contrast of two colors, from 1 to 21. @throws Error for another notation */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** White if it is readable on a background, else black. One of them always is. */
export const textOn = (ground: string): string =>
  contrastOf("#ffffff", ground) >= minTextContrast ? "#ffffff" : "#000000";

/** The color, darkened or lightened until it is readable as text on a ground. */
export function readableOn(color: string, ground: string): string {
  const target: Rgb = luminance(rgbOf(ground)) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  const from = rgbOf(color);
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = hexOf(mix(from, target, share));
    if (contrastOf(mixed, ground) >= minTextContrast) return mixed;
  }
  return hexOf(target);
}

/** A mixture of two colors. @param share of the second one, from 0 to 1 */
export const mixed = (one: string, other: string, share: number): string => hexOf(mix(rgbOf(one), rgbOf(other), share));

function rgbOf(color: string): Rgb {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color) ?? [];
  if (digits === undefined) throw new Error(`${color} is not a hexadecimal color.`);
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const part = (index: number): number => Number.parseInt(long.slice(index, index + 2), 16);
  return [part(0), part(2), part(4)];
}

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number => one[index] + (other[index] - one[index]) * share;
  return [part(0), part(1), part(2)];
}

/** The relative luminance, from 0 to 1. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
