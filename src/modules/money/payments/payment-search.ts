import { booleanParameter, endParameter, idList, nameList, timeParameter, wordList } from "../../../kernel/search.ts";
import { paymentKinds } from "./payment-kinds.ts";

/** SQL: what has become of the money. */
const status = `case when payments.rejected_at is not null then 'rejected' when payments.paid_at is not null then 'paid'
  when payments.authorized_at is not null then 'authorized' else 'pending' end`;

const isLive = "payments.canceled_at is null";

/** What a list of payments is looked through by (console.md, Screens). */
export const paymentSearch = {
  include_canceled: booleanParameter({
    condition: `:include_canceled or (${isLive})`,
    defaultCondition: { condition: isLive, shownBy: true },
    description: "Canceled payments too.",
  }),
  order_id: nameList({
    condition: "payments.order_id = any(string_to_array(replace(:order_id, ' ', ''), ','))",
    description: "Payments with these order ids, separated by commas.",
  }),
  from: timeParameter({
    condition: "payments.paid_at >= :from",
    description: "Payments that were paid at this time or after it.",
  }),
  until: endParameter({
    condition: "payments.paid_at < :until",
    description: "Payments that were paid before this time, or up to the end of this day.",
  }),
  kind: wordList(paymentKinds, {
    condition: "payments.kind = any(:kind)",
    description: "Comma list of kinds: how the money came in.",
  }),
  status: wordList(["paid", "authorized", "pending", "rejected"], {
    condition: `${status} = any(:status)`,
    description:
      "Comma list of: paid, authorized (set aside, and not taken yet), pending (not answered yet), rejected.",
  }),
  payment_gateway_id: idList({
    condition: "payments.payment_gateway_id = any(:payment_gateway_id)",
    scopes: ["preferences_payments_read"],
    description: "Comma list of ids of payment gateways.",
  }),
  rental_id: idList({
    condition: `exists (select from bookings_payments
      join bookings on bookings.account_id = bookings_payments.account_id and bookings.id = bookings_payments.booking_id
      where bookings_payments.account_id = payments.account_id and bookings_payments.payment_id = payments.id
        and bookings.rental_id = any(:rental_id))`,
    scopes: ["bookings_read", "bookings_write"],
    description: "Comma list of rental ids: payments for stays there.",
  }),
};
