import type { SiteReview } from "../../../../modules/guests/sites/rental-parts.ts";
import { type Html, html } from "../../pages/html.ts";
import { dayInWords } from "../../pages/moments.ts";
import { decimalText } from "../amounts.ts";
import type { OpenedSite } from "../open-site.ts";
import { paragraphs } from "../paragraphs.ts";
import { placeName } from "../place-name.ts";

/** Guests' reviews, the newest first, with the host's replies. */
export function reviewsSection({ speech }: OpenedSite, reviews: readonly SiteReview[]): Html | undefined {
  if (reviews.length === 0) return undefined;
  const { t, language } = speech;
  const items = reviews.map(({ title, comment, name, country_code, rating, submitted_at, reply }) => {
    const by = [name ?? t("pages.site.rental.anonymous"), placeName(null, country_code, language)]
      .filter(Boolean)
      .join(", ");
    return html`<li class="review">
${title === null ? undefined : html`<h3>${title}</h3>`}
<p class="fine">${by} · ${dayInWords(submitted_at, language)}${rating === null ? undefined : ` · ${t("pages.site.rental.stars", { rating: decimalText(rating, language) })}`}</p>
${paragraphs(comment)}
${reply === null ? undefined : html`<div class="reply"><p class="fine">${t("pages.site.rental.reply")}</p>${paragraphs(reply)}</div>`}
</li>
`;
  });
  return html`<section class="card" aria-labelledby="reviews"><h2 id="reviews">${t("pages.site.rental.reviews")}</h2>
<ul class="reviews">${items}</ul></section>`;
}
