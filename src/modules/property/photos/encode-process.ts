import { join } from "node:path";
import { loadSharp } from "../../platform/files/load-sharp.ts";
import { guarded } from "../../platform/files/picture-limits.ts";

// The process of `makeRenditions`: opens a picture and makes its renditions, one after the other, each named by its longer side and its
// format, such as 320.jpg. It imports little, since it starts for each picture.
const [picture = "", directory = "", largest = "", ...names] = process.argv.slice(2);

const sharp = await loadSharp();
// Opened once, for all sizes; of an animation its first frame.
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
  // JPEG has no alpha: what is clear becomes white.
  if (format === "jpg") await resized.flatten({ background: "#fff" }).jpeg({ quality: 82, mozjpeg: true }).toFile(path);
  else if (format === "webp") await resized.webp({ quality: 80 }).toFile(path);
  // More effort makes it a few percent smaller and takes six times as long.
  else await resized.avif({ quality: 55, effort: 0 }).toFile(path);
}
