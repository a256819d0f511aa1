import { open } from "node:fs/promises";
import { BackupError } from "./backup-error.ts";

/** A zstd skippable frame, our marker word, and the number of bytes before it. */
const frame = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 16, 0, 0, 0]);
const word = Buffer.from("ROOSTEND");
const endBytes = frame.length + word.length + 8;

/** The end marker of every backup. @param length the number of bytes before it */
export function fileEnd(length: number): Buffer {
  const end = Buffer.alloc(endBytes);
  frame.copy(end);
  word.copy(end, frame.length);
  end.writeBigUInt64LE(BigInt(length), endBytes - 8);
  return end;
}

/**
 * The file's size without its end marker.
 * @throws BackupError if the marker is missing: the file is truncated, not a backup, or has grown
 */
export async function compressedBytes(file: string): Promise<number> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const length = size - endBytes;
    if (length < 0) throw new BackupError("it is too short");
    const { buffer } = await handle.read({ buffer: Buffer.alloc(endBytes), position: length });
    if (!buffer.equals(fileEnd(length)))
      throw new BackupError("its end marker is missing, so it is truncated or not a backup");
    return length;
  } finally {
    await handle.close();
  }
}
