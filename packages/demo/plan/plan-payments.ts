import { instantOnDay } from "../../../src/core/day.ts";
import type { PlannedBooking, PlannedVisit } from "./plan-booking.ts";

/** Hours after which a guest pays the down payment, and days before the arrival on which the rest comes. */
const [downAfter, restBefore] = [26, 14];

/** A payment of the demo. */
export interface PlannedPayment {
  /** Its place among the account's bookings. */
  readonly booking: number;
  /** The down payment, what is left behind it, or all at once. */
  readonly share: "down" | "rest" | "whole";
  /** By the account's payment service, on the pages of a channel, by bank or in cash. */
  readonly by: "service" | "online" | "wiretransfer" | "cash";
  /** Epoch milliseconds, before today. */
  readonly at: number;
}

/**
 * Who has paid what, the same for every stay in the same situation: what is over was paid, what is to come has its down payment, and its
 * rest two weeks before the arrival. Of those around today, a few owe something, so that there is a list of what is due.
 */
export function planPayments(bookings: readonly PlannedBooking[], today: number): PlannedPayment[] {
  const midnight = instantOnDay(today, 0);
  return bookings.flatMap((booking, place) => {
    if (!booking.visit || booking.stay.kind !== "booked") return [];
    const shares = sharesOf(booking, place, booking.visit, today);
    return shares.map((payment) => ({ booking: place, ...payment })).filter(({ at }) => at < midnight);
  });
}

type Share = Omit<PlannedPayment, "booking">;

function sharesOf({ stay, madeAt }: PlannedBooking, place: number, visit: PlannedVisit, today: number): Share[] {
  const first = madeAt + downAfter * 3_600_000;
  const before = instantOnDay(stay.arrival - restBefore, 10.5);
  const by = place % 3 === 0 ? "wiretransfer" : "service";
  const down: Share = { share: "down", by, at: first };
  if (stay.promised?.owes) return [down];
  // A channel takes all of it when it is booked.
  if (visit.externalReference !== undefined) return [{ share: "whole", by: "online", at: madeAt }];
  if (stay.departure < today - 60 || before <= first)
    return [{ share: "whole", by: place % 7 === 0 ? "cash" : by, at: first }];
  // A few forget the down payment of a stay that is far away.
  if (stay.arrival > today + 60 && place % 6 === 0) return [];
  return [down, { share: "rest", by, at: before }];
}
