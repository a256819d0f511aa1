/** The grouping of figures. A channel is a booking's source. */
export const divisions = ["rental", "channel", "month"] as const;
export type Division = (typeof divisions)[number];

/** The date that a stay's revenue belongs to: each of its nights, or a single day. */
export const revenueDates = ["night", "arrival", "departure", "booking"] as const;
export type RevenueDate = (typeof revenueDates)[number];

/** The kinds of revenue: the rental's price after discounts, without fees and taxes, or the final price. */
export const revenues = ["rental", "total"] as const;
export type Revenue = (typeof revenues)[number];

/** The parameters of a report. */
export interface ReportQuery {
  /** The first night and the day after the last one; epoch days. */
  readonly from: number;
  readonly after: number;
  readonly by: Division;
  /** Undefined: all rentals. */
  readonly rentals: readonly number[] | undefined;
  /** Undefined: the rental's. */
  readonly revenue?: Revenue | undefined;
  /** Undefined: by night. */
  readonly revenueOn?: RevenueDate | undefined;
  /** Count stays as of the end of this day on the rental's clock: created by then and not yet canceled. Undefined: now. */
  readonly madeUntil?: number | undefined;
}
