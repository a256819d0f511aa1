import { faint, page, type Sheet } from "../../../platform/files/pdf/sheet.ts";
import type { InvoiceDocument } from "../document/invoice-document.ts";
import type { InvoiceWords } from "./invoice-words.ts";

const top = 770;

/** Draws the business's registration and the page numbers on every page. */
export function drawFooters(sheet: Sheet, words: InvoiceWords, document: InvoiceDocument): void {
  const { count } = sheet.document.bufferedPageRange();
  const facts = factsOf(words, document);
  for (let index = 0; index < count; index++) {
    sheet.document.switchToPage(index);
    sheet.rule(top - 6);
    sheet.write(facts, page.left, top, 400, { size: 7, color: faint });
    if (count > 1) {
      const number = words.t("pages.invoice.page", { page: index + 1, pages: count });
      sheet.write(number, page.right - 80, top, 80, { size: 7, color: faint, align: "right" });
    }
  }
}

function factsOf({ t }: InvoiceWords, { seller }: InvoiceDocument): string {
  const labeled = (label: string, value: string | null): string[] =>
    value === null || value === "" ? [] : [`${label} ${value}`];
  const facts = [
    seller.name,
    ...labeled(t("pages.invoice.vatNumber"), seller.vat_number),
    ...labeled(t("pages.invoice.taxNumber"), seller.tax_number),
    ...labeled(t("pages.invoice.registration"), seller.registration_number),
  ];
  return [facts.join(" · "), ...(seller.footer === null || seller.footer === "" ? [] : [seller.footer])].join("\n");
}
