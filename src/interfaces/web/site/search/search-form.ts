import { formatDay } from "../../../../core/day.ts";
import type { SiteChoices } from "../../../../modules/guests/sites/site-choices.ts";
import { type Html, html } from "../../pages/html.ts";
import { notice } from "../../pages/pay-parts.ts";
import { type OpenedSite, siteText } from "../open-site.ts";
import { maxNights, type QueryProblem, type SiteQuery, usualAdults } from "./site-query.ts";

/** The search of the start page. Works without a script. @param today an epoch day, the first arrival */
export function searchForm(opened: OpenedSite, query: SiteQuery, choices: SiteChoices, today: number): Html {
  const { speech, links } = opened;
  const { t, language } = speech;
  return html`<form class="card search" method="get" action="${links.to(language)}" role="search" aria-label="${t("pages.site.search.title")}">
${stayFields(opened, query, today)}
${placeField(opened, query, choices.places)}
<details${isFiltered(query) ? html` open` : undefined}>
<summary>${t("pages.site.search.more")}</summary>
${amenityField(opened, query, choices)}
${currencyField(opened, query, choices.currencies)}
</details>
<div class="actions"><button class="button primary" type="submit">${t("pages.site.search.submit")}</button></div>
</form>`;
}

const isFiltered = ({ search, currency }: SiteQuery): boolean => search.amenities.length > 0 || currency !== undefined;

/** The problem of a query's dates, if there is one. */
export function queryNotice({ speech: { t } }: OpenedSite, problem: QueryProblem | undefined): Html | undefined {
  if (problem === undefined) return undefined;
  return notice(
    problem === "long" ? t("pages.site.tooLong", { nights: maxNights }) : t(`pages.site.problems.${problem}`),
  );
}

/** The fields of dates and guests, which a rental's page has too. */
export function stayFields({ speech: { t } }: OpenedSite, { search, typed }: SiteQuery, today: number): Html {
  const date = (name: "arrival" | "departure", first: number): Html => html`<div class="field">
<label for="${name}">${t(`pages.site.search.${name}`)}</label>
<input id="${name}" name="${name}" type="date" min="${formatDay(first)}" value="${typed[name]}">
</div>
`;
  const count = (name: "adults" | "children", value: number): Html => html`<div class="field">
<label for="${name}">${t(`pages.site.search.${name}`)}</label>
<input id="${name}" name="${name}" type="number" inputmode="numeric" min="${name === "adults" ? 1 : 0}" max="99" value="${value}">
</div>
`;
  return html`<div class="stay-fields">
${date("arrival", today)}${date("departure", today + 1)}${count("adults", search.adults ?? usualAdults)}${count("children", search.children ?? 0)}</div>`;
}

function placeField({ speech: { t } }: OpenedSite, { search }: SiteQuery, places: readonly string[]): Html | undefined {
  if (places.length < 2) return undefined;
  return html`<div class="field">
<label for="place">${t("pages.site.search.place")}</label>
<select id="place" name="place"><option value="">${t("pages.site.search.anywhere")}</option>${places.map((place) => option(place, place, search.place))}</select>
</div>`;
}

function amenityField(opened: OpenedSite, { search }: SiteQuery, { amenities }: SiteChoices): Html | undefined {
  if (amenities.length === 0) return undefined;
  const choices = amenities.map(
    ({ key, title }) =>
      html`<li><label><input type="checkbox" name="amenities" value="${key}"${search.amenities.includes(key) ? html` checked` : undefined}> <span>${siteText(opened, title) ?? key}</span></label></li>`,
  );
  return html`<fieldset class="field"><legend>${opened.speech.t("pages.site.search.amenities")}</legend><ul class="choices">${choices}</ul></fieldset>`;
}

function currencyField(
  { speech: { t } }: OpenedSite,
  { currency }: SiteQuery,
  currencies: readonly string[],
): Html | undefined {
  if (currencies.length === 0) return undefined;
  return html`<div class="field">
<label for="currency">${t("pages.site.search.currency")}</label>
<select id="currency" name="currency"><option value="">${t("pages.site.search.ownCurrency")}</option>${currencies.map((code) => option(code, code, currency))}</select>
</div>`;
}

const option = (value: string, text: string, chosen: string | undefined): Html =>
  html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${text}</option>`;
