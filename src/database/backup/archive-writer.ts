import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { fileEnd } from "./file-end.ts";
import { tarBlock, tarHeader, tarPadding } from "./tar.ts";

/** The last entry of every archive: a summary and the digest of everything before it. */
export const endEntry = "end.json";

/**
 * Writes a zstd-compressed tar archive in bounded memory, readable by its owner only. It is called `<file>.partial` until it is
 * complete and on disk.
 */
export class ArchiveWriter {
  private readonly file: string;
  private readonly time: number;
  private readonly hash = createHash("sha256");
  private readonly compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  private readonly written: Promise<void>;
  /** Bytes so far, before compression. */
  bytes = 0;

  /** @param now the entries' timestamp, epoch milliseconds */
  constructor(file: string, now: number) {
    this.file = file;
    this.time = Math.floor(now / 1000);
    this.written = pipeline(this.compressed, createWriteStream(this.partial, { mode: 0o600 }));
    // The next write reports the error.
    this.written.catch(() => undefined);
  }

  private get partial(): string {
    return `${this.file}.partial`;
  }

  async add(name: string, content: Uint8Array): Promise<void> {
    await this.addStream({ name, size: content.length }, [content]);
  }

  /** @throws Error if the content's length differs from `entry.size` */
  async addStream(
    entry: { readonly name: string; readonly size: number },
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    await this.write(tarHeader(entry, this.time));
    let left = entry.size;
    for await (const chunk of content) {
      left -= chunk.length;
      if (left < 0) break;
      await this.write(chunk);
    }
    if (left !== 0) throw new Error(`${entry.name} changed while it was being read.`);
    await this.write(Buffer.alloc(tarPadding(entry.size)));
  }

  /** Writes the summary and renames the file to its final name. @returns its size in bytes */
  async finish(summary: object): Promise<number> {
    const sha256 = this.hash.copy().digest("hex");
    await this.add(endEntry, Buffer.from(JSON.stringify({ ...summary, sha256 })));
    await this.write(Buffer.alloc(2 * tarBlock));
    this.compressed.end();
    await this.written;
    const size = await this.endFile();
    await rename(this.partial, this.file);
    const directory = await open(dirname(resolve(this.file)), "r");
    await directory.sync().finally(() => directory.close());
    return size;
  }

  /** Deletes the partial file. */
  async abandon(): Promise<void> {
    this.compressed.destroy();
    await this.written.catch(() => undefined);
    await rm(this.partial, { force: true });
  }

  /** Appends the end marker and flushes the file to disk. @returns the file's size in bytes */
  private async endFile(): Promise<number> {
    const handle = await open(this.partial, "a");
    try {
      await handle.writeFile(fileEnd((await handle.stat()).size));
      await handle.sync();
      return (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  }

  private async write(chunk: Uint8Array): Promise<void> {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    if (this.compressed.destroyed) await this.written;
    if (!this.compressed.write(chunk)) await Promise.race([once(this.compressed, "drain"), this.written]);
  }
}
