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

/** The supported content codings, in order of preference. */
export const codings = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** Larger responses are compressed (conventions.md, Reading). */
const minCompressedBytes = 1024;

/** Up to this size, compressing on the event loop (about 0.2 ms) is cheaper than a pool thread (docs/design/maps-and-lengths.md). */
const maxSyncBytes = 64 * 1024;

// The fastest levels: higher ones take 2 to 5 times as long and save a few percent (docs/design/response-cache.md).
const gzipOptions = { level: 1 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

interface Compressor {
  sync(bytes: Buffer): Buffer;
  inPool(bytes: Buffer): Promise<Buffer>;
  stream(): Transform;
}

const [gzipInPool, brotliInPool, zstdInPool] = [promisify(gzip), promisify(brotliCompress), promisify(zstdCompress)];

const compressors: Readonly<Record<Coding, Compressor>> = {
  gzip: {
    sync: (bytes) => gzipSync(bytes, gzipOptions),
    inPool: (bytes) => gzipInPool(bytes, gzipOptions),
    stream: () => createGzip(gzipOptions),
  },
  br: {
    sync: (bytes) => brotliCompressSync(bytes, brotliOptions),
    inPool: (bytes) => brotliInPool(bytes, brotliOptions),
    stream: () => createBrotliCompress(brotliOptions),
  },
  zstd: {
    sync: (bytes) => zstdCompressSync(bytes, zstdOptions),
    inPool: (bytes) => zstdInPool(bytes, zstdOptions),
    stream: () => createZstdCompress(zstdOptions),
  },
};

/**
 * Negotiates the content coding (RFC 9110 §12.5.3).
 * @param offered in order of preference
 * @returns undefined for no coding, which is also sent to a client that refuses `identity`
 */
export function acceptedCoding(
  acceptEncoding: string | undefined,
  offered: readonly Coding[] = codings,
): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === "") return undefined;
  const weights = new Map<string, number>();
  for (const entry of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...traits] = entry.split(";").map((part) => part.trim());
    weights.set(name === "x-gzip" ? "gzip" : name, weightOf(traits));
  }
  let chosen: Coding | undefined;
  let best = weights.get("identity") ?? 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0;
    if (weight === 0 || weight < best || (weight === best && chosen)) continue;
    chosen = coding;
    best = weight;
  }
  return chosen;
}

function weightOf(traits: readonly string[]): number {
  const text = traits.find((trait) => trait.startsWith("q="))?.slice(2);
  const weight = text === undefined ? 1 : Number(text);
  return weight >= 0 && weight <= 1 ? weight : 0;
}

/** The coding for a response of the given size. */
export function codingOf(acceptEncoding: string | undefined, bytes: number): Coding | undefined {
  return bytes > minCompressedBytes ? acceptedCoding(acceptEncoding) : undefined;
}

/** Compresses bytes, in a pool thread when they are many. */
export async function compressed(bytes: Buffer, coding: Coding): Promise<Buffer> {
  return bytes.length <= maxSyncBytes ? compressors[coding].sync(bytes) : compressors[coding].inPool(bytes);
}

/** A transform that compresses a stream in pool threads. */
export function compressing(coding: Coding): Transform {
  return compressors[coding].stream();
}
