import Type, { type Static } from "typebox";
import { FairQueue } from "../../../kernel/concurrency/fair-queue.ts";
import { PictureProcess } from "./picture-process.ts";
import { hasTextBomb } from "./png-text.ts";

/** Media types of pictures whose pixels are known. */
export const pictureTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/** One picture at a time: what it takes of memory does not grow with how many come. */
const openings = new FairQueue();

/** Width and height of a picture as it is shown, or what is wrong with it. */
export const Measured = Type.Union([
  Type.Object({ width: Type.Integer(), height: Type.Integer() }),
  Type.Object({ problem: Type.String() }),
]);
export type Measured = Static<typeof Measured>;

const pictures = new PictureProcess();

/**
 * Measures a picture, and opens all of it once, in a process of its own: one that is broken or cut off is refused while somebody can still
 * be told. Accounts take turns.
 * @throws PictureTimeout
 */
export async function measurePicture(account: number, path: string): Promise<Measured> {
  return openings.run(account, async () => {
    if (await hasTextBomb(path)) return { problem: "has too much text inside of it" };
    const { default: Value } = await import("typebox/value");
    return Value.Parse(Measured, await pictures.ask(path));
  });
}
