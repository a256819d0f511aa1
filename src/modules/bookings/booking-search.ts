import { booleanParameter, idList, integerParameter, timeParameter, wordList } from "../../kernel/search.ts";
import { isLive, state } from "../occupancy/held-nights.ts";

/** The search parameters of the list: future, not canceled bookings unless they say otherwise (bookings.md, States). */
export const bookingSearch = {
  from: timeParameter({
    condition: "bookings.end_at > :from",
    otherwise: { condition: "bookings.end_at > now()", shownBy: "1900-01-01T00:00:00Z", standsBeside: ["rental_id"] },
    meaning: "Bookings that end after this time; now unless given.",
  }),
  until: timeParameter({ condition: "bookings.start_at < :until", meaning: "Bookings that start before this time." }),
  months: integerParameter(
    { min: 1, max: 1200 },
    {
      condition: "bookings.start_at < coalesce(:from, now()) + make_interval(months => :months::integer)",
      meaning: "Bookings that start within so many months after `from`.",
    },
  ),
  status: wordList(["booked", "unavailable", "tentative"], {
    condition: `${state} = any(:status)`,
    meaning: "Comma list of: booked, unavailable, tentative.",
  }),
  include_canceled: booleanParameter({
    condition: `:include_canceled or (${isLive})`,
    otherwise: { condition: isLive, shownBy: true, standsBeside: ["rental_id"] },
    scopes: ["bookings_read", "bookings_write"],
    meaning: "Canceled bookings too.",
  }),
  rental_id: idList({ condition: "bookings.rental_id = any(:rental_id)", meaning: "Comma list of rental ids." }),
  client_id: idList({
    condition: "bookings.client_id = any(:client_id)",
    tellsHidden: true,
    meaning: "Comma list of client ids.",
  }),
};
