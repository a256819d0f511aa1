import { countries } from "../../../../core/countries.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { attributeOf } from "../cell.ts";
import { type Mapping, theirName } from "../mapping.ts";
import type { ImportKind, ReadLine, SourceLine } from "../source-line.ts";
import * as dates from "./date-text.ts";
import { readGuestCounts } from "./guest-counts.ts";
import { methodOfWord } from "./method-word.ts";
import * as numbers from "./number-text.ts";
import { statusOfWord } from "./status-word.ts";

export type Reading = "number" | "date" | "currency" | "country" | "status" | "method" | "guest" | "text";

/** Columns that are no attributes, with their reading. */
const ownReadings: Readonly<Record<string, Reading>> = {
  nightly_rate: "number",
  minimum_stay: "number",
  amount: "number",
  paid_amount: "number",
  paid_at: "date",
  payment_method: "method",
  start_date: "date",
  end_date: "date",
  last_night: "date",
  status: "status",
  country_code: "country",
  currency: "currency",
  "client.country_code": "country",
  "client.fullname": "guest",
};

/** Columns of nights: a time that a system writes after a day says nothing. */
const nightColumns: ReadonlySet<string> = new Set(["start_date", "end_date", "last_night"]);

const numberTitles = new Set(["Integer", "Float", "Decimal"]);
const dateTitles = new Set(["Date", "Time"]);

/** The reading of a kind's column. */
export function readingOf(registry: ResourceRegistry, kind: ImportKind, column: string): Reading {
  const own = ownReadings[column];
  if (own) return own;
  if (kind === "payments" && column === "kind") return "method";
  const inner = /^client\.(.+)$/.exec(column)?.[1];
  if (kind === "rates") return "text";
  const attribute = attributeOf(registry.get(inner === undefined ? kind : "clients"), inner ?? column);
  if (!attribute) return "text";
  if (numberTitles.has(attribute.type.title)) return "number";
  return dateTitles.has(attribute.type.title) ? "date" : "text";
}

/** The formats of a column's numbers and dates; undefined if neither the mapping nor the column decides them. */
export interface Column {
  readonly name: string;
  readonly reading: Reading;
  readonly sign: numbers.DecimalSign | undefined;
  readonly order: dates.DateOrder | undefined;
}

/** Reads the cells of a line with Roost's columns. */
export type CellReader = (line: SourceLine, refuse: (column: string, reason: string) => void) => ReadLine;

/**
 * A cell that two readings fit follows its column's others, or the mapping; otherwise it is refused. An unreadable cell stays as it is, so
 * that its attribute refuses it together with the line's other cells.
 */
export function cellReader(columns: readonly Column[], mapping: Mapping): CellReader {
  const read = columns.filter(({ reading }) => reading !== "text");
  return ({ line, values }, refuse) => {
    const currencies = new Map<string, readonly string[]>();
    const cells: Record<string, unknown> = { ...values };
    for (const column of read) {
      const text = values[column.name];
      if (typeof text !== "string") continue;
      const problem = problemOf(column, text, mapping);
      if (problem !== undefined) refuse(column.name, problem);
      else readCell(column, text, cells, currencies);
    }
    return { line, values: cells, currencies };
  };
}

function problemOf({ name, reading, sign, order }: Column, text: string, mapping: Mapping): string | undefined {
  if (reading === "number" && sign === undefined && numbers.isAmbiguous(text))
    return `${text} has two readings: set "decimal" in the mapping to "." or ","`;
  if (reading === "date" && order === undefined && dates.isAmbiguous(text)) {
    const [one, other] = new Set(dates.ordersOf(text).map((each) => dates.readDate(text, each)));
    const column = theirName(name, mapping);
    return `${text} may be ${one} or ${other}: set "dates" in the mapping, such as {"${column}": "DD/MM/YYYY"}`;
  }
  return undefined;
}

function readCell(
  { name, reading, sign, order }: Column,
  text: string,
  cells: Record<string, unknown>,
  currencies: Map<string, readonly string[]>,
): void {
  switch (reading) {
    case "number": {
      if (readOtherNumber(name, text, cells)) return;
      const number = numbers.readNumber(text, sign ?? numbers.decimalSignsOf(text)[0] ?? ".");
      if (!number) return;
      cells[name] = number.digits.replace(/\.0+$/, "");
      if (number.currencies) currencies.set(name, number.currencies);
      return;
    }
    case "date": {
      if (dates.isNoDate(text)) {
        delete cells[name];
        return;
      }
      const date = dates.readDate(text, order ?? dates.ordersOf(text)[0] ?? "YMD");
      cells[name] = (nightColumns.has(name) ? date?.slice(0, "YYYY-MM-DD".length) : date) ?? text;
      return;
    }
    case "currency":
      cells[name] = text.trim().toUpperCase();
      return;
    case "country":
      cells[name] = countries.find(text) ?? text;
      return;
    case "status":
      cells[name] = statusOfWord(text) ?? text;
      return;
    case "method":
      cells[name] = methodOfWord(text) ?? text;
      return;
    case "guest":
      readGuests(name, text, cells);
  }
}

const hourColumns: ReadonlySet<string> = new Set(["checkin_time", "checkin_end_time", "checkout_time"]);

/** Reads an hour, or the adults and children of one cell. @returns whether it did */
function readOtherNumber(name: string, text: string, cells: Record<string, unknown>): boolean {
  const hour = hourColumns.has(name) ? dates.readHour(text) : undefined;
  const guests = name === "adults" ? readGuestCounts(text) : undefined;
  if (hour !== undefined) cells[name] = String(hour);
  // Two cells must not both say how many children there are.
  const isRead = guests !== undefined && (guests.children === undefined || cells.children === undefined);
  if (isRead) Object.assign(cells, { adults: guests.adults }, guests.children && { children: guests.children });
  return hour !== undefined || isRead;
}

/** The mark of some systems on the guest of a canceled stay, instead of a state. */
const canceledMark = /\[cancell?ed\]$/i;

/** Several names in one cell: the first is the guest's, the others go to the notes. */
function readGuests(name: string, text: string, cells: Record<string, unknown>): void {
  const [first = "", ...others] = text
    .split(/\r\n|\n|\r/)
    .map((part) => part.trim())
    .filter(Boolean);
  cells[name] = first.replace(canceledMark, "").trimEnd();
  if (canceledMark.test(first)) cells.status ??= "canceled";
  if (others.length > 0)
    cells.notes = [...(cells.notes === undefined ? [] : [cells.notes]), others.join(", ")].join("\n");
}
