import { open } from "node:fs/promises";
import { BackupError } from "./backup-error.ts";

/** A frame that readers of zstd pass over, a word of ours, and the length of what stands before it. */
const frame = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 16, 0, 0, 0]);
const word = Buffer.from("ROOSTEND");
const endBytes = frame.length + word.length + 8;

/** The last bytes of every backup. @param length bytes before them */
export function fileEnd(length: number): Buffer {
  const end = Buffer.alloc(endBytes);
  frame.copy(end);
  word.copy(end, frame.length);
  end.writeBigUInt64LE(BigInt(length), endBytes - 8);
  return end;
}

/**
 * How many bytes of a file are compressed: all but its end.
 * @throws BackupError when the end is not there: the file is cut off, something else, or has grown
 */
export async function compressedBytes(file: string): Promise<number> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const length = size - endBytes;
    if (length < 0) throw new BackupError("it is too short");
    const { buffer } = await handle.read({ buffer: Buffer.alloc(endBytes), position: length });
    if (!buffer.equals(fileEnd(length)))
      throw new BackupError("it does not end as one does, so it is cut off or something else");
    return length;
  } finally {
    await handle.close();
  }
}
