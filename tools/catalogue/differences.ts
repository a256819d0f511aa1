/** Intended differences from the catalogue: `Finding.what` and the reason. An entry that no longer differs is an error. */
export const deliberateDifferences: Readonly<Record<string, string>> = {
  "accounts.inbox_email type": "It is an e-mail address; the reference's type is a mistake.",
  ...written(
    "bedrooms",
    ["futon", "floor_mattress", "toddler", "crib", "air_mattress"].map((bed) => `${bed}_beds_count`),
    {
      because: "All bed counts work alike and are writable (service.md lists only some as writable).",
    },
  ),
  "booking_discount_codes.fixed_amount type": "Money is a decimal, never a float.",
  "booking_discount_codes.minimum_spend type": "Money is a decimal, never a float.",
  "bookings>booking_fees":
    "The relation is named after the resource, as in service.md and the reference's samples: bookings_fees.",
  "bookings>booking_taxes": "The relation is named after the resource: bookings_taxes.",
  "bookings>booking_payments": "The relation is named after the resource: bookings_payments.",
  "bookings.id write": "add_bookings_fee repeats the booking's id in its body (service.md).",
  "bookings_fees GET /bookings_fees scopes beyond":
    "Any other scope returns no results (service.md, Bookings fee): the list is open to all, and empty for them.",
  "bookings.status values": "Locked is not a separate status: the attribute `locked` accompanies each status.",
  "bookings.channel_price type": "Money is a decimal.",
  ...written(
    "bookings_taxes",
    ["taxable_id", "taxable_type", "amount", "name", "percentage", "tax_included_in_price"],
    { because: "Written inside a booking, as in the reference's sample of a booking with taxes." },
  ),
  ...written("tax_rules", ["comparator", "compared_attribute", "value"], {
    because: "Written inside their tax; the reference describes no other way.",
  }),
  ...Object.fromEntries(
    [
      "mid_term_rate_maps.map",
      "mid_term_rate_maps.start_date",
      "nightly_rate_maps.minimum_stays_map",
      "nightly_rate_maps.rates_map",
      "nightly_rate_maps.start_date",
    ].map((name) => [`${name} required`, "A map is never created, and updates are partial (conventions.md, Writing)."]),
  ),
  "contacts PUT /contact/:contact_id": "A typo in the reference: it is /contacts/:contact_id, like the others.",
  "hosts.source_id read": "Served as the link `source`.",
  "inbox_attachments.id write": "add_attachment refers to attachments by id.",
  "inbox_messages.conversation_id type": "Ids are integers.",
  "inbox_messages.sender_id type": "Ids are integers.",
  "rental_urls.id type": "Its sample has a UUID.",
  "rentals>videos": "The reference does not describe videos: the link exists and is empty.",
  "rentals.final_price type": "A price with cents is not an integer; it is a number, as in the reference's samples.",
  "rentals.initial_price type": "A price with cents is not an integer.",
  "rentals.refund_damage_deposit_after write": "Roost releases deposits after these days, so a manager sets them.",
  "rentals.summary write": "Writable like a rental's other texts; only the reference's table omits it.",
  "rentals_fees.status type": "It is one of three words, according to its own constraint.",
};

/** Attributes that are writable here and read-only in the reference. */
function written(
  resource: string,
  attributes: readonly string[],
  { because }: { readonly because: string },
): Record<string, string> {
  return Object.fromEntries(attributes.map((name) => [`${resource}.${name} write`, because]));
}
