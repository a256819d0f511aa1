import { amountOf, minorOf } from "../../record-payment.ts";
import type { BookingRecord } from "../booking-record.ts";

interface Deposit {
  /** In the booking's currency. */
  readonly amount: number;
  /** The whole downpayment's share of the price, in whole percent. */
  readonly percentage: number;
}

/** The unpaid part of a booking's downpayment; undefined if nothing is unpaid. */
export function depositOf({ currency, final_price, payment_schedule }: BookingRecord): Deposit | undefined {
  const down = payment_schedule?.find(({ kind }) => kind === "downpayment");
  if (!currency || !down) return undefined;
  const left = minorOf(down.amount, currency) - minorOf(down.paid, currency);
  if (left <= 0) return undefined;
  return {
    amount: amountOf(left, currency),
    percentage: Math.round((Number(down.amount) / Number(final_price)) * 100),
  };
}
