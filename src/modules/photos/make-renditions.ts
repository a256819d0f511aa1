import { join } from "node:path";
import { loadSharp } from "../files/load-sharp.ts";
import { guarded, openings } from "../files/measure-picture.ts";
import { photoFormats, type PhotoFormat, photoSizes, sidesOf } from "./photo-sizes.ts";

/** A rendition on this machine's disk. */
export interface Rendition {
  readonly path: string;
  /** Pixels of the longer side, by which it is named. */
  readonly side: number;
  readonly format: PhotoFormat;
}

/** A picture opened: its pixels, turned upright and in sRGB, not larger than the largest size. */
interface Pixels {
  readonly data: Buffer;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/** Seconds that one step may take. */
const longest = 60;

/**
 * Makes every size of a picture in every format, into a directory. What a camera has written into it (place, time, owner, thumbnails)
 * is in none of them: they are made of its pixels alone.
 * @param size of the picture as it is shown
 */
export async function makeRenditions(
  picture: string,
  size: { readonly width: number; readonly height: number },
  directory: string,
  signal: AbortSignal,
): Promise<Rendition[]> {
  const pixels = await openPicture(picture);
  const renditions: Rendition[] = [];
  for (const side of sidesOf(size.width, size.height)) {
    for (const format of formats) {
      signal.throwIfAborted();
      const path = join(directory, `${side}.${format}`);
      await encode(pixels, side, format, path);
      renditions.push({ path, side, format });
    }
  }
  return renditions;
}

const formats = Object.keys(photoFormats).filter((name): name is PhotoFormat => name in photoFormats);

/** Opens a picture once, for all sizes; of an animation its first frame. */
async function openPicture(path: string): Promise<Pixels> {
  const sharp = await loadSharp();
  return openings.run("", async () => {
    const { data, info } = await sharp(path, guarded)
      .timeout({ seconds: longest })
      .autoOrient()
      .resize(photoSizes.giant, photoSizes.giant, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return { data, raw: { width, height, channels } };
  });
}

/** One at a time, as everything that opens pictures: between two of them others have their turn. */
async function encode({ data, raw }: Pixels, side: number, format: PhotoFormat, path: string): Promise<void> {
  const sharp = await loadSharp();
  await openings.run("", async () => {
    const resized = sharp(data, { raw })
      .timeout({ seconds: longest })
      .resize(side, side, { fit: "inside", withoutEnlargement: true });
    // JPEG has no alpha: what is clear becomes white.
    if (format === "jpg")
      await resized.flatten({ background: "#fff" }).jpeg({ quality: 82, mozjpeg: true }).toFile(path);
    else if (format === "webp") await resized.webp({ quality: 80 }).toFile(path);
    // More effort makes it a few percent smaller and takes six times as long.
    else await resized.avif({ quality: 55, effort: 0 }).toFile(path);
  });
}
