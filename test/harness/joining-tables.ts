/** Join tables and keys, whose rows are deleted permanently. */
export const joiningTables: readonly string[] = [
  "booking_sites_rentals",
  "bookings_bookings_tags",
  "cleaning_links_rentals",
  "client_keys",
  "conversations_bookings",
  "conversations_inquiries",
  "discount_codes_rentals",
  "membership_rentals",
  "messages_attachments",
  "photos_renditions",
  "rates_rules_seasons",
  "rental_link_groups_rentals",
  "rentals_fees_seasons",
  "rentals_rentals_tags",
];
