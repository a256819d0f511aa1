import { faint, page, type Sheet } from "../../../platform/files/pdf/sheet.ts";
import type { InvoiceDocument } from "../document/invoice-document.ts";
import { type InvoiceWords, lineWords } from "./invoice-words.ts";

/** The columns: left edge and width. */
const columns = {
  description: [page.left, 215],
  net: [277, 84],
  rate: [365, 40],
  tax: [409, 60],
  total: [page.right - 66, 66],
} as const;

/** Draws the lines, with the heading again on each page. @returns the position below */
export function drawTable(sheet: Sheet, words: InvoiceWords, { lines }: InvoiceDocument, top: number): number {
  let y = drawHeading(sheet, words, top);
  for (const line of lines) {
    const text = lineWords(words, line);
    if (y + sheet.heightOf(text, columns.description[1]) > page.bottom - 20) {
      sheet.document.addPage();
      y = drawHeading(sheet, words, page.top);
    }
    const [x, width] = columns.description;
    const below = sheet.write(text, x, y, width);
    const isTaxed = line.category === "S" || line.category === "Z";
    number(sheet, "net", words.amount(line.net), y);
    number(sheet, "rate", isTaxed ? words.percent(line.rate) : "–", y);
    number(sheet, "tax", isTaxed ? words.amount(line.tax) : "–", y);
    number(sheet, "total", words.amount(line.gross), y);
    y = below + 5;
  }
  sheet.rule(y);
  return y + 8;
}

function drawHeading(sheet: Sheet, { t }: InvoiceWords, y: number): number {
  const style = { size: 8, color: faint };
  const [left, descriptionWidth] = columns.description;
  sheet.write(t("pages.invoice.columns.description"), left, y, descriptionWidth, style);
  for (const name of ["net", "rate", "tax", "total"] as const) {
    const [x, width] = columns[name];
    sheet.write(t(`pages.invoice.columns.${name}`), x, y, width, { ...style, align: "right" });
  }
  sheet.rule(y + 13);
  return y + 19;
}

function number(sheet: Sheet, column: "net" | "rate" | "tax" | "total", text: string, y: number): void {
  const [x, width] = columns[column];
  sheet.write(text, x, y, width, { align: "right" });
}
