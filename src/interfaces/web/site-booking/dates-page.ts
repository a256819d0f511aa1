import { html } from "../pages/html.ts";
import type { OpenedSite } from "../site/open-site.ts";
import { sitePage } from "../site/site-page.ts";

/** The page for an address without a valid stay. @param rental the rental's id, unverified */
export function datesPage(opened: OpenedSite, rental: number): string {
  const { t, language } = opened.speech;
  const path = `/rentals/${rental}`;
  const title = t("pages.book.problems.noDates");
  const body = html`<section class="card">
<h1>${title}</h1>
<p class="lead">${t("pages.book.problems.noDatesHint")}</p>
<div class="actions"><a class="button primary" href="${opened.links.to(language, path)}">${t("pages.book.otherDates")}</a></div>
</section>`;
  return sitePage({ ...opened, title, body, path, isNarrow: true, isListed: false });
}
