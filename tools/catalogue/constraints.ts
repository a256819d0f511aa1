/** Enumerations of attributes whose constraint does not name one exactly. */
const enumOf: Readonly<Record<string, string>> = {
  "accounts.default_locale": "locales",
  "accounts.status": "account_statuses",
  "bookings.status": "booking_statuses",
  "bookings.damage_deposit_collection_method": "damage_deposit_collection_methods",
  "bookings.currency": "currencies",
  "fees.currency": "currencies",
  "payments.currency": "currencies",
  "rentals.currency": "currencies",
  "inbox_conversations.default_channel": "inbox_message_channels",
  "rental_contacts.roles": "rental_contact_roles",
  "booking_discount_codes.discount_value_type": "discount_code_discount_value_type",
  "booking_discount_codes.minimum_requirements": "discount_code_minimum_requirements",
  "booking_discount_codes.rentals_eligibility": "discount_code_rentals_eligibility",
  "booking_discount_codes.usage_limit": "discount_code_usage_limit",
  "contacts.gender": "genders",
  "fees.kind": "fee_kinds",
  "fees.rate_kind": "fee_rate_kinds",
  "inbox_messages.channel": "inbox_message_channels",
  "inbox_messages.origin": "inbox_message_origins",
  "inbox_messages.visibility": "inbox_message_visibilities",
  "los_records.kind": "los_kinds",
  "payment_gateways.gateway_name": "payment_gateway_names",
  "payments.kind": "payment_kinds",
  "photos.kind": "photo_kinds",
  "rates_rules.kind": "rates_rule_kinds",
  "rental_cancelation_policies.preset": "rental_cancelation_policies_presets",
  "rental_contacts.kind": "rental_contact_kinds",
  "rental_links.kind": "rental_link_kinds",
  "me.partnership_invoice_recipient": "partnership_invoice_recipients",
  "rentals.certifications": "rental_certifications",
  "rentals.checkin_type": "rental_checkin_types",
  "taxes.kind": "tax_kinds",
  "rentals.base_rate_kind": "rates_types",
  "rentals.management_type": "rental_management_type",
  "rentals.rental_type": "rental_types",
  "rentals.residency_category": "rental_residency_categories",
  "rentals.rounding_kind": "rental_rounding_kinds",
};

/** The reference's wording of limits, and the keywords for them here. */
const limits: readonly (readonly [RegExp, (...found: string[]) => readonly string[]])[] = [
  [/maximum length:? ([\d ]*\d)/i, (most = "") => [`maxLength ${most.replaceAll(" ", "")}`]],
  [/minimum length:? (\d+)/i, (least) => [`minLength ${least}`]],
  [/between +(-?\d+) \(exclusive\) and (\d+)/i, (least, most) => [`exclusiveMinimum ${least}`, `maximum ${most}`]],
  [/between +(-?\d+) and (\d+)/i, (least, most) => [`minimum ${least}`, `maximum ${most}`]],
  [/great\w+ than or equal to:? (-?\d+)/i, (least) => [`minimum ${least}`]],
  [/less than or equal to:? (\d+)/i, (most) => [`maximum ${most}`]],
  [/greater than:? (\d+)/i, (least) => [`exclusiveMinimum ${least}`]],
  [/less than:? (\d+)(?! megabytes|\d)/i, (most) => [`exclusiveMaximum ${most}`]],
  [/required length:? (\d+)/i, (length) => [`values ${length}`]],
  [/minimum number of ids:? (\d+)/i, (least) => [`minItems ${least}`]],
  [/email format/i, () => ["format email"]],
  [/valid url|must be a url/i, () => ["format uri"]],
];

/** Matches unconditional requirements only. */
const required =
  /^required(?! if| unless| only| length| for `)(\b.*)?$|^must be great\w+ than or equal to -?\d+, required$/i;

/** Converts a constraint to the comparable parts of an attribute's line (see `attributeFacts`). */
export function constraintsOf(name: string, constraint: string): string[] {
  const found = limits.flatMap(([pattern, make]) => {
    const match = pattern.exec(constraint);
    return match ? make(...match.slice(1)) : [];
  });
  const enumeration = enumOf[name];
  return [
    ...(required.test(constraint) ? ["required"] : []),
    ...(enumeration === undefined ? [] : [`oneOf ${enumeration}`]),
    ...found,
  ];
}
