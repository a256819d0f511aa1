import type { SiteAmenity, SiteRoom } from "../../../../modules/guests/sites/rental-parts.ts";
import { type Html, html } from "../../pages/html.ts";
import { type OpenedSite, siteText } from "../open-site.ts";

/** The rooms with their beds and fittings. */
export function roomsSection(opened: OpenedSite, rooms: readonly SiteRoom[]): Html | undefined {
  if (rooms.length === 0) return undefined;
  const { t } = opened.speech;
  const items = rooms.map((room) => {
    const counts = Object.entries(room.counts).flatMap(([name, count]) => {
      const word = t.find(`pages.site.beds.${name}`);
      return word === undefined ? [] : [`${word}: ${count}`];
    });
    return html`<div><dt>${siteText(opened, room.name) ?? t(`pages.site.rooms.${room.kind}`)}</dt> <dd>${counts.join(", ")}</dd></div>\n`;
  });
  return html`<section class="card" aria-labelledby="rooms"><h2 id="rooms">${t("pages.site.rental.rooms")}</h2>
<dl class="facts">${items}</dl></section>`;
}

/** The amenities with the rental's details. */
export function amenitiesSection(opened: OpenedSite, amenities: readonly SiteAmenity[]): Html | undefined {
  if (amenities.length === 0) return undefined;
  const items = amenities.map(({ key, title, details }) => {
    const detail = siteText(opened, details);
    return html`<li>${siteText(opened, title) ?? key}${detail && html` <span class="fine">${detail}</span>`}</li>\n`;
  });
  return html`<section class="card" aria-labelledby="amenities"><h2 id="amenities">${opened.speech.t("pages.site.search.amenities")}</h2>
<ul class="amenities">${items}</ul></section>`;
}
