import sharp from "sharp";

/** Pictures in a row, and the space between them in pixels. */
const columns = 4;
const space = 12;
const width = 480;

/** Puts pictures of one size beside each other, in loadeding order. @param files at least one */
export async function writeSheet(files: readonly string[], to: string): Promise<void> {
  const tiles = await Promise.all(
    files.map((file) => sharp(file).resize({ width }).toBuffer({ resolveWithObject: true })),
  );
  const height = Math.max(...tiles.map(({ info }) => info.height));
  const place = (index: number) => ({
    left: space + (index % columns) * (width + space),
    top: space + Math.floor(index / columns) * (height + space),
  });
  const last = place(tiles.length - 1);
  const sheet = sharp({
    create: {
      width: space + Math.min(columns, tiles.length) * (width + space),
      height: last.top + height + space,
      channels: 3,
      background: "#808080",
    },
  });
  await sheet.composite(tiles.map(({ data }, index) => ({ input: data, ...place(index) }))).toFile(to);
}
