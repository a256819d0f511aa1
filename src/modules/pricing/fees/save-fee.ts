import { defaultCurrency } from "../../../core/currencies.ts";
import { isPercentage, isPerNight } from "../../../core/pricing/fee-rate-kinds.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { fee, mostCommonCurrency } from "./fee.ts";
import { checkFeeExchange } from "./fee-exchange.ts";

const { currency, maximum_nights, maximum_possible_rate, name, rate, rate_kind } = fee.attributes;

/** Only percentage fees can have a `maximum_possible_rate`, and only fees per night a `maximum_nights`. */
export const checkFee: Check = (draft, errors) => {
  const kind = draft.value(rate_kind);
  if (!kind) return;
  if (!isPercentage(kind) && typeof draft.value(maximum_possible_rate) === "number") {
    errors.add("maximum_possible_rate", "is applicable only for the percentage kinds of rate_kind");
  }
  if (!isPerNight(kind) && typeof draft.value(maximum_nights) === "number") {
    errors.add("maximum_nights", "is applicable only for the kinds of rate_kind per night");
  }
};

/** Creates a fee. The currency defaults to the most common one of the account's rentals. */
export async function createFee(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  errors.throwIfAny();
  return insertRecord(context, draft, draft.input(currency) ? {} : { currency: await defaultCurrencyOf(context) });
}

/** Changes a fee and touches its rentals fees, which show its name and rate. */
export async function updateFee(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  await checkFeeExchange(context, id, draft, errors);
  errors.throwIfAny();
  await updateRecord(context, id, draft);
  if (!draft.changes(name) && !draft.changes(rate) && !draft.changes(rate_kind)) return;
  await context.transaction.run(
    "update rentals_fees set updated_at = statement_timestamp() where account_id = $1 and fee_id = $2",
    [context.account.id, id],
  );
}

async function defaultCurrencyOf({ transaction, account }: WriteContext): Promise<string> {
  const row = await transaction.row<{ currency: string }>(mostCommonCurrency, [account.id]);
  return row?.currency ?? defaultCurrency;
}
