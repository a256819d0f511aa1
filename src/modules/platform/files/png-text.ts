import { readFile } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

/** Bytes that the compressed texts of a PNG may unpack to, all together, and how many of them there may be. */
const mostText = 4 * 1024 * 1024;
const mostTexts = 100;

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** Chunks that are looked at between two turns of the event loop. */
const chunksOfTurn = 20_000;

/**
 * Whether the compressed texts of a PNG (chunks zTXt and iTXt) unpack to more than anybody writes into a picture, or not at all. Whoever
 * opens it unpacks all of them, whatever its pixels are, and no time limit holds for that: half a megabyte can become 500.
 * @returns false for a file that is no PNG
 */
export async function hasTextBomb(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  if (!bytes.subarray(0, signature.length).equals(signature)) return false;
  let left = mostText;
  let texts = 0;
  let chunks = 0;
  for (const { type, data } of chunksOf(bytes)) {
    if (++chunks % chunksOfTurn === 0) await turn();
    const packed = packedText(type, data);
    if (!packed) continue;
    if (++texts > mostTexts || left <= 0) return true;
    const text = await unpack(packed, { maxOutputLength: left }).catch(() => undefined);
    if (!text) return true;
    left -= text.length;
  }
  return false;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks up to the last that is whole. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  let position = signature.length;
  while (position + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(position);
    const type = bytes.toString("latin1", position + 4, position + 8);
    yield { type, data: bytes.subarray(position + 8, position + 8 + length) };
    if (type === "IEND") return;
    position += length + 12;
  }
}

/** What is compressed of a chunk's text; undefined where nothing is. */
function packedText(type: string, data: Buffer): Buffer | undefined {
  const keyword = data.indexOf(0);
  if (type === "zTXt") return keyword < 0 ? undefined : data.subarray(keyword + 2);
  // After the keyword: whether it is compressed, how, the language, and the keyword in it.
  if (type !== "iTXt" || keyword < 0 || data[keyword + 1] !== 1) return undefined;
  const language = data.indexOf(0, keyword + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  return translated < 0 ? undefined : data.subarray(translated + 1);
}
