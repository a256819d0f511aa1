import { messagesIn } from "@roost/messages/messages-in.ts";
import type { TranslateServer } from "@roost/messages/server-messages.ts";
import { amountIn, wordsOf } from "../../../platform/mails/mail-words.ts";
import type { InvoiceDocument } from "../document/invoice-document.ts";

/** The words of an invoice in its language. */
export interface InvoiceWords {
  readonly t: TranslateServer;
  readonly language: string;
  /** Hundredths of the invoice's currency. */
  readonly amount: (hundredths: number) => string;
  /** Basis points, such as `7%`. */
  readonly percent: (basisPoints: number) => string;
  /** `YYYY-MM-DD`. */
  readonly day: (date: string) => string;
  readonly country: (code: string) => string;
}

/** The words for a document's locale. */
export function invoiceWords({
  locale: requestedLocale,
  currency,
}: Pick<InvoiceDocument, "locale" | "currency">): InvoiceWords {
  const { language, locale } = wordsOf(requestedLocale);
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const regions = new Intl.DisplayNames(locale, { type: "region" });
  return {
    t: messagesIn(language),
    language,
    amount: (hundredths) => amountIn(locale, currency, hundredths),
    percent: (basisPoints) => percents.format(basisPoints / 10_000),
    day: (date) => days.format(Date.parse(`${date}T00:00:00Z`)),
    country: (code) => regions.of(code) ?? code,
  };
}

/** The title of a document. */
export function titleOf({ t }: InvoiceWords, kind: InvoiceDocument["kind"]): string {
  return t(`pages.invoice.title.${kind}`);
}

/** A line's description. */
export function lineWords({ t, amount }: InvoiceWords, line: InvoiceDocument["lines"][number]): string {
  const { kind, name, quantity, discount } = line;
  switch (kind) {
    case "rental": {
      const nights = t("pages.invoice.line.nights", { count: Math.abs(quantity) });
      const words = `${name ?? t("pages.invoice.line.rental")}, ${nights}`;
      return discount === 0 ? words : `${words}\n${t("pages.invoice.line.discount", { amount: amount(discount) })}`;
    }
    case "fee":
      return `${name ?? t("pages.invoice.line.fee")}${Math.abs(quantity) === 1 ? "" : ` × ${Math.abs(quantity)}`}`;
    case "tax":
      return name ?? t("pages.invoice.line.tax");
    case "deposit":
      return name === null ? t("pages.invoice.line.deposit") : t("pages.invoice.line.deducted", { number: name });
    case "rest":
      return t("pages.invoice.line.rest");
    case "cancelation":
      return t("pages.invoice.line.cancelation");
  }
}

/** The reason why lines have no VAT; undefined for taxed ones. */
export function exemption(
  { t }: InvoiceWords,
  { seller }: Pick<InvoiceDocument, "seller">,
  category: InvoiceDocument["vat"][number]["category"],
): string | undefined {
  if (category === "S" || category === "Z") return undefined;
  return seller.vat_exemption_reason ?? t(category === "E" ? "pages.invoice.exempt" : "pages.invoice.outside");
}
