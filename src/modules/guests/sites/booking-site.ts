import { boolean, id, oneOf, storedFile, string, time, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { maxFileBytes } from "../../platform/files/upload.ts";
import { domainStates, maxDomainLength, recordNameSql, recordTextSql } from "./domain/domain-record.ts";
import { domainName, siteAddress } from "./site-names.ts";

/** Maximum chosen rentals. */
const maxRentals = 1000;

const longText = { maxLength: 5000, multiline: true } as const;

/** An account's own page for guests (guests.md, Booking; docs/guides/booking-site.md). At most one for each account. */
export const bookingSite = defineResource("booking_sites", {
  singular: "booking_site",
  description:
    "The account's own pages, where guests find and book its rentals. An account has at most one site. It is off until enabled.",
  readScopes: ["preferences_read", "preferences_write"],
  attributes: {
    id: id(),
    enabled: boolean().neverNull().description("Whether guests can see the site. Off by default."),
    address: string({ minLength: 3, maxLength: 40, format: siteAddress })
      .required()
      .description("The end of its address, /stay/<address> at the service's own URL. Unique among all accounts."),
    domain: string({ maxLength: maxDomainLength, format: domainName }).description(
      "The site's own host name, such as stay.example.com, whose DNS points to the service; null for none. It serves nothing until a DNS record proves it.",
    ),
    domain_state: oneOf(domainStates)
      .readOnly()
      .present()
      .description(
        "The last check of the DNS record: unchecked, missing, unreachable (DNS gave no answer), taken (another account has proven the name), proven, or expiring (the record is gone: the name is served for a week). Proven and expiring names are served.",
      ),
    domain_checked_at: time().unrecorded().readOnly().description("The time of the last check; null before one."),
    domain_record_name: string()
      .from(recordNameSql)
      .description("The name of the TXT record that proves the host name."),
    domain_record_text: string().from(recordTextSql()).description("The text of that TXT record. Keep the record."),
    name: string({ maxLength: 100 }).description("The site's name; null for the account's business_name."),
    host_name: string({ maxLength: 100 }).description("The host's name as guests see it; null for none."),
    color: string({ maxLength: 7, format: formats.color })
      .neverNull()
      .description("The color of buttons and links. The site darkens or lightens it where text would be hard to read."),
    headline: translated({ maxLength: 100 }).description("The first line of the start page, by locale."),
    introduction: translated(longText).description("The text below the headline, by locale."),
    about: translated(longText).description("A text about the host, by locale."),
    imprint: translated(longText).description("The legal notice, by locale. Some countries require one."),
    all_rentals: boolean()
      .neverNull()
      .description("Whether the site shows every rental; otherwise it shows those in rental_ids."),
    show_reviews: boolean().neverNull().description("Whether the site shows guests' reviews."),
    show_calendar: boolean().neverNull().description("Whether a rental's page shows its free nights."),
    show_location: boolean()
      .neverNull()
      .description("Whether a rental's page shows its exact position; otherwise only the place."),
    logo: storedFile(maxFileBytes).description("The logo, PNG or JPEG, in base64 or as a form part. Null removes it."),
    logo_url: string()
      .from(
        "case when booking_sites.logo_token is not null then :base_url || '/files/' || booking_sites.logo_token end",
      )
      .description("The logo's public address; null without one."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rentals: many("rentals", { through: "booking_sites_rentals", ours: "booking_site_id", theirs: "rental_id" })
      .writtenAs("rental_ids", { atMost: maxRentals })
      .leftByEnded()
      .description("The rentals that the site shows unless all_rentals is true. Deleted rentals are removed."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
