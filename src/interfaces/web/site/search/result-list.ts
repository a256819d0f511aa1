import type { FoundRental, SiteResults } from "../../../../modules/guests/sites/search-site.ts";
import { type Html, html } from "../../pages/html.ts";
import { aboutLine, amountText, decimalText, type ShownCurrency } from "../amounts.ts";
import { type OpenedSite, siteText } from "../open-site.ts";
import { picture } from "../pictures.ts";
import { placeName } from "../place-name.ts";
import { resultsQuery, type SiteQuery, stayQuery } from "./site-query.ts";

/** A page of a search's results. */
export function resultList(opened: OpenedSite, query: SiteQuery, results: SiteResults, shown: ShownCurrency): Html {
  const { t } = opened.speech;
  const { stay } = query.search;
  const count = results.total;
  if (count === 0) return html`<p class="notice" role="status">${t("pages.site.results.none")}</p>`;
  const cards = results.rentals.map((rental, index) => card(opened, query, rental, shown, index === 0));
  return html`<h2 id="results">${stay ? t("pages.site.results.free", { count }) : t("pages.site.results.all", { count })}</h2>
<ul class="homes">${cards}</ul>
${pageLinks(opened, query, results.pages)}`;
}

function card(opened: OpenedSite, query: SiteQuery, rental: FoundRental, shown: ShownCurrency, isFirst: boolean): Html {
  const { speech, links } = opened;
  const { language } = speech;
  const path = `${links.to(language, `/rentals/${rental.id}`)}${stayQuery(query)}`;
  const place = placeName(rental.city, rental.countryCode, language);
  return html`<li class="card home-card">
${rental.photo && picture({ photo: rental.photo, alt: "", sizes: ["small", "medium", "large"], width: "(min-width: 60rem) 20rem, (min-width: 40rem) 45vw, 90vw", isFirst })}
<h3><a href="${path}">${rental.name}</a></h3>
<p>${siteText(opened, rental.headline) ?? siteText(opened, rental.summary)}</p>
<p class="fine">${[place, ...sizesOf(opened, rental)].filter((part) => part !== "").join(" · ")}</p>
${ratingLine(opened, rental)}
${priceLine(opened, query, rental, shown)}
</li>
`;
}

/** A rental's guests, bedrooms and bathrooms in words. */
export function sizesOf(
  { speech: { t } }: OpenedSite,
  { guests, bedrooms, bathrooms }: Pick<FoundRental, "guests" | "bedrooms" | "bathrooms">,
): string[] {
  return [
    guests ? t("pages.site.facts.guests", { guests }) : "",
    bedrooms ? t("pages.site.facts.bedrooms", { count: bedrooms }) : "",
    bathrooms ? t("pages.site.facts.bathrooms", { count: bathrooms }) : "",
  ].filter((part) => part !== "");
}

/** The average rating, where the site shows reviews. */
export function ratingLine(
  { site, speech }: OpenedSite,
  { rating, reviews }: Pick<FoundRental, "rating" | "reviews">,
): Html | undefined {
  if (!site.settings.showReviews || rating === null || reviews === 0) return undefined;
  return html`<p class="rating">${speech.t("pages.site.facts.rating", { rating: decimalText(rating, speech.language), reviews })}</p>`;
}

function priceLine(
  { speech }: OpenedSite,
  { search }: SiteQuery,
  { price, minPrice, currency }: FoundRental,
  shown: ShownCurrency,
): Html | undefined {
  const { t, language } = speech;
  const { stay } = search;
  if (stay && price !== undefined) {
    const words = { price: amountText(price, currency, language), nights: stay.departure - stay.arrival };
    return html`<p class="price"><strong>${t("pages.site.results.total", words)}</strong> ${aboutLine(price, currency, shown, speech)}</p>`;
  }
  if (stay || minPrice === null) return undefined;
  return html`<p class="price">${t("pages.site.results.from", { price: amountText(minPrice, currency, language) })} ${aboutLine(minPrice, currency, shown, speech)}</p>`;
}

function pageLinks({ speech, links }: OpenedSite, query: SiteQuery, pages: number): Html | undefined {
  if (pages < 2) return undefined;
  const { page } = query.search;
  const to = (number: number, text: string): Html =>
    html`<a class="button" href="${links.to(speech.language)}${resultsQuery(query, number)}">${text}</a>`;
  return html`<nav class="pages" aria-label="${speech.t("pages.site.results.pages")}">
${page > 1 ? to(page - 1, speech.t("pages.site.results.previous")) : undefined}
${page < pages ? to(page + 1, speech.t("pages.site.results.next")) : undefined}
</nav>`;
}
