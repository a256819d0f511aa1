import { page, type Sheet } from "../../../platform/files/pdf/sheet.ts";
import { dueAmount, type InvoiceDocument } from "../document/invoice-document.ts";
import type { InvoiceWords } from "./invoice-words.ts";

const labelLeft = 277;
const amountWidth = 110;

/** Draws the sums, how to pay, and the notes. */
export function drawSums(
  sheet: Sheet,
  words: InvoiceWords,
  document: InvoiceDocument,
  top: number,
  notes: readonly string[],
): void {
  const rows = sumRows(words, document);
  let y = top;
  if (y + rows.length * 15 > page.bottom) y = nextPage(sheet);
  for (const { label, amount, strong } of rows) {
    const style = strong ? ({ weight: 700, size: 10.5 } as const) : {};
    const below = sheet.write(label, labelLeft, y, page.right - labelLeft - amountWidth, style);
    sheet.write(amount, page.right - amountWidth, y, amountWidth, { ...style, align: "right" });
    y = below + 3;
  }
  y += 14;
  for (const note of [...paymentWords(words, document), ...notes]) {
    const height = sheet.heightOf(note, page.right - page.left);
    if (y + height > page.bottom) y = nextPage(sheet);
    y = sheet.write(note, page.left, y, page.right - page.left) + 6;
  }
}

interface SumRow {
  readonly label: string;
  readonly amount: string;
  readonly strong: boolean;
}

function sumRows({ t, amount, percent }: InvoiceWords, document: InvoiceDocument): SumRow[] {
  const { totals, vat, paid, kind } = document;
  const row = (label: string, hundredths: number, strong = false): SumRow => ({
    label,
    amount: amount(hundredths),
    strong,
  });
  const taxed = vat.filter(({ category }) => category === "S" || category === "Z");
  const due = dueAmount(document);
  return [
    row(t("pages.invoice.net"), totals.net),
    ...taxed.map(({ rate, net, tax }) => row(t("pages.invoice.vat", { rate: percent(rate), net: amount(net) }), tax)),
    row(t(kind === "credit_note" ? "pages.invoice.credited" : "pages.invoice.total"), totals.gross, true),
    ...(paid === 0 ? [] : [row(t("pages.invoice.paid"), -paid), row(t("pages.invoice.due"), due, true)]),
  ];
}

/** The words that name the account for a transfer of the amount due. */
function paymentWords({ t, amount, day }: InvoiceWords, document: InvoiceDocument): string[] {
  const { seller, due_on, number } = document;
  const due = dueAmount(document);
  if (due <= 0) return [];
  const by = due_on === null ? [] : [t("pages.invoice.payBy", { amount: amount(due), day: day(due_on) })];
  if (seller.iban === null || seller.iban === "") return by;
  const account = [seller.bank_account_holder ?? seller.name, `IBAN ${grouped(seller.iban)}`];
  if (seller.bic !== null && seller.bic !== "") account.push(`BIC ${seller.bic}`);
  return [...by, t("pages.invoice.transfer", { account: account.join(", "), number })];
}

/** An IBAN in groups of four. */
const grouped = (iban: string): string => iban.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");

function nextPage(sheet: Sheet): number {
  sheet.document.addPage();
  return page.top;
}
