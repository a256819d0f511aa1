import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";

/** Bytes at the beginning of a file that are looked at: what kind it is stands there. */
const looked = 256 * 1024;

/** Characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that tell bytes from text
const notText = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * The media type of a file, by its bytes and never by its name or by what a client says of it (conventions.md, Bounds). What has no mark
 * of its own is plain text or just bytes; so markup is text, whatever it is markup of.
 */
export async function contentTypeOf(path: string): Promise<string> {
  const head = await headOf(path);
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(head);
  if (found && !/xml|html|svg/.test(found.mime)) return found.mime;
  return isText(head) ? "text/plain" : "application/octet-stream";
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(looked), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The end of what is looked at may cut a character: at most three bytes of it. */
function isText(head: Buffer): boolean {
  const cut = head.length === looked ? [0, 1, 2, 3] : [0];
  return cut.some((bytes) => isUtf8(head.subarray(0, head.length - bytes))) && !notText.test(head.toString("utf8"));
}
