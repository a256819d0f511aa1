import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { bookingReference } from "../../../core/reference.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { type AmountName, amountNames } from "./amount-names.ts";
import type { Month, Statement, StatementTotal, StayLine } from "./statement.ts";
import type { StatementAmounts } from "./stay-money.ts";

/** A statement with its rental and month. */
export interface RentalStatement extends Statement {
  readonly rental: {
    readonly id: number;
    readonly account: number;
    readonly name: string;
    /** The time of its last mail to the owner, in epoch milliseconds. */
    readonly mailedAt: number | null;
  };
  readonly month: Month;
}

/** The month as `2027-07`. */
export const nameOfMonth = ({ first }: Month): string => formatDay(first).slice(0, 7);

/** The amounts as decimal strings. */
export function amountTexts(amounts: StatementAmounts): [AmountName, string][] {
  return amountNames.map((name) => [name, formatHundredths(amounts[name])]);
}

/** The stay's members of a line, in response order. */
export function stayMembers(line: StayLine) {
  return {
    booking_id: line.booking,
    reference: bookingReference(line.booking),
    status: line.canceled ? "Canceled" : "Booked",
    arrival: formatDay(line.arrival),
    departure: formatDay(line.departure),
    nights: line.nights,
    nights_of_stay: line.departure - line.arrival,
    currency: line.currency,
  };
}

/** A statement as JSON text. */
export function recordOfStatement(statement: RentalStatement, fields: Fields): string {
  const { rental, month } = statement;
  const members = {
    links: { account: rental.account, rental: rental.id },
    month: nameOfMonth(month),
    first_night: formatDay(month.first),
    last_night: formatDay(month.after - 1),
    rental_name: rental.name,
    mailed_at: rental.mailedAt === null ? null : formatInstant(rental.mailedAt),
    stays: statement.lines.map(lineMembers),
    totals: statement.totals.map(totalMembers),
  };
  const shown = Object.entries(members).filter(([name]) => fields?.has(name) ?? true);
  return JSON.stringify(Object.fromEntries(shown));
}

function lineMembers(line: StayLine) {
  const nights = line.revenueByNight.map(({ night, amount }) => ({
    night: formatDay(night),
    rental_revenue: formatHundredths(amount),
  }));
  return { ...stayMembers(line), ...Object.fromEntries(amountTexts(line.amounts)), revenue_by_night: nights };
}

function totalMembers({ currency, stays, nights, amounts }: StatementTotal) {
  return { currency, stays, nights, ...Object.fromEntries(amountTexts(amounts)) };
}
