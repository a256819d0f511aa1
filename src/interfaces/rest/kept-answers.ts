import type { ContentMoment } from "../../database/content-version.ts";
import { LruCache } from "../../kernel/lru-cache.ts";
import type { Lasting } from "../../kernel/read/lasting.ts";
import { cachedByVersion } from "../../kernel/application-cache.ts";
import { isAlive, type Lifetime } from "../../modules/occupancy/content-lifetime.ts";
import { type Coding, compressed } from "../http/content-coding.ts";
import type { WholeAnswer } from "./whole-answer.ts";

interface Kept {
  readonly answer: WholeAnswer;
  readonly lifetime: Lifetime;
}

const answerBounds = { mostBytes: 48 * 1024 * 1024, most: 10_000, unused: 600_000 };

/** Bytes that an answer takes besides its own. */
const overhead = 500;

/** Of questions that are remembered, so that what is asked once is not kept. */
const questionBounds = { mostBytes: 4 * 1024 * 1024, most: 10_000, unused: 600_000 };

/**
 * Answers to reads of records, each under all that decides what is asked and by whom. One is used again as long as the account's content has the
 * version at which it was read, and time has not changed it (docs/decisions/0079-kept-answers.md). An answer is kept when its question comes for
 * the second time.
 */
export class KeptAnswers {
  readonly #kept = new LruCache<Kept>(answerBounds);
  readonly #asked = new LruCache<Lasting>(questionBounds);

  /** The answer, where reading would give the same one at this moment. */
  find(question: string, content: ContentMoment): WholeAnswer | undefined {
    const kept = this.#kept.get(question);
    return kept && isAlive(kept.lifetime, content) ? kept.answer : undefined;
  }

  /** How long the answer to a question lasts, where it was asked before. */
  lastingOf(question: string): Lasting | undefined {
    return this.#asked.get(question);
  }

  /** To be called with the first answer to a question. */
  noteAsked(question: string, lasting: Lasting): void {
    this.#asked.set(question, lasting, 2 * question.length);
  }

  /** @param lifetime as it was before the answer was read */
  keep(question: string, answer: WholeAnswer, lifetime: Lifetime): void {
    const codings = new Map<Coding, Buffer>();
    const inCoding = async (coding: Coding): Promise<Buffer> => {
      const known = codings.get(coding);
      if (known) return known;
      const coded = await compressed(answer.body, coding);
      codings.set(coding, coded);
      this.#kept.grow(question, coded.length);
      return coded;
    };
    const kept = { answer: { ...answer, inCoding }, lifetime };
    const headers = Object.values(answer.headers).reduce((length, value) => length + value.length, 0);
    this.#kept.set(question, kept, answer.body.length + headers + 2 * question.length + overhead);
  }
}

/** The kept answers of a service. */
export const keptAnswers = cachedByVersion(() => new KeptAnswers());
