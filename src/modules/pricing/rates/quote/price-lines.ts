import { nightPricePerAmount } from "../../../../core/pricing/arithmetic.ts";
import type { PriceLine } from "../../../../core/pricing/explanation.ts";

/**
 * The breakdown of a rental price as JSON: the change by each rule or step, and its number of nights. Amounts add up exactly to the
 * rental price. They have up to four decimals, because nights are priced to a hundredth of a cent.
 */
export function linesJson(lines: readonly PriceLine[], currency: string): string {
  return JSON.stringify(
    lines.map(({ step, id, nights, change }) => ({ step, id, nights, amount: exactAmount(change, currency) })),
  );
}

/** Hundredths of the minor unit as a decimal with at least one place: in EUR 723,750 is 72.375. */
function exactAmount(change: number, currency: string): string {
  const perUnit = nightPricePerAmount(currency) * 100;
  const magnitude = Math.abs(change);
  const whole = Math.floor(magnitude / perUnit);
  const digits = String(perUnit).length - 1;
  const rest = String(magnitude - whole * perUnit)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return `${change < 0 ? "-" : ""}${whole}.${rest === "" ? "0" : rest}`;
}
