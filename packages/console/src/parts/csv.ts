/** What spreadsheets take for a formula, and would carry out; a negative number is none. */
const formula = /^[=+\-@\t\r](?!\d+(\.\d+)?$)/;

/** Rows as CSV (RFC 4180), which spreadsheets open as it is: nothing in it is carried out. */
export function csvOf(rows: readonly (readonly string[])[]): Blob {
  const cell = (text: string): string => {
    const safe = formula.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((row) => `${row.map(cell).join(",")}\r\n`);
  // Without the mark at its beginning, spreadsheets take letters for those of another alphabet.
  return new Blob(["\u{feff}", ...lines], { type: "text/csv;charset=utf-8" });
}
