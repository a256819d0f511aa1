import type { InvoiceDocument } from "../document/invoice-document.ts";
import { type Element, element } from "./xml.ts";

/** Hundredths as UBL writes them, such as `1234.50`. */
export function decimalOf(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes amounts of a document. A credit note states credited amounts as positive. */
export class UblAmounts {
  private readonly currency: string;
  private readonly sign: 1 | -1;

  constructor({ currency, kind }: Pick<InvoiceDocument, "currency" | "kind">) {
    this.currency = currency;
    this.sign = kind === "credit_note" ? -1 : 1;
  }

  /** The signed amount; never -0. */
  signed(hundredths: number): number {
    return hundredths === 0 ? 0 : this.sign * hundredths;
  }

  element(name: string, hundredths: number): Element {
    return this.absolute(name, this.signed(hundredths));
  }

  /** An amount whose sign is right already. */
  absolute(name: string, hundredths: number): Element {
    return element(name, decimalOf(hundredths), { currencyID: this.currency });
  }
}
