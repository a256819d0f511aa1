import { ConcurrencyLimit } from "../../kernel/concurrency-limit.ts";
import { loadSharp } from "./load-sharp.ts";
import { hasTextBomb } from "./png-text.ts";

/** Media types of pictures whose pixels are known. */
export const pictureTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/** Pixels of a picture that is opened at all: those of the largest cameras. Open, each takes four bytes. */
export const mostPixels = 64_000_000;

/** Seconds that a picture may take to be opened. */
const longest = 20;

/** One picture at a time: what it takes of memory does not grow with how many come. */
export const openings = new ConcurrencyLimit(1);

/** How a picture is opened that somebody sent: not beyond these pixels, and not if a part of it is missing. */
export const guarded = { limitInputPixels: mostPixels, failOn: "truncated", sequentialRead: true } as const;

/** Width and height of a picture as it is shown, or what is wrong with it. */
export type Measured = { readonly width: number; readonly height: number } | { readonly problem: string };

/**
 * Measures a picture, and opens all of it once: one that is broken or cut off is refused while somebody can still be told. Its size is
 * looked at before anything is unpacked.
 */
export async function measurePicture(path: string): Promise<Measured> {
  const sharp = await loadSharp();
  return openings.run("", async () => {
    if (await hasTextBomb(path)) return { problem: "has too much text inside of it" };
    try {
      const { autoOrient } = await sharp(path, { ...guarded, limitInputPixels: false }).metadata();
      const { width, height } = autoOrient;
      if (width * height > mostPixels)
        return { problem: `has too many pixels (maximum is ${mostPixels / 1e6} million)` };
      await sharp(path, guarded).timeout({ seconds: longest }).resize(16, 16).raw().toBuffer();
      return { width, height };
    } catch {
      // Whatever the library says is about the bytes that somebody sent.
      return { problem: "is a broken picture" };
    }
  });
}
