import { cachedByVersion } from "../../kernel/application-cache.ts";
import { type Coding, compressed } from "../http/content-coding.ts";

/** What is kept of finished answers. */
interface Bounds {
  /** Bytes of all of them, those that are still being written included. */
  readonly mostBytes: number;
  /** Milliseconds after which an answer goes that nobody asked for. */
  readonly unused: number;
}

/** Answers that are kept at most: small ones take more than their bytes. */
const mostAnswers = 5000;

/** Under what an answer is kept: the same name is the same bytes. */
export interface AnswerName {
  readonly name: string;
  /** Undefined: as they are. */
  readonly coding: Coding | undefined;
}

interface Kept {
  /** As they came, until somebody asks for the answer again: many never do, and joining copies all of it. */
  pieces: readonly Buffer[];
  readonly length: number;
  usedAt: number;
}

/**
 * Answers that took long to compute, kept under a name that says all that their bytes follow from (docs/decisions/0052): nothing in here
 * gets stale, it is only not asked for any more. Bounded in bytes and in number; the one that was asked for longest ago goes first.
 */
export class FinishedAnswers {
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  /** Names of answers that are being written down. */
  readonly #coming = new Set<string>();
  readonly #compressing = new Map<string, Promise<Buffer>>();
  readonly #bounds: Bounds;
  #bytes = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds = { mostBytes: 64 * 1024 * 1024, unused: 600_000 }) {
    this.#bounds = bounds;
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes of an answer in a coding; compressed now, once, where they are kept as they are. */
  async find({ name, coding }: AnswerName): Promise<Buffer | undefined> {
    const known = this.#use(keyOf(name, coding));
    if (known || coding === undefined) return known;
    const plain = this.#use(keyOf(name, undefined));
    return plain && this.#compressed(plain, name, coding);
  }

  /** Passes on the pieces of an answer, and keeps it when all of them are there. One that is broken off is not kept. */
  async *keeping({ name, coding }: AnswerName, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const key = keyOf(name, coding);
    if (this.#kept.has(key) || this.#coming.has(key)) return yield* pieces;
    const taken: Buffer[] = [];
    let bytes = 0;
    let fits = true;
    const release = (): void => {
      this.#bytes -= bytes;
      bytes = 0;
      taken.length = 0;
    };
    this.#coming.add(key);
    try {
      for await (const piece of pieces) {
        fits &&= this.#makesRoom(piece.length, bytes);
        if (fits) {
          taken.push(piece);
          bytes += piece.length;
          this.#bytes += piece.length;
        } else release();
        yield piece;
      }
      if (fits) {
        const pieces = [...taken];
        release();
        this.#keep(key, pieces);
      }
    } finally {
      release();
      this.#coming.delete(key);
    }
  }

  #compressed(plain: Buffer, name: string, coding: Coding): Promise<Buffer> {
    const key = keyOf(name, coding);
    const underway = this.#compressing.get(key);
    if (underway) return underway;
    const compressing = compressed(plain, coding)
      .then((bytes) => {
        this.#keep(key, [bytes]);
        return bytes;
      })
      .finally(() => this.#compressing.delete(key));
    this.#compressing.set(key, compressing);
    return compressing;
  }

  #use(key: string): Buffer | undefined {
    const known = this.#kept.get(key);
    if (!known) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    known.usedAt = performance.now();
    const whole = wholeOf(known);
    known.pieces = [whole];
    return whole;
  }

  #keep(key: string, pieces: readonly Buffer[]): void {
    const length = pieces.reduce((bytes, piece) => bytes + piece.length, 0);
    if (this.#kept.has(key) || !this.#makesRoom(length, 0)) return;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < mostAnswers) break;
      this.#forget(oldest);
    }
    this.#kept.set(key, { pieces, length, usedAt: performance.now() });
    this.#bytes += length;
    this.#sweep ??= setInterval(() => this.#forgetUnused(), this.#bounds.unused).unref();
  }

  /** Whether so many bytes more of an answer can be held: one answer is at most a quarter of all. */
  #makesRoom(more: number, before: number): boolean {
    const { mostBytes } = this.#bounds;
    if (before + more > mostBytes / 4) return false;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes + more <= mostBytes) break;
      this.#forget(oldest);
    }
    return this.#bytes + more <= mostBytes;
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }

  #forgetUnused(): void {
    const since = performance.now() - this.#bounds.unused;
    for (const [key, { usedAt }] of this.#kept) {
      if (usedAt > since) break;
      this.#forget(key);
    }
    if (this.#kept.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

function wholeOf({ pieces, length }: Kept): Buffer {
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces, length);
}

const keyOf = (name: string, coding: Coding | undefined): string => `${coding ?? ""} ${name}`;

/** The finished answers of a service. */
export const finishedAnswers = cachedByVersion(() => new FinishedAnswers());
