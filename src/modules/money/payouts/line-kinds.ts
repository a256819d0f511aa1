/** Kinds of payout lines. The first three concern a payment and name it with its booking. */
export const lineKinds = ["payment", "refund", "dispute", "adjustment", "fee"] as const;
export type LineKind = (typeof lineKinds)[number];

/** Whether a line of this kind must name a payment and its booking. */
export function isOfPayment(kind: LineKind): boolean {
  return kind === "payment" || kind === "refund" || kind === "dispute";
}

/** Kinds of channel movements that belong to no booking. */
export const movementKinds = ["adjustment", "fee", "tax", "carried_over", "other"] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Lines or movements per payout (conventions.md, Bounds: elements of an array). */
export const maxLines = 1000;
