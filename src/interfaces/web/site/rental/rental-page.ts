import { photoPath } from "../../../../modules/guests/sites/photo-files.ts";
import type { RentalDetails } from "../../../../modules/guests/sites/read-rental.ts";
import { type Html, html } from "../../pages/html.ts";
import { rentalData } from "../machines/structured-data.ts";
import { type OpenedSite, siteText } from "../open-site.ts";
import { paragraphs } from "../paragraphs.ts";
import { placeName } from "../place-name.ts";
import { ratingLine, sizesOf } from "../search/result-list.ts";
import { sitePage } from "../site-page.ts";
import { type BookingBox, bookingBox } from "./booking-box.ts";
import { calendarSection } from "./calendar-section.ts";
import { photosSection } from "./rental-photos.ts";
import { amenitiesSection, roomsSection } from "./rental-rooms.ts";
import { reviewsSection } from "./reviews-section.ts";
import { rulesSections } from "./rules-sections.ts";

/** A rental's page (guests.md, Booking). */
export function rentalPage(opened: OpenedSite, rental: RentalDetails, box: BookingBox): string {
  const { links, speech } = opened;
  const { facts, photos, id } = rental;
  const headline = siteText(opened, facts.headline);
  const summary = siteText(opened, facts.summary);
  const body = html`<header class="rental-head">
<p><a href="${links.to(speech.language)}">${speech.t("pages.site.rental.all")}</a></p>
<h1>${facts.name}</h1>
${headline && html`<p class="lead">${headline}</p>`}
<p class="fine">${[placeName(facts.city, facts.country_code, speech.language), ...sizes(opened, rental)].filter((part) => part !== "").join(" · ")}</p>
${ratingLine(opened, { rating: facts.reviews_average_rating, reviews: facts.reviews_count })}
</header>
${photosSection(opened, rental)}
<div class="rental-columns">
<div class="rental-text">
${descriptionSection(opened, rental)}
${roomsSection(opened, rental.rooms)}
${amenitiesSection(opened, rental.amenities)}
${calendarSection(opened, rental.calendar)}
${rulesSections(opened, rental)}
${locationSection(opened, rental)}
${reviewsSection(opened, rental.reviews)}
</div>
<aside class="rental-aside">${bookingBox(opened, rental, box)}</aside>
</div>`;
  const [photo] = photos;
  return sitePage({
    ...opened,
    title: facts.name,
    body,
    path: `/rentals/${id}`,
    description: (summary ?? headline)?.slice(0, 300),
    image: photo && links.file(photoPath(photo, "large", "jpg")),
    data: rentalData(opened, rental),
    isListed: box.query.search.stay === undefined,
  });
}

function sizes(opened: OpenedSite, { facts }: RentalDetails): string[] {
  const { t } = opened.speech;
  const { guests, bedrooms_count: bedrooms, bathrooms_count: bathrooms, surface, surface_unit } = facts;
  const words = sizesOf(opened, { guests, bedrooms, bathrooms });
  if (surface === null) return words;
  return [
    ...words,
    t(surface_unit === "imperial" ? "pages.site.facts.imperial" : "pages.site.facts.metric", { surface }),
  ];
}

function descriptionSection(opened: OpenedSite, { facts }: RentalDetails): Html | undefined {
  const text = siteText(opened, facts.description) ?? siteText(opened, facts.summary);
  if (text === undefined) return undefined;
  return html`<section class="card" aria-labelledby="about"><h2 id="about">${opened.speech.t("pages.site.rental.about")}</h2>
${paragraphs(text)}</section>`;
}

/** The place; its exact position only where the host shows it. */
function locationSection(opened: OpenedSite, { facts }: RentalDetails): Html | undefined {
  const { speech, site } = opened;
  const { t } = speech;
  const { lat, lng, permit_number: number } = facts;
  const town = [facts.city, facts.state].filter(Boolean).join(", ");
  const place = placeName(town === "" ? null : town, facts.country_code, speech.language);
  if (place === "" && number === null) return undefined;
  const isExact = site.settings.showLocation && lat !== null && lng !== null;
  return html`<section class="card" aria-labelledby="place-of"><h2 id="place-of">${t("pages.site.rental.location")}</h2>
<p>${place}</p>
${isExact ? html`<p><a href="https://www.openstreetmap.org/?mlat=${lat}&amp;mlon=${lng}#map=15/${lat}/${lng}" rel="noopener noreferrer">${t("pages.site.rental.map")}</a></p>` : undefined}
${number === null ? undefined : html`<p class="fine">${t("pages.site.rental.permit", { number })}</p>`}
</section>`;
}
