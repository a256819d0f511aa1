import { minorUnit, portionOf } from "../rounding.ts";
import { type InvoiceLine, type LineKind, vatGroups } from "./invoice-line.ts";

/** A tax of a booking's bill. */
export interface BilledTax {
  readonly name: string | null;
  /** A VAT by its kind, or by its percentage where its kind is unknown. */
  readonly isVat: boolean;
  /** Basis points. */
  readonly rate: number;
  /** Hundredths. */
  readonly amount: number;
  /** The taxed price contains it. */
  readonly included: boolean;
}

/** A rental or a fee of a bill, with its taxes. */
export interface BilledItem {
  readonly kind: "rental" | "fee";
  readonly name: string | null;
  readonly quantity: number;
  /** The guest's price for it without the taxes on top; hundredths. */
  readonly price: number;
  /** The reduction that `price` contains; hundredths. */
  readonly discount: number;
  readonly taxes: readonly BilledTax[];
}

/** A booking's bill. */
export interface BookingBill {
  readonly currency: string;
  readonly items: readonly BilledItem[];
  /** Taxes on something that the bill does not show. */
  readonly otherTaxes: readonly BilledTax[];
  /** Hundredths. */
  readonly total: number;
}

/** The lines of a bill. */
export interface BilledLines {
  readonly lines: readonly InvoiceLine[];
  /** Taxes other than VAT that the lines' amounts contain. */
  readonly contained: readonly BilledTax[];
}

/** Basis points of the whole. */
const whole = 10_000;

/** EN 16931 accepts a VAT amount that differs by less than one unit of the currency (BR-S-09). */
const tolerance = 100;

/**
 * Turns a bill into invoice lines. They add up to the bill's total. Each rental and fee has at most one VAT: the highest amount that its
 * percentage explains. Other taxes on top are lines without VAT. A reduction, and a difference between the total and the lines, has the
 * rental's VAT.
 */
export function billToLines({ currency, items, otherTaxes, total }: BookingBill): BilledLines {
  const unit = minorUnit(currency);
  const lines: InvoiceLine[] = [];
  const contained: BilledTax[] = [];
  let restRate: number | undefined;
  const addTax = (tax: BilledTax): void => {
    if (tax.included) contained.push(tax);
    else if (tax.amount !== 0) lines.push(untaxed("tax", tax.name, tax.amount));
  };
  for (const item of items) {
    const vat = vatOf(item, unit);
    if (item.kind === "rental") restRate = vat?.rate;
    if (item.price < 0)
      lines.push(grossLine({ kind: item.kind, name: item.name, gross: item.price, rate: restRate, unit }));
    else if (item.price > 0) lines.push(itemLine(item, vat, unit));
    for (const tax of item.taxes) if (tax !== vat) addTax(tax);
  }
  for (const tax of otherTaxes) addTax(tax);
  const rest = total - lines.reduce((sum, { gross }) => sum + gross, 0);
  if (rest !== 0) lines.push(grossLine({ kind: "rest", name: null, gross: rest, rate: restRate, unit }));
  return { lines: withinTolerance(lines, unit), contained };
}

/** A line without VAT. */
export function untaxed(kind: LineKind, name: string | null, amount: number): InvoiceLine {
  const quantity = amount < 0 ? -1 : 1;
  return { kind, name, quantity, net: amount, tax: 0, gross: amount, category: "E", rate: 0, discount: 0 };
}

/** A line whose gross amount contains a VAT. @param rate in basis points; undefined without VAT */
export function grossLine({
  kind,
  name,
  gross,
  rate,
  unit,
}: Pick<InvoiceLine, "kind" | "name" | "gross"> & {
  readonly rate: number | undefined;
  readonly unit: number;
}): InvoiceLine {
  if (rate === undefined) return untaxed(kind, name, gross);
  const tax = portionOf(gross, rate, whole + rate, unit);
  return { ...untaxed(kind, name, gross), net: gross - tax, tax, category: rate === 0 ? "Z" : "S", rate };
}

function itemLine(item: BilledItem, vat: BilledTax | undefined, unit: number): InvoiceLine {
  const { kind, name, quantity, price } = item;
  const tax = vat?.amount ?? 0;
  const net = vat?.included ? price - tax : price;
  return {
    ...{ kind, name, quantity: Math.max(1, quantity), net, tax, gross: net + tax },
    category: vat === undefined ? "E" : vat.rate === 0 ? "Z" : "S",
    rate: vat?.rate ?? 0,
    discount: item.discount === 0 ? 0 : portionOf(item.discount, net, price, unit),
  };
}

/** The VAT of an item: the highest amount that its percentage explains. */
function vatOf({ price, taxes }: BilledItem, unit: number): BilledTax | undefined {
  const [first] = taxes
    .filter((tax) => tax.isVat && tax.rate < whole && isExplained(tax, price, unit))
    .toSorted((one, other) => other.amount - one.amount);
  return first;
}

/** A bill's taxes may be written with any amount; their percentage is then no more than a word. */
function isExplained({ rate, amount, included }: BilledTax, price: number, unit: number): boolean {
  const expected = portionOf(price, rate, included ? whole + rate : whole, unit);
  return Math.abs(amount - expected) <= unit;
}

/**
 * Moves units between net and VAT where the rounding of several lines adds up to a whole unit of the currency, which happens in currencies
 * without cents. Lines that deduct a deposit stay as they were issued.
 */
export function withinTolerance(lines: readonly InvoiceLine[], unit: number): InvoiceLine[] {
  const corrected = [...lines];
  for (const { category, rate, net, tax } of vatGroups(lines)) {
    if (category !== "S" || Math.abs(tax - portionOf(net, rate, whole, 1)) < tolerance) continue;
    const moved = tax - portionOf(net + tax, rate, whole + rate, unit);
    const own = corrected.filter((line) => line.category === category && line.rate === rate && line.kind !== "deposit");
    const [largest] = own.toSorted((one, other) => Math.abs(other.gross) - Math.abs(one.gross));
    if (!largest) continue;
    corrected[corrected.indexOf(largest)] = { ...largest, net: largest.net + moved, tax: largest.tax - moved };
  }
  return corrected;
}
