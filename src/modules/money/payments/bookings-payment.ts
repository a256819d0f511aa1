import { currencySet } from "../../../core/currencies.ts";
import { id, integer, string, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** A booking's share of a payment (bookings.md, Payments). */
export const bookingsPayment = defineResource("bookings_payments", {
  singular: "bookings_payment",
  description: "A booking's share of a payment; negative for a refund.",
  readScopes: ["payments_read", "payments_write"],
  attributes: {
    id: id(),
    amount_in_cents: integer().readOnly().present().description("Minor units of the currency; negative for a refund."),
    currency: string()
      .among(currencySet)
      .readOnly()
      .present()
      .description("The currency of the booking and the payment."),
    canceled_at: time().readOnly().description("When the payment was canceled; null while it is active."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("The booking that the payment is for."),
    rental: one("rentals")
      .from(
        "(select bookings.rental_id from bookings where bookings.account_id = :account_of(bookings_payments) and bookings.id = bookings_payments.booking_id)",
      )
      .present()
      .description("The booking's rental."),
    payment: one("payments").present().deletedAlong().description("The payment."),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
  counted: {},
});
