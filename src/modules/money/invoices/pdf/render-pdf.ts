import { loadTypeface } from "../../../platform/files/pdf/fonts.ts";
import { Sheet } from "../../../platform/files/pdf/sheet.ts";
import type { InvoiceDocument } from "../document/invoice-document.ts";
import { drawFooters } from "./footer.ts";
import { drawHead } from "./head.ts";
import { exemption, invoiceWords, titleOf } from "./invoice-words.ts";
import { drawSums } from "./sums.ts";
import { drawTable } from "./table.ts";

interface RenderOptions {
  /** The letterhead's logo: a PNG or JPEG file. */
  readonly logo?: Buffer | undefined;
  /** Marks a preview. */
  readonly isDraft?: boolean;
}

/** Renders a document as PDF, in its language. Equal documents give equal files. */
export async function renderPdf(
  document: InvoiceDocument,
  { logo, isDraft = false }: RenderOptions = {},
): Promise<Buffer> {
  const words = invoiceWords(document);
  const sheet = new Sheet(await loadTypeface(), {
    Title: `${titleOf(words, document.kind)} ${document.number}`.trim(),
    Author: document.seller.name,
    CreationDate: new Date(`${document.issued_on}T00:00:00Z`),
    lang: words.language,
  });
  const below = drawHead(sheet, words, document, { logo, isDraft });
  const belowTable = drawTable(sheet, words, document, below);
  drawSums(sheet, words, document, belowTable, notesOf(document, words));
  drawFooters(sheet, words, document);
  return sheet.finish();
}

/** The paragraphs below the sums. */
function notesOf(document: InvoiceDocument, words: ReturnType<typeof invoiceWords>): string[] {
  const { t, amount, percent } = words;
  const exemptions = new Set(document.vat.flatMap(({ category }) => exemption(words, document, category) ?? []));
  const contained = document.contained.map(({ name, rate, amount: part }) =>
    t("pages.invoice.contained", {
      name: `${name ?? t("pages.invoice.line.tax")} (${percent(rate)})`,
      amount: amount(part),
    }),
  );
  return [...contained, ...exemptions, ...(document.notes === null ? [] : [document.notes])];
}
