import { defaultLanguage, languageOf, regionalLocale } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import { loadTypeface } from "../../../platform/files/pdf/fonts.ts";
import { faint, page, Sheet, type TextStyle } from "../../../platform/files/pdf/sheet.ts";

/** A signed agreement. Times in epoch milliseconds; the stay's are readings of the rental's clock. */
export interface SignedAgreement {
  readonly text: string;
  /** The language of the text, and of the words around it. */
  readonly locale: string;
  readonly language: string;
  readonly rental: string;
  readonly host: string;
  readonly reference: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly name: string;
  readonly signedAt: number;
  readonly ip: string;
  /** SHA-256 of the text, in hex. */
  readonly digest: string;
}

const width = page.right - page.left;

/** Renders a signed agreement as PDF: the text, and who signed it when and from where. */
export async function signaturePdf(signed: SignedAgreement): Promise<Buffer> {
  const language = languageOf(signed.language) ?? defaultLanguage;
  const t = messagesIn(language);
  const day = new Intl.DateTimeFormat(regionalLocale(language), { dateStyle: "long", timeZone: "UTC" });
  const moment = new Intl.DateTimeFormat(regionalLocale(language), {
    ...({ dateStyle: "long", timeStyle: "long", timeZone: "UTC" } as const),
  });
  const title = t("pages.portal.agreement.title");
  const sheet = new Sheet(await loadTypeface(), {
    ...{ Title: `${title} ${signed.reference}`, Author: signed.host, CreationDate: new Date(signed.signedAt) },
    lang: signed.locale,
  });
  let y: number = page.top;
  const write = (text: string, style: TextStyle = {}): void => {
    y = writePaged(sheet, text, y, style);
  };
  write(signed.host, { color: faint });
  write(title, { size: 16, weight: 700 });
  write(
    `${t("pages.pay.booking", { reference: signed.reference })}, ${signed.rental}, ${day.format(signed.startAt)} – ${day.format(signed.endAt)}`,
  );
  y += 12;
  write(signed.text, { size: 10 });
  y += 16;
  write(t("pages.portal.agreement.signedBy", { name: signed.name }), { size: 11, weight: 700 });
  write(t("pages.portal.agreement.signedOn", { moment: moment.format(signed.signedAt), ip: signed.ip }));
  write(`SHA-256: ${signed.digest}`, { size: 7, color: faint });
  return sheet.finish();
}

/** Writes a text line by line, onto further pages where one is full. @returns the position below */
function writePaged(sheet: Sheet, text: string, top: number, style: TextStyle): number {
  let y = top;
  for (const line of sheet.linesOf(text, width, style)) {
    if (y + sheet.heightOf("x", width, style) > page.bottom) {
      sheet.document.addPage();
      y = page.top;
    }
    y = sheet.write(line, page.left, y, width, style);
  }
  return y;
}
