import type { PortalStay } from "../../../../modules/stays/portal/read-stay.ts";
import { type Html, html } from "../html.ts";
import { notice } from "../pay-parts.ts";
import type { Speech } from "../speech.ts";
import type { PersonalParts } from "./shown-portal.ts";

/** The cards that lead to extras before departure, and to the review after it. */
export function linkCards(path: string, stay: PortalStay, { review }: PersonalParts, { t }: Speech): Html {
  const isCurrent = stay.isBooked && !stay.isCanceled && !stay.isLocked && review === "closed";
  return html`${
    isCurrent
      ? card(
          "extras",
          t("pages.portal.extras.title"),
          html`<p>${t("pages.portal.extras.lead")}</p>
<div class="actions"><a class="button" href="${path}/extras">${t("pages.portal.extras.show")}</a></div>`,
        )
      : undefined
  }
${review === "closed" ? undefined : card("review", t("pages.portal.review.title"), review === "written" ? notice(t("pages.portal.review.thanks"), "good") : html`<div class="actions"><a class="button primary" href="${path}/review">${t("pages.portal.review.write")}</a></div>`)}`;
}

const card = (id: string, title: string, content: Html): Html => html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
