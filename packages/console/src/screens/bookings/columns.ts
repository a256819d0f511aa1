import { plainAmount } from "../../components/csv.ts";
import { textOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { ColumnName } from "./column-names.ts";
import type { ListedBooking } from "./listed-bookings.ts";

interface Column {
  /** The sort value; null sorts last. */
  readonly value: (booking: ListedBooking) => string | number | null;
  readonly shown: (booking: ListedBooking, formats: Formats, t: Translate) => string;
  /** The value in a file; by default the sort value. */
  readonly plain?: (booking: ListedBooking) => string;
  readonly isFigure?: true;
}

const money = (amount: "price" | "open"): Column => ({
  value: (booking) => (booking[amount] === null ? null : Number(booking[amount])),
  shown: (booking, formats) => (booking[amount] === null ? "" : formats.money(booking[amount], booking.currency)),
  plain: (booking) => (booking[amount] === null ? "" : plainAmount(booking[amount], booking.currency)),
  isFigure: true,
});

const day = (of: "arrival" | "departure"): Column => ({
  value: (booking) => booking[of],
  shown: (booking, formats) => formats.date(booking[of]),
  plain: (booking) => textOf(booking[of]),
});

const text = (of: "reference" | "guest" | "rental" | "channel"): Column => ({
  value: (booking) => booking[of],
  shown: (booking) => booking[of] ?? "",
});

export const columns: Readonly<Record<ColumnName, Column>> = {
  reference: text("reference"),
  guest: text("guest"),
  rental: text("rental"),
  arrival: day("arrival"),
  departure: day("departure"),
  nights: {
    value: ({ arrival, departure }) => departure - arrival,
    shown: ({ arrival, departure }) => String(departure - arrival),
    isFigure: true,
  },
  people: { value: ({ people }) => people, shown: ({ people }) => String(people ?? ""), isFigure: true },
  status: { value: ({ status }) => status, shown: ({ status }, _, t) => t(`bookings.statuses.${status}`) },
  channel: text("channel"),
  price: money("price"),
  open: money("open"),
  made: {
    value: ({ made }) => made,
    shown: ({ made }, formats) => (made === null ? "" : formats.moment(made)),
  },
};

/** Sorts by a column. Equal rows are ordered by arrival; rows without a value come last. */
export function sorted(bookings: readonly ListedBooking[], by: ColumnName, isDown: boolean): readonly ListedBooking[] {
  const { value } = columns[by];
  const side = isDown ? -1 : 1;
  return bookings.toSorted((one, other) => {
    const [first, second] = [value(one), value(other)];
    const byArrival = one.arrival - other.arrival || one.id - other.id;
    if (first === null || second === null) return Number(first === null) - Number(second === null) || byArrival;
    const order = typeof first === "string" ? first.localeCompare(String(second)) : first - Number(second);
    return side * (order || byArrival);
  });
}

/** A booking's cells in a file. */
export const plainCells = (booking: ListedBooking, names: readonly ColumnName[]): string[] =>
  names.map((name) => {
    const { plain, value } = columns[name];
    return plain ? plain(booking) : String(value(booking) ?? "");
  });
