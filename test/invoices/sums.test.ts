import { expect, test } from "vitest";
import { billToLines } from "../../src/core/invoices/bill-to-lines.ts";
import { depositLines } from "../../src/core/invoices/deposit-lines.ts";
import { negated, totalsOf, vatGroups } from "../../src/core/invoices/invoice-line.ts";
import { minorUnit, portionOf } from "../../src/core/rounding.ts";
import { Random } from "../concurrency/load.ts";
import { aBill, documentsOf } from "./random-invoices.ts";

test("lines add up to the bill's total, in the currency's units, whatever the taxes", () => {
  const random = new Random(41);
  for (let round = 0; round < 3000; round++) {
    const bill = aBill(random);
    const { lines, contained } = billToLines(bill);
    expect(totalsOf(lines).gross).toBe(bill.total);
    for (const { net, tax, gross } of lines) {
      expect(net + tax).toBe(gross);
      for (const amount of [net, tax, gross]) expect(Math.abs(amount % minorUnit(bill.currency))).toBe(0);
    }
    for (const { category, rate, net, tax } of vatGroups(lines))
      if (category === "S") expect(Math.abs(tax - portionOf(net, rate, 10_000, 1))).toBeLessThan(100);
    const onTop = bill.items.flatMap(({ taxes }) => taxes).filter(({ included }) => !included);
    const untouched = bill.items.every(({ price }) => price >= 0) && minorUnit(bill.currency) === 1;
    const sum =
      bill.items.reduce((total, { price }) => total + price, 0) + onTop.reduce((all, tax) => all + tax.amount, 0);
    // The bill's own taxes are the invoice's: VAT, lines of other taxes, and what the amounts contain.
    if (untouched && sum === bill.total) {
      const taxes = bill.items.flatMap((item) => item.taxes).reduce((all, { amount }) => all + amount, 0);
      const shown = totalsOf(lines).tax + totalsOf(lines.filter(({ kind }) => kind === "tax")).gross;
      expect(shown + contained.reduce((all, { amount }) => all + amount, 0)).toBe(taxes);
    }
  }
});

test("deposit and final invoice add up to the total, and a credit note to nothing", () => {
  const random = new Random(7);
  for (let round = 0; round < 1000; round++) {
    const bill = aBill(random);
    const { lines } = billToLines(bill);
    if (lines.some(({ gross }) => gross < 0)) continue;
    const unit = minorUnit(bill.currency);
    const amount = Math.max(unit, portionOf(bill.total, random.below(101), 100, unit));
    const deposit = depositLines(lines, amount, bill.currency);
    const final = [...lines, ...negated(deposit)];
    expect(totalsOf(deposit).gross).toBe(amount);
    expect(totalsOf(deposit).gross + totalsOf(final).gross).toBe(bill.total);
    expect(totalsOf(deposit).tax + totalsOf(final).tax).toBe(totalsOf(lines).tax);
    for (const { net, tax } of vatGroups([...final, ...negated(final)])) expect([net, tax]).toEqual([0, 0]);
  }
});

test("a document's groups and totals follow from its lines", () => {
  const random = new Random(3);
  for (let round = 0; round < 200; round++)
    for (const { vat, totals } of documentsOf(random)) {
      expect(vat.reduce((sum, { net }) => sum + net, 0)).toBe(totals.net);
      expect(vat.reduce((sum, { tax }) => sum + tax, 0)).toBe(totals.tax);
      expect(totals.net + totals.tax).toBe(totals.gross);
    }
});

test("a tax that its percentage does not explain is a line of its own, and a second VAT is too", () => {
  const tax = { name: "VAT", isVat: true, rate: 1000, included: false };
  const rental = { kind: "rental" as const, name: "Mill", quantity: 2, price: 10_000, discount: 0 };
  const bill = { currency: "EUR", otherTaxes: [], total: 12_500 };
  const explained = { ...tax, amount: 1000 };
  const { lines } = billToLines({ ...bill, items: [{ ...rental, taxes: [{ ...tax, amount: 1500 }, explained] }] });
  expect(lines.map(({ kind, net, tax: vat, category }) => [kind, net, vat, category])).toEqual([
    ["rental", 10_000, 1000, "S"],
    ["tax", 1500, 0, "E"],
  ]);
});
