import { parseDay } from "../../../../core/day.ts";
import { formatHundredths, parseHundredths } from "../../../../core/hundredths.ts";
import { digestOfLine } from "../imported-records.ts";
import type { Mapping } from "../mapping.ts";
import type { Problems } from "../problems.ts";
import type { ImportKind, ReadLine } from "../source-line.ts";

/** The lines of one booking, where there are several: the first is the booking, and each other is a payment of it. */
export interface SharedReference {
  /** The number of the first line. */
  readonly first: number;
  /** The lines of the file. */
  lines: number;
  /** The digest of the values in which the lines must agree. */
  digest: string;
  /** The lines of this pass so far. */
  count: number;
  /** Further lines that are no payments: they differ from the first. */
  readonly refused: Set<number>;
  /** Undefined if the first line was refused. */
  id: number | undefined;
  /** Whether the booking counts as created or updated. */
  isCounted: boolean;
}

/** A line with Roost's column names and its reference. */
export interface ReferencedLine extends ReadLine {
  readonly reference: string;
  readonly shared?: SharedReference;
  /** The number of the payment in a further line of a booking; undefined for a record's own line. */
  readonly payment?: number;
}

/** The columns of a line that concern its payment alone. */
const paymentColumns = new Set(["paid_amount", "paid_at", "payment_method"]);

const maxReference = 255;

/** Finds the record that each line of a file is about, in passes over all of them. */
export class ReferencedLines {
  private readonly hasPayments: boolean;
  private readonly addsUp: boolean;
  private readonly today: number;
  private readonly first = new Map<string, number>();
  private readonly shared = new Map<string, SharedReference>();
  /** Hundredths by reference, where each line is a payment. */
  private readonly sums = new Map<string, number>();

  constructor(kind: ImportKind, mapping: Mapping, today: number) {
    this.today = today;
    this.hasPayments = kind === "bookings";
    this.addsUp = this.hasPayments && mapping.payment_lines === true;
  }

  /** Notes a line in the first pass. Undefined if it is wrong */
  note(line: ReadLine, problems: Problems): ReferencedLine | undefined {
    const reference = referenceOf(line);
    const first = this.first.get(reference);
    if (reference === "")
      problems.add(line.line, "external_reference", "can't be blank: it identifies the record in the next import");
    else if (reference.length > maxReference)
      problems.add(line.line, "external_reference", `is too long (maximum is ${maxReference} characters)`);
    else if (isShortened(reference))
      problems.add(
        line.line,
        "external_reference",
        "was shortened by a spreadsheet: format the column as text there, and export again",
      );
    else if (first !== undefined && !this.isPayment(line)) addRepeated(line, first, problems);
    else {
      if (this.addsUp) this.addUp(reference, line);
      if (first === undefined) {
        this.first.set(reference, line.line);
        return referenced(line, reference);
      }
      const none = { lines: 1, digest: "", count: 0, id: undefined, isCounted: false };
      const shared = this.shared.get(reference) ?? { first, refused: new Set(), ...none };
      shared.lines++;
      this.shared.set(reference, shared);
      return { ...referenced(line, reference), payment: 2 };
    }
    return undefined;
  }

  /** A line in a later pass, in the file's order. Undefined if it was refused, or is now. */
  find(line: ReadLine, problems: Problems): ReferencedLine | undefined {
    const reference = referenceOf(line);
    const first = this.first.get(reference);
    const shared = this.shared.get(reference);
    const written = this.addsUp ? this.withSum(line, reference) : line;
    if (first === line.line) {
      if (!shared) return referenced(written, reference);
      shared.digest = sharedDigest(written);
      shared.count = 1;
      return { ...referenced(written, reference), shared };
    }
    if (!shared || !this.isPayment(line)) return undefined;
    if (shared.digest !== sharedDigest(written)) {
      if (!shared.refused.has(line.line)) addRepeated(line, shared.first, problems);
      shared.refused.add(line.line);
      return undefined;
    }
    return { ...referenced(written, reference), shared, payment: ++shared.count };
  }

  /** Whether a further line of a booking can be a payment of it. */
  private isPayment({ values }: ReadLine): boolean {
    return this.hasPayments && (this.addsUp || values.paid_amount !== undefined);
  }

  private addUp(reference: string, { values }: ReadLine): void {
    const part = parseHundredths(String(values.final_price ?? ""));
    if (part !== undefined) this.sums.set(reference, (this.sums.get(reference) ?? 0) + part);
  }

  /** A line with the booking's total; its own total is its payment, unless that is still to come. */
  private withSum(line: ReadLine, reference: string): ReadLine {
    const { values, currencies } = line;
    const sum = this.sums.get(reference);
    if (sum === undefined || parseHundredths(String(values.final_price ?? "")) === undefined) return line;
    const withTotal = { ...values, final_price: formatHundredths(sum) };
    const paidOn = parseDay(String(values.paid_at ?? "").slice(0, 10));
    if (paidOn !== undefined && paidOn > this.today) return { ...line, values: withTotal };
    const sign = currencies.get("final_price");
    return {
      ...line,
      values: { ...withTotal, paid_amount: values.final_price },
      currencies: sign ? new Map([...currencies, ["paid_amount", sign]]) : currencies,
    };
  }
}

/** `4.00011E+12`: a spreadsheet has dropped the last digits, and other records may look alike. */
const isShortened = (reference: string): boolean => /^\d(?:[.,]\d+)?E\+\d{1,2}$/i.test(reference);

const referenceOf = ({ values }: ReadLine): string => String(values.external_reference ?? "").trim();

/** As text, because JSON lines often have numbers here. */
const referenced = (line: ReadLine, reference: string): ReferencedLine => ({
  ...line,
  reference,
  values: { ...line.values, external_reference: reference },
});

/** The digest of a booking's own columns. */
function sharedDigest({ values }: ReadLine): string {
  return digestOfLine(Object.fromEntries(Object.entries(values).filter(([column]) => !paymentColumns.has(column))));
}

function addRepeated({ line }: ReadLine, first: number, problems: Problems): void {
  problems.add(line, "external_reference", `is already used by line ${first}`);
}
