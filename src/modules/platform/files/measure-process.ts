import { loadSharp } from "./load-sharp.ts";
import type { Measured } from "./measure-picture.ts";
import { guarded, tooManyPixels } from "./picture-limits.ts";

// The process of `PictureProcess`: is told the path of a picture, answers what it is, and waits for the next one until nobody is there. It imports little, since
// whoever sends the first picture waits for it.

process.on("disconnect", () => process.exit(0));
process.on("message", (path) => {
  void measure(String(path)).then((measured) => process.send?.(measured));
});

/** All of it is opened once: one that is cut off has the size of a whole one. Its size is looked at before anything is unpacked. */
async function measure(path: string): Promise<Measured> {
  const sharp = await loadSharp();
  try {
    const found = await sharp(path, { ...guarded, limitInputPixels: false }).metadata();
    const { width, height } = found.autoOrient;
    const problem = tooManyPixels(found);
    if (problem !== undefined) return { problem };
    await sharp(path, guarded).resize(16, 16).raw().toBuffer();
    return { width, height };
  } catch {
    // Whatever the library says is about the bytes that somebody sent.
    return { problem: "is a broken picture" };
  }
}
