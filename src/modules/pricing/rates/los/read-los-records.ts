import { createHash } from "node:crypto";
import { dayOfInstant } from "../../../../core/day.ts";
import { laneOf } from "../../../../kernel/access/caller.ts";
import { cursorAfter } from "../../../../kernel/read/filter/cursor.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../../kernel/route.ts";
import { measuredPieces } from "../../../../kernel/work-channel.ts";
import { rateBooks } from "../books/rate-books.ts";
import { longReads } from "../long-reads.ts";
import { type LosQuery, listed, losQuery } from "./los-query.ts";
import { type LosPage, type LosSource, readLosSources } from "./los-sources.ts";
import { losRecords } from "./los-writer.ts";

/**
 * Answers length-of-stay records (pricing.md §5). What they follow from is read anew for each request, in one transaction that ends
 * before the first record is computed; they are never older than the request.
 * @throws RequestError 400, naming the parameter
 */
export async function readLosRecords(context: ReadContext, { parameters }: ReadRequest): Promise<ReadAnswer> {
  const began = performance.now();
  const query = losQuery(parameters);
  const { database, caller, cache, now } = context;
  const page = await longReads(cache).run(laneOf(caller), () =>
    database.transaction((transaction) => readLosSources(transaction, rateBooks(cache), caller, query, now), "read"),
  );
  const { sources, total, last, exchanging } = page;
  const today = dayOfInstant(now);
  const after = last === undefined ? null : cursorAfter(listed(query), String(last));
  const records = losRecords(sources, today, query.kinds, query.fields);
  return {
    form: "stream",
    records: measuredPieces("los records", performance.now() - began, records),
    tag: tagOf(page, caller.application, today, query),
    lasting: exchanging ? "unknown" : "until a change or a moment",
    paging: { page: query.page, perPage: query.perPage, total, after },
    meta: refusalsOf(sources),
  };
}

/** Why no stay in a rental has a price at all: its records can only say 0.0. Nothing where all of them have prices. */
function refusalsOf(sources: readonly LosSource[]): Readonly<Record<string, unknown>> {
  const refusals = sources.flatMap(({ rental, book: { withoutExchange } }) =>
    withoutExchange
      ? {
          rental_id: rental,
          kind: "no_exchange_rate",
          from_currency: withoutExchange.from,
          to_currency: withoutExchange.to,
        }
      : [],
  );
  return refusals.length > 0 ? { refusals } : {};
}

/**
 * Whoever has an answer with this tag has this one: a digest of all that it follows from, which costs no computing. The nights that
 * are taken are in it themselves, for a hold that expires moves no version.
 */
function tagOf(
  { sources, total, last }: LosPage,
  application: number,
  today: number,
  { kinds, fields, currency, page, after, perPage }: LosQuery,
): string {
  const asked = [application, today, kinds, fields && [...fields].sort(), currency, page, after, perPage, total, last];
  const content = sources.map(({ rental, version, changedAt, earliest, exchanged, exchange, book }) => [
    rental,
    version,
    changedAt,
    earliest,
    book.taken.map(({ arrival, departure }) => [arrival, departure]),
    String(exchange.numerator),
    String(exchange.denominator),
    exchanged ? [book.fees, book.withoutExchange] : null,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([asked, content]))
    .digest("base64url");
}
