/** The columns that a list of bookings can show, in this order. */
export const columnNames = [
  ...(["reference", "guest", "rental", "arrival", "departure", "nights", "people"] as const),
  ...(["status", "channel", "price", "open", "made"] as const),
] as const;
export type ColumnName = (typeof columnNames)[number];

/** The first column always shows, because it links to the booking. */
export const fixedColumn = "reference" satisfies ColumnName;

const defaultColumns: readonly ColumnName[] = [
  ...(["reference", "guest", "rental", "arrival", "departure", "status", "channel", "price", "open"] as const),
];

/** The chosen columns. @param stored the value from local storage */
export function chosenColumns(stored: unknown): readonly ColumnName[] {
  if (!Array.isArray(stored)) return defaultColumns;
  return columnNames.filter((name) => name === fixedColumn || stored.includes(name));
}
