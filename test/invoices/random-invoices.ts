import {
  type BilledItem,
  type BilledTax,
  type BookingBill,
  billToLines,
  withinTolerance,
} from "../../src/core/invoices/bill-to-lines.ts";
import { depositLines } from "../../src/core/invoices/deposit-lines.ts";
import { categorized, type InvoiceLine, negated, totalsOf, vatGroups } from "../../src/core/invoices/invoice-line.ts";
import { minorUnit, portionOf } from "../../src/core/rounding.ts";
import type { InvoiceDocument } from "../../src/modules/money/invoices/document/invoice-document.ts";
import type { Random } from "../concurrency/load.ts";

const rates: readonly [number, ...number[]] = [0, 500, 550, 700, 1000, 1900, 2000, 2550];
/** One of several values. */
function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return random.pick(list) ?? list[0];
}

const names: readonly [string, ...(string | null)[]] = ["Cleaning", "Linen & towels", "Pet <small>", "Épinal", null];

/** A bill as the engine writes it: taxes rounded once for each taxable. */
export function aBill(random: Random): BookingBill {
  const currency = pick(random, ["EUR", "EUR", "EUR", "CHF", "SEK", "JPY", "KWD"]);
  const unit = minorUnit(currency);
  const amount = (most: number) => random.below(most) * (unit === 1 ? 1 : 100);
  const taxOf = (price: number, isVat: boolean): BilledTax => {
    const rate = pick(random, rates);
    const included = random.below(2) === 0;
    const tax = portionOf(price, rate, included ? 10_000 + rate : 10_000, unit);
    return { name: isVat ? "VAT" : "Tourist tax", isVat, rate, amount: tax, included };
  };
  const taxesOf = (price: number): BilledTax[] => [
    ...(random.below(4) > 0 ? [taxOf(price, true)] : []),
    ...(random.below(4) === 0 ? [taxOf(price, true)] : []),
    ...(random.below(3) === 0 ? [taxOf(price, false)] : []),
  ];
  const rentalPrice = 100 + amount(pick(random, [20_000, 900_000, 90_000_000]));
  const rental: BilledItem = {
    kind: "rental",
    name: "Seeblick",
    quantity: 1 + random.below(30),
    price: rentalPrice,
    discount: random.below(3) === 0 ? amount(5_000) : 0,
    taxes: taxesOf(rentalPrice),
  };
  const fees = Array.from({ length: random.below(12) }, (): BilledItem => {
    const quantity = 1 + random.below(5);
    const price = amount(9_000) * quantity;
    return {
      kind: "fee",
      name: pick<string | null>(random, names),
      quantity,
      price,
      discount: 0,
      taxes: taxesOf(price),
    };
  });
  const gift = random.below(6) === 0 ? -unit * (1 + random.below(90)) : 0;
  const items =
    gift === 0
      ? [rental, ...fees]
      : [
          rental,
          ...fees,
          { ...rental, kind: "fee" as const, name: "Goodwill", quantity: 1, price: gift, discount: 0, taxes: [] },
        ];
  const sum = items.reduce(
    (total, { price, taxes }) =>
      total + price + taxes.filter(({ included }) => !included).reduce((added, tax) => added + tax.amount, 0),
    0,
  );
  // A price that was agreed by hand.
  const total = random.below(5) === 0 ? Math.max(unit, sum + unit * (random.below(20_000) - 10_000)) : sum;
  return { currency, items, otherTaxes: [], total };
}

/** A document over lines, from a seller with or without VAT. */
export function aDocument(
  random: Random,
  lines: readonly InvoiceLine[],
  overrides: Pick<InvoiceDocument, "currency"> & Partial<InvoiceDocument>,
): InvoiceDocument {
  const hasVatNumber = lines.some(({ category }) => category === "S" || category === "Z") || random.below(2) === 0;
  const final = categorized(lines, hasVatNumber);
  const totals = totalsOf(final);
  return {
    kind: "invoice",
    number: `RE-2027-${1000 + random.below(9000)}`,
    issued_on: "2027-02-03",
    due_on: "2027-02-17",
    locale: pick(random, ["de", "en", "fr", "es", "it", "nl", "pt", "pl"]),
    seller: {
      name: "Haus am See GmbH",
      trade_name: "Haus am See",
      address1: "Seestraße 1",
      address2: null,
      city: "Starnberg",
      state: pick(random, [null, "Bayern"]),
      zip: "82319",
      country_code: "DE",
      vat_number: hasVatNumber ? "DE 123 456 788" : null,
      tax_number: pick(random, [null, "143/123/45678"]),
      registration_number: hasVatNumber ? pick(random, [null, "HRB 1"]) : "HRB 1",
      email: "post@example.com",
      phone: pick(random, [null, "+49 8151 1234"]),
      website: null,
      bank_account_holder: null,
      iban: pick(random, [null, "DE89370400440532013000"]),
      bic: pick(random, [null, "COBADEFFXXX"]),
      footer: null,
      vat_exemption_reason: pick(random, [null, "§ 19 UStG"]),
    },
    buyer: {
      name: "Zoë Durand & Søn",
      company: pick(random, [null, "Durand SARL"]),
      vat_number: pick(random, [null, "FR83404833048", "83404833048"]),
      email: pick(random, [null, "zoe@example.com"]),
      reference: pick(random, [null, "PO-7"]),
      address1: pick(random, [null, "12 rue de l’Église"]),
      address2: null,
      city: pick(random, [null, "Strasbourg"]),
      state: null,
      zip: "67000",
      country_code: pick(random, ["FR", "US", "GR"]),
    },
    stay: { reference: "00002A", rental: "Seeblick", address: null, arrival: "2027-03-01", departure: "2027-03-08" },
    lines: final,
    vat: vatGroups(final),
    contained: [],
    totals,
    paid: random.below(3) === 0 ? Math.max(0, Math.floor(totals.gross / 300) * 100) : 0,
    references: [],
    notes: pick(random, [null, "Danke & bis bald"]),
    ...overrides,
  };
}

/** An invoice, its deposit invoice, the invoice that deducts it, and the credit note of that one. */
export function documentsOf(random: Random): InvoiceDocument[] {
  const bill = aBill(random);
  const { currency } = bill;
  const { lines } = billToLines(bill);
  const unit = minorUnit(currency);
  const whole = aDocument(random, lines, { currency });
  const amount = Math.max(unit, portionOf(bill.total, 1 + random.below(99), 100, unit));
  const sure = lines.every(({ gross }) => gross >= 0) && amount <= bill.total;
  if (!sure) return [whole];
  const partly = depositLines(lines, amount, currency);
  const { seller, buyer, locale } = whole;
  const same = { currency, seller, buyer, locale };
  const hasVat = seller.vat_number !== null;
  const as = (own: readonly InvoiceLine[], kind: InvoiceDocument["kind"], more: Partial<InvoiceDocument> = {}) => {
    const final = categorized(own, hasVat);
    return aDocument(random, final, {
      ...same,
      kind,
      lines: final,
      vat: vatGroups(final),
      totals: totalsOf(final),
      paid: 0,
      ...more,
    });
  };
  const deposit = as(partly, "deposit");
  const reference = { number: deposit.number, issued_on: deposit.issued_on };
  const deducted = negated(partly).map((line): InvoiceLine => ({ ...line, kind: "deposit", name: deposit.number }));
  const final = as(withinTolerance([...lines, ...deducted], unit), "invoice", { references: [reference] });
  const credit = as(negated(final.lines), "credit_note", {
    due_on: null,
    references: [{ number: final.number, issued_on: final.issued_on }],
  });
  return [whole, deposit, final, credit];
}
