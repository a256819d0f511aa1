import { formatHundredths } from "../../../core/hundredths.ts";
import type { ErrorsByAttribute, ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import { explained } from "../../../kernel/write/explained.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, touchRecords, updateRecord } from "../../../kernel/write/store.ts";
import { lockRentalOf, touchRentals } from "../../property/rentals/touch-rental.ts";
import type { CancelationItem } from "./cancelation-presets.ts";
import { itemsIn } from "./given-policy-items.ts";
import { rentalCancelationPolicy } from "./rental-cancelation-policy.ts";

const onceOf = (what: string): ErrorsByAttribute => ({
  base: [`the ${what} has a cancelation policy already: change it, or delete it first`],
});

/**
 * Creates the policy of an account, or of a rental. Each has one at most.
 * @throws RequestError 422 with every problem at once
 */
export async function createPolicy(
  context: WriteContext,
  rentalId: number | undefined,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const given = itemsIn(draft, [], errors);
  const once = onceOf(rentalId === undefined ? "account" : "rental");
  if (await hasPolicy(context, rentalId)) for (const message of once.base ?? []) errors.add("base", message);
  errors.throwIfAny();
  if (rentalId !== undefined) await touchRentals(context, [rentalId]);
  const columns = { preset: given.preset, ...(rentalId === undefined ? {} : { rental_id: rentalId }) };
  const id = await explained(insertRecord(context, draft, columns), { rental_cancelation_policies_once: once });
  await replaceItems(context, id, given.items ?? []);
  return id;
}

/** Changes a policy of an account or a rental. The copies that bookings have stay as they were agreed. */
export async function updatePolicy(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
  rentals: readonly number[] = [],
): Promise<void> {
  const given = itemsIn(draft, await storedItems(context, id), errors);
  errors.throwIfAny();
  const changed = await updateRecord(context, id, draft, { preset: given.preset });
  const replaced = given.items !== undefined && (await replaceItems(context, id, given.items));
  if (replaced) await touchRecords(context, "rental_cancelation_policies", [id]);
  if (changed || replaced) await touchRentals(context, rentals);
}

/** Deletes a policy: another's, or none, holds from then on. */
export async function destroyPolicy(context: WriteContext, id: number): Promise<void> {
  const rentals = await lockRentalOfPolicy(context, id);
  if (await endRecord(context, rentalCancelationPolicy, id)) await touchRentals(context, rentals);
}

/** A rental's record names its policy, and is locked before it. @returns its id, where the policy is a rental's */
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

/** Makes the items of a policy what a write says. Those that stay are left alone. @returns whether any changed */
async function replaceItems(
  { transaction, account }: WriteContext,
  id: number,
  items: readonly CancelationItem[],
): Promise<boolean> {
  const percentages = items.map(({ penalty }) => formatHundredths(penalty));
  const values = [account.id, id, items.map(({ eligibleDays }) => eligibleDays), percentages];
  const ended = await transaction.run(
    `update rental_cancelation_policy_items set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and rental_cancelation_policy_id = $2 and deleted_at is null
       and (eligible_days, penalty_percentage) not in (select * from unnest($3::integer[], $4::numeric[]))`,
    values,
  );
  const made = await transaction.run(
    `insert into rental_cancelation_policy_items (account_id, rental_cancelation_policy_id, eligible_days, penalty_percentage)
     select $1, $2, wanted.days, wanted.penalty from unnest($3::integer[], $4::numeric[]) as wanted (days, penalty)
     where wanted.days not in (
       select eligible_days from rental_cancelation_policy_items
       where account_id = $1 and rental_cancelation_policy_id = $2 and deleted_at is null
     )`,
    values,
  );
  return ended + made > 0;
}
