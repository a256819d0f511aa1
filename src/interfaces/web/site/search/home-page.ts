import { photoPath } from "../../../../modules/guests/sites/photo-files.ts";
import type { SiteResults } from "../../../../modules/guests/sites/search-site.ts";
import type { SiteChoices } from "../../../../modules/guests/sites/site-choices.ts";
import { html } from "../../pages/html.ts";
import type { ShownCurrency } from "../amounts.ts";
import { siteData } from "../machines/structured-data.ts";
import { type OpenedSite, siteText } from "../open-site.ts";
import { paragraphs } from "../paragraphs.ts";
import { sitePage } from "../site-page.ts";
import { resultList } from "./result-list.ts";
import { queryNotice, searchForm } from "./search-form.ts";
import type { SiteQuery } from "./site-query.ts";

/** The content of the start page. */
export interface HomeContent {
  readonly query: SiteQuery;
  readonly choices: SiteChoices;
  readonly results: SiteResults;
  readonly shown: ShownCurrency;
  /** An epoch day, the first arrival. */
  readonly today: number;
}

/** The start page: the search with its results, and the host. Only the page without a search is for search engines. */
export function homePage(opened: OpenedSite, { query, choices, results, shown, today }: HomeContent): string {
  const { settings } = opened.site;
  const welcome = siteText(opened, settings.introduction);
  const about = siteText(opened, settings.about);
  const headline = siteText(opened, settings.headline) ?? settings.name;
  const body = html`<section class="hero">
<h1>${headline}</h1>
${welcome && paragraphs(welcome)}
</section>
${searchForm(opened, query, choices, today)}
${queryNotice(opened, query.problem)}
${resultList(opened, query, results, shown)}
${
  about &&
  html`<section class="card" aria-labelledby="host"><h2 id="host">${settings.hostName ?? opened.speech.t("pages.site.rental.host")}</h2>
${paragraphs(about)}</section>`
}`;
  const photo = results.rentals.find((rental) => rental.photo)?.photo;
  const { search } = query;
  const isSearch =
    Boolean(search.stay ?? query.problem) || search.amenities.length > 0 || search.place !== "" || search.page > 1;
  return sitePage({
    ...opened,
    body,
    path: "",
    description: welcome?.slice(0, 300) ?? headline,
    image: photo && opened.links.file(photoPath(photo, "large", "jpg")),
    data: siteData(opened),
    isListed: !isSearch,
  });
}
