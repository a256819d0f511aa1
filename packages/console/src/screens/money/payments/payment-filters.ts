/** The kinds and statuses that `GET /payments` can filter by (docs/concepts/payments.md). */
export const paymentKinds = [
  ...(["cash", "wiretransfer", "credit-card", "online", "paypal", "cheque", "travel-cheque", "credits"] as const),
  ...(["service", "instant-booking", "dispute", "damage-deposit"] as const),
] as const;
export const paymentStatuses = ["paid", "authorized", "pending", "rejected"] as const;
