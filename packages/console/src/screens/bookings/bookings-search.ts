import { type ColumnName, columnNames } from "./column-names.ts";

export const periods = ["ahead", "past", "all", "other"] as const;
export const kinds = ["stays", "booked", "tentative", "unavailable", "any"] as const;

/** What is looked for; kept in the address, so that a list can be sent to somebody. What is not there is not asked. */
export interface BookingsSearch {
  /** Words of the guest's name, a reference, or a number in another system. */
  readonly query?: string;
  /** What is ahead unless told. */
  readonly period?: (typeof periods)[number];
  /** The days of another period. */
  readonly from?: string;
  readonly until?: string;
  /** Stays and holds unless told. */
  readonly kind?: (typeof kinds)[number];
  readonly rental?: number;
  readonly source?: number;
  readonly unpaid?: true;
  readonly canceled?: true;
  /** By arrival unless told. */
  readonly sort?: ColumnName;
  readonly down?: true;
}

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && Number.isFinite(Date.parse(value));
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Whatever the address says wrongly is not asked. */
export function bookingsSearch(given: Readonly<Record<string, unknown>>): BookingsSearch {
  const { query, from, until, rental, source } = given;
  const period = periods.find((one) => one === given.period && one !== "ahead");
  const kind = kinds.find((one) => one === given.kind && one !== "stays");
  const sort = columnNames.find((one) => one === given.sort && one !== "arrival");
  return {
    // A query of figures alone is a number in the address.
    ...((typeof query === "string" || typeof query === "number") && String(query) !== "" && { query: String(query) }),
    ...(period && { period }),
    ...(period === "other" && isDay(from) && { from }),
    ...(period === "other" && isDay(until) && { until }),
    ...(kind && { kind }),
    ...(isId(rental) && { rental }),
    ...(isId(source) && { source }),
    ...(given.unpaid === true && { unpaid: true }),
    ...(given.canceled === true && { canceled: true }),
    ...(sort && { sort }),
    ...(given.down === true && { down: true }),
  };
}
