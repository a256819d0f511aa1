/** Sizes in pixels, as calendar.css has them: a day, a row, the two lines of days, and the column with the names at its widest. */
export const dayWidth = 46;
export const rowHeight = 52;
export const headHeight = 56;
export const namesWidth = 192;

/** Days before today, and from the first day to the last. */
export const behind = 92;
export const days = 3 * 366 + behind;
