import { randomUUID } from "node:crypto";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecordAs, updateRecord } from "../../../kernel/write/store.ts";
import { termsOf } from "./code-terms.ts";

const refusals = { discount_codes_once: { discount_code: ["has already been taken"] } };

export async function createDiscountCode(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<string> {
  const terms = termsOf(draft, errors);
  errors.throwIfAny();
  const id = randomUUID();
  await mapConstraintErrors(insertRecordAs(context, id, draft, terms.columns), refusals);
  if (terms.forAllRentals) await forgetRentals(context, id);
  return id;
}

/** Changes a code. Bookings that used it keep their discount. */
export async function updateDiscountCode(
  context: WriteContext,
  id: string,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const terms = termsOf(draft, errors);
  if (terms.columns.all_rentals === false && !(await namesRentals(context, id, draft)) && !errors.has("rental_ids"))
    errors.add("rental_ids", "can't be blank with rentals_eligibility specific_rentals");
  errors.throwIfAny();
  await mapConstraintErrors(updateRecord(context, id, draft, terms.columns), refusals);
  if (terms.forAllRentals) await forgetRentals(context, id);
}

async function namesRentals({ transaction, account }: WriteContext, id: string, draft: Draft): Promise<boolean> {
  const { rentals } = draft.resource.relations;
  if (rentals?.kind === "many" && rentals.written && draft.sets(rentals.written.attribute)) return true;
  const named = await transaction.run(
    "select from discount_codes_rentals where account_id = $1 and discount_code_id = $2 limit 1",
    [account.id, id],
  );
  return named > 0;
}

async function forgetRentals({ transaction, account }: WriteContext, id: string): Promise<void> {
  await transaction.run("delete from discount_codes_rentals where account_id = $1 and discount_code_id = $2", [
    account.id,
    id,
  ]);
}
