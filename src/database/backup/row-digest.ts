import { createHash, type Hash, hash } from "node:crypto";

const lineBreak = 10;

/**
 * A digest of a table's rows that does not depend on their order: the sum of the first 128 bits of each row's SHA-256. Rows are in
 * COPY's format: one per line, with line breaks escaped as `\n`.
 */
export class RowDigest {
  private readonly sum = new Uint32Array(4);
  /** The hash of a row that is not complete yet. */
  private partial: Hash | undefined;
  rows = 0;
  bytes = 0;

  update(chunk: Buffer): void {
    this.bytes += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, from)) {
      const part = chunk.subarray(from, end);
      this.add(this.partial ? this.partial.update(part).digest() : hash("sha256", part, "buffer"));
      this.partial = undefined;
      from = end + 1;
    }
    if (from === chunk.length) return;
    this.partial ??= createHash("sha256");
    this.partial.update(chunk.subarray(from));
  }

  /** In hex. */
  get value(): string {
    return Buffer.from(this.sum.buffer).toString("hex");
  }

  private add(row: Buffer): void {
    this.rows++;
    let carry = 0;
    for (let word = 0; word < 4; word++) {
      const total = (this.sum[word] ?? 0) + row.readUInt32LE(4 * word) + carry;
      this.sum[word] = total;
      carry = total > 0xffff_ffff ? 1 : 0;
    }
  }
}
