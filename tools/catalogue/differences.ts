/** What differs from the catalogue on purpose: what a finding names (see `Finding.what`), and why. One that no longer differs is an error. */
export const deliberateDifferences: Readonly<Record<string, string>> = {
  "accounts.inbox_email type": "It is an address: the type is a slip.",
  ...written(
    "bedrooms",
    ["futon", "floor_mattress", "toddler", "crib", "air_mattress"].map((bed) => `${bed}_beds_count`),
    {
      because: "Beds are counted alike: a manager writes all of them (service.md lists some of these as writable).",
    },
  ),
  "booking_discount_codes.fixed_amount type": "Money is a decimal, never a float.",
  "booking_discount_codes.minimum_spend type": "Money is a decimal, never a float.",
  "bookings>booking_fees":
    "The relation has the resource's name, as in service.md and the reference's own samples: bookings_fees.",
  "bookings>booking_taxes": "The relation has the resource's name: bookings_taxes.",
  "bookings>booking_payments": "The relation has the resource's name: bookings_payments.",
  "bookings.id write": "add_bookings_fee repeats the booking's id in its body (service.md).",
  "bookings_fees GET /bookings_fees scopes beyond":
    "Any other scope returns no results (service.md, Bookings fee): the list is open to all, and empty for them.",
  "bookings.status values": "Locked is no state of its own: `locked` says it beside each status.",
  "bookings.channel_price type": "Money is a decimal.",
  ...written(
    "bookings_taxes",
    ["taxable_id", "taxable_type", "amount", "name", "percentage", "tax_included_in_price"],
    { because: "Written inside of a booking, as the reference's sample of a booking with taxes does." },
  ),
  ...written("tax_rules", ["comparator", "compared_attribute", "value"], {
    because: "Written inside of their tax, which the reference does not say how to do otherwise.",
  }),
  ...Object.fromEntries(
    [
      "mid_term_rate_maps.map",
      "mid_term_rate_maps.start_date",
      "nightly_rate_maps.minimum_stays_map",
      "nightly_rate_maps.rates_map",
      "nightly_rate_maps.start_date",
    ].map((name) => [`${name} required`, "A map is only updated, and updates are partial (conventions.md, Writing)."]),
  ),
  "contacts PUT /contact/:contact_id": "A typing error of the reference: it is /contacts/:contact_id, like all others.",
  "hosts.source_id read": "It is read as the link `source`.",
  "inbox_attachments.id write": "A message is given attachments by their ids (add_attachment).",
  "inbox_messages.conversation_id type": "Ids are integers.",
  "inbox_messages.sender_id type": "Ids are integers.",
  "rental_urls.id type": "Its sample has a UUID.",
  "rentals>videos": "No page says what a video is, nor where it would live: the link is there, and empty.",
  "rentals.final_price type": "A price with cents is no integer; it is a number, as in the reference's samples.",
  "rentals.initial_price type": "A price with cents is no integer.",
  "rentals.summary write": "A rental's text like the others; only the reference's table leaves it out.",
  "rentals_fees.status type": "It is one of three words, as its own constraint says.",
};

/** Attributes that a write may say, and that the reference shows only. */
function written(
  resource: string,
  attributes: readonly string[],
  { because }: { readonly because: string },
): Record<string, string> {
  return Object.fromEntries(attributes.map((name) => [`${resource}.${name} write`, because]));
}
