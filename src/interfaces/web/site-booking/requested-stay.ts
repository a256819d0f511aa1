import { currencySet } from "../../../core/currencies.ts";
import { formatDay, parseDay } from "../../../core/day.ts";
import type { RequestedStay } from "../../../modules/stays/site-bookings/quote-site-stay.ts";

/** Reads a field of a form or an address; empty if it is missing. */
type Field = (name: string) => string;

/** Bounds of a stay: three years, and more guests than any rental takes. */
const maxNights = 1096;
const maxGuests = 99;
const maxUnits = 1000;
const maxCodeLength = 50;

/** The prefix of the fields of extras, followed by the rentals fee's id. */
export const extraField = (id: number | string): string => `extra-${id}`;

/**
 * Reads the stay that a guest wants from `arrival`, `departure` (`YYYY-MM-DD`), `adults`, `children`,
 * `extra-<id>`, `code` and `currency`.
 * @param names the names of all fields
 * @returns undefined without two dates in order and at least one adult
 */
export function requestedStay(field: Field, names: Iterable<string>): RequestedStay | undefined {
  const [arrival, departure] = [parseDay(field("arrival")), parseDay(field("departure"))];
  const adults = countIn(field("adults") || "1", maxGuests);
  const children = countIn(field("children") || "0", maxGuests);
  if (arrival === undefined || departure === undefined || !adults || children === undefined) return undefined;
  if (departure <= arrival || departure - arrival > maxNights) return undefined;
  const currency = currencySet.find(field("currency"));
  return { arrival, departure, adults, children, extras: extrasIn(field, names), code: codeIn(field), currency };
}

/**
 * Reads the stay whose price the form's page showed (`seen`), with the form's extras. A form with invalid dates or guests shows
 * that stay again, and keeps the guest's details.
 */
export function seenStay(field: Field, names: Iterable<string>): RequestedStay | undefined {
  const seen = new URLSearchParams(field("seen"));
  return requestedStay((name) => (name.startsWith(extraField("")) ? field(name) : (seen.get(name) ?? "")), names);
}

function codeIn(field: Field): string | undefined {
  const code = field("code")
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, maxCodeLength);
  return code === "" ? undefined : code;
}

function extrasIn(field: Field, names: Iterable<string>): ReadonlyMap<number, number> {
  const extras = new Map<number, number>();
  for (const name of names) {
    const id = /^extra-([1-9]\d{0,15})$/.exec(name)?.[1];
    const quantity = countIn(field(name), maxUnits);
    if (id !== undefined && quantity) extras.set(Number(id), quantity);
  }
  return extras;
}

function countIn(text: string, max: number): number | undefined {
  if (!/^\d{1,4}$/.test(text)) return undefined;
  const count = Number(text);
  return count <= max ? count : undefined;
}

/** The query of a stay's addresses, without its extras. */
export function stayQuery({
  arrival,
  departure,
  adults,
  children,
  code,
  currency,
}: Omit<RequestedStay, "extras">): string {
  const fields = { arrival: formatDay(arrival), departure: formatDay(departure) };
  const guests = { adults: String(adults), children: String(children) };
  const discount = code === undefined ? {} : { code };
  const display = currency === undefined ? {} : { currency };
  return new URLSearchParams({ ...fields, ...guests, ...discount, ...display }).toString();
}
