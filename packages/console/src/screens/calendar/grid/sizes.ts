/** Pixel sizes, as in the style sheets: a day, the head's two lines, and the name column at its widest. */
export const dayWidth = 46;
export const headHeight = 56;
export const namesWidth = 192;

/** A row's height in pixels. */
export const rowHeights = [32, 40, 50] as const;
export type RowHeight = (typeof rowHeights)[number];

/** Days before today, and the total number of days. */
export const behind = 92;
export const days = 3 * 366 + behind;
