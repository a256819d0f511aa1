/** What a line of a payout is about. The first three are about a payment, and name it with its booking. */
export const lineKinds = ["payment", "refund", "dispute", "adjustment", "fee"] as const;
export type LineKind = (typeof lineKinds)[number];

/** Whether a line of the kind must name a payment and its booking. */
export function isOfPayment(kind: LineKind): boolean {
  return kind === "payment" || kind === "refund" || kind === "dispute";
}

/** What a channel moves beside bookings. */
export const movementKinds = ["adjustment", "fee", "tax", "carried_over", "other"] as const;
export type MovementKind = (typeof movementKinds)[number];

/** The most lines of a payout, and movements (conventions.md, Bounds: elements of an array). */
export const mostLines = 1000;
