/** How money came in (enums.yaml). */
export const paymentKinds = [
  "service",
  "instant-booking",
  "cash",
  "cheque",
  "credits",
  "credit-card",
  "online",
  "paypal",
  "travel-cheque",
  "wiretransfer",
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Kinds that a gateway takes, and that name it; all others record what was paid elsewhere (bookings.md, Payments). */
export function needsGateway(kind: PaymentKind): boolean {
  return kind === "service" || kind === "instant-booking";
}

/** The kinds of gateways of the reference. Roost charges through the first; the second only labels money that has moved. */
export const gatewayTypes = ["PaymentGateway", "PaypalExpressGateway"] as const;
