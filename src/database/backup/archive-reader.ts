import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { endEntry } from "./archive-writer.ts";
import { BackupError } from "./backup-error.ts";
import { compressedBytes } from "./file-end.ts";
import { parseTarHeader, tarBlock, tarPadding } from "./tar.ts";

/** A file in an archive. Its content must be read, or skipped, before the next one is asked for. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Its bytes, piece by piece. */
  chunks(): AsyncGenerator<Buffer>;
  /** All of its bytes: for what is small. */
  all(): Promise<Buffer>;
}

/**
 * The entries of an archive, but for the last one, which says what it holds and is what the generator returns.
 * @param read called with the bytes of the file that were read, as often as there are more
 * @throws BackupError when the file is no archive, or is not whole
 */
export async function* readArchive(
  file: string,
  read: (bytes: number) => void = () => undefined,
): AsyncGenerator<ArchiveEntry, unknown> {
  let source: Bytes | undefined;
  try {
    const bytes = new Bytes(file, await compressedBytes(file), read);
    source = bytes;
    for (;;) {
      const before = bytes.digest();
      const header = parseTarHeader(await bytes.exactly(tarBlock));
      if (!header) throw new BackupError("it has no end");
      let left = header.size;
      async function* chunks(): AsyncGenerator<Buffer> {
        while (left > 0) {
          const chunk = await bytes.some(left).catch((error: unknown) => {
            throw unusable(file, error);
          });
          left -= chunk.length;
          yield chunk;
        }
      }
      const all = async (): Promise<Buffer> => Buffer.concat(await Array.fromAsync(chunks()));
      if (header.name === endEntry) return await lastOf(await all(), before, bytes, header.size);
      yield { ...header, chunks, all };
      while (left > 0) left -= (await bytes.some(left)).length;
      await bytes.exactly(tarPadding(header.size));
    }
  } catch (error) {
    throw unusable(file, error);
  } finally {
    source?.close();
  }
}

/** The last entry holds the digest of all before it, and nothing comes after it. */
async function lastOf(content: Buffer, digest: string, bytes: Bytes, size: number): Promise<unknown> {
  const rest = await bytes.exactly(tarPadding(size) + 2 * tarBlock);
  if (rest.some((byte) => byte !== 0) || !(await bytes.atEnd())) throw new BackupError("something follows its end");
  const summary: unknown = JSON.parse(content.toString());
  const isWhole = typeof summary === "object" && summary !== null && "sha256" in summary && summary.sha256 === digest;
  if (!isWhole) throw new BackupError("its checksum is another one");
  return summary;
}

/** Says which file cannot be used, and why. */
class UnusableBackup extends BackupError {}

function unusable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnusableBackup) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR") {
    return new UnusableBackup(`${file} cannot be read: ${error.message}.`, { cause: error });
  }
  const isOfTheFile = error instanceof BackupError || error instanceof SyntaxError || /^(ZSTD|Z)_/.test(code);
  if (!isOfTheFile) return error;
  const why = error instanceof SyntaxError ? "its end cannot be read" : error.message;
  return new UnusableBackup(`${file} is not a whole backup (${why}): nothing was changed, use another one.`, {
    cause: error,
  });
}

/** The bytes of a compressed file, as many as are asked for. */
class Bytes {
  private readonly source: AsyncIterator<Buffer>;
  private readonly stream = createZstdDecompress();
  private readonly hash: Hash = createHash("sha256");
  private waiting: Buffer = Buffer.alloc(0);

  constructor(file: string, length: number, read: (bytes: number) => void) {
    const plain = createReadStream(file, { end: length - 1 }).on("data", (chunk) => read(chunk.length));
    // What is wrong comes out of the stream that is read.
    pipeline(plain, this.stream).catch(() => undefined);
    this.source = this.stream[Symbol.asyncIterator]();
  }

  /** At most so many of the next bytes. */
  async some(most: number): Promise<Buffer> {
    while (this.waiting.length === 0) {
      const next = await this.source.next();
      if (next.done) throw new BackupError("it is cut off");
      this.waiting = next.value;
    }
    const taken = this.waiting.subarray(0, most);
    this.waiting = this.waiting.subarray(taken.length);
    this.hash.update(taken);
    return taken;
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = length; left > 0; ) {
      const part = await this.some(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  async atEnd(): Promise<boolean> {
    return this.waiting.length === 0 && (await this.source.next()).done === true;
  }

  /** Of all that was taken so far. */
  digest(): string {
    return this.hash.copy().digest("hex");
  }

  close(): void {
    this.stream.destroy();
  }
}
