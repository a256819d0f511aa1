import { createHash } from "node:crypto";
import { dayOfInstant } from "../../core/day.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../kernel/route.ts";
import { laneOf } from "../../kernel/caller.ts";
import { rateBooks } from "../books/rate-books.ts";
import { longReads } from "../long-reads.ts";
import { type LosQuery, losQuery } from "./los-query.ts";
import { type LosSource, readLosSources } from "./los-sources.ts";
import { losRecords } from "./los-writer.ts";

/**
 * Answers length-of-stay records (pricing.md §5). What they follow from is read anew for each request, in one transaction that ends
 * before the first record is computed; they are never older than that, and nothing of them is stored.
 * @throws Refusal 400, naming the parameter
 */
export async function readLosRecords(context: ReadContext, { parameters }: ReadRequest): Promise<ReadAnswer> {
  const { database, plans, caller, memory, now } = context;
  const query = losQuery(plans.catalogue, parameters);
  const today = dayOfInstant(now);
  const sources = await longReads(memory).run(laneOf(caller), () =>
    database.transaction((transaction) => readLosSources(transaction, rateBooks(memory), caller, query, today), "read"),
  );
  return {
    form: "stream",
    records: losRecords(sources, today, query.kinds, query.fields),
    tag: tagOf(sources, caller.application, today, query),
  };
}

/**
 * Whoever has an answer with this tag has this one: a digest of all that it follows from, which costs no computing. The nights that
 * are taken are in it themselves, for a hold that expires moves no version.
 */
function tagOf(
  sources: readonly LosSource[],
  application: number,
  today: number,
  { kinds, fields, currency }: LosQuery,
): string {
  const asked = [application, today, kinds, fields && [...fields].sort(), currency];
  const content = sources.map(({ rental, version, changedAt, exchanged, exchange, book }) => [
    rental,
    version,
    changedAt,
    book.taken.map(({ arrival, departure }) => [arrival, departure]),
    String(exchange.numerator),
    String(exchange.denominator),
    exchanged ? [book.fees, book.baseRate] : null,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([asked, content]))
    .digest("base64url");
}
