import { inflateRawSync } from "node:zlib";

/** Reads a zip archive's files by name, as text, from its central directory. */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const header = archive.readUInt32LE(at + 42);
    const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const packed = archive.subarray(from, from + size);
    const bytes = method === 0 ? packed : inflateRawSync(packed);
    files.set(archive.toString("utf8", at + 46, at + 46 + (name ?? 0)), bytes.toString("utf8"));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
