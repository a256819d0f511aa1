import { countries } from "../../../../core/countries.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { attributeOf } from "../cell.ts";
import { type Mapping, theirName } from "../mapping.ts";
import type { Problems } from "../problems.ts";
import type { ImportKind, SourceLine } from "../source-line.ts";
import * as dates from "./date-text.ts";
import { methodOfWord } from "./method-word.ts";
import * as numbers from "./number-text.ts";
import { statusOfWord } from "./status-word.ts";

/** A line whose cells are read: numbers as `-1412.50`, dates as `2027-12-01`, codes in upper case. */
export interface ReadLine extends SourceLine {
  /** The currencies beside the line's amounts, by Roost's column. */
  readonly currencies: ReadonlyMap<string, readonly string[]>;
}

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

const numberTitles = new Set(["Integer", "Float", "Decimal"]);
const dateTitles = new Set(["Date", "Time"]);

function readingOf(registry: ResourceRegistry, kind: ImportKind, column: string): Reading {
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

/** How a column's numbers and dates are read; undefined where neither the mapping nor the column says it. */
export interface Column {
  readonly name: string;
  readonly reading: Reading;
  readonly sign: numbers.DecimalSign | undefined;
  readonly order: dates.DateOrder | undefined;
}

/**
 * Reads the cells of lines with Roost's columns. A cell that two readings fit follows its column's others, or the mapping; otherwise it is
 * a problem. An unreadable cell stays as it is, so that its attribute refuses it together with the line's other cells.
 */
export function readCells(
  registry: ResourceRegistry,
  kind: ImportKind,
  lines: readonly SourceLine[],
  mapping: Mapping,
  problems: Problems,
): ReadLine[] {
  const columns = columnsOf(registry, kind, lines, mapping);
  const read = columns.filter(({ reading }) => reading !== "text");
  return lines.map(({ line, values }) => {
    const currencies = new Map<string, readonly string[]>();
    const cells: Record<string, unknown> = { ...values };
    for (const column of read) {
      const text = values[column.name];
      if (typeof text !== "string") continue;
      const problem = problemOf(column, text, mapping);
      if (problem !== undefined) problems.addUnreadable(line, column.name, problem);
      else readCell(column, text, cells, currencies);
    }
    return { line, values: cells, currencies };
  });
}

/** The columns of lines with Roost's names, with the readings that the mapping or the cells decide. */
export function columnsOf(
  registry: ResourceRegistry,
  kind: ImportKind,
  lines: readonly SourceLine[],
  mapping: Mapping,
): Column[] {
  const names = new Set(lines.flatMap(({ values }) => Object.keys(values)));
  return [...names].map((name) => columnOf(name, readingOf(registry, kind, name), lines, mapping));
}

function columnOf(name: string, reading: Reading, lines: readonly SourceLine[], mapping: Mapping): Column {
  const texts = (): string[] => lines.flatMap(({ values }) => (typeof values[name] === "string" ? [values[name]] : []));
  const format =
    typeof mapping.dates === "string"
      ? mapping.dates
      : (mapping.dates?.[name] ?? mapping.dates?.[theirName(name, mapping)]);
  return {
    name,
    reading,
    sign:
      reading === "number"
        ? (mapping.decimal ?? agreed(texts(), numbers.isAmbiguous, numbers.decimalSignsOf))
        : undefined,
    order:
      reading !== "date"
        ? undefined
        : format === undefined
          ? agreed(texts(), dates.isAmbiguous, dates.ordersOf)
          : dates.orderOf(format),
  };
}

/** The reading that fits every text of a column that only one reading fits; undefined if they differ or there is none. */
function agreed<R>(
  texts: readonly string[],
  isAmbiguous: (text: string) => boolean,
  readingsOf: (text: string) => readonly R[],
): R | undefined {
  const ambiguous = texts.filter(isAmbiguous);
  if (ambiguous.length === 0) return undefined;
  const fits = texts
    .filter((text) => !isAmbiguous(text))
    .map(readingsOf)
    .filter((readings) => readings.length === 1);
  const found = new Set(fits.flat());
  const [only] = found;
  return found.size === 1 ? only : undefined;
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
      const number = numbers.readNumber(text, sign ?? numbers.decimalSignsOf(text)[0] ?? ".");
      if (!number) return;
      cells[name] = number.digits.replace(/\.0+$/, "");
      if (number.currencies) currencies.set(name, number.currencies);
      return;
    }
    case "date":
      cells[name] = dates.readDate(text, order ?? dates.ordersOf(text)[0] ?? "YMD") ?? text;
      return;
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

/** Several names in one cell: the first is the guest's, the others go to the notes. */
function readGuests(name: string, text: string, cells: Record<string, unknown>): void {
  const [first = "", ...others] = text
    .split(/\r\n|\n|\r/)
    .map((part) => part.trim())
    .filter(Boolean);
  cells[name] = first;
  if (others.length > 0)
    cells.notes = [...(cells.notes === undefined ? [] : [cells.notes]), others.join(", ")].join("\n");
}
