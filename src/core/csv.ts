/** A CSV text (RFC 4180): lines end with CR LF, and a cell with a comma, a quote or a line break stands in quotes. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(quotedCell).join(",")}\r\n`).join("");
}

/**
 * A text that somebody typed, as a cell: what a spreadsheet would take for a formula has an apostrophe before it. Some read full-width signs
 * as the narrow ones.
 */
export function harmlessCell(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

function quotedCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
