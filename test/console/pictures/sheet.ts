import sharp from "sharp";

/** Pictures per row, and the gap between them in pixels. */
const columns = 4;
const space = 12;
const width = 480;

/** Arranges pictures of one size in a grid, in reading order. @param files at least one */
export async function writeSheet(files: readonly string[], to: string): Promise<void> {
  const tiles = await Promise.all(
    files.map((file) => sharp(file).resize({ width }).toBuffer({ resolveWithObject: true })),
  );
  const height = Math.max(...tiles.map(({ info }) => info.height));
  const position = (index: number) => ({
    left: space + (index % columns) * (width + space),
    top: space + Math.floor(index / columns) * (height + space),
  });
  const last = position(tiles.length - 1);
  const sheet = sharp({
    create: {
      width: space + Math.min(columns, tiles.length) * (width + space),
      height: last.top + height + space,
      channels: 3,
      background: "#808080",
    },
  });
  await sheet.composite(tiles.map(({ data }, index) => ({ input: data, ...position(index) }))).toFile(to);
}
