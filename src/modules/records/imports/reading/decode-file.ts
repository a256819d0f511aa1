import { isUtf8 } from "node:buffer";
import { RequestError } from "../../../../kernel/errors.ts";

/** The encodings of files that a mapping may name (docs/guides/import.md). */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Finds a file's UTF-8 text by its byte order mark, or by its valid encodings: Windows-1252 is the last resort, because it fits any bytes.
 * @param named the encoding that the mapping names
 * @throws RequestError 400 for bytes that the named encoding cannot hold
 */
export function decodeFile(content: Buffer, named?: Encoding): { readonly bytes: Buffer; readonly encoding: Encoding } {
  const encoding = named ?? encodingOf(content);
  if (encoding === "utf-8" && isUtf8(content)) return { bytes: withoutMark(content), encoding };
  try {
    return { bytes: Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(content)), encoding };
  } catch {
    const remedy = named
      ? `Remove "encoding" from the mapping, or correct it.`
      : `Its first bytes say so: name its encoding in the mapping, or save it again.`;
    throw new RequestError("bad_request", `The file is not ${encoding}. ${remedy}`);
  }
}

const mark = Buffer.from("\uFEFF");

const hasMark = (bytes: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);

/** Large files are not copied. */
const withoutMark = (bytes: Buffer): Buffer => (hasMark(bytes) ? bytes.subarray(mark.length) : bytes);

function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a mark, the first character of a file of names is ASCII: one of its two bytes is zero.
  if (bytes.length > 1 && second === 0) return "utf-16le";
  if (bytes.length > 1 && first === 0) return "utf-16be";
  return hasMark(bytes) || isUtf8(bytes) ? "utf-8" : "windows-1252";
}
