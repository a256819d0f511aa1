import { join } from "node:path";
import { loadSharp } from "../../platform/files/load-sharp.ts";
import { guarded } from "../../platform/files/picture-limits.ts";

// The process behind `makeRenditions`: encodes a picture's renditions, named by longer side and format, such as 320.jpg.
// It imports little, because it starts once per picture.
const [picture = "", directory = "", largest = "", ...names] = process.argv.slice(2);

const sharp = await loadSharp();
// Decode once for all sizes; of an animation, only the first frame.
const { data, info } = await sharp(picture, guarded)
  .autoOrient()
  .resize(Number(largest), Number(largest), { fit: "inside", withoutEnlargement: true })
  .toColourspace("srgb")
  .raw()
  .toBuffer({ resolveWithObject: true });
const { width, height, channels } = info;
for (const name of names) {
  const [side, format] = name.split(".");
  const path = join(directory, name);
  const resized = sharp(data, { raw: { width, height, channels } }).resize(Number(side), Number(side), {
    fit: "inside",
    withoutEnlargement: true,
  });
  // JPEG has no alpha channel: transparent pixels become white.
  if (format === "jpg") await resized.flatten({ background: "#fff" }).jpeg({ quality: 82, mozjpeg: true }).toFile(path);
  else if (format === "webp") await resized.webp({ quality: 80 }).toFile(path);
  // More effort saves a few percent of size and takes six times as long.
  else await resized.avif({ quality: 55, effort: 0 }).toFile(path);
}
