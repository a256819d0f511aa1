import { LRUCache } from "lru-cache";
import type { ContentMoment } from "../../../database/sql/content-version.ts";
import { cachedByVersion } from "../../../kernel/application-cache.ts";
import type { CacheLifetime } from "../../../kernel/read/cache-lifetime.ts";
import { scopesKey } from "../../../kernel/read/query-cache.ts";
import { isAlive, type Lifetime } from "../../../modules/property/occupancy/content-lifetime.ts";
import { acceptedCoding, type Coding } from "../../http/bodies/content-coding.ts";
import { type ApiCall, cacheOf } from "../api-call.ts";

/** An answer as it is sent. */
export interface Response {
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  /** Of the answer as it is, quoted. */
  readonly tag: string;
  readonly coding: Coding | undefined;
  /** In the coding. */
  readonly body: Buffer;
}

/** What was asked, and from the second time on the response. */
interface Entry {
  readonly lasting: CacheLifetime;
  readonly kept?: { readonly response: Response; readonly lifetime: Lifetime };
}

const megabyte = 1024 * 1024;
const usualBounds = { mostBytes: 64 * megabyte, largest: 16 * megabyte };

/** Bytes that an entry takes beside its question and its body. */
const overhead = 500;

/** Milliseconds. In every time zone a day begins with a quarter of an hour. */
const quarterOfAnHour = 900_000;

/**
 * Answers of lists, records and length-of-stay pages, each under all that decides what is asked and by whom, from the second time on that it is
 * asked. One is sent again while the account's content has the version at which it was read, and time has not changed it.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #bounds: typeof usualBounds;
  /** Bytes of answers that are being computed and are to be kept. */
  #coming = 0;

  constructor(bounds = usualBounds) {
    this.#bounds = bounds;
    this.#entries = new LRUCache({ maxSize: bounds.mostBytes, maxEntrySize: bounds.largest });
  }

  /** Bytes that are held, those that are still being computed included. */
  get bytes(): number {
    return this.#entries.calculatedSize + this.#coming;
  }

  /** The response, where reading would give the same one at this moment. */
  find(question: string, content: ContentMoment): Response | undefined {
    const kept = this.#entries.get(question)?.kept;
    return kept && isAlive(kept.lifetime, content) ? kept.response : undefined;
  }

  /** How long an answer lasts; undefined where nobody has asked before. */
  lastingOf(question: string): CacheLifetime | undefined {
    return this.#entries.get(question)?.lasting;
  }

  /** To be called with the first answer to a question. */
  noteAsked(question: string, lasting: CacheLifetime): void {
    this.#entries.set(question, { lasting }, { size: overhead + 2 * question.length });
  }

  /** @param kept with the lifetime as it was before the answer was read */
  keep(question: string, lasting: CacheLifetime, kept: NonNullable<Entry["kept"]>): void {
    const { headers, body } = kept.response;
    const texts = Object.values(headers).reduce((length, value) => length + value.length, 2 * question.length);
    this.#entries.set(question, { lasting, kept }, { size: overhead + texts + body.length });
  }

  /** Passes on the pieces of a body, and has it kept once all of them are there: not one that is broken off, or takes too much room. */
  async *keeping(pieces: AsyncIterable<Buffer>, keep: (body: Buffer) => void): AsyncGenerator<Buffer> {
    const { mostBytes, largest } = this.#bounds;
    const taken: Buffer[] = [];
    let bytes = 0;
    let fits = true;
    const release = (): void => {
      this.#coming -= bytes;
      bytes = 0;
    };
    try {
      for await (const piece of pieces) {
        fits &&= bytes + piece.length <= largest && this.#coming + piece.length <= mostBytes;
        if (fits) {
          taken.push(piece);
          bytes += piece.length;
          this.#coming += piece.length;
        } else {
          taken.length = 0;
          release();
        }
        yield piece;
      }
      if (fits) keep(Buffer.concat(taken));
    } finally {
      release();
    }
  }
}

/** The response cache of a service. */
export const responseCache = cachedByVersion(() => new ResponseCache());

/** What a request asks, and of which content. */
export interface Question {
  readonly text: string;
  readonly content: ContentMoment;
}

/**
 * All that decides which answer a request gets, beside the account's content. Undefined where its answer is not kept: for a caller of several
 * accounts, a body, and an operation of a bulk request, which may read what the one before it wrote.
 */
export function questionOf(call: ApiCall): Question | undefined {
  const { caller, request, dependencies } = call;
  const { content, accounts, application, publishedOnly, ofAccount, scopes } = caller;
  if (!content || request.bulkOperation || request.method === "POST") return undefined;
  const coding = acceptedCoding(request.headers["accept-encoding"]);
  const filesUntil = dependencies.queries.urlTerm()?.until;
  const quarter = Math.floor(dependencies.clock() / quarterOfAnHour);
  const asked = [
    accounts.join(),
    application,
    publishedOnly,
    ofAccount,
    filesUntil,
    quarter,
    coding,
    scopesKey(scopes),
  ];
  return { text: `${request.url} ${asked.join(" ")}`, content };
}

/** The response cache of a call. */
export const responsesOf = (call: ApiCall): ResponseCache => responseCache(cacheOf(call));
