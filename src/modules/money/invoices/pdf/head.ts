import { faint, page, type Sheet } from "../../../platform/files/pdf/sheet.ts";
import type { Buyer, InvoiceDocument, Seller } from "../document/invoice-document.ts";
import { type InvoiceWords, titleOf } from "./invoice-words.ts";

/** The top of the recipient's address, in the window of an envelope. */
const addressTop = 142;
const columnWidth = 225;
const rightColumn = page.right - columnWidth;

interface HeadOptions {
  readonly logo: Buffer | undefined;
  readonly isDraft: boolean;
}

/** Draws logo, sender, recipient, title and dates. @returns the position below */
export function drawHead(
  sheet: Sheet,
  words: InvoiceWords,
  document: InvoiceDocument,
  { logo, isDraft }: HeadOptions,
): number {
  const { seller, buyer } = document;
  if (logo) sheet.document.image(logo, page.left, page.top - 10, { fit: [200, 64] });
  else sheet.write(seller.trade_name, page.left, page.top, 260, { size: 15, weight: 700 });
  const sender = senderLines(seller, words).join("\n");
  const senderBottom = sheet.write(sender, rightColumn, page.top, columnWidth, { size: 8.5, align: "right" });
  const oneLine = [seller.name, seller.address1, cityOf(seller)].filter(isText).join(" · ");
  const below = sheet.write(oneLine, page.left, addressTop, 260, { size: 6.5, color: faint });
  const buyerBottom = sheet.write(recipientLines(buyer, seller, words).join("\n"), page.left, below + 3, 260, {
    size: 10,
  });
  const factsBottom = drawFacts(sheet, words, document, Math.max(addressTop, senderBottom) + 6);
  const titleTop = Math.max(buyerBottom, factsBottom, 250) + 22;
  const title = isDraft
    ? `${titleOf(words, document.kind)} (${words.t("pages.invoice.draft")})`
    : `${titleOf(words, document.kind)} ${document.number}`;
  let y = sheet.write(title, page.left, titleTop, page.right - page.left, { size: 15, weight: 700 });
  for (const sentence of subjectOf(words, document))
    y = sheet.write(sentence, page.left, y + 2, page.right - page.left);
  return y + 14;
}

/** The document's subject: the stay, or the invoice that it cancels. */
function subjectOf({ t, day }: InvoiceWords, { kind, stay, references }: InvoiceDocument): string[] {
  const about = t("pages.invoice.stay", {
    rental: stay.address === null ? stay.rental : `${stay.rental}, ${stay.address}`,
    arrival: day(stay.arrival),
    departure: day(stay.departure),
    reference: stay.reference,
  });
  const canceled = kind === "credit_note" ? references : [];
  return [
    ...canceled.map(({ number, issued_on }) => t("pages.invoice.cancels", { number, day: day(issued_on) })),
    about,
  ];
}

/** Draws dates and numbers as a table of two columns. @returns the position below */
function drawFacts(sheet: Sheet, { t, day }: InvoiceWords, document: InvoiceDocument, top: number): number {
  const { buyer, due_on } = document;
  const facts = [
    [t("pages.invoice.number"), document.number],
    [t("pages.invoice.issuedOn"), day(document.issued_on)],
    [t("pages.invoice.dueOn"), due_on === null ? null : day(due_on)],
    [t("pages.invoice.booking"), document.stay.reference],
    [t("pages.invoice.yourReference"), buyer.reference],
    [t("pages.invoice.yourVatNumber"), buyer.vat_number],
  ] as const;
  let y = top;
  for (const [label, value] of facts) {
    if (value === null || value === "") continue;
    const left = sheet.write(label, rightColumn, y, 110, { color: faint });
    y = Math.max(left, sheet.write(value, rightColumn + 112, y, columnWidth - 112, { align: "right" }));
  }
  return y;
}

const isText = (value: string | null): value is string => value !== null && value !== "";

const cityOf = ({ zip, city }: Seller | Buyer): string => [zip, city].filter(isText).join(" ");

function senderLines(seller: Seller, words: InvoiceWords): string[] {
  const { name, trade_name, address1, address2, state, country_code, phone, email, website } = seller;
  const own = trade_name === name ? [name] : [trade_name, name];
  const country = country_code === null ? null : words.country(country_code);
  return [...own, address1, address2, cityOf(seller), state, country, phone, email, website].filter(isText);
}

/** The country is named where the sender's differs. */
function recipientLines(buyer: Buyer, seller: Seller, words: InvoiceWords): string[] {
  const { company, name, address1, address2, state, country_code } = buyer;
  const country = country_code === null || country_code === seller.country_code ? null : words.country(country_code);
  return [company, name, address1, address2, cityOf(buyer), state, country].filter(isText);
}
