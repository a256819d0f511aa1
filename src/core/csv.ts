/** Characters that start a spreadsheet formula; some spreadsheets accept full-width and small variants. */
const formulaStarts = "=+\\-@＝＋－＠﹦﹢﹣﹫";
/** A common separator of fields. */
const anySeparator = "[,;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]";
/** The start of a field for any of them, with the characters that a reader may skip there. */
const fieldStart = `(?:^${anySeparator}?|${anySeparator})[\\s\\p{Cc}\\p{Cf}"]*`;

/**
 * Each start of a field, with a formula there. Apostrophes of the text itself count as guarded too, so that `unguarded` restores every
 * text. The formula is optional: a search that fails at each of many line breaks would take their square.
 */
const fields = new RegExp(`(${fieldStart})('*[${formulaStarts}])?`, "gu");

/**
 * A CSV text (RFC 4180, CR LF) that is safe to open in a spreadsheet. Numbers are unquoted; all other text, including references such as
 * 000123, is quoted. An apostrophe disarms formulas.
 * @param decimal the sign of numbers; with a comma, semicolons separate cells
 */
export function csvOf(lines: readonly (readonly string[])[], decimal: "." | "," = "."): string {
  const separator = decimal === "," ? ";" : ",";
  return lines.map((cells) => `${cells.map((text) => cellOf(text, decimal)).join(separator)}\r\n`).join("");
}

/** A cell's original text, without the apostrophes that `csvOf` added. */
export function unguarded(text: string): string {
  return text
    .replace(/^'(?='*[\t\r\n])/, "")
    .replace(fields, (field, start: string, formula?: string) =>
      formula?.startsWith("'") ? `${start}${formula.slice(1)}` : field,
    );
}

function cellOf(text: string, decimal: string): string {
  if (/^(-?(0|[1-9]\d*)(\.\d+)?)?$/.test(text)) return text.replace(".", decimal);
  const guarded = text.replace(fields, (field, start: string, formula?: string) =>
    formula === undefined ? field : `${start}'${formula}`,
  );
  return `"${(/^'*[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded).replaceAll('"', '""')}"`;
}
