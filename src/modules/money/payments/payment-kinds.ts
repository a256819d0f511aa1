/** Payment methods (enums.yaml). */
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
  // Money that a lost dispute took, noted by Roost only.
  "dispute",
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Whether a gateway collects this kind; all others record money paid elsewhere (bookings.md, Payments). */
export function needsGateway(kind: PaymentKind): boolean {
  return kind === "service" || kind === "instant-booking";
}

/** The reference's gateway types. Roost charges through the first; the second only labels recorded payments. */
export const gatewayTypes = ["PaymentGateway", "PaypalExpressGateway"] as const;
