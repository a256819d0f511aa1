/** Sizes in pixels, as calendar.css has them: a day, a row, the two lines of days, and the column with the names at its widest. */
export const dayWidth = 46;
export const rowHeight = 52;
export const headHeight = 56;
export const namesWidth = 192;
