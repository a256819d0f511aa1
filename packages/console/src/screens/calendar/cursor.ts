/** The keyboard position in the grid, and the start of the marked nights. */
export interface Cursor {
  readonly row: number;
  readonly day: number;
  /** The night where marking began; equals `day` when one night is marked. */
  readonly anchor: number;
}

/** The cursor after a key; undefined if the key does not move it. */
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
  // Nights of two rentals cannot be marked together.
  return { row, day, anchor: isMarking && down === 0 ? cursor.anchor : day };
}

/** The marked nights, from arrival day to departure day. */
export const nightsOf = ({ day, anchor }: Cursor): { readonly arrival: number; readonly departure: number } => ({
  arrival: Math.min(day, anchor),
  departure: Math.max(day, anchor) + 1,
});
