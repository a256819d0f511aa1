import { instantOnDay } from "../../../src/core/day.ts";
import type { PlannedBooking, PlannedVisit } from "./plan-booking.ts";

/** Hours after booking for the down payment, and days before arrival for the rest. */
const [downAfter, restBefore] = [26, 14];

/** A demo payment. */
export interface PlannedPayment {
  /** The booking's index in the account. */
  readonly booking: number;
  /** The down payment, the rest, or the full amount. */
  readonly share: "down" | "rest" | "whole";
  /** The account's payment service, a channel's checkout, a bank transfer or cash. */
  readonly by: "service" | "online" | "wiretransfer" | "cash";
  /** Epoch milliseconds, before today. */
  readonly at: number;
}

/**
 * Plans payments by rule: past stays are paid, future ones have a down payment, and the rest comes two weeks before arrival.
 * A few stays around today have a balance due, so that the list is not empty.
 */
export function planPayments(bookings: readonly PlannedBooking[], today: number): PlannedPayment[] {
  const midnight = instantOnDay(today, 0);
  return bookings.flatMap((booking, index) => {
    if (!booking.visit || booking.stay.kind !== "booked") return [];
    const shares = sharesOf(booking, index, booking.visit, today);
    return shares.map((payment) => ({ booking: index, ...payment })).filter(({ at }) => at < midnight);
  });
}

type Share = Omit<PlannedPayment, "booking">;

function sharesOf({ stay, madeAt }: PlannedBooking, index: number, visit: PlannedVisit, today: number): Share[] {
  const first = madeAt + downAfter * 3_600_000;
  const before = instantOnDay(stay.arrival - restBefore, 10.5);
  const by = index % 3 === 0 ? "wiretransfer" : "service";
  const down: Share = { share: "down", by, at: first };
  if (stay.guaranteed?.owes) return [down];
  // A channel takes the full amount when it books.
  if (visit.externalReference !== undefined) return [{ share: "whole", by: "online", at: madeAt }];
  if (stay.departure < today - 60 || before <= first)
    return [{ share: "whole", by: index % 7 === 0 ? "cash" : by, at: first }];
  // A few guests forget the down payment of a distant stay.
  if (stay.arrival > today + 60 && index % 6 === 0) return [];
  return [down, { share: "rest", by, at: before }];
}
