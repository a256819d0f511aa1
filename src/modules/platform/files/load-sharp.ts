import type { default as Sharp } from "sharp";

/** Decoders of the supported formats; all others are blocked. */
const decoders = [
  "VipsForeignLoadJpegFile",
  "VipsForeignLoadPngFile",
  "VipsForeignLoadWebpFile",
  "VipsForeignLoadNsgifFile",
  "VipsForeignLoadHeifFile",
];

let loading: Promise<typeof Sharp> | undefined;

/**
 * Loads the picture library on first use. It opens only the formats above, from files, without a cache, with one thread per picture.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: decoders });
    return sharp;
  });
  return loading;
}
