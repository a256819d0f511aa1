import { formatDay } from "../../../../core/day.ts";
import { type LosKind, type LosRecord, losKinds } from "../../../../core/pricing/los/records.ts";
import { type LosOptions, losDays } from "../../../../core/pricing/los.ts";
import type { Fields } from "../../../../kernel/read/view.ts";
import { formatInstant } from "../../../../kernel/values/time.ts";
import { exchangeRateText, exchanger } from "../../../reference/exchange/exchanged-amount.ts";
import { spareBytes, writeAmounts, writeWhole } from "./digits.ts";
import type { losRecord } from "./los-record.ts";
import type { LosSource } from "./los-sources.ts";

/** A rental sleeps at most 100 guests (`sleeps_max`). */
const occupancies = 128;

/** Epoch days until 2149. */
const days = 65_536;

/**
 * The id of a length-of-stay record: ((rental × 65536 + day) × 3 + kind) × 128 + min_occupancy, with kinds numbered from 0 in the
 * registry's order. Not specified: records are not stored, so the id encodes their key. It is unique, stable as long as the day has
 * a record from this occupancy, and exact (below 2^53) for rental ids up to 357 million.
 */
export function losRecordId(
  rental: number,
  { day, kind, minOccupancy }: Omit<LosRecord, "rates" | "maxOccupancy">,
): number {
  return ((rental * days + day) * losKinds.length + losKinds.indexOf(kind)) * occupancies + minOccupancy;
}

const comma = 44;

/** Bytes per chunk: the work between two yields (docs/design/maps-and-lengths.md). */
const pieceLength = 65_536;

/**
 * Generates the records as comma-separated JSON, in chunks computed on demand: by rental, then check-in day, kind and occupancy.
 * Between chunks, only the core's prepared state of the current rental stays in memory.
 */
export function* losRecords(
  sources: Iterable<LosSource>,
  today: number,
  kinds: readonly LosKind[],
  fields: Fields,
): Generator<Buffer> {
  let isFirst = true;
  for (const source of sources) {
    const writer = new RecordWriter(source, fields, isFirst);
    yield* recordsOf(source, today, kinds, writer);
    isFirst &&= writer.isFirst;
  }
}

/** The records of one rental. */
function* recordsOf(
  source: LosSource,
  today: number,
  kinds: readonly LosKind[],
  writer: RecordWriter,
): Generator<Buffer, void> {
  const days = losDays(source.book, today, { kinds, ...sourceOptions(source) });
  for (let day = days.next(); !day.done; day = days.next()) {
    for (let index = 0; index < day.value.length; index++) {
      const record = day.value[index];
      if (record) writer.write(record);
      if (writer.isFull) yield writer.take();
    }
  }
  if (!writer.isEmpty) yield writer.takeRest();
}

/** Each price line is exchanged separately, as in a search (pricing.md §5). */
function sourceOptions({ exchange, currency, earliest }: LosSource): Pick<LosOptions, "exchange" | "earliest"> {
  const isExchanged = exchange.day !== null;
  return {
    exchange: isExchanged ? { into: currency, exchanged: exchanger(exchange, currency) } : undefined,
    earliest,
  };
}

/** Writes a varying part of a record at an offset. @returns the end offset */
type Writing = (bytes: Bytes, at: number, record: LosRecord) => number;

/** Two views of the same bytes: one for copying texts, one for writing numbers. */
interface Bytes {
  readonly texts: Buffer;
  readonly numbers: DataView;
}

function bytesFor(length: number): Bytes {
  const texts = Buffer.allocUnsafeSlow(length);
  return { texts, numbers: new DataView(texts.buffer, texts.byteOffset, texts.byteLength) };
}

/** A part of a record's text: constant for the rental, or written per record. */
type Part = string | Writing;

/** An upper bound on a record's varying bytes: 30 of the largest amounts and a few short parts. */
const maxVaryingBytes = 1024;

/** Buffers the records of a rental and hands them out in chunks. */
class RecordWriter {
  /** Each step is a constant text followed by a varying part. */
  readonly #steps: readonly { readonly before: Uint8Array; readonly write: Writing | undefined }[];
  readonly #length: number;
  #bytes: Bytes;
  #end = 0;
  #isFirst: boolean;

  /** @param isFirst no record precedes this rental's first one */
  constructor(source: LosSource, fields: Fields, isFirst: boolean) {
    this.#steps = stepsOf(source, fields);
    const constant = this.#steps.reduce((bytes, { before }) => bytes + before.length, 0);
    this.#length = pieceLength + constant + maxVaryingBytes + spareBytes;
    this.#bytes = bytesFor(this.#length);
    this.#isFirst = isFirst;
  }

  /** Whether no record has been written yet. */
  get isFirst(): boolean {
    return this.#isFirst;
  }

  get isEmpty(): boolean {
    return this.#end === 0;
  }

  /** Whether the buffer must be taken before the next write. */
  get isFull(): boolean {
    return this.#end >= pieceLength;
  }

  write(record: LosRecord): void {
    const bytes = this.#bytes;
    let end = this.#end;
    if (this.#isFirst) this.#isFirst = false;
    else bytes.texts[end++] = comma;
    for (let index = 0; index < this.#steps.length; index++) {
      const step = this.#steps[index];
      if (!step) continue;
      bytes.texts.set(step.before, end);
      end += step.before.length;
      if (step.write) end = step.write(bytes, end, record);
    }
    this.#end = end;
  }

  take(): Buffer {
    const { texts } = this.#bytes;
    const piece = texts.subarray(0, this.#end);
    this.#bytes = bytesFor(this.#length);
    this.#end = 0;
    return piece;
  }

  /** The remaining bytes, copied so that a small rest does not retain a whole buffer. */
  takeRest(): Buffer {
    const rest = Buffer.from(this.#bytes.texts.subarray(0, this.#end));
    this.#end = 0;
    return rest;
  }
}

/** Prepares the constant texts of a rental's records. */
function stepsOf(source: LosSource, fields: Fields): { before: Uint8Array; write: Writing | undefined }[] {
  const steps: { before: Uint8Array; write: Writing | undefined }[] = [];
  let before = "{";
  for (const [name, part] of Object.entries(partsOf(source))) {
    if (fields && !fields.has(name)) continue;
    before += `"${name}":`;
    if (typeof part === "string") before += part;
    else {
      steps.push({ before: Buffer.from(before), write: part });
      before = "";
    }
    before += ",";
  }
  steps.push({ before: Buffer.from(`${before.slice(0, -1)}}`), write: undefined });
  return steps;
}

type PartName = "links" | keyof typeof losRecord.attributes;

/** The parts in the order of the declaration. */
function partsOf(source: LosSource): Readonly<Record<PartName, Part>> {
  const { rental, account, book, exchange, currency, changedAt } = source;
  return {
    links: `{"account":${account},"rental":${rental}}`,
    id: ({ numbers }, at, record) => writeWhole(numbers, at, losRecordId(rental, record)),
    kind: written(
      ({ kind }) => kind,
      (kind) => `"${kind}"`,
    ),
    day: written(
      ({ day }) => day,
      (day) => `"${formatDay(day)}"`,
    ),
    min_occupancy: ({ numbers }, at, { minOccupancy }) => writeWhole(numbers, at, minOccupancy),
    max_occupancy: ({ numbers }, at, { maxOccupancy }) => writeWhole(numbers, at, maxOccupancy),
    original_currency: `"${book.currency}"`,
    currency: `"${currency}"`,
    exchange_rate: `"${exchangeRateText(exchange)}"`,
    rates: ({ numbers }, at, { rates }) => writeAmounts(numbers, at, rates),
    created_at: `"${formatInstant(changedAt)}"`,
  };
}

/** Caches the text of a value that successive records share. */
function written<T>(of: (record: LosRecord) => T, textOf: (value: T) => string): Writing {
  let cached: T | undefined;
  let text: Uint8Array = new Uint8Array();
  return (bytes, at, record) => {
    const value = of(record);
    if (value !== cached) {
      cached = value;
      text = Buffer.from(textOf(value));
    }
    bytes.texts.set(text, at);
    return at + text.length;
  };
}
