/** What the figures are split by; a channel is the source of a booking. */
export const divisions = ["rental", "channel", "month"] as const;
export type Division = (typeof divisions)[number];

/** A period and what to look at. */
export interface AskedReport {
  /** The first night and the one after the last; epoch days. */
  readonly from: number;
  readonly after: number;
  readonly by: Division;
  /** Only these rentals; undefined: all. */
  readonly rentals: readonly number[] | undefined;
}
