/** Categories of EN 16931: standard rate, zero rate, exempt, not subject to VAT. */
export type VatCategory = "S" | "Z" | "E" | "O";

/** The subjects of invoice lines. */
export const lineKinds = ["rental", "fee", "tax", "rest", "cancelation", "deposit"] as const;

export type LineKind = (typeof lineKinds)[number];

/** A line of an invoice. Amounts in hundredths, negative on a credit note; `net` + `tax` = `gross`. */
export interface InvoiceLine {
  readonly kind: LineKind;
  /** Null if the kind is name enough. */
  readonly name: string | null;
  /** Nights of a rental, else pieces. Negative if the line deducts. */
  readonly quantity: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly category: VatCategory;
  /** The VAT rate in basis points. */
  readonly rate: number;
  /** A reduction that `net` contains, without VAT. Zero without one. */
  readonly discount: number;
}

/** All lines with one VAT category and rate. Amounts in hundredths. */
export interface VatGroup {
  readonly category: VatCategory;
  readonly rate: number;
  readonly net: number;
  readonly tax: number;
}

/** An invoice's sums in hundredths. */
export interface InvoiceTotals {
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** The lines' VAT by category and rate, highest rate first. */
export function vatGroups(lines: readonly InvoiceLine[]): VatGroup[] {
  const groups = Map.groupBy(lines, ({ category, rate }) => `${category} ${rate}`);
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      return first ? [{ category: first.category, rate: first.rate, ...totalsOf(own) }] : [];
    })
    .map(({ category, rate, net, tax }) => ({ category, rate, net, tax }))
    .toSorted((one, other) => other.rate - one.rate || one.category.localeCompare(other.category));
}

/** The sums of lines. */
export function totalsOf(lines: readonly InvoiceLine[]): InvoiceTotals {
  const sum = (name: keyof InvoiceTotals) => lines.reduce((total, line) => total + line[name], 0);
  return { net: sum("net"), tax: sum("tax"), gross: sum("gross") };
}

/** The lines that cancel others exactly, or deduct them. */
export function negated(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return lines.map((line) => ({
    ...line,
    quantity: negative(line.quantity),
    net: negative(line.net),
    tax: negative(line.tax),
    gross: negative(line.gross),
    discount: negative(line.discount),
  }));
}

/** Never -0, which JSON and comparisons treat differently. */
const negative = (value: number): number => (value === 0 ? 0 : -value);

/**
 * Sets the category of untaxed lines. An invoice cannot mix lines outside of VAT with taxed ones (BR-O-11), and a seller with a VAT
 * number is subject to VAT (BR-O-02): such lines are exempt.
 */
export function categorized(lines: readonly InvoiceLine[], hasVatNumber: boolean): InvoiceLine[] {
  const isSubject = hasVatNumber || lines.some(({ category }) => category === "S" || category === "Z");
  const untaxed = isSubject ? "E" : "O";
  return lines.map((line) => (line.category === "E" || line.category === "O" ? { ...line, category: untaxed } : line));
}
