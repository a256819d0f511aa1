/** Where the keyboard stands in the grid, and from where nights are marked. */
export interface Cursor {
  readonly row: number;
  readonly day: number;
  /** The night at which marking began; the same as `day` where only one is marked. */
  readonly anchor: number;
}

/** What a key asks of the cursor: to go somewhere else, or nothing. */
export function moved(
  cursor: Cursor,
  key: string,
  isMarking: boolean,
  rows: number,
  today: number,
): Cursor | undefined {
  const steps: Readonly<Record<string, readonly [rows: number, days: number]>> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    PageUp: [0, -28],
    PageDown: [0, 28],
  };
  if (key === "Home") return { ...cursor, day: today, anchor: today };
  const step = steps[key];
  if (!step) return undefined;
  const [down, right] = step;
  const row = Math.min(Math.max(cursor.row + down, 0), Math.max(rows - 1, 0));
  const day = cursor.day + right;
  // Nights of two rentals are not marked at once.
  return { row, day, anchor: isMarking && down === 0 ? cursor.anchor : day };
}

/** The marked nights: from the day of arrival to that of departure. */
export const nightsOf = ({ day, anchor }: Cursor): { readonly arrival: number; readonly departure: number } => ({
  arrival: Math.min(day, anchor),
  departure: Math.max(day, anchor) + 1,
});
