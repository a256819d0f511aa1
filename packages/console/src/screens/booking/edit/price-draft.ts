import { discountOf, finalPrice, finalRentalPrice } from "../../../../../../src/core/booking-totals.ts";
import { formatHundredths, parseHundredths } from "../../../../../../src/core/hundredths.ts";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import type { BookingChanges } from "../../../components/bookings/write-booking.ts";
import { billOf, hundredths } from "../bill.ts";

/** Prices as their fields hold them; empty for none. */
export interface PriceDraft {
  readonly initial_price: string;
  readonly discount: string;
  /** A total other than the sum of the lines. */
  readonly final_price: string;
}

const amountText = (amount: string | null | undefined): string => (amount == null ? "" : String(Number(amount)));

export const priceDraftOf = (booking: BookingRecord): PriceDraft => ({
  initial_price: amountText(booking.initial_price),
  discount: booking.discount ?? "",
  final_price: billOf(booking).byHand === 0 ? "" : amountText(booking.final_price),
});

export const isDiscount = (text: string): boolean => text.trim() === "" || discountOf(text.trim()) !== undefined;

/** The total as the service computes it (bookings.md, Money): the agreed fees and taxes stay. */
export function totalOf(booking: BookingRecord, draft: PriceDraft): string | null {
  if (draft.final_price !== "") return draft.final_price;
  const rental = finalRentalPrice(
    parseHundredths(draft.initial_price) ?? null,
    isDiscount(draft.discount) ? draft.discount.trim() : null,
    booking.currency ?? null,
  );
  const fees = (booking.bookings_fees ?? []).map((fee) => ({
    price: hundredths(fee.price),
    timesBooked: fee.times_booked,
    includedInPrice: fee.included_in_price,
  }));
  const taxes = (booking.bookings_taxes ?? []).map((tax) => ({
    amount: hundredths(tax.amount),
    included: tax.tax_included_in_price,
  }));
  const total = finalPrice(rental, fees, taxes);
  return total === null ? null : formatHundredths(total);
}

/** Only the changed values. Without its own total, the booking gets the sum of its lines again. */
export function changesOf(booking: BookingRecord, draft: PriceDraft): BookingChanges {
  const seen = priceDraftOf(booking);
  const lines = {
    ...(draft.initial_price === seen.initial_price ? {} : { initial_price: draft.initial_price || null }),
    ...(draft.discount.trim() === seen.discount ? {} : { discount: draft.discount.trim() || null }),
  };
  if (draft.final_price !== seen.final_price) return { ...lines, final_price: draft.final_price || null };
  // A written total remains until it is cleared, even if it equals the sum.
  return Object.keys(lines).length > 0 && draft.final_price === "" ? { ...lines, final_price: null } : lines;
}
