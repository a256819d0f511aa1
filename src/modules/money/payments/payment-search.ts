import { booleanParameter, endParameter, idList, nameList, timeParameter, wordList } from "../../../kernel/search.ts";
import { paymentKinds } from "./payment-kinds.ts";

/** SQL: the payment's status. */
const status = `case when payments.rejected_at is not null then 'rejected' when payments.paid_at is not null then 'paid'
  when payments.authorized_at is not null then 'authorized' else 'pending' end`;

const isLive = "payments.canceled_at is null";

/** Filters for a list of payments (console.md, Screens). */
export const paymentSearch = {
  include_canceled: booleanParameter({
    condition: `:include_canceled or (${isLive})`,
    defaultCondition: { condition: isLive, shownBy: true },
    description: "Includes canceled payments.",
  }),
  order_id: nameList({
    condition: "payments.order_id = any(string_to_array(replace(:order_id, ' ', ''), ','))",
    description: "Comma-separated order ids.",
  }),
  from: timeParameter({
    condition: "payments.paid_at >= :from",
    description: "Payments that were paid at or after this time.",
  }),
  until: endParameter({
    condition: "payments.paid_at < :until",
    description: "Payments that were paid before this time, or up to the end of this day.",
  }),
  kind: wordList(paymentKinds, {
    condition: "payments.kind = any(:kind)",
    description: "Comma-separated payment kinds.",
  }),
  status: wordList(["paid", "authorized", "pending", "rejected"], {
    condition: `${status} = any(:status)`,
    description:
      "Comma-separated statuses: paid, authorized (not yet captured), pending (no response from the gateway yet), rejected.",
  }),
  payment_gateway_id: idList({
    condition: "payments.payment_gateway_id = any(:payment_gateway_id)",
    scopes: ["preferences_payments_read"],
    description: "Comma-separated payment gateway ids.",
  }),
  rental_id: idList({
    condition: `exists (select from bookings_payments
      join bookings on bookings.account_id = :account_of(bookings_payments) and bookings.id = bookings_payments.booking_id
      where bookings_payments.account_id = :account_of(payments) and bookings_payments.payment_id = payments.id
        and bookings.rental_id = any(:rental_id))`,
    scopes: ["bookings_read", "bookings_write"],
    description: "Comma-separated rental ids. Matches payments for their bookings.",
  }),
};
