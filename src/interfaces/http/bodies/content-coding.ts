import type { Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";

/** How an answer may be coded on its way; of those that a client wants alike, the first one is chosen. */
export const codings = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** Bytes from which on an answer is compressed (conventions.md, Reading). */
const fewestBytes = 1024;

/**
 * Bytes up to which an answer is compressed at once: at most some 0.2 ms, a fraction of a turn (docs/design/maps-and-lengths.md). A thread of the pool costs
 * more than that for so few.
 */
const mostAtOnce = 64 * 1024;

// The fastest level of each: the next ones take 2 to 5 times as long for a few percent of the size (docs/design/response-cache.md).
const gzipOptions = { level: 1 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

interface Compressor {
  atOnce(bytes: Buffer): Buffer;
  inPool(bytes: Buffer): Promise<Buffer>;
  stream(): Transform;
}

const [gzipInPool, brotliInPool, zstdInPool] = [promisify(gzip), promisify(brotliCompress), promisify(zstdCompress)];

const compressors: Readonly<Record<Coding, Compressor>> = {
  gzip: {
    atOnce: (bytes) => gzipSync(bytes, gzipOptions),
    inPool: (bytes) => gzipInPool(bytes, gzipOptions),
    stream: () => createGzip(gzipOptions),
  },
  br: {
    atOnce: (bytes) => brotliCompressSync(bytes, brotliOptions),
    inPool: (bytes) => brotliInPool(bytes, brotliOptions),
    stream: () => createBrotliCompress(brotliOptions),
  },
  zstd: {
    atOnce: (bytes) => zstdCompressSync(bytes, zstdOptions),
    inPool: (bytes) => zstdInPool(bytes, zstdOptions),
    stream: () => createZstdCompress(zstdOptions),
  },
};

/**
 * The coding that a client wants most of those that we have (RFC 9110 §12.5.3); undefined where it wants the bytes as they are. Who refuses those
 * as well gets them all the same.
 */
export function acceptedCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === "") return undefined;
  const weights = new Map<string, number>();
  for (const entry of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...traits] = entry.split(";").map((part) => part.trim());
    weights.set(name === "x-gzip" ? "gzip" : name, weightOf(traits));
  }
  let chosen: Coding | undefined;
  let most = weights.get("identity") ?? 0;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0;
    if (weight === 0 || weight < most || (weight === most && chosen)) continue;
    chosen = coding;
    most = weight;
  }
  return chosen;
}

function weightOf(traits: readonly string[]): number {
  const text = traits.find((trait) => trait.startsWith("q="))?.slice(2);
  const weight = text === undefined ? 1 : Number(text);
  return weight >= 0 && weight <= 1 ? weight : 0;
}

/** The coding of an answer of so many bytes. */
export function codingOf(acceptEncoding: string | undefined, bytes: number): Coding | undefined {
  return bytes > fewestBytes ? acceptedCoding(acceptEncoding) : undefined;
}

/** The bytes in a coding; many of them in another thread. */
export async function compressed(bytes: Buffer, coding: Coding): Promise<Buffer> {
  return bytes.length <= mostAtOnce ? compressors[coding].atOnce(bytes) : compressors[coding].inPool(bytes);
}

/** Compresses a stream in other threads, as it comes. */
export function compressing(coding: Coding): Transform {
  return compressors[coding].stream();
}
