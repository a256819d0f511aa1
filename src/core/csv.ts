/** Signs that begin a formula in a spreadsheet: some read full-width and small ones as the plain ones. */
const signs = "=+\\-@＝＋－＠﹦﹢﹣﹫";
/** Where a field begins for a reader that splits at a comma, a semicolon, a tab or a line, and what it may skip there. */
const beginning = '(?:^|[,;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029])[\\s\\p{Cc}\\p{Cf}"]*';

const formula = new RegExp(`(${beginning})(?=[${signs}])`, "gu");
const guardedFormula = new RegExp(`(${beginning})'(?=[${signs}])`, "gu");

/**
 * A CSV text (RFC 4180) that spreadsheets open and carry out nothing of. Lines end with CR LF. Numbers stand as they are; all other text
 * stands in quotes, references such as 000123 too, with an apostrophe before what is a formula in whatever language the spreadsheet reads.
 */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

/** The text of a cell that `csvOf` wrote, without the apostrophes that it put there. */
export function unguarded(text: string): string {
  return text.replace(/^'(?=[\t\r\n])/, "").replace(guardedFormula, "$1");
}

function cellOf(text: string): string {
  if (/^(-?(0|[1-9]\d*)(\.\d+)?)?$/.test(text)) return text;
  const guarded = text.replace(formula, "$1'");
  return `"${(/^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded).replaceAll('"', '""')}"`;
}
