import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { StayPrice } from "../../../core/pricing/quote.ts";
import { textIn } from "../../../kernel/values/shown-text.ts";
import type { OfferedExtra } from "../../../modules/stays/site-bookings/site-extras.ts";
import { csrfField } from "../pages/csrf.ts";
import { type Html, html } from "../pages/html.ts";
import { amountText } from "../site/amounts.ts";
import { type OpenedSite, siteText } from "../site/open-site.ts";
import { paragraphs } from "../site/paragraphs.ts";
import { sitePage } from "../site/site-page.ts";
import { codeField } from "./discount-code.ts";
import { agreement, type FilledDetails, guestFields } from "./guest-fields.ts";
import { priceBill, type ShownQuote } from "./price-card.ts";
import { extraField, stayQuery } from "./requested-stay.ts";
import { termsDigest } from "./shown-terms.ts";
import { cancelationWords, staySummary } from "./stay-words.ts";

/** The page with a stay's price and the guest's details. */
export interface BookPage extends ShownQuote, FilledDetails {
  readonly visit: Buffer;
  /** Identifies the form (`requestDigest`): random, 32 bytes in base64url. */
  readonly form: string;
  /** The reason why the last attempt failed or the stay cannot be booked. */
  readonly problem: string | undefined;
}

/** A page below a rental's: the stay, every line of its price, then the details, the terms and the way to the payment. */
export function bookPage(content: BookPage): string {
  const { opened, quote, problem } = content;
  const { speech } = opened;
  const { t } = speech;
  const { rental, price } = quote;
  const title = t("pages.book.title", { rental: rental.name });
  const stay = html`<section class="card">
<h1>${title}</h1>
${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
<h2>${t("pages.book.stay")}</h2>
${staySummary(quote.stay, speech)}
${rental.takesPayments ? changeFields(content) : undefined}
</section>`;
  const path = `/rentals/${rental.id}/book?${stayQuery(quote.stay)}`;
  const body = rental.takesPayments
    ? html`<form class="fields booking" method="post">
${csrfField(content.visit)}<input type="hidden" name="form" value="${content.form}">
${stay}
${price && priceSection(content, price)}
<section class="card">
<h2>${t("pages.book.details")}</h2>
${guestFields(content, speech)}
</section>
${price && termsSection(content)}
</form>`
    : stay;
  return sitePage({ ...opened, title, body, path, isNarrow: true, isListed: false });
}

/** Other dates and guests, with everything else that was typed. Open where these nights cannot be booked. */
function changeFields({ opened, quote }: BookPage): Html {
  const { t } = opened.speech;
  const { arrival, departure, adults, children } = quote.stay;
  const isOpen = quote.isTaken || quote.refusals.length > 0;
  const field = (
    name: "arrival" | "departure" | "adults" | "children",
    attributes: Html,
  ): Html => html`<div class="field">
<label for="${name}">${t(`pages.site.search.${name}`)}</label>
<input id="${name}" name="${name}"${attributes} required>
</div>
`;
  return html`<details${isOpen ? html` open` : undefined}>
<summary>${t("pages.book.change")}</summary>
<div class="stay-fields">
${field("arrival", html` type="date" value="${formatDay(arrival)}"`)}${field("departure", html` type="date" value="${formatDay(departure)}"`)}${field("adults", html` type="number" inputmode="numeric" min="1" max="99" value="${adults}"`)}${field("children", html` type="number" inputmode="numeric" min="0" max="99" value="${children}"`)}</div>
${updateButton(t("pages.book.update"))}
</details>`;
}

/** Shows the page again with the new price. */
const updateButton = (label: string): Html =>
  html`<div class="actions"><button class="button" type="submit" name="step" value="price" formnovalidate>${label}</button></div>`;

/** The price, and the fields that make it a condition: the booking is refused at any other price, and asked again for another stay. */
function priceSection(content: BookPage, price: StayPrice): Html {
  const { opened, quote } = content;
  const { book } = quote.quoted;
  const shown = {
    seen: stayQuery(quote.stay),
    price: formatHundredths(price.finalPrice),
    now: formatHundredths(price.payNow),
    charged: book.currency,
    terms: termsDigest(quote),
    ...(quote.stay.currency === undefined ? {} : { currency: quote.stay.currency }),
  };
  return html`<section class="card">
<h2>${opened.speech.t("pages.book.price")}</h2>
${Object.entries(shown).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}${priceBill(content, price)}
${quote.extras.offered.length === 0 ? undefined : extrasOf(opened, quote.extras.offered, book.currency)}
${codeField(opened, quote, updateButton(opened.speech.t("pages.book.update")))}
</section>`;
}

function termsSection(content: BookPage): Html {
  const { opened, quote } = content;
  const { speech } = opened;
  const { t } = speech;
  return html`<section class="card">
<h2>${t("pages.book.cancelation")}</h2>
${cancelationWords(quote.penalties, speech).map((words) => html`<p>${words}</p>\n`)}
${agreementOf(content)}${agreement(content, speech, quote.rental.agreement !== null)}
<div class="actions"><button class="button primary" type="submit" name="step" value="book">${t("pages.book.proceed")}</button></div>
<p class="fine">${t("pages.book.proceedHint")}</p>
</section>`;
}

/** The agreement that guests sign, folded. */
function agreementOf({ opened, quote }: BookPage): Html | undefined {
  const text = quote.rental.agreement && siteText(opened, quote.rental.agreement);
  if (!text) return undefined;
  return html`<details><summary>${opened.speech.t("pages.site.rental.agreement")}</summary>${paragraphs(text)}</details>\n`;
}

function extrasOf(opened: OpenedSite, extras: readonly OfferedExtra[], currency: string): Html {
  const { t, language } = opened.speech;
  const { defaultLocale } = opened.site.settings.business;
  return html`<h3>${t("pages.book.extras")}</h3>
${extras.map((extra) => {
  const { id, units, chosen } = extra;
  const [least = 1] = units;
  const price = amountText(extra.unitPrice * (units.length > 1 ? 1 : least), currency, language);
  const name = textIn(extra.name, language, defaultLocale) ?? t("pages.pay.lines.fee");
  const field = extraField(id);
  const options = [0, ...units].map(
    (count) =>
      html`<option value="${count}"${count === chosen ? html` selected` : undefined}>${count === 0 ? t("pages.book.none") : count}</option>`,
  );
  const headline = textIn(extra.headline, language, defaultLocale);
  const label = t("pages.book.extra", { name, price });
  const hint = headline && html`<p class="hint" id="${field}-hint">${headline}</p>`;
  const described = headline && html` aria-describedby="${field}-hint"`;
  return units.length > 1
    ? html`<div class="field"><label for="${field}">${label}</label><select id="${field}" name="${field}"${described}>${options}</select>${hint}</div>\n`
    : html`<div class="field"><div class="choices"><label><input type="checkbox" name="${field}" value="${least}"${chosen > 0 ? html` checked` : undefined}${described}> <span class="what">${label}</span></label></div>${hint}</div>\n`;
})}${updateButton(t("pages.book.update"))}`;
}
