import type { PlannedBooking, PlannedVisit } from "@roost/demo/plan/plan-booking.ts";
import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { percentageOf } from "../../../core/rounding.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { AccountDependencies, Kept } from "./seed-account.ts";
import type { SeededRental } from "./seed-rental.ts";

/** The ids of the records that a planned booking refers to. */
export interface BookingParts {
  readonly rental: SeededRental;
  readonly account: AccountDependencies;
  /** Client ids, in the plan's order. */
  readonly clients: readonly number[];
}

/** Builds the body that creates a booking, with the price as of the day it was booked. */
export async function describeBooking(
  counter: InProcessApi,
  planned: PlannedBooking,
  parts: BookingParts,
): Promise<object> {
  const { stay, visit, notes } = planned;
  return {
    start_at: formatDay(stay.arrival),
    end_at: formatDay(stay.departure),
    ...stateOf(planned),
    ...(visit ? await guestsAndMoney(counter, planned, visit, parts) : {}),
    ...remarks(planned, parts.account),
    ...(notes === undefined ? {} : { notes }),
  };
}

function stateOf({ stay, madeAt, until, canceled }: PlannedBooking): object {
  if (stay.kind === "unavailable") return { unavailable: true };
  if (until !== undefined) return { tentative_expires_at: formatInstant(until) };
  const booked = { booked: true, booked_at: formatInstant(madeAt) };
  return canceled
    ? { ...booked, canceled_at: formatInstant(canceled.at), cancelation_reason: canceled.reason }
    : booked;
}

/** Builds the guests, the price and the source. */
async function guestsAndMoney(
  counter: InProcessApi,
  { stay: { arrival, departure } }: PlannedBooking,
  visit: PlannedVisit,
  { rental, account, clients }: BookingParts,
): Promise<object> {
  const { adults, children, discount, fees, source, externalReference } = visit;
  const { currency } = rental.data.attributes;
  const price = await counter.rentalPrice(rental.id, { arrival, departure, adults, children });
  return {
    client_id: clients[visit.client],
    source_id: idOf(account.sources, source),
    adults,
    children,
    currency,
    initial_price: formatHundredths(price),
    ...(discount === undefined ? {} : { discount }),
    ...(fees === undefined ? {} : { bookings_fees: fees.map(({ fee, times }) => lineOf(rental, account, fee, times)) }),
    downpayment: formatHundredths(percentageOf(price, 30_00, currency)),
    ...(externalReference === undefined
      ? {}
      : {
          commission: formatHundredths(percentageOf(price, source.commission, currency)),
          external_reference: externalReference,
        }),
  };
}

/** Builds a fee line without its price, which the rental defines. */
function lineOf(
  rental: SeededRental,
  { fees }: AccountDependencies,
  fee: AccountDependencies["fees"][number]["data"],
  times: number,
): object {
  return { rentals_fee_id: rental.fees.get(idOf(fees, fee)), times_booked: times };
}

function remarks({ tags, comment, expectedCheckin }: PlannedBooking, { bookingsTags }: AccountDependencies): object {
  const ids = tags.map((key) => bookingsTags.get(key)).filter((id) => id !== undefined);
  return {
    ...(ids.length > 0 ? { bookings_tag_ids: ids } : {}),
    ...(comment === undefined ? {} : { comments: [{ content: comment }] }),
    ...(expectedCheckin === undefined ? {} : { expected_checkin_time: expectedCheckin }),
  };
}

function idOf<T>(kept: readonly Kept<T>[], data: T): number {
  const found = kept.find((one) => one.data === data);
  if (!found) throw new Error("The demo's plan names a fee or source that its account lacks.");
  return found.id;
}
