import Type, { type Static } from "typebox";
import { FairQueue } from "../../../kernel/concurrency/fair-queue.ts";
import { PictureProcess } from "./picture-process.ts";
import { hasTextBomb } from "./png-text.ts";

/** Media types of pictures that can be measured. */
export const pictureTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/** Opens one picture at a time, which bounds memory. */
const openings = new FairQueue();

/** A picture's width and height after rotation, or its problem. */
export const Measured = Type.Union([
  Type.Object({ width: Type.Integer(), height: Type.Integer() }),
  Type.Object({ problem: Type.String() }),
]);
export type Measured = Static<typeof Measured>;

const pictures = new PictureProcess();

/**
 * Decodes a picture completely in a separate process and measures it, so that the caller learns of a broken or truncated picture.
 * Accounts are served in turn.
 * @throws PictureTimeout
 */
export async function measurePicture(account: number, path: string): Promise<Measured> {
  return openings.run(account, async () => {
    if (await hasTextBomb(path)) return { problem: "has too much text inside of it" };
    const { default: Value } = await import("typebox/value");
    return Value.Parse(Measured, await pictures.ask(path));
  });
}
