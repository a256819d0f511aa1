import { cachedByVersion } from "../../kernel/application-cache.ts";
import { type Bounds, LruCache } from "../../kernel/lru-cache.ts";
import { type Coding, compressed } from "../http/content-coding.ts";

/** 5,000 at most: small ones take more than their bytes. */
const usualBounds = { mostBytes: 64 * 1024 * 1024, most: 5000, unused: 600_000 };

/** Under what an answer is kept: the same name is the same bytes. */
export interface AnswerName {
  readonly name: string;
  /** Undefined: as they are. */
  readonly coding: Coding | undefined;
}

interface Kept {
  /** As they came, until somebody asks for the answer again: many never do, and joining copies all of it. */
  pieces: readonly Buffer[];
}

/**
 * Answers that took long to compute, kept under a name that says all that their bytes follow from (docs/decisions/0052): nothing in here
 * gets stale, it is only not asked for any more.
 */
export class FinishedAnswers {
  readonly #kept: LruCache<Kept>;
  /** Names of answers that are being written down. */
  readonly #coming = new Set<string>();
  readonly #compressing = new Map<string, Promise<Buffer>>();

  constructor(bounds: Bounds = usualBounds) {
    this.#kept = new LruCache(bounds);
  }

  /** Bytes that are held, those that are still being written included. */
  get bytes(): number {
    return this.#kept.bytes;
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
      this.#kept.release(bytes);
      bytes = 0;
      taken.length = 0;
    };
    this.#coming.add(key);
    try {
      for await (const piece of pieces) {
        fits &&= this.#kept.reserve(piece.length, bytes);
        if (fits) {
          taken.push(piece);
          bytes += piece.length;
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
    const whole = wholeOf(known);
    known.pieces = [whole];
    return whole;
  }

  #keep(key: string, pieces: readonly Buffer[]): void {
    if (this.#kept.has(key)) return;
    this.#kept.set(
      key,
      { pieces },
      pieces.reduce((bytes, piece) => bytes + piece.length, 0),
    );
  }
}

function wholeOf({ pieces }: Kept): Buffer {
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces);
}

const keyOf = (name: string, coding: Coding | undefined): string => `${coding ?? ""} ${name}`;

/** The finished answers of a service. */
export const finishedAnswers = cachedByVersion(() => new FinishedAnswers());
