/** The kinds that the audit is filtered by. */
export const kinds = ["bookings", "money", "guests", "messages", "rentals", "prices", "calendars", "account"] as const;
export type Kind = (typeof kinds)[number];

/** The things of each kind with their resources. An action is named after the first of its things. */
const things: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  bookings: {
    booking: ["bookings"],
    inquiry: ["inquiries"],
    agreement: ["rental_agreements", "agreement_signatures"],
    guestForm: ["guest_forms"],
    comment: ["booking_comments"],
  },
  money: {
    payment: ["payments", "bookings_payments"],
    payout: ["payouts", "channel_payouts"],
    statement: ["owner_statements"],
    report: ["reports"],
    gateway: ["payment_gateways"],
  },
  guests: { guest: ["clients"] },
  messages: {
    message: ["messages"],
    conversation: ["conversations", "participants"],
    review: ["reviews", "review_replies", "host_reviews"],
    template: ["message_templates"],
    automation: ["automations", "scheduled_actions"],
    attachment: ["attachments"],
  },
  rentals: {
    rental: ["rentals", "rentals_meta", "rentals_contents_overrides", "rental_urls"],
    photo: ["photos"],
    room: ["bedrooms", "bathrooms", "living_rooms"],
    amenity: ["rentals_amenities", "amenities"],
    contact: ["contacts", "rental_contacts", "hosts"],
    link: ["rental_links", "rental_link_groups"],
    tag: ["rentals_tags", "bookings_tags"],
    destination: ["destinations"],
  },
  prices: {
    ratesTable: ["rates_tables"],
    season: ["seasons", "periods"],
    rule: ["rates_rules"],
    nights: ["rate_overrides"],
    offer: ["special_offers"],
    discountCode: ["discount_codes", "discount_code_usages"],
    fee: ["fees", "rentals_fees", "bookings_fees"],
    tax: ["taxes", "tax_rules", "rentals_taxes", "fees_taxes", "bookings_taxes"],
    policy: ["rental_cancelation_policies", "rental_cancelation_policy_items"],
    rates: ["rates", "nightly_rate_maps", "mid_term_rate_maps", "los_records"],
  },
  calendars: {
    calendar: ["calendar_feeds"],
    cleaning: ["cleaning_links"],
    task: ["tasks", "task_photos"],
    availability: ["availabilities", "change_overs"],
  },
  account: {
    account: ["accounts", "preferences_general_settings", "portal_settings"],
    channel: ["sources"],
    site: ["booking_sites"],
    invoice: ["invoices"],
    export: ["exports"],
    proposal: ["proposals"],
    application: ["applications", "applications_periods_rentals"],
  },
};

const entries = kinds.flatMap((kind) =>
  Object.entries(things[kind]).flatMap(([thing, resources]) =>
    resources.map((resource) => ({ kind, thing, resource })),
  ),
);

const ranks = new Map(entries.map(({ resource, thing }, rank) => [resource, { thing, rank }]));

/** The word for a resource's records. A resource without its own word is "another record". */
export const thingOf = (resource: string): string => ranks.get(resource)?.thing ?? "other";

/** The record with the lowest rank gives an action its name. */
export const rankOf = (resource: string): number => ranks.get(resource)?.rank ?? ranks.size;

export const resourcesOf = (kind: Kind): string[] =>
  entries.filter((entry) => entry.kind === kind).map(({ resource }) => resource);

export const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text);
