/** How money comes in, and what has become of it, as `GET /payments` is asked (docs/concepts/payments.md). */
export const paymentKinds = [
  ...(["cash", "wiretransfer", "credit-card", "online", "paypal", "cheque", "travel-cheque", "credits"] as const),
  ...(["service", "instant-booking"] as const),
] as const;
export const paymentStatuses = ["paid", "authorized", "pending", "rejected"] as const;
