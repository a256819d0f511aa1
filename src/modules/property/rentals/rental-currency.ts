import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { checkExchange } from "../../reference/exchange/check-exchange.ts";
import { rental } from "./rental.ts";

/** Checks that a rental's required fees can be exchanged into its new currency. */
export async function checkRentalExchange(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const to = draft.input(rental.attributes.currency);
  if (!to || !draft.changes(rental.attributes.currency)) return;
  const fees = await context.transaction.rows<{ currency: string }>(
    `select distinct fees.currency from rentals_fees
       join fees on fees.account_id = $1 and fees.id = rentals_fees.fee_id
     where rentals_fees.account_id = $1 and rentals_fees.rental_id = $2
       and rentals_fees.required and rentals_fees.archived_at is null and fees.archived_at is null
       and (fees.rate_kind not like '%percentage%' or fees.maximum_possible_rate is not null)`,
    [context.account.id, id],
  );
  for (const from of fees) await checkExchange(context, from.currency, to, "currency", errors);
}
