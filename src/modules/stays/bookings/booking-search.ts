import { booleanParameter, idList, integerParameter, wordList } from "../../../kernel/search.ts";
import { isAhead, isLive, state } from "../../property/occupancy/held-nights.ts";
import { isBeforeRentalNow, rentalReadingAt } from "../../property/occupancy/rental-clock.ts";
import { bookingQuery } from "./booking-query.ts";
import { clockParameter, rentalDayEnd, rentalDayStart } from "./clock-parameter.ts";

export const from = clockParameter("from", rentalReadingAt);
const until = clockParameter("until", rentalReadingAt);

/** The list's search parameters. By default it shows upcoming bookings that are not canceled (bookings.md, States). */
export const bookingSearch = {
  from: {
    type: rentalDayStart,
    condition: `bookings.end_at > ${from.bound} and bookings.end_at > ${from.reading}`,
    defaultCondition: {
      condition: isAhead,
      shownBy: "1900-01-01T00:00:00Z",
      standsBeside: ["rental_id"],
    },
    description: "Bookings that end after this time on the rental's clock. Defaults to now.",
  },
  until: {
    type: rentalDayEnd,
    condition: `bookings.start_at < ${until.bound} and bookings.start_at < ${until.reading}`,
    description: "Bookings that start before this time on the rental's clock, or up to the end of this day.",
  },
  months: integerParameter(
    { min: 1, max: 1200 },
    {
      condition: isBeforeRentalNow("bookings.start_at", {
        from,
        later: "make_interval(months => :months::integer)",
      }),
      uncached: true,
      description: "Bookings that start within this many months after `from`.",
    },
  ),
  status: wordList(["booked", "unavailable", "tentative"], {
    condition: `${state} = any(:status)`,
    description: "Comma-separated statuses: booked, unavailable, tentative.",
  }),
  include_canceled: booleanParameter({
    condition: `:include_canceled or (${isLive})`,
    defaultCondition: { condition: isLive, shownBy: true, standsBeside: ["rental_id"] },
    scopes: ["bookings_read", "bookings_write"],
    description: "Includes canceled bookings.",
  }),
  rental_id: idList({ condition: "bookings.rental_id = any(:rental_id)", description: "Comma-separated rental ids." }),
  client_id: idList({
    condition: "bookings.client_id = any(:client_id)",
    revealsHidden: true,
    description: "Comma-separated client ids.",
  }),
  source_id: idList({
    condition: "bookings.source_id = any(:source_id)",
    revealsHidden: true,
    description: "Comma-separated source ids.",
  }),
  unpaid: booleanParameter({
    condition: "coalesce(bookings.final_price > bookings.paid_amount, false) = :unpaid",
    scopes: ["bookings_read", "bookings_write"],
    description: "Bookings with a balance due; false returns all others.",
  }),
  query: bookingQuery,
};
