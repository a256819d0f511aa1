/** What the figures are split by; a channel is the source of a booking. */
export const divisions = ["rental", "channel", "month"] as const;
export type Division = (typeof divisions)[number];

/** Which date of a stay its revenue belongs to: each of its nights, or the day of one moment of it. */
export const revenueDates = ["night", "arrival", "departure", "booking"] as const;
export type RevenueDate = (typeof revenueDates)[number];

/** A period and what to look at. */
export interface AskedReport {
  /** The first night and the one after the last; epoch days. */
  readonly from: number;
  readonly after: number;
  readonly by: Division;
  /** Only these rentals; undefined: all. */
  readonly rentals: readonly number[] | undefined;
  /** Undefined: each night has its part of the price. */
  readonly revenueOn?: RevenueDate | undefined;
  /** The UTC day at whose end the stays are looked at: those that were made by then and not canceled yet. Undefined: now. */
  readonly madeUntil?: number | undefined;
}
