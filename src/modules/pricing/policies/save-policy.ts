import { formatHundredths } from "../../../core/hundredths.ts";
import type { ErrorsByAttribute, ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecord, touchRecords, updateRecord } from "../../../kernel/write/store.ts";
import { lockRentalOf, touchRentals } from "../../property/rentals/touch-rental.ts";
import type { CancelationItem } from "./cancelation-presets.ts";
import { itemsIn } from "./policy-items-input.ts";
import { rentalCancelationPolicy } from "./rental-cancelation-policy.ts";

const onceOf = (what: string): ErrorsByAttribute => ({
  base: [`the ${what} already has a cancelation policy. Change it, or delete it first`],
});

/**
 * Creates the policy of an account, or of a rental. Each has at most one.
 * @throws RequestError 422 with every problem
 */
export async function createPolicy(
  context: WriteContext,
  rentalId: number | undefined,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const input = itemsIn(draft, [], errors);
  const once = onceOf(rentalId === undefined ? "account" : "rental");
  if (await hasPolicy(context, rentalId)) for (const message of once.base ?? []) errors.add("base", message);
  errors.throwIfAny();
  if (rentalId !== undefined) await touchRentals(context, [rentalId]);
  const columns = { preset: input.preset, ...(rentalId === undefined ? {} : { rental_id: rentalId }) };
  const id = await mapConstraintErrors(insertRecord(context, draft, columns), {
    rental_cancelation_policies_once: once,
  });
  await replaceItems(context, id, input.items ?? []);
  return id;
}

/** Changes a policy of an account or a rental. The bookings' copies stay unchanged. */
export async function updatePolicy(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
  rentals: readonly number[] = [],
): Promise<void> {
  const input = itemsIn(draft, await storedItems(context, id), errors);
  errors.throwIfAny();
  const changed = await updateRecord(context, id, draft, { preset: input.preset });
  const replaced = input.items !== undefined && (await replaceItems(context, id, input.items));
  if (replaced) await touchRecords(context, "rental_cancelation_policies", [id]);
  if (changed || replaced) await touchRentals(context, rentals);
}

/** Deletes a policy. The account's policy applies instead, if there is one. */
export async function destroyPolicy(context: WriteContext, id: number): Promise<void> {
  const rentals = await lockRentalOfPolicy(context, id);
  if (await endRecord(context, rentalCancelationPolicy, id)) await touchRentals(context, rentals);
}

/** Locks the policy's rental first, because its record names the policy. @returns the rental's id, if any */
export async function lockRentalOfPolicy(context: WriteContext, id: number): Promise<readonly number[]> {
  const rental = await lockRentalOf(context, rentalCancelationPolicy, id);
  return rental === undefined ? [] : [rental];
}

async function storedItems({ transaction, account }: WriteContext, id: number): Promise<CancelationItem[]> {
  const rows = await transaction.rows<{ days: number; penalty: number }>(
    `select eligible_days as days, penalty_percentage as penalty from rental_cancelation_policy_items
     where account_id = $1 and rental_cancelation_policy_id = $2 and deleted_at is null`,
    [account.id, id],
  );
  return rows.map(({ days, penalty }) => ({ eligibleDays: days, penalty }));
}

async function hasPolicy({ transaction, account }: WriteContext, rentalId: number | undefined): Promise<boolean> {
  const found = await transaction.run(
    `select from rental_cancelation_policies
     where account_id = $1 and rental_id is not distinct from $2::bigint and booking_id is null and deleted_at is null`,
    [account.id, rentalId ?? null],
  );
  return found > 0;
}

/** Replaces a policy's items, leaving unchanged ones alone. @returns whether any changed */
async function replaceItems(
  { transaction, account }: WriteContext,
  id: number,
  items: readonly CancelationItem[],
): Promise<boolean> {
  const percentages = items.map(({ penalty }) => formatHundredths(penalty));
  const values = [account.id, id, items.map(({ eligibleDays }) => eligibleDays), percentages];
  const ended = await transaction.run(
    `update rental_cancelation_policy_items set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and rental_cancelation_policy_id = $2 and deleted_at is null
       and (eligible_days, penalty_percentage) not in (select * from unnest($3::integer[], $4::numeric[]))`,
    values,
  );
  const inserted = await transaction.run(
    `insert into rental_cancelation_policy_items (account_id, rental_cancelation_policy_id, eligible_days, penalty_percentage)
     select $1, $2, item.days, item.penalty from unnest($3::integer[], $4::numeric[]) as item (days, penalty)
     where item.days not in (
       select eligible_days from rental_cancelation_policy_items
       where account_id = $1 and rental_cancelation_policy_id = $2 and deleted_at is null
     ) returning account_id`,
    values,
  );
  return ended + inserted > 0;
}
