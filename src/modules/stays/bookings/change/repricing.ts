import Type from "typebox";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { quoteLive } from "../../../pricing/rates/quote/live-quote.ts";
import { changesPrice } from "../bill/booking-money.ts";
import { booking } from "../booking.ts";
import { type CalendarsOfBooking, lockCalendarsOf } from "../nights/linked-rentals.ts";
import { stayOf } from "../stay.ts";
import { newBill } from "./reprice.ts";

const { attributes } = booking;

export const repricingMeta = {
  repricing: Type.Optional(
    Type.Object(
      { initial_price: Type.String(), final_price: Type.String(), difference: Type.String() },
      {
        description:
          "The prices that the rates give now, if they differ from those that the booking keeps. Take them with POST /bookings/{id}/move and reprice.",
      },
    ),
  ),
};

/**
 * Quotes a booking again whose dates or party a write has changed while its price stayed (bookings.md, Money).
 * @returns undefined after another change, without a price for the stay, or at the same price
 */
export async function repricingOf(
  context: WriteContext,
  id: number,
  draft: Draft,
  lockedCalendars?: CalendarsOfBooking,
): Promise<{ readonly repricing: unknown } | undefined> {
  const stayed = draft.stored(attributes.final_price);
  if (!movesPrice(draft) || changesPrice(draft) || typeof stayed !== "number") return undefined;
  const { own: rental } = lockedCalendars ?? (await lockCalendarsOf(context, id));
  const stay = stayOf(draft, rental, new ValidationErrors());
  if (!stay || draft.stored(attributes.currency) !== rental.currency) return undefined;
  const quoted = await quoteLive(context, rental.id, {
    ...{ arrival: stay.arrival, departure: stay.departure, except: [id] },
    adults: draft.value(attributes.adults) ?? null,
    children: draft.value(attributes.children) ?? null,
  });
  const problems = new ValidationErrors();
  const bill = quoted?.price && (await newBill(context, { id, draft, rental, quoted }, problems));
  const finalPrice = bill?.money.finalPrice;
  if (!bill || typeof finalPrice !== "number" || finalPrice === stayed || !problems.isEmpty) return undefined;
  return {
    repricing: {
      initial_price: formatHundredths(bill.initialPrice ?? 0),
      final_price: formatHundredths(finalPrice),
      difference: formatHundredths(finalPrice - stayed),
    },
  };
}

const movesPrice = (draft: Draft): boolean =>
  [attributes.start_at, attributes.end_at].some((moment) => draft.changes(moment)) ||
  [attributes.adults, attributes.children].some((count) => draft.changes(count));
