import Type, { type Static } from "typebox";
import { lineKinds } from "../../../../core/invoices/invoice-line.ts";

const text = Type.Union([Type.String(), Type.Null()]);
const amount = Type.Integer();
const category = Type.Union([Type.Literal("S"), Type.Literal("Z"), Type.Literal("E"), Type.Literal("O")]);

const address = { address1: text, address2: text, city: text, state: text, zip: text, country_code: text };

/** The issuer: the account's letterhead on the day of issue. */
const seller = Type.Object({
  /** The legal name. */
  name: Type.String(),
  /** The name that guests know. */
  trade_name: Type.String(),
  ...address,
  vat_number: text,
  tax_number: text,
  registration_number: text,
  email: text,
  phone: text,
  website: text,
  bank_account_holder: text,
  iban: text,
  bic: text,
  footer: text,
  vat_exemption_reason: text,
});

/** The recipient. A company's invoice names the company first. */
const buyer = Type.Object({ name: text, company: text, vat_number: text, email: text, reference: text, ...address });

const line = Type.Object({
  kind: Type.Enum([...lineKinds]),
  name: text,
  quantity: Type.Integer(),
  net: amount,
  tax: amount,
  gross: amount,
  category,
  rate: Type.Integer(),
  discount: amount,
});

/** An invoice's content in full: the PDF and UBL files follow from it. Amounts in hundredths, rates in basis points, days as dates. */
export const invoiceDocument = Type.Object({
  kind: Type.Union([Type.Literal("invoice"), Type.Literal("deposit"), Type.Literal("credit_note")]),
  number: Type.String(),
  issued_on: Type.String(),
  due_on: text,
  /** Of the texts, dates and amounts. */
  locale: Type.String(),
  currency: Type.String(),
  seller,
  buyer,
  stay: Type.Object({
    reference: Type.String(),
    rental: Type.String(),
    address: text,
    arrival: Type.String(),
    departure: Type.String(),
  }),
  lines: Type.Array(line),
  vat: Type.Array(Type.Object({ category, rate: Type.Integer(), net: amount, tax: amount })),
  /** Taxes other than VAT that the amounts contain. */
  contained: Type.Array(Type.Object({ name: text, rate: Type.Integer(), amount })),
  totals: Type.Object({ net: amount, tax: amount, gross: amount }),
  /** The guest's payments, less those that earlier deposit invoices show. */
  paid: amount,
  /** Earlier documents: the credited invoice, or the deducted deposits. */
  references: Type.Array(Type.Object({ number: Type.String(), issued_on: Type.String() })),
  notes: text,
});

export type InvoiceDocument = Static<typeof invoiceDocument>;
export type Seller = InvoiceDocument["seller"];
export type Buyer = InvoiceDocument["buyer"];

/** Whether the recipient is a business, which receives a UBL file. */
export const isBusiness = ({ company, vat_number }: Buyer): boolean => company !== null || vat_number !== null;

/** The amount due on the day of issue; hundredths. */
export const dueAmount = ({ totals, paid }: Pick<InvoiceDocument, "totals" | "paid">): number => totals.gross - paid;

/** Narrows a stored document. @throws Error for another form */
export async function asDocument(value: unknown): Promise<InvoiceDocument> {
  const { Check } = await import("typebox/schema");
  if (!Check(invoiceDocument, value)) throw new Error("A stored invoice has another form.");
  return value;
}
