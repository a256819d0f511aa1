/**
 * Two-place decimals as integers: money in hundredths of the currency's unit, percentages in basis points. `"50.25"` is 5025. Money is
 * never computed in floating point.
 */

/** The largest accepted amount: 9,999,999,999.99, the maximum of a numeric(12,2) column. */
export const largestHundredths = 999_999_999_999;

const decimalPattern = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Parses a decimal text to integer hundredths; undefined for other texts and for more than two significant decimals. */
export function parseHundredths(text: string): number | undefined {
  const match = decimalPattern.exec(text.trim());
  if (!match) return undefined;
  const fraction = (match[3] ?? "").replace(/0+$/, "");
  const whole = (match[2] ?? "").replace(/^0+(?=\d)/, "");
  if (fraction.length > 2 || whole.length > 13) return undefined;
  const magnitude = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return match[1] === "-" && magnitude !== 0 ? -magnitude : magnitude;
}

/** Formats integer hundredths with at least one decimal: 300000 is `"3000.0"`, 5025 is `"50.25"`. */
export function formatHundredths(hundredths: number): string {
  const magnitude = Math.abs(hundredths);
  const whole = Math.floor(magnitude / 100);
  const rest = magnitude - whole * 100;
  const fraction = rest % 10 === 0 ? String(rest / 10) : String(rest).padStart(2, "0");
  return `${hundredths < 0 ? "-" : ""}${whole}.${fraction}`;
}
