import { readFile } from "node:fs/promises";
import { setImmediate as nextTick } from "node:timers/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

/** Limit for the unpacked size of all compressed texts of a PNG. */
const maxTextBytes = 4 * 1024 * 1024;
const maxTexts = 100;

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** Chunks to read before yielding to the event loop. */
const chunksPerTick = 20_000;

/**
 * Whether a PNG's compressed texts (chunks zTXt and iTXt) unpack to an unreasonable size, or are invalid. Decoders unpack all texts
 * without a time limit, and half a megabyte can become 500.
 * @returns false if the file is not a PNG
 */
export async function hasTextBomb(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  if (!bytes.subarray(0, signature.length).equals(signature)) return false;
  let left = maxTextBytes;
  let texts = 0;
  let chunks = 0;
  for (const { type, data } of chunksOf(bytes)) {
    if (++chunks % chunksPerTick === 0) await nextTick();
    const packed = packedText(type, data);
    if (!packed) continue;
    if (++texts > maxTexts || left <= 0) return true;
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

/** Yields all complete chunks. */
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

/** The compressed part of a chunk's text; undefined if there is none. */
function packedText(type: string, data: Buffer): Buffer | undefined {
  const keyword = data.indexOf(0);
  if (type === "zTXt") return keyword < 0 ? undefined : data.subarray(keyword + 2);
  // After the keyword: the compression flag and method, the language, and the translated keyword.
  if (type !== "iTXt" || keyword < 0 || data[keyword + 1] !== 1) return undefined;
  const language = data.indexOf(0, keyword + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  return translated < 0 ? undefined : data.subarray(translated + 1);
}
