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
 * Returns length-of-stay records (pricing.md §5). Each request reads its sources in one transaction, which ends before the first record
 * is computed, so records are never older than the request.
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

/** Explains rentals in which no stay has a price: their records are all 0.0. Empty if there are none. */
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
 * The entity tag: a digest of the response's inputs, available before computing. It includes the taken nights, because an expired hold
 * moves no version.
 */
function tagOf(
  { sources, total, last }: LosPage,
  application: number,
  today: number,
  { kinds, fields, currency, page, after, perPage }: LosQuery,
): string {
  const request = [
    application,
    today,
    kinds,
    fields && [...fields].sort(),
    currency,
    page,
    after,
    perPage,
    total,
    last,
  ];
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
    .update(JSON.stringify([request, content]))
    .digest("base64url");
}
