import type { BookingRecord, FeeRecord, TaxRecord } from "../../components/bookings/booking-record.ts";

/** Amounts are summed in hundredths, as in the service. */
export const hundredths = (amount: string | null | undefined): number => Math.round(Number(amount ?? 0) * 100);

/** A booking's price as a sum of lines (bookings.md, Money). Amounts are hundredths. */
export interface Bill {
  /** Before the discount; null without a price. */
  readonly rental: number | null;
  readonly discount: number;
  readonly fees: readonly FeeLine[];
  readonly taxes: readonly TaxRecord[];
  readonly sum: number;
  /** The difference between a manually set final price and the sum of the lines; 0 if there is none. */
  readonly byHand: number;
}

export interface FeeLine {
  readonly fee: FeeRecord;
  readonly amount: number;
  /** The booking's price without this fee and its taxes. */
  readonly totalWithout: number;
}

export function billOf(booking: BookingRecord): Bill {
  const fees = booking.bookings_fees ?? [];
  const taxes = booking.bookings_taxes ?? [];
  const sum = hundredths(booking.final_rental_price) + feesSum(fees) + taxesSum(taxes);
  return {
    rental: booking.initial_price == null ? null : hundredths(booking.initial_price),
    discount: hundredths(booking.final_rental_price) - hundredths(booking.initial_price),
    fees: fees.map((fee) => ({
      fee,
      amount: amountOf(fee),
      totalWithout: sum - feesSum([fee]) - taxesSum(taxesOn(fee, taxes)),
    })),
    taxes,
    sum,
    byHand: booking.final_price == null ? 0 : hundredths(booking.final_price) - sum,
  };
}

const amountOf = ({ price, times_booked }: FeeRecord): number => hundredths(price) * times_booked;

const feesSum = (fees: readonly FeeRecord[]): number =>
  fees.filter(({ included_in_price }) => included_in_price).reduce((sum, fee) => sum + amountOf(fee), 0);

const taxesSum = (taxes: readonly TaxRecord[]): number =>
  taxes
    .filter(({ tax_included_in_price }) => !tax_included_in_price)
    .reduce((sum, { amount }) => sum + hundredths(amount), 0);

const taxesOn = ({ links }: FeeRecord, taxes: readonly TaxRecord[]): readonly TaxRecord[] =>
  taxes.filter(({ id }) => links.bookings_taxes?.includes(id));
