import { type Field, field } from "../../../components/fields/field.ts";

/** The site's settings, in the parts that are saved together (src/modules/guests/sites/booking-site.ts). */
export const siteFields = {
  address: [field("enabled", "switch"), field("address", "text", true), field("domain")],
  look: [field("name"), field("host_name"), field("color", "color", true)],
  shown: [
    ...[field("all_rentals", "switch"), field("show_reviews", "switch")],
    ...[field("show_calendar", "switch"), field("show_location", "switch")],
  ],
} as const;

export type SitePart = keyof typeof siteFields;
export type SiteField = Field<(typeof siteFields)[SitePart][number]["name"]>;

/** The texts by locale; all but the headline have several lines. */
export const siteTexts = ["headline", "introduction", "about", "imprint"] as const;
