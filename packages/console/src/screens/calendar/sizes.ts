/** Pixel sizes, as in calendar.css: a day, a row, the head's two lines, and the name column at its widest. */
export const dayWidth = 46;
export const rowHeight = 52;
export const headHeight = 56;
export const namesWidth = 192;

/** Days before today, and the total number of days. */
export const behind = 92;
export const days = 3 * 366 + behind;
