import { type FeeRateKind, hasAmount } from "../../../core/pricing/fee-rate-kinds.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { checkExchange } from "../../reference/exchange/check-exchange.ts";
import { fee } from "./fee.ts";
import { rentalsFee } from "./rentals-fee.ts";

/*
 * A rental has no prices while a required fee's currency has no exchange rate to the rental's (pricing.md §6).
 * A write that would cause this is refused with 422, `no_exchange_rate` and both currencies.
 */

/** Checks a changed fee against the rentals that require it. */
export async function checkFeeExchange(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const { currency, rate_kind, maximum_possible_rate } = fee.attributes;
  if (!draft.changes(currency) && !draft.changes(rate_kind) && !draft.changes(maximum_possible_rate)) return;
  const from = draft.value(currency);
  const kind = draft.value(rate_kind);
  if (!from || !kind || !hasAmount(kind, draft.value(maximum_possible_rate) ?? null)) return;
  const rentals = await context.transaction.rows<{ currency: string }>(
    `select distinct rentals.currency from rentals_fees join rentals on rentals.account_id = $1 and rentals.id = rentals_fees.rental_id
     where rentals_fees.account_id = $1 and rentals_fees.fee_id = $2 and rentals_fees.required
       and rentals_fees.archived_at is null and rentals.deleted_at is null`,
    [context.account.id, id],
  );
  for (const to of rentals) await checkExchange(context, from, to.currency, "currency", errors);
}

/** Checks a rentals fee that becomes required or switches to another fee. @param id undefined for a new one */
export async function checkRentalsFeeExchange(
  context: WriteContext,
  rentalId: number,
  id: number | undefined,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const { transaction, account } = context;
  const status = draft.input(rentalsFee.attributes.status);
  const feeId = rentalsFee.relations.fee.written && draft.input(rentalsFee.relations.fee.written.attribute);
  const stored = await transaction.row<{ required: boolean; fee_id: number }>(
    "select required, fee_id from rentals_fees where account_id = $1 and id = $2",
    [account.id, id ?? null],
  );
  const isRequired = status ? status === "required" : stored?.required;
  const fee_id = feeId ?? stored?.fee_id;
  if (!isRequired || (stored?.required && stored.fee_id === fee_id)) return;
  const found = await transaction.row<{
    from: string;
    to: string;
    rate_kind: FeeRateKind;
    maximum_possible_rate: number | null;
  }>(
    `select fees.currency as "from", rentals.currency as "to", fees.rate_kind, fees.maximum_possible_rate
     from fees join rentals on rentals.account_id = $1 and rentals.id = $3
     where fees.account_id = $1 and fees.id = $2`,
    [account.id, fee_id, rentalId],
  );
  if (!found || !hasAmount(found.rate_kind, found.maximum_possible_rate)) return;
  await checkExchange(context, found.from, found.to, status ? "status" : "fee_id", errors);
}
