import { text } from "node:stream/consumers";
import Type from "typebox";
import Value from "typebox/value";
import { loadSharp } from "../files/load-sharp.ts";
import { guarded } from "../files/measure-picture.ts";

// The process of `makeRenditions`: reads from its input which picture to open and what to make of it, one after the other, and ends.
const order = Type.Object({
  picture: Type.String(),
  /** Pixels of the longer side, at most. */
  largest: Type.Integer(),
  renditions: Type.Array(
    Type.Object({
      path: Type.String(),
      side: Type.Integer(),
      format: Type.Union([Type.Literal("jpg"), Type.Literal("webp"), Type.Literal("avif")]),
    }),
  ),
});

/** Seconds that one step may take. */
const longest = 60;

const { picture, largest, renditions } = Value.Parse(order, JSON.parse(await text(process.stdin)));
const sharp = await loadSharp();
// Opened once, for all sizes; of an animation its first frame.
const { data, info } = await sharp(picture, guarded)
  .timeout({ seconds: longest })
  .autoOrient()
  .resize(largest, largest, { fit: "inside", withoutEnlargement: true })
  .toColourspace("srgb")
  .raw()
  .toBuffer({ resolveWithObject: true });
const { width, height, channels } = info;
for (const { path, side, format } of renditions) {
  const resized = sharp(data, { raw: { width, height, channels } })
    .timeout({ seconds: longest })
    .resize(side, side, { fit: "inside", withoutEnlargement: true });
  // JPEG has no alpha: what is clear becomes white.
  if (format === "jpg") await resized.flatten({ background: "#fff" }).jpeg({ quality: 82, mozjpeg: true }).toFile(path);
  else if (format === "webp") await resized.webp({ quality: 80 }).toFile(path);
  // More effort makes it a few percent smaller and takes six times as long.
  else await resized.avif({ quality: 55, effort: 0 }).toFile(path);
}
