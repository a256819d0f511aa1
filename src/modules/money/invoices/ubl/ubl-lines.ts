import type { InvoiceDocument } from "../document/invoice-document.ts";
import { exemption, type InvoiceWords, lineWords } from "../pdf/invoice-words.ts";
import { decimalOf, type UblAmounts } from "./ubl-amounts.ts";
import { type Element, element, optional } from "./xml.ts";

type Category = InvoiceDocument["vat"][number]["category"];

const vatScheme = element("cac:TaxScheme", [element("cbc:ID", "VAT")]);

/** The VAT breakdown (BG-23). */
export function taxTotal(amounts: UblAmounts, words: InvoiceWords, document: InvoiceDocument): Element {
  return element("cac:TaxTotal", [
    amounts.element("cbc:TaxAmount", document.totals.tax),
    ...document.vat.map(({ category, rate, net, tax }) =>
      element("cac:TaxSubtotal", [
        amounts.element("cbc:TaxableAmount", net),
        amounts.element("cbc:TaxAmount", tax),
        element("cac:TaxCategory", [
          ...categoryOf(category, rate),
          optional("cbc:TaxExemptionReason", exemption(words, document, category)),
          vatScheme,
        ]),
      ]),
    ),
  ]);
}

/** A line (BG-25). A deduction has a negative quantity, because prices are never negative (BR-27). */
export function documentLine(
  amounts: UblAmounts,
  words: InvoiceWords,
  document: InvoiceDocument,
  line: InvoiceDocument["lines"][number],
  index: number,
): Element {
  const isCredit = document.kind === "credit_note";
  const net = amounts.signed(line.net);
  const pieces = Math.max(1, Math.abs(line.quantity));
  const quantity = net < 0 ? -pieces : pieces;
  const unitCode = line.kind === "rental" ? "DAY" : "C62";
  const [name = "", ...details] = lineWords(words, line).split("\n");
  const discount = Math.abs(line.discount);
  return element(isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine", [
    element("cbc:ID", String(index + 1)),
    element(isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", String(quantity), { unitCode }),
    amounts.absolute("cbc:LineExtensionAmount", net),
    element("cac:Item", [
      optional("cbc:Description", details.join(" ")),
      element("cbc:Name", name),
      element("cac:ClassifiedTaxCategory", [...categoryOf(line.category, line.rate), vatScheme]),
    ]),
    element("cac:Price", [
      // The price of all pieces: a price of one may have more decimals than its currency.
      amounts.absolute("cbc:PriceAmount", Math.abs(net)),
      element("cbc:BaseQuantity", String(pieces), { unitCode }),
      discount === 0
        ? undefined
        : element("cac:AllowanceCharge", [
            element("cbc:ChargeIndicator", "false"),
            amounts.absolute("cbc:Amount", discount),
            amounts.absolute("cbc:BaseAmount", Math.abs(net) + discount),
          ]),
    ]),
  ]);
}

/** A category outside of VAT has no rate (BR-O-05). */
const categoryOf = (category: Category, rate: number): (Element | undefined)[] => [
  element("cbc:ID", category),
  category === "O" ? undefined : element("cbc:Percent", decimalOf(rate).replace(/\.?0+$/, "") || "0"),
];
