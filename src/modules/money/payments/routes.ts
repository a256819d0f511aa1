import Type from "typebox";
import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { cancelationQuote } from "../../stays/bookings/change/cancelation-quote.ts";
import { prepareBooking } from "../../stays/bookings/nights/prepare-booking.ts";
import { bookingsPayment } from "./bookings-payment.ts";
import { cancelWithRefunds } from "./cancel-booking/cancel-booking.ts";
import { cancelationInput } from "./cancel-booking/cancelation-input.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createPayment } from "./create-payment.ts";
import { depositRoutes } from "./deposits/deposit-routes.ts";
import { payment } from "./payment.ts";
import { lockOwnBooking } from "./payment-lock.ts";
import { lockBookingOf } from "./perform/stored-payment.ts";
import { refundBody, refundPayment } from "./refund-payment.ts";
import { updatePayment } from "./update-payment.ts";

const scopes = ["payments_write_owned", "payments_write"] as const;

const madeRefund = Type.Object({
  payment_id: Type.Integer({ description: "The refunded payment." }),
  refund_id: Type.Integer({ description: "The refund: a payment with a negative amount." }),
  amount_in_cents: Type.Integer(),
});

/** Every operation locks rental and booking before the payment. */
export async function lockBookingBefore(context: WriteContext, id: number): Promise<void> {
  await lockBookingOf(context, id);
}

export const paymentsRoutes: readonly Route[] = [
  ...reads(payment),
  createsUnder(booking, payment, {
    scopes,
    description:
      "With paid_at, this records money that has moved. With a gateway and a credit_card_token but no paid_at, it is an order: the response comes immediately, Roost calls the gateway afterwards, and paid_at or rejected_at shows the outcome. An instant-booking payment confirms its booking: a paid one immediately, an order once it is authorized, before the money is taken. Repeating an order with its Idempotency-Key returns the same payment.",
    lockParent: async (context, id) => {
      await lockOwnBooking(context, id);
    },
    create: createPayment,
  }),
  ...updates(payment, {
    scopes,
    description:
      "All attributes of a record can change. Orders and refunds can change only attributes that are not part of the gateway transaction.",
    prepare: lockBookingBefore,
    update: updatePayment,
  }),
  destroys(payment, {
    scopes,
    prepare: lockBookingBefore,
    destroy: cancelPayment,
    summary: "Cancel a payment.",
    description:
      "The payment no longer counts, and no money moves. An authorization is voided; a completed charge can be refunded.",
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "refund",
    scopes,
    success: 201,
    summary: "Refund a payment fully or partly.",
    description:
      "The refund is a payment with a negative amount. Roost asks the gateway to return the money it collected; a refund of a recorded payment counts immediately. The total refunded never exceeds the amount paid.",
    prepare: lockBookingBefore,
    body: refundBody,
    run: refundPayment,
  }),
  action(booking, {
    on: "one",
    method: "POST",
    path: "cancel",
    scopes: ["bookings_write_owned", "bookings_write"],
    summary: "Cancel a booking and refund its payments, or preview both.",
    description:
      "Frees the nights immediately and orders the given refunds, all or nothing. Roost asks gateways for their refunds afterwards. Refunds also need payments_write, or payments_write_owned for the application's own payments. With dry_run nothing changes; the response is the cost by the cancelation policy, and suggested refunds.",
    body: cancelationInput,
    computes: cancelationQuote,
    meta: { refunds: Type.Array(madeRefund, { description: "The refunds that were ordered." }) },
    prepare: prepareBooking,
    run: cancelWithRefunds,
  }),
  ...reads(bookingsPayment),
  ...depositRoutes,
];
