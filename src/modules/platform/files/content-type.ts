import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";

/** Bytes at the start of a file that are inspected. */
const headBytes = 256 * 1024;

/** Characters that text never contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters distinguish bytes from text
const notText = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * Detects a file's media type from its bytes, never from its name or the client's claim (conventions.md, Bounds). A file without a
 * signature is plain text or binary data, so all markup is plain text.
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
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The inspected part may end within a character, after at most three of its bytes. */
function isText(head: Buffer): boolean {
  const cut = head.length === headBytes ? [0, 1, 2, 3] : [0];
  return cut.some((bytes) => isUtf8(head.subarray(0, head.length - bytes))) && !notText.test(head.toString("utf8"));
}
