import { formatDay } from "../../../core/day.ts";
import { type LosOptions, losDays } from "../../../core/pricing/los.ts";
import { type LosKind, type LosRecord, losKinds } from "../../../core/pricing/los/records.ts";
import { exchanger, exchangeRateText } from "../../exchange/exchanged-amount.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { writeAmounts, writeWhole } from "./digits.ts";
import type { LosSource } from "./los-sources.ts";
import type { losRecord } from "./los-record.ts";

/** Guests are at most 100 (`sleeps_max`). */
const occupancies = 128;

/** Epoch days until 2149. */
const days = 65_536;

/**
 * The id of a length-of-stay record: ((rental × 65536 + day) × 3 + kind) × 128 + min_occupancy, the kinds counted from 0 in the order
 * of the registry. Silent in the specification: nothing of a record is stored, so its id is made of what it is of. It stays the
 * same from read to read as long as the day has a record that begins with this occupancy, no two records share one, and it is
 * exact (below 2^53) for rentals up to 357 millions.
 */
export function losRecordId(
  rental: number,
  { day, kind, minOccupancy }: Omit<LosRecord, "rates" | "maxOccupancy">,
): number {
  return ((rental * days + day) * losKinds.length + losKinds.indexOf(kind)) * occupancies + minOccupancy;
}

/**
 * The records of rentals as JSON texts, each computed when it is asked for: by rental, then check-in day, kind and occupancy. Between
 * two of them nothing is kept but what the core has prepared for the rental.
 */
export function* losRecords(
  sources: Iterable<LosSource>,
  today: number,
  kinds: readonly LosKind[],
  fields: Fields,
): Generator<string> {
  for (const source of sources) {
    const write = writerOf(source, fields);
    for (const day of losDays(source.book, today, { kinds, ...sourceOptions(source) })) {
      for (const record of day) yield write(record);
    }
  }
}

/** Each line of a price is exchanged by itself, as in a search (pricing.md §5). */
function sourceOptions({ exchange, currency, earliest }: LosSource): Pick<LosOptions, "exchanged" | "earliest"> {
  return { exchanged: exchange.day === null ? undefined : exchanger(exchange, currency), earliest };
}

/** A part of a record's text: the same for all of a rental's, or made of each. */
type Part = string | ((record: LosRecord) => string);

/** Lays out once what all records of a rental have in common. */
function writerOf(source: LosSource, fields: Fields): (record: LosRecord) => string {
  const parts: Part[] = [];
  let before = "{";
  for (const [name, part] of Object.entries(partsOf(source))) {
    if (fields && !fields.has(name)) continue;
    before += `"${name}":`;
    if (typeof part === "string") before += part;
    else {
      parts.push(before, part);
      before = "";
    }
    before += ",";
  }
  parts.push(`${before.slice(0, -1)}}`);
  return (record) => {
    let text = "";
    for (const part of parts) text += typeof part === "string" ? part : part(record);
    return text;
  };
}

type PartName = "links" | keyof typeof losRecord.attributes;

/** The parts in the order of the declaration. */
function partsOf(source: LosSource): Readonly<Record<PartName, Part>> {
  const { rental, account, book, exchange, currency, changedAt } = source;
  // Used again by each record. It has room for 30 of the largest amounts.
  const bytes = Buffer.alloc(1024);
  return {
    links: `{"account":${account},"rental":${rental}}`,
    // A number this long is written faster by its digits.
    id: (record) => bytes.toString("latin1", 0, writeWhole(bytes, 0, losRecordId(rental, record))),
    kind: ({ kind }) => `"${kind}"`,
    day: ofDay((day) => `"${formatDay(day)}"`),
    min_occupancy: ({ minOccupancy }) => String(minOccupancy),
    max_occupancy: ({ maxOccupancy }) => String(maxOccupancy),
    original_currency: `"${book.currency}"`,
    currency: `"${currency}"`,
    exchange_rate: `"${exchangeRateText(exchange)}"`,
    // Digit by digit: an answer has a quarter of a million prices, and as concatenated texts they took twice as long.
    rates: ({ rates }) => bytes.toString("latin1", 0, writeAmounts(bytes, rates)),
    created_at: `"${formatInstant(changedAt)}"`,
  };
}

/** The text of a day, made once for all of its records. */
function ofDay(textOf: (day: number) => string): Part {
  let known: number | undefined;
  let text = "";
  return ({ day }) => {
    if (day !== known) {
      known = day;
      text = textOf(day);
    }
    return text;
  };
}
