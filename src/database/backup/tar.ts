import { BackupError } from "./backup-error.ts";

/** Block size in bytes. A header is one block, and contents are padded to whole blocks. */
export const tarBlock = 512;

/** The largest size that a header can store. */
const maxBytes = 8 ** 11 - 1;

export interface TarHeader {
  readonly name: string;
  /** The content's size in bytes. */
  readonly size: number;
}

/** The POSIX (ustar) header of a regular file that only its owner may read. @param time epoch seconds */
export function tarHeader({ name, size }: TarHeader, time: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`The entry name is too long: ${name}.`);
  if (size > maxBytes) throw new BackupError(`${name} is larger than 8 GB, the limit for a file in a backup.`);
  const header = Buffer.alloc(tarBlock);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, "0")}\0`, at);
  header.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(time, 136, 11);
  header.write("0", 156);
  header.write("ustar\x0000", 257, "latin1");
  octal(checksum(header), 148, 6);
  header.write(" ", 155);
  return header;
}

/** Parses a header. @returns undefined for the empty block that ends an archive @throws BackupError if the block is invalid */
export function parseTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const name = textAt(block, 0, 100);
  const size = Number.parseInt(textAt(block, 124, 12), 8);
  const isOurs = textAt(block, 257, 6) === "ustar" && textAt(block, 156, 1) === "0" && name !== "";
  if (!isOurs || !Number.isSafeInteger(size) || Number.parseInt(textAt(block, 148, 8), 8) !== checksum(block)) {
    throw new BackupError("it has an invalid header");
  }
  return { name, size };
}

/** The padding after a content of this size, in bytes. */
export const tarPadding = (size: number): number => (tarBlock - (size % tarBlock)) % tarBlock;

/** The sum of a header's bytes, counting the checksum field as blanks. */
function checksum(header: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < tarBlock; at++) if (at < 148 || at >= 156) sum += header[at] ?? 0;
  return sum;
}

function textAt(block: Buffer, at: number, length: number): string {
  const text = block.toString("utf8", at, at + length);
  const end = text.indexOf("\0");
  return (end < 0 ? text : text.slice(0, end)).trim();
}
