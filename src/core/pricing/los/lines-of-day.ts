import { inForce } from "../applicability.ts";
import { amountInMinorUnits, scaled, wholeFactor } from "../arithmetic.ts";
import { isPercentage } from "../fee-rate-kinds.ts";
import { feeQuantity, priceShareOf } from "../fees.ts";
import type { RentalFee, RentalTax } from "../rates/rate-book.ts";
import { maxStayLength } from "../stay/check-ins.ts";
import type { Stay } from "../stay/stay.ts";
import { isLevied } from "../taxes.ts";
import type { Occupancies } from "./occupancies.ts";
import type { Percentages, Shares } from "./passes.ts";

/** Additions to the rental prices of a check-in day. */
export interface LinesOfDay {
  /** Per price, the fees that do not depend on it, with their taxes. */
  readonly amounts: Float64Array;
  /** Taxes on the rental price; a zero tax if there are none. */
  readonly taxes: readonly [Percentages, ...Percentages[]];
  /** Percentage fees, each with its taxes. */
  readonly shares: readonly { readonly shares: Shares; readonly taxes: readonly Percentages[] }[];
}

/** Possible additions: required fees, and taxes that no price includes. */
export interface Charged {
  readonly fees: readonly RentalFee[];
  readonly taxes: readonly RentalTax[];
  readonly currency: string;
}

/** Converts lines for display. */
export interface LineExchange {
  /** The currency of the display; undefined for the book's own. */
  readonly into: string | undefined;
  /** The shown amount of a line in minor units. */
  readonly of: (amount: number) => number;
}

export function linesOfDay(
  { fees, taxes, currency }: Charged,
  groups: readonly Occupancies[],
  day: number,
  line: LineExchange,
): LinesOfDay {
  const stays = groups.flatMap(({ min }) => staysFrom(day, min));
  const taxesOn = (areOn: (tax: RentalTax) => boolean): readonly Percentages[] =>
    taxes.filter(areOn).map((tax) => percentagesOf(tax, stays));
  const taxesOnFee = ({ fee }: RentalFee): readonly Percentages[] =>
    taxesOn(({ taxable }) => taxable.kind === "fee" && taxable.fee === fee);
  const [first = noTax(stays), ...others] = taxesOn(({ taxable }) => taxable.kind === "rental");
  const amounts = new Float64Array(stays.length);
  const shares: { shares: Shares; taxes: readonly Percentages[] }[] = [];
  for (const fee of fees) {
    if (!inForce(fee.applies, day)) continue;
    const onFee = taxesOnFee(fee);
    const quantities = quantitiesOf(fee, stays);
    if (isPercentage(fee.rateKind)) {
      shares.push({ shares: sharesOf(fee, quantities, stays, currency), taxes: onFee });
    } else addAmounts(amounts, unitPriceOf(fee, currency, line), quantities, onFee, line.of);
  }
  return { amounts, taxes: [first, ...others], shares };
}

function staysFrom(day: number, adults: number): Stay[] {
  const stays: Stay[] = [];
  for (let nights = 1; nights <= maxStayLength; nights++) {
    stays.push({ arrival: day, departure: day + nights, adults, children: 0 });
  }
  return stays;
}

function noTax(stays: readonly Stay[]): Percentages {
  return { byIndex: new Float64Array(stays.length), largest: 0 };
}

/** Taxes do not depend on guests, so all groups have the same. */
function percentagesOf(tax: RentalTax, stays: readonly Stay[]): Percentages {
  const { byIndex } = noTax(stays);
  for (let index = 0; index < maxStayLength; index++) {
    const stay = stays[index];
    if (stay && isLevied(tax, stay)) byIndex[index] = tax.percentage;
  }
  for (let index = maxStayLength; index < byIndex.length; index += maxStayLength) {
    byIndex.copyWithin(index, 0, maxStayLength);
  }
  return { byIndex, largest: tax.percentage };
}

function quantitiesOf(fee: RentalFee, stays: readonly Stay[]): Float64Array {
  const quantities = new Float64Array(stays.length);
  for (const [index, stay] of stays.entries()) quantities[index] = feeQuantity(fee, stay);
  return quantities;
}

/** A unit price in minor units of the book's currency, and, of a fee in the currency of the display, in hundredths of that. */
interface UnitPrice {
  readonly unitPrice: number;
  readonly shown: number | undefined;
}

const unitPriceOf = ({ rate, own }: RentalFee, currency: string, { into }: LineExchange): UnitPrice => ({
  unitPrice: amountInMinorUnits(rate, currency),
  shown: own !== undefined && own.currency === into ? own.rate : undefined,
});

/** Adds a fee that does not depend on the rental price, with its taxes. */
function addAmounts(
  amounts: Float64Array,
  { unitPrice, shown }: UnitPrice,
  quantities: Float64Array,
  taxes: readonly Percentages[],
  line: (amount: number) => number,
): void {
  for (let index = 0; index < amounts.length; index++) {
    const quantity = quantities[index] ?? 0;
    const amount = unitPrice * quantity;
    let sum = (amounts[index] ?? 0) + (shown === undefined ? line(amount) : shown * quantity);
    for (const { byIndex } of taxes) sum += line(scaled(amount, byIndex[index] ?? 0));
    amounts[index] = sum;
  }
}

function sharesOf(fee: RentalFee, quantities: Float64Array, stays: readonly Stay[], currency: string): Shares {
  const byIndex = stays.map((stay) => priceShareOf(fee, stay, currency));
  return {
    byIndex,
    cap: byIndex[0]?.max ?? 0,
    quantities,
    rate: byIndex.every(({ denominator }) => denominator === wholeFactor) ? fee.rate : undefined,
    largest: Math.max(...quantities) * Math.max(1, fee.rate / wholeFactor),
  };
}
