import type { RentalDetails } from "../../../../modules/guests/sites/read-rental.ts";
import { type Html, html } from "../../pages/html.ts";
import { notice } from "../../pages/pay-parts.ts";
import { aboutLine, amountText, type ShownCurrency } from "../amounts.ts";
import type { OpenedSite } from "../open-site.ts";
import { queryNotice, stayFields } from "../search/search-form.ts";
import type { SiteQuery } from "../search/site-query.ts";

/** The stay that a guest wants to book. */
export interface BookingBox {
  readonly query: SiteQuery;
  /** The exact price in hundredths; undefined where the stay is not free, or without dates. */
  readonly price: number | undefined;
  readonly shown: ShownCurrency;
  /** An epoch day, the first arrival. */
  readonly today: number;
}

/** The form that leads to the price and the booking. */
export function bookingBox(opened: OpenedSite, { id, facts }: RentalDetails, box: BookingBox): Html {
  const { speech, links } = opened;
  const { t, language } = speech;
  const { query, today } = box;
  return html`<section class="card" aria-labelledby="stay"><h2 id="stay">${t("pages.site.rental.stay")}</h2>
${queryNotice(opened, query.problem)}
${priceOf(opened, facts, box)}
<form class="fields" method="get" action="${links.to(language, `/rentals/${id}/book`)}">
${stayFields(opened, query, today)}
${query.currency && html`<input type="hidden" name="currency" value="${query.currency}">`}
<div class="actions"><button class="button primary" type="submit">${t("pages.site.rental.book")}</button></div>
</form>
</section>`;
}

function priceOf(
  { speech }: OpenedSite,
  { currency, min_price }: RentalDetails["facts"],
  box: BookingBox,
): Html | undefined {
  const { t, language } = speech;
  const { price, query, shown } = box;
  const { stay } = query.search;
  if (stay && price === undefined) return notice(t("pages.site.rental.notFree"));
  if (stay && price !== undefined) {
    const words = { price: amountText(price, currency, language), nights: stay.departure - stay.arrival };
    return html`<p class="price"><strong>${t("pages.site.results.total", words)}</strong> ${aboutLine(price, currency, shown, speech)}</p>`;
  }
  if (min_price === null) return undefined;
  return html`<p class="price">${t("pages.site.results.from", { price: amountText(min_price, currency, language) })} ${aboutLine(min_price, currency, shown, speech)}</p>`;
}
