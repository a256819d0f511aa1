import { type ColumnName, columnNames } from "./column-names.ts";

export const periods = ["ahead", "past", "all", "other"] as const;
export const kinds = ["stays", "booked", "tentative", "unavailable", "any"] as const;

/** The filter and sorting, kept in the address so that a list can be shared. Missing fields do not filter. */
export interface BookingsSearch {
  /** Words from the guest's name, a reference, or an external number. */
  readonly query?: string;
  /** Default: upcoming. */
  readonly period?: (typeof periods)[number];
  /** The dates of the period `other`. */
  readonly from?: string;
  readonly until?: string;
  /** Default: stays and holds. */
  readonly kind?: (typeof kinds)[number];
  readonly rental?: number;
  readonly source?: number;
  readonly unpaid?: true;
  readonly canceled?: true;
  /** Default: arrival. */
  readonly sort?: ColumnName;
  readonly down?: true;
}

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && Number.isFinite(Date.parse(value));
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Parses the address. Invalid values are ignored. */
export function bookingsSearch(input: Readonly<Record<string, unknown>>): BookingsSearch {
  const { query, from, until, rental, source } = input;
  const period = periods.find((one) => one === input.period && one !== "ahead");
  const kind = kinds.find((one) => one === input.kind && one !== "stays");
  const sort = columnNames.find((one) => one === input.sort && one !== "arrival");
  return {
    // The router parses a query of digits as a number.
    ...((typeof query === "string" || typeof query === "number") && String(query) !== "" && { query: String(query) }),
    ...(period && { period }),
    ...(period === "other" && isDay(from) && { from }),
    ...(period === "other" && isDay(until) && { until }),
    ...(kind && { kind }),
    ...(isId(rental) && { rental }),
    ...(isId(source) && { source }),
    ...(input.unpaid === true && { unpaid: true }),
    ...(input.canceled === true && { canceled: true }),
    ...(sort && { sort }),
    ...(input.down === true && { down: true }),
  };
}
