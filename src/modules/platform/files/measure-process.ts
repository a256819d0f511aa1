import { loadSharp } from "./load-sharp.ts";
import type { Measured } from "./measure-picture.ts";
import { guarded, tooManyPixels } from "./picture-limits.ts";

// The child process of `PictureProcess`: receives a picture's path, sends the measurement, and exits when the parent disconnects.
// It imports little, because the first request waits for its start.

process.on("disconnect", () => process.exit(0));
process.on("message", (path) => {
  void measure(String(path)).then((measured) => process.send?.(measured));
});

/** Checks the size before decoding. Then decodes the whole picture, because a truncated one has a valid header. */
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
    // Any error of the library is caused by the uploaded bytes.
    return { problem: "is a broken picture" };
  }
}
