import { useSession } from "../../../app/session.tsx";
import { dayOf } from "../../days.ts";
import { type Quote, useQuote } from "../../quote.ts";
import { amountOf, minorOf } from "../../record-payment.ts";
import type { BookingRecord } from "../booking-record.ts";

interface Deposit {
  /** In the booking's currency. */
  readonly amount: number;
  /** Its share of the price, in whole percent. */
  readonly percentage: number;
}

/** The amount due now for a booking; undefined if there is none, or if it is the whole balance. */
export function useDeposit(booking: BookingRecord): Deposit | undefined {
  const { may } = useSession();
  const stay = { rental: booking.links.rental, arrival: dayOf(booking.start_at), departure: dayOf(booking.end_at) };
  const guests = { adults: booking.adults || 1, children: booking.children ?? 0 };
  const { data } = useQuote(may("rates_read") ? stay : { ...stay, departure: stay.arrival }, guests);
  return depositOf(booking, data ?? undefined);
}

/** The agreed down payment, else the share of the price that the live quote asks for, less what is paid already. */
export function depositOf(booking: BookingRecord, quote: Quote | undefined): Deposit | undefined {
  const { currency, final_price, downpayment, paid_amount } = booking;
  const price = Number(final_price ?? 0);
  if (!currency || !(price > 0)) return undefined;
  const due = downpayment == null ? price * quotedShare(quote) : Number(downpayment);
  const minor = minorOf(due, currency) - minorOf(paid_amount ?? 0, currency);
  if (minor <= 0 || minorOf(due, currency) >= minorOf(price, currency)) return undefined;
  return { amount: amountOf(minor, currency), percentage: Math.round((due / price) * 100) };
}

function quotedShare(quote: Quote | undefined): number {
  const total = Number(quote?.final_price ?? 0);
  return total > 0 ? Number(quote?.price_to_pay_now ?? 0) / total : 0;
}
