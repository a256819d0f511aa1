import { minorUnit } from "../../../core/rounding.ts";
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

const { currency, nightly_rates_managed_externally } = rental.attributes;
const ratesTableId = rental.relations.rates_table.written?.attribute;

/** SQL: the first night that maps serve. */
const yesterday = "(now() at time zone 'UTC')::date - 1";

/** SQL: a fraction in the nights that a map serves. */
const hasFraction = (table: string, map: string): string => `exists (
  select from ${table} as map cross join unnest(map.${map}) with ordinality as night (rate, number)
  where map.account_id = $1 and map.rental_id = $2::bigint and night.rate % 100 <> 0
    and map.start_date + night.number::integer - 1 >= ${yesterday})`;

/** A rental's currency after a write. */
interface RentalInCurrency {
  /** Undefined for a new rental. */
  readonly id?: number;
  readonly code: string;
}

/**
 * Refuses a currency without decimals while amounts in it have some: of the rental's overrides and maps, and of its rates table's rules
 * (bookings.md, Money). The rental's own amounts are in its body.
 */
export async function checkAmountsInCurrency(
  { transaction, account }: WriteContext,
  { id, code }: RentalInCurrency,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const isNew = [currency, ratesTableId, nightly_rates_managed_externally].some(
    (one) => one && draft.changes<unknown>(one),
  );
  if (!isNew || minorUnit(code) === 1) return;
  const table = ratesTableId && draft.value(ratesTableId);
  const isExternal = draft.value(nightly_rates_managed_externally) === true;
  const row = await transaction.row<{ rule: boolean; override: boolean; nightly: boolean; mid_term: boolean }>(
    `select
       exists (select from rates_rules where account_id = $1 and rates_table_id = $3::bigint and fixed_amount % 1 <> 0
         and deleted_at is null) as rule,
       exists (select from rate_overrides where account_id = $1 and rental_id = $2::bigint and rate % 1 <> 0
         and end_date >= ${yesterday} and deleted_at is null) as override,
       $4 and ${hasFraction("nightly_rate_maps", "rates_map")} as nightly,
       ${hasFraction("mid_term_rate_maps", "map")} as mid_term`,
    [account.id, id ?? null, table ?? null, isExternal],
  );
  const found = [
    [row?.rule, "rates rule"],
    [row?.override, "rate override"],
    [row?.nightly, "nightly rate map"],
    [row?.mid_term, "mid-term rate map"],
  ];
  for (const [hasDecimals, what] of found)
    if (hasDecimals) errors.add("currency", `cannot be ${code}: a ${what} has decimals`);
}
