import type { ContentMoment } from "../../database/content-version.ts";
import type { Lasting } from "../../kernel/read/lasting.ts";
import { cachedByVersion } from "../../kernel/application-cache.ts";
import { type Coding, compressed } from "../http/content-coding.ts";
import { type Bounds, RecentlyUsed } from "./recently-used.ts";
import type { WholeAnswer } from "./whole-answer.ts";

interface Kept {
  readonly answer: WholeAnswer;
  readonly version: string;
  /** When time alone makes it another one, epoch milliseconds. */
  readonly until: number;
}

/** When an account shows something else by itself, as it was worked out for a version of its content. */
interface Horizon {
  readonly version: string;
  readonly until: number;
}

const usualBounds = { mostBytes: 48 * 1024 * 1024, most: 10_000, unused: 600_000 };

/** Bytes that an answer takes besides its own. */
const overhead = 500;

/** Of questions that are remembered, so that what is asked once is not kept, and of accounts' horizons. */
const smallBounds = { mostBytes: 4 * 1024 * 1024, most: 10_000, unused: 600_000 };

/**
 * Answers to reads of records, each under all that decides what is asked and by whom. One is used again as long as the account's content has the
 * version at which it was read, and time has not changed it (docs/decisions/0079-kept-answers.md). An answer is kept when its question comes for
 * the second time.
 */
export class KeptAnswers {
  readonly #kept: RecentlyUsed<Kept>;
  readonly #asked = new RecentlyUsed<Lasting>(smallBounds);
  readonly #horizons = new RecentlyUsed<Horizon>(smallBounds);

  constructor(bounds: Bounds = usualBounds) {
    this.#kept = new RecentlyUsed(bounds);
  }

  /** The answer, where reading would give the same one at this moment. */
  find(question: string, { version, at }: ContentMoment): WholeAnswer | undefined {
    const kept = this.#kept.get(question);
    return kept && kept.version === version && at < kept.until ? kept.answer : undefined;
  }

  /** How long the answer to a question lasts, where it was asked before. */
  lastingOf(question: string): Lasting | undefined {
    return this.#asked.get(question);
  }

  /** To be called with every answer that was read. */
  noteAsked(question: string, lasting: Lasting): void {
    if (!this.#asked.has(question)) this.#asked.set(question, lasting, 2 * question.length);
  }

  /**
   * When time changes what an account shows, epoch milliseconds.
   * @param read works it out, before the answer is read that it is for
   */
  async horizon(account: number, { version, at }: ContentMoment, read: () => Promise<number>): Promise<number> {
    const key = String(account);
    const known = this.#horizons.get(key);
    if (known && known.version === version && at < known.until) return known.until;
    const until = await read();
    this.#horizons.set(key, { version, until }, overhead);
    return until;
  }

  /** @param version of the content, looked at before the answer was read @param until from `horizon`, likewise */
  keep(question: string, answer: WholeAnswer, version: string, until: number): void {
    const codings = new Map<Coding, Buffer>();
    const inCoding = async (coding: Coding): Promise<Buffer> => {
      const known = codings.get(coding);
      if (known) return known;
      const coded = await compressed(answer.body, coding);
      codings.set(coding, coded);
      this.#kept.grow(question, coded.length);
      return coded;
    };
    const kept = { answer: { ...answer, inCoding }, version, until };
    const headers = Object.values(answer.headers).reduce((length, value) => length + value.length, 0);
    this.#kept.set(question, kept, answer.body.length + headers + 2 * question.length + overhead);
  }
}

/** The kept answers of a service. */
export const keptAnswers = cachedByVersion(() => new KeptAnswers());
