import Type from "typebox";
import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { date, decimal, integer, string } from "../../../../kernel/attribute.ts";
import { withAccount } from "../../../../kernel/read/parameters.ts";
import type { ComputedAnswer } from "../../../../kernel/route.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { answered } from "../../../pricing/rates/quote/quote-schema.ts";
import {
  appliedDays,
  appliedPercentage,
  cancelationPenalty,
  daysLeft,
  freeCancelationUntil,
} from "./cancelation-terms.ts";

const refundOfPayment = Type.Object({
  payment_id: Type.Integer(),
  kind: Type.String({ description: "The payment's kind." }),
  paid_at: Type.String({ format: "date-time" }),
  amount_in_cents: Type.Integer({
    description: "The amount to refund, in minor units of the currency: the request's amount, or else a suggestion.",
  }),
  refundable_in_cents: Type.Integer({ description: "The unrefunded part of the payment." }),
  through_gateway: Type.Boolean({
    description: "Whether Roost asks a gateway to return the money. Otherwise it only records the refund.",
  }),
});

/** The response to a dry run of a cancelation (bookings.md, Payments). */
export const cancelationQuote: ComputedAnswer = {
  root: "booking_cancelations",
  description: "A preview of a cancelation. Nothing has changed.",
  attributes: {
    booking_id: integer().readOnly().present().description("The booking."),
    currency: string().readOnly().present().description("The currency of all amounts."),
    final_price: decimal().readOnly().description("The booking's price; null without one."),
    paid_amount: decimal().readOnly().present().description("The total paid, less refunds."),
    cancelation_penalty: decimal()
      .readOnly()
      .description("The cost of canceling today. Null without a price or a policy; 0 for a hold."),
    days_left: integer().readOnly().present().description("Days until arrival on the rental's calendar; 0 afterwards."),
    eligible_days: integer()
      .readOnly()
      .description("The days before arrival from which the applicable policy item applies. Null if none applies."),
    penalty_percentage: decimal()
      .readOnly()
      .description("The share of final_price by that item; null if none applies."),
    free_cancelation_until: date()
      .readOnly()
      .description("The last day of free canceling on the rental's calendar; null if there is or was none."),
    refund_in_cents: integer()
      .readOnly()
      .description("The sum of the refunds in minor units; null if the token cannot read payments."),
    refunds: answered(Type.Union([Type.Array(refundOfPayment), Type.Null()])).description(
      "The booking's payments that the token can refund, newest first. Suggested amounts return what was paid less the penalty. Null if the token cannot read payments.",
    ),
  },
};

/** The cost of canceling a booking today. Amounts in hundredths, percentages in basis points, days as epoch days. */
export type CancelationCost = {
  currency: string;
  final_price: number | null;
  paid_amount: number;
  penalty: number | null;
  days_left: number;
  eligible_days: number | null;
  percentage: number | null;
  free_until: number | null;
};

/** Reads what canceling a booking costs today. */
export async function readCancelationCost(
  { transaction, account }: AccountTransaction,
  id: number,
): Promise<CancelationCost> {
  const row = await transaction.row<CancelationCost>(
    `select currency, final_price, paid_amount, ${withAccount(cancelationPenalty, "$1")} as penalty,
       ${withAccount(daysLeft, "$1")} as days_left, ${withAccount(appliedDays, "$1")} as eligible_days,
       ${withAccount(appliedPercentage, "$1")} as percentage, ${withAccount(freeCancelationUntil, "$1")} as free_until
     from bookings where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`Booking ${id} disappeared while locked.`);
  return row;
}

/** A payment in the preview. Amounts in minor units, times in epoch milliseconds. */
export interface PreviewedRefund {
  readonly payment: number;
  readonly kind: string;
  readonly paidAt: number;
  readonly amount: number;
  readonly refundable: number;
  readonly throughGateway: boolean;
}

/** The JSON text of a `cancelationQuote`. @param refunds undefined if the token cannot read payments */
export function cancelationQuoteJson(
  booking: number,
  cost: CancelationCost,
  refunds: readonly PreviewedRefund[] | undefined,
): string {
  return JSON.stringify({
    booking_id: booking,
    currency: cost.currency,
    final_price: decimalOf(cost.final_price),
    paid_amount: decimalOf(cost.paid_amount),
    cancelation_penalty: decimalOf(cost.penalty),
    days_left: cost.days_left,
    eligible_days: cost.eligible_days,
    penalty_percentage: decimalOf(cost.percentage),
    free_cancelation_until: cost.free_until === null ? null : formatDay(cost.free_until),
    refund_in_cents: refunds?.reduce((sum, { amount }) => sum + amount, 0) ?? null,
    refunds:
      refunds?.map(({ payment, kind, paidAt, amount, refundable, throughGateway }) => ({
        payment_id: payment,
        kind,
        paid_at: new Date(paidAt).toISOString().replace(/\.\d+Z$/, "Z"),
        amount_in_cents: amount,
        refundable_in_cents: refundable,
        through_gateway: throughGateway,
      })) ?? null,
  });
}

const decimalOf = (hundredths: number | null) => (hundredths === null ? null : formatHundredths(hundredths));
