/** The keyboard position in the grid, and the corner where the selection began. */
export interface Cursor {
  readonly row: number;
  readonly day: number;
  /** Equal to `row` and `day` when one night is selected. */
  readonly anchorRow: number;
  readonly anchor: number;
}

/** A rectangle of nights. Both ends are included. */
export interface Selection {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly first: number;
  readonly last: number;
}

export const cursorAt = (row: number, day: number): Cursor => ({ row, day, anchorRow: row, anchor: day });

export const selectionOf = ({ row, day, anchorRow, anchor }: Cursor): Selection => ({
  firstRow: Math.min(row, anchorRow),
  lastRow: Math.max(row, anchorRow),
  first: Math.min(day, anchor),
  last: Math.max(day, anchor),
});

export const isOneNight = ({ row, day, anchorRow, anchor }: Cursor): boolean => row === anchorRow && day === anchor;

/** Rows and days that a key moves by. */
export const steps: Readonly<Record<string, readonly [rows: number, days: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [0, -28],
  PageDown: [0, 28],
};

/** The cursor after a key; undefined if the key does not move it. */
export function moved(
  cursor: Cursor,
  key: string,
  isSelecting: boolean,
  rows: number,
  today: number,
): Cursor | undefined {
  if (key === "Home") return cursorAt(cursor.row, today);
  const step = steps[key];
  if (!step) return undefined;
  const [down, right] = step;
  const row = rowWithin(cursor.row + down, rows);
  const day = cursor.day + right;
  return isSelecting ? { ...cursor, row, day } : cursorAt(row, day);
}

export const rowWithin = (row: number, rows: number): number => Math.min(Math.max(row, 0), Math.max(rows - 1, 0));
