import type { default as Sharp } from "sharp";

/** Formats of pictures that are opened; every other decoder is shut. */
const decoders = [
  "VipsForeignLoadJpegFile",
  "VipsForeignLoadPngFile",
  "VipsForeignLoadWebpFile",
  "VipsForeignLoadNsgifFile",
  "VipsForeignLoadHeifFile",
];

let loading: Promise<typeof Sharp> | undefined;

/**
 * The library for pictures, loaded with the first of them: opens only the formats above, from files, holds nothing in a cache, and uses one
 * thread for each picture.
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
