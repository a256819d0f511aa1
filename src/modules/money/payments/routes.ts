import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { bookingsPayment } from "./bookings-payment.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createPayment } from "./create-payment.ts";
import { payment } from "./payment.ts";
import { lockOwnBooking } from "./payment-lock.ts";
import { lockBookingOf } from "./perform/stored-payment.ts";
import { refundBody, refundPayment } from "./refund-payment.ts";
import { updatePayment } from "./update-payment.ts";

const scopes = ["payments_write_owned", "payments_write"] as const;

/** Rental and booking come before the payment in the locks of every operation. */
export async function lockBookingBefore(context: WriteContext, id: number): Promise<void> {
  await lockBookingOf(context, id);
}

export const paymentsRoutes: readonly Route[] = [
  ...reads(payment),
  createsUnder(booking, payment, {
    scopes,
    description:
      "With paid_at it records money that has moved. With a gateway, a credit_card_token and no paid_at it is an order: it is answered at once, the gateway is asked afterwards, and paid_at or rejected_at says what came of it. An instant-booking payment books its booking: a paid one at once, an order once it is authorised, before the money is taken. Who repeats an order with its Idempotency-Key gets the same payment.",
    lockParent: async (context, id) => {
      await lockOwnBooking(context, id);
    },
    create: createPayment,
  }),
  ...updates(payment, {
    scopes,
    description: "A record can change in all it says; an order and a refund only in what no gateway was told.",
    prepare: lockBookingBefore,
    update: updatePayment,
  }),
  destroys(payment, {
    scopes,
    prepare: lockBookingBefore,
    destroy: cancelPayment,
    summary: "Cancel a payment.",
    description:
      "It counts no more, and no money moves: what was only authorised is given up, and what was paid can be refunded.",
  }),
  action(payment, {
    on: "one",
    method: "POST",
    path: "refund",
    scopes,
    success: 201,
    summary: "Give a payment back, partly or whole.",
    description:
      "The refund is a payment of a negative amount. What a gateway took, it is asked to give back; what was paid elsewhere is noted at once. In all never more than was paid.",
    prepare: lockBookingBefore,
    body: refundBody,
    run: refundPayment,
  }),
  ...reads(bookingsPayment),
];
