import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { rental } from "./rental.ts";

const { attributes } = rental;

/** Checks a rental's attributes against each other and its references (the registry, rentals). */
export async function checkRental(draft: Draft, errors: ValidationErrors, context: WriteContext): Promise<void> {
  const baseRate = draft.value(attributes.base_rate);
  const minPrice = draft.value(attributes.absolute_min_price);
  if (isNumber(baseRate) && isNumber(minPrice) && minPrice > baseRate) {
    errors.add("absolute_min_price", "must be less than or equal to base_rate");
  }
  const sleeps = draft.value(attributes.sleeps);
  const sleepsMax = draft.value(attributes.sleeps_max);
  // 0 means unset, as in prices and searches.
  if (isNumber(sleeps) && isNumber(sleepsMax) && sleepsMax > 0 && sleeps > sleepsMax) {
    errors.add("sleeps", "must be less than or equal to sleeps_max");
  }
  const hasAddress = Boolean(draft.value(attributes.address1)?.trim());
  if (hasAddress && !draft.value(attributes.country_code) && !errors.has("country_code")) {
    errors.add("country_code", "can't be blank with an address1");
  }
  if (
    isNumber(draft.value(attributes.surface)) &&
    !draft.value(attributes.surface_unit) &&
    !errors.has("surface_unit")
  ) {
    errors.add("surface_unit", "can't be blank with a surface");
  }
  const residency = draft.value(attributes.residency_category);
  if (draft.value(attributes.rental_type) === "private-room" && residency && residency !== "non_residential") {
    errors.add("residency_category", "must be non_residential for a private-room");
  }
  await checkContact(draft, errors, context);
  await checkAmenities(draft, errors, context);
}

/** Only checks that the contact exists: contacts belong to a higher module. */
async function checkContact(
  draft: Draft,
  errors: ValidationErrors,
  { transaction, account }: WriteContext,
): Promise<void> {
  const contactId = draft.input(attributes.rentals_contact_id);
  if (!isNumber(contactId) || !draft.changes(attributes.rentals_contact_id)) return;
  const found = await transaction.run(
    "select from contacts where account_id = $1 and id = $2 and canceled_at is null",
    [account.id, contactId],
  );
  if (found === 0) errors.add("rentals_contact_id", "must exist");
}

async function checkAmenities(draft: Draft, errors: ValidationErrors, { transaction }: WriteContext): Promise<void> {
  const amenityIds = draft.input(attributes.amenity_ids) ?? [];
  if (amenityIds.length === 0) return;
  const rows = await transaction.rows<{ id: number }>("select id from amenities where id = any($1::bigint[])", [
    `{${amenityIds.join(",")}}`,
  ]);
  const found = new Set(rows.map(({ id }) => id));
  const missing = amenityIds.filter((id) => !found.has(id));
  if (missing.length > 0) errors.add("amenity_ids", `must exist (missing: ${missing.join(", ")})`);
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number";
}
