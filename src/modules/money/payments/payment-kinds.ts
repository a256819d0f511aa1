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
  // Authorizations of a damage deposit, and captures of one. They do not count as paid.
  "damage-deposit",
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Whether a gateway collects this kind; all others record money paid elsewhere (bookings.md, Payments). */
export function needsGateway(kind: PaymentKind): boolean {
  return kind === "service" || kind === "instant-booking";
}

/** The reference's gateway types. Roost charges through the first; the second only labels recorded payments. */
export const gatewayTypes = ["PaymentGateway", "PaypalExpressGateway"] as const;

/** The kinds that only Roost writes, each with the reason for a request that sends it. */
export const ownKinds: Partial<Readonly<Record<PaymentKind, string>>> = {
  dispute: "must not be dispute, which Roost notes when a gateway reports a lost dispute",
  "damage-deposit": "must not be damage-deposit: use POST /bookings/{id}/authorize_damage_deposit",
};

/** SQL: the payment is for a damage deposit. @param payment the table's name, and that of the payment that it refunds */
export const isForDeposit = (payment: string, refunded: string): string =>
  `coalesce(${refunded}.kind, ${payment}.kind) = 'damage-deposit'`;
