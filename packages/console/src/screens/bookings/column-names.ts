/** What a list of bookings can show, in this order. */
export const columnNames = [
  ...(["reference", "guest", "rental", "arrival", "departure", "nights", "people"] as const),
  ...(["status", "channel", "price", "open", "made"] as const),
] as const;
export type ColumnName = (typeof columnNames)[number];

/** The booking's link stands in the first, so that one always shows. */
export const fixedColumn = "reference" satisfies ColumnName;

const usual: readonly ColumnName[] = [
  ...(["reference", "guest", "rental", "arrival", "departure", "status", "channel", "price", "open"] as const),
];

/** The columns that somebody has chosen. @param stored what this browser kept */
export function chosenColumns(stored: unknown): readonly ColumnName[] {
  if (!Array.isArray(stored)) return usual;
  return columnNames.filter((name) => name === fixedColumn || stored.includes(name));
}
