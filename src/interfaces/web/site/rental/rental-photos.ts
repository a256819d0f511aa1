import { photoPath } from "../../../../modules/guests/sites/photo-files.ts";
import type { RentalDetails } from "../../../../modules/guests/sites/read-rental.ts";
import type { CaptionedPhoto } from "../../../../modules/guests/sites/rental-parts.ts";
import { type Html, html } from "../../pages/html.ts";
import { type OpenedSite, siteText } from "../open-site.ts";
import { picture } from "../pictures.ts";

/** Photos after the first one. */
const maxSmall = 40;

/** The photos: the first one large, the others in a row that scrolls. Each opens its largest size. */
export function photosSection(opened: OpenedSite, { facts, photos }: RentalDetails): Html | undefined {
  const [first, ...others] = photos;
  if (!first) return undefined;
  const { t } = opened.speech;
  const linked = (photo: CaptionedPhoto, isFirst: boolean): Html => {
    const alt = siteText(opened, photo.caption) ?? facts.name;
    return html`<a href="${photoPath(photo, "giant", "jpg")}">${picture(
      isFirst
        ? { photo, alt, sizes: ["medium", "large", "grande"], width: "(min-width: 68rem) 65rem, 95vw", isFirst }
        : { photo, alt, sizes: ["small", "medium"], width: "14rem" },
    )}</a>`;
  };
  return html`<section class="photos" aria-label="${t("pages.site.rental.photos")}">
<div class="first-photo">${linked(first, true)}</div>
${others.length > 0 ? html`<ul class="photo-row">${others.slice(0, maxSmall).map((photo) => html`<li>${linked(photo, false)}</li>\n`)}</ul>` : undefined}
</section>`;
}
