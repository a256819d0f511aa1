import type { Metadata } from "sharp";

/** Pixels of a picture that is opened at all: those of the largest cameras. */
export const mostPixels = 64_000_000;

/** How a picture is opened that somebody sent: not beyond these pixels, and not if a part of it is missing. */
export const guarded = { limitInputPixels: mostPixels, failOn: "truncated", sequentialRead: true } as const;

/** What a file says of its picture before it is opened. */
export type PictureKind = Pick<Metadata, "format" | "depth" | "isProgressive"> & {
  readonly width: number;
  readonly height: number;
};

const names: Readonly<Record<string, string>> = { jpeg: "JPEG", png: "PNG", webp: "WebP", gif: "GIF", heif: "AVIF" };

/** Formats whose pixels take several times as long to open, or as much memory, as a PNG's. */
const formatWeights: Readonly<Record<string, number>> = { webp: 2, heif: 4 };

/**
 * Holds a picture to the time and memory that opening it takes: its pixels, times two where they are deep, and more where it is interlaced
 * or of a slow format.
 * @returns what is wrong with it; undefined where it may be opened
 */
export function tooManyPixels({ format, depth, isProgressive, width, height }: PictureKind): string | undefined {
  const words: string[] = [];
  let weight = formatWeights[format] ?? 1;
  if (depth !== "uchar") {
    weight *= 2;
    words.push("16-bit");
  }
  if (isProgressive === true) {
    weight *= format === "png" ? 4 : 2;
    words.push(format === "png" ? "interlaced" : "progressive");
  }
  if (width * height * weight <= mostPixels) return undefined;
  const kind =
    weight === 1 || width * height > mostPixels ? "" : ` for ${[...words, names[format] ?? format].join(" ")}`;
  return `has too many pixels (maximum${kind} is ${mostPixels / (kind === "" ? 1 : weight) / 1e6} million)`;
}
