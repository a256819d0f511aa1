import { formatDay, parseDay } from "../../../core/day.ts";
import { epochDay } from "../../../kernel/values/built-json.ts";
import { dateValue } from "../../../kernel/values/time.ts";
import { problem, type ValueType } from "../../../kernel/values/value-type.ts";

/** SQL: the first of the current month in UTC, where calendar maps start (bookings.md, Maps). */
export const firstOfMonth = "date_trunc('month', now() at time zone 'UTC')::date";

/** SQL over a row of bookings: its arrival and departure days. */
export const arrivalAndDeparture = `${epochDay("lower(bookings.nights)")}, ${epochDay("upper(bookings.nights)")}`;

const dates = dateValue();
const [earliest, latest] = [parseDay("1970-01-01") ?? 0, parseDay("2199-12-31") ?? 0];

/**
 * The requested first day of a map. Not specified: any day from 1970 to 2199.
 */
export const mapStart: ValueType<number> = {
  ...dates,
  accept(input) {
    const accepted = dates.accept(input);
    if ("problem" in accepted) return accepted;
    const { value } = accepted;
    return value >= earliest && value <= latest
      ? accepted
      : problem(`must be a date from ${formatDay(earliest)} to ${formatDay(latest)}`);
  },
};
