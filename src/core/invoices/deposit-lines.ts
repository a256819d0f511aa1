import { minorUnit, portionOf } from "../rounding.ts";
import { grossLine } from "./bill-to-lines.ts";
import { type InvoiceLine, vatGroups } from "./invoice-line.ts";

/**
 * The lines of a deposit invoice: the amount is divided among the VAT rates of the whole bill, in proportion to what the guest pays at
 * each. The parts add up to the amount.
 * @param amount in hundredths, at most the sum of `lines`
 * @throws Error for an amount that the lines cannot hold
 */
export function depositLines(lines: readonly InvoiceLine[], amount: number, currency: string): InvoiceLine[] {
  const unit = minorUnit(currency);
  const groups = vatGroups(lines)
    .map(({ category, rate, net, tax }) => ({ category, rate, gross: net + tax }))
    .filter(({ gross }) => gross > 0);
  let left = groups.reduce((sum, { gross }) => sum + gross, 0);
  if (amount > left) throw new Error(`The bill cannot hold a deposit of ${amount}.`);
  let open = amount;
  return groups.flatMap(({ category, rate, gross }) => {
    const part = portionOf(open, gross, left, unit);
    open -= part;
    left -= gross;
    const isTaxed = category === "S" || category === "Z";
    return part === 0
      ? []
      : [grossLine({ kind: "deposit", name: null, gross: part, rate: isTaxed ? rate : undefined, unit })];
  });
}
