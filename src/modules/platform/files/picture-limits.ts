import type { Metadata } from "sharp";

/** The largest picture that is decoded: that of the largest cameras. */
export const maxPixels = 64_000_000;

/** Decoder options for uploaded pictures: limited pixels, and an error if data is missing. */
export const guarded = { limitInputPixels: maxPixels, failOn: "truncated", sequentialRead: true } as const;

/** A picture's metadata, known before decoding. */
export type PictureKind = Pick<Metadata, "format" | "depth" | "isProgressive"> & {
  readonly width: number;
  readonly height: number;
};

const names: Readonly<Record<string, string>> = { jpeg: "JPEG", png: "PNG", webp: "WebP", gif: "GIF", heif: "AVIF" };

/** Formats whose pixels need several times the time or memory of a PNG's. */
const formatWeights: Readonly<Record<string, number>> = { webp: 2, heif: 4 };

/**
 * Bounds the time and memory for decoding. 16-bit pixels count twice, and interlaced pictures or slow formats count more.
 * @returns the problem; undefined if the picture may be decoded
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
  if (width * height * weight <= maxPixels) return undefined;
  const kind =
    weight === 1 || width * height > maxPixels ? "" : ` for ${[...words, names[format] ?? format].join(" ")}`;
  return `has too many pixels (maximum${kind} is ${maxPixels / (kind === "" ? 1 : weight) / 1e6} million)`;
}
