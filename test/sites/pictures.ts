import sharp from "sharp";

/** A one-colored PNG. */
export const pngOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#2f6f5f" } })
    .png()
    .toBuffer();
