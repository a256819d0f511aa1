import type { StayPrice } from "../../../core/pricing/quote.ts";
import { textIn } from "../../../kernel/values/shown-text.ts";
import { isTranslations } from "../../../kernel/values/structure.ts";
import type { SiteQuote } from "../../../modules/stays/site-bookings/quote-site-stay.ts";
import { type Html, html } from "../pages/html.ts";
import type { Speech } from "../pages/speech.ts";
import { amountText } from "../site/amounts.ts";
import type { OpenedSite } from "../site/open-site.ts";
import { linesOfPrice } from "./price-lines.ts";
import { dayWords } from "./stay-words.ts";

/** A quote on a site, in its guest's language. */
export interface ShownQuote {
  readonly opened: OpenedSite;
  readonly quote: SiteQuote;
}

/** The bill of a stay: each line of its price, and the payment schedule. */
export function priceBill({ opened, quote }: ShownQuote, price: StayPrice): Html {
  const { speech } = opened;
  const { t, language } = speech;
  const { currency } = quote.quoted.book;
  const money = (amount: number): string => amountText(amount, currency, language);
  const line = (name: string, amount: string, kind?: "sum"): Html =>
    html`<div${kind && html` class="${kind}"`}><dt>${name}</dt> <dd>${amount}</dd></div>\n`;
  const nights = t("pages.book.nights", { nights: quote.stay.departure - quote.stay.arrival });
  const rest = price.finalPrice - quote.dueNow;
  return html`<dl class="bill">
${linesOfPrice(price.lines, currency).map(({ group, amount }) => {
  const name = t(`pages.book.steps.${group}`);
  return line(group === "base" || group === "long" ? `${name} (${nights})` : name, money(amount));
})}${discountLine()}${price.fees.map((fee) => line(feeWords(fee, opened, quote), money(fee.amount)))}${taxLines(
  price,
).map(({ id, included, amount }) => {
  const name = nameIn(quote.quoted.priced.taxNames.get(id), opened) ?? t("pages.pay.lines.tax");
  return line(included ? t("pages.book.included", { name }) : name, money(amount));
})}${line(t("pages.pay.total"), money(price.finalPrice), "sum")}
${rest > 0 ? html`${line(t("pages.pay.dueNow"), money(quote.dueNow))}${line(t("pages.pay.dueBy", { day: dayWords(quote.balanceDay, language) }), money(rest))}` : line(t("pages.pay.dueNow"), money(quote.dueNow))}</dl>
${aboutWords(quote, speech)}
${depositWords(quote, speech)}`;

  function discountLine(): Html | undefined {
    const { code, stay } = quote;
    if (!code || !("reduction" in code)) return undefined;
    return line(t("pages.book.code.line", { code: stay.code ?? "" }), money(-code.reduction));
  }
}

/** The total in the guest's own currency, for information. */
function aboutWords({ about, quoted }: SiteQuote, { t, language }: Speech): Html | undefined {
  if (!about) return undefined;
  const names = new Intl.DisplayNames(language, { type: "currency" });
  const name = (currency: string): string => names.of(currency) ?? currency;
  const amount = amountText(about.total, about.currency, language);
  const hint = t("pages.book.aboutHint", { currency: name(quoted.book.currency), other: name(about.currency) });
  return html`<p class="fine">${t("pages.book.about", { amount })}. ${hint}</p>`;
}

function feeWords(
  { fee, quantity, unitPrice }: StayPrice["fees"][number],
  opened: OpenedSite,
  { quoted }: SiteQuote,
): string {
  const { t, language } = opened.speech;
  const name = nameIn(quoted.priced.feeNames.get(fee), opened) ?? t("pages.pay.lines.fee");
  if (quantity === 1) return name;
  return t("pages.book.quantity", { name, quantity, price: amountText(unitPrice, quoted.book.currency, language) });
}

/** The sum of each tax, added or included. */
function taxLines({
  taxes,
}: StayPrice): { readonly id: number; readonly included: boolean; readonly amount: number }[] {
  const sums = new Map<string, { id: number; included: boolean; amount: number }>();
  for (const { id, included, amount } of taxes) {
    const key = `${id} ${included}`;
    sums.set(key, { id, included, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  return [...sums.values()];
}

/** A name from its JSON text by locale. */
function nameIn(json: string | undefined, { site, speech }: OpenedSite): string | undefined {
  const names: unknown = JSON.parse(json ?? "{}");
  return isTranslations(names) ? textIn(names, speech.language, site.settings.business.defaultLocale) : undefined;
}

function depositWords({ rental, quoted }: SiteQuote, { t, language }: Speech): Html | undefined {
  const { damageDeposit, chargeDamageDepositOnArrival, damageDepositCollectionMethod } = rental.terms;
  if (!damageDeposit) return undefined;
  const amount = amountText(damageDeposit, quoted.book.currency, language);
  const days = damageDepositCollectionMethod === "external" ? null : rental.depositAuthorizedBefore;
  const sentence =
    days !== null
      ? t("pages.book.depositOnCard", { amount, days })
      : chargeDamageDepositOnArrival
        ? t("pages.book.depositOnArrival", { amount })
        : t("pages.book.depositBefore", { amount });
  return html`<p><strong>${t("pages.book.deposit")}.</strong> ${sentence}</p>`;
}
