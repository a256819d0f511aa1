import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { endEntry } from "./archive-writer.ts";
import { BackupError } from "./backup-error.ts";
import { compressedBytes } from "./file-end.ts";
import { parseTarHeader, tarBlock, tarPadding } from "./tar.ts";

/** A file in an archive. Requesting the next entry skips the rest of its content. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Streams its bytes. */
  chunks(): AsyncGenerator<Buffer>;
  /** Reads all of its bytes. For small entries. */
  all(): Promise<Buffer>;
}

/**
 * Yields the entries of an archive. Returns the last entry, the summary, instead of yielding it.
 * @param read reports progress: called with the number of bytes just read from the file
 * @throws BackupError if the file is not a complete archive
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
      if (!header) throw new BackupError("its last entry is missing");
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
      if (header.name === endEntry) return await checkedSummary(await all(), before, bytes, header.size);
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

/** Parses the last entry. Checks that it has the digest of everything before it, and that nothing follows. */
async function checkedSummary(content: Buffer, digest: string, bytes: Bytes, size: number): Promise<unknown> {
  const rest = await bytes.exactly(tarPadding(size) + 2 * tarBlock);
  if (rest.some((byte) => byte !== 0) || !(await bytes.atEnd())) throw new BackupError("data follows its end");
  const summary: unknown = JSON.parse(content.toString());
  const isIntact = typeof summary === "object" && summary !== null && "sha256" in summary && summary.sha256 === digest;
  if (!isIntact) throw new BackupError("its checksum does not match");
  return summary;
}

/** Names the unusable file and the reason. */
class UnusableBackup extends BackupError {}

function unusable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnusableBackup) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR") {
    return new UnusableBackup(`${file} cannot be read: ${error.message}.`, { cause: error });
  }
  const isDamage = error instanceof BackupError || error instanceof SyntaxError || /^(ZSTD|Z)_/.test(code);
  if (!isDamage) return error;
  const reason = error instanceof SyntaxError ? "its last entry is unreadable" : error.message;
  return new UnusableBackup(`${file} is not a complete backup: ${reason}. Nothing was changed. Use another backup.`, {
    cause: error,
  });
}

/** Reads the decompressed bytes of a file on demand. */
class Bytes {
  private readonly source: AsyncIterator<Buffer>;
  private readonly stream = createZstdDecompress();
  private readonly hash: Hash = createHash("sha256");
  private waiting: Buffer = Buffer.alloc(0);

  constructor(file: string, length: number, read: (bytes: number) => void) {
    const plain = createReadStream(file, { end: length - 1 }).on("data", (chunk) => read(chunk.length));
    // Reading the stream reports the error.
    pipeline(plain, this.stream).catch(() => undefined);
    this.source = this.stream[Symbol.asyncIterator]();
  }

  /** The next bytes, at least one and at most `max`. */
  async some(max: number): Promise<Buffer> {
    while (this.waiting.length === 0) {
      const next = await this.source.next();
      if (next.done) throw new BackupError("it is truncated");
      this.waiting = next.value;
    }
    const taken = this.waiting.subarray(0, max);
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

  /** The digest of all bytes taken so far. */
  digest(): string {
    return this.hash.copy().digest("hex");
  }

  close(): void {
    this.stream.destroy();
  }
}
