import { dueAmount, type InvoiceDocument } from "../document/invoice-document.ts";
import { type InvoiceWords, invoiceWords } from "../pdf/invoice-words.ts";
import { UblAmounts } from "./ubl-amounts.ts";
import { documentLine, taxTotal } from "./ubl-lines.ts";
import { customer, supplier } from "./ubl-parties.ts";
import { type Element, element, optional, xmlOf } from "./xml.ts";

const namespace = "urn:oasis:names:specification:ubl:schema:xsd:";

/** The codes of UNTDID 1001. */
const typeCodes = { invoice: "380", deposit: "386", credit_note: "381" } as const;

/** Writes a document as UBL 2.1 by EN 16931. Equal documents give equal files. */
export function ublOf(document: InvoiceDocument): string {
  const words = invoiceWords(document);
  const amounts = new UblAmounts(document);
  const isCredit = document.kind === "credit_note";
  const root = isCredit ? "CreditNote" : "Invoice";
  const isSubject = document.vat.some(({ category }) => category !== "O");
  return xmlOf(
    element(
      root,
      [
        ...head(document, isCredit),
        ...document.references.map(billingReference),
        supplier(document.seller),
        customer(document.buyer, isSubject),
        paymentMeans(document),
        isCredit ? element("cac:PaymentTerms", [element("cbc:Note", words.t("pages.invoice.credited"))]) : undefined,
        taxTotal(amounts, words, document),
        monetaryTotal(amounts, document),
        ...lines(amounts, words, document),
      ],
      {
        xmlns: `${namespace}${root}-2`,
        "xmlns:cac": `${namespace}CommonAggregateComponents-2`,
        "xmlns:cbc": `${namespace}CommonBasicComponents-2`,
      },
    ),
  );
}

function head(document: InvoiceDocument, isCredit: boolean): (Element | undefined)[] {
  const { number, issued_on, due_on, kind, notes, currency, buyer, stay } = document;
  return [
    element("cbc:CustomizationID", "urn:cen.eu:en16931:2017"),
    element("cbc:ID", number),
    element("cbc:IssueDate", issued_on),
    isCredit ? undefined : optional("cbc:DueDate", due_on),
    element(isCredit ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode", typeCodes[kind]),
    optional("cbc:Note", notes),
    element("cbc:DocumentCurrencyCode", currency),
    element("cbc:BuyerReference", buyer.reference ?? stay.reference),
    kind === "deposit"
      ? undefined
      : element("cac:InvoicePeriod", [element("cbc:StartDate", stay.arrival), element("cbc:EndDate", stay.departure)]),
  ];
}

const billingReference = ({ number, issued_on }: InvoiceDocument["references"][number]): Element =>
  element("cac:BillingReference", [
    element("cac:InvoiceDocumentReference", [element("cbc:ID", number), element("cbc:IssueDate", issued_on)]),
  ]);

/** The means of payment: a transfer, by SEPA in euros. */
function paymentMeans(document: InvoiceDocument): Element | undefined {
  const { seller, currency, number } = document;
  if (seller.iban === null || seller.iban === "" || dueAmount(document) <= 0) return undefined;
  return element("cac:PaymentMeans", [
    element("cbc:PaymentMeansCode", currency === "EUR" ? "58" : "30"),
    element("cbc:PaymentID", number),
    element("cac:PayeeFinancialAccount", [
      element("cbc:ID", seller.iban.replace(/\s/g, "")),
      element("cbc:Name", seller.bank_account_holder ?? seller.name),
      seller.bic === null || seller.bic === ""
        ? undefined
        : element("cac:FinancialInstitutionBranch", [element("cbc:ID", seller.bic)]),
    ]),
  ]);
}

function monetaryTotal(amounts: UblAmounts, document: InvoiceDocument): Element {
  const { totals, paid } = document;
  return element("cac:LegalMonetaryTotal", [
    amounts.element("cbc:LineExtensionAmount", totals.net),
    amounts.element("cbc:TaxExclusiveAmount", totals.net),
    amounts.element("cbc:TaxInclusiveAmount", totals.gross),
    paid === 0 ? undefined : amounts.element("cbc:PrepaidAmount", paid),
    amounts.element("cbc:PayableAmount", dueAmount(document)),
  ]);
}

const lines = (amounts: UblAmounts, words: InvoiceWords, document: InvoiceDocument): Element[] =>
  document.lines.map((line, index) => documentLine(amounts, words, document, line, index));
