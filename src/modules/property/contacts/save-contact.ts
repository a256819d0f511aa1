import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { updateRecord } from "../../../kernel/write/store.ts";
import { touchRentals } from "../rentals/touch-rental.ts";
import { contact } from "./contact.ts";

const { firstname, lastname } = contact.attributes;

/** Locks a contact's rentals in id order, before the contact itself. @returns their ids */
export async function lockRentalsOfContact(
  { transaction, account }: WriteContext,
  id: number,
): Promise<readonly number[]> {
  const rentals = await transaction.rows<{ id: number }>(
    `select id from rentals where account_id = $1 and deleted_at is null and (rentals_contact_id = $2 or id in (
       select rental_id from rental_contacts where account_id = $1 and contact_id = $2 and canceled_at is null))
     order by id for no key update`,
    [account.id, id],
  );
  return rentals.map((rental) => rental.id);
}

/** Changes a contact. A new name also changes its rentals, which show it. */
export async function updateContact(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
  rentals: readonly number[] = [],
): Promise<void> {
  errors.throwIfAny();
  if (draft.changes(firstname) || draft.changes(lastname)) await touchRentals(context, rentals);
  await updateRecord(context, id, draft);
}

/** Deletes a contact and removes it from its rentals. */
export async function destroyContact(context: WriteContext, id: number): Promise<void> {
  await touchRentals(context, await lockRentalsOfContact(context, id));
  await endRecord(context, contact, id);
}
