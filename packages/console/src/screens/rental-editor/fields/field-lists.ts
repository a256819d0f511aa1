import { field } from "../../../components/fields/field.ts";

/** The fields of the editor's plain parts (service.md, Rental). */
export const partFields = {
  basics: [
    ...[field("name", "text", true), field("rental_type", "rental_type")],
    ...[field("address1"), field("address2"), field("zip"), field("city"), field("state")],
    ...[field("country_code", "country"), field("lat", "degrees"), field("lng", "degrees")],
    field("time_zone", "zone", true),
  ],
  guests: [
    ...[field("sleeps", "count"), field("sleeps_max", "count"), field("bedrooms_count", "count")],
    ...[field("bathrooms_count", "count"), field("stories_count", "count"), field("floor")],
    ...[field("checkin_time", "count"), field("checkin_end_time", "count"), field("checkout_time", "count")],
    field("preparation_days", "count", true),
  ],
  prices: [
    ...[field("currency", "currency", true), field("base_rate", "money")],
    ...[field("base_rate_kind", "base_rate_kind", true), field("absolute_min_price", "money")],
    ...[field("rounding_kind", "rounding_kind", true), field("downpayment", "count", true)],
    ...[field("balance_due", "count", true), field("damage_deposit", "money")],
    ...[field("damage_deposit_authorized_before", "count"), field("refund_damage_deposit_after", "count")],
  ],
  owner: [
    field("owner_fullname"),
    field("owner_email", "email"),
    field("owner_notes", "notes"),
    field("notes", "notes"),
  ],
} as const;

export type FieldPart = keyof typeof partFields;
export type FieldName = (typeof partFields)[FieldPart][number]["name"];
