import { type FeeRateKind, hasAmount, isPercentage } from "../../../core/pricing/fee-rate-kinds.ts";
import type { LengthOfStayRule, RentalFee, RentalTax } from "../../../core/pricing/rate-book.ts";
import type { Transaction } from "../../../database/transaction.ts";
import type { Exchange } from "../../exchange/exchange-rate.ts";
import { exchangedAmount } from "../../exchange/exchanged-amount.ts";
import { type SeasonPeriods, whenOf } from "./rates-tables.ts";
import type { TodaysExchanges, UsedExchange } from "./todays-exchanges.ts";

/** A rentals fee with its fee, as they are stored. */
export interface StoredFee {
  readonly id: number;
  readonly rental_id: number;
  readonly fee_id: number;
  readonly name: string;
  readonly currency: string;
  readonly rate: number;
  readonly rate_kind: FeeRateKind;
  readonly maximum_possible_rate: number | null;
  readonly maximum_bookable: number | null;
  readonly downpayment_percentage: number;
  readonly required: boolean;
  readonly always_applied: boolean;
  readonly start_date: number | null;
  readonly end_date: number | null;
  readonly season_ids: number[];
}

/** A tax on a rental, or on a fee of it. */
export interface StoredTax {
  readonly rental_id: number;
  readonly id: number;
  readonly name: string;
  readonly percentage: number;
  readonly included: boolean;
  readonly fee_id: number | null;
  readonly start_date: number;
  readonly end_date: number | null;
  readonly rules: readonly { readonly comparator: LengthOfStayRule["comparator"]; readonly value: string }[] | null;
}

/** The live fees of rentals, also those that are not required: a booking may have them. */
export function readFees(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
): Promise<StoredFee[]> {
  return transaction.rows<StoredFee & { [column: string]: unknown }>(
    `select rentals_fees.id, rentals_fees.rental_id, rentals_fees.fee_id, fees.name::text as name, fees.currency, fees.rate, fees.rate_kind,
       fees.maximum_possible_rate, rentals_fees.maximum_bookable, fees.downpayment_percentage, rentals_fees.required,
       rentals_fees.always_applied, rentals_fees.start_date, rentals_fees.end_date,
       case when rentals_fees.always_applied then '{}' else array(
         select season_id from rentals_fees_seasons
         where rentals_fees_seasons.account_id = rentals_fees.account_id and rentals_fees_seasons.rentals_fee_id = rentals_fees.id
       ) end as season_ids
     from rentals_fees join fees on fees.account_id = rentals_fees.account_id and fees.id = rentals_fees.fee_id
     where rentals_fees.account_id = any($1::bigint[]) and rentals_fees.rental_id = any($2::bigint[])
       and rentals_fees.archived_at is null and fees.archived_at is null
     order by rentals_fees.id`,
    [accounts, rentals],
  );
}

/** The taxes on rentals and on their fees, each with its rules, in ascending order of tax, the rental before its fees. */
export function readTaxes(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
): Promise<StoredTax[]> {
  return transaction.rows<StoredTax & { [column: string]: unknown }>(
    `with taxed as (
       select account_id, rental_id, tax_id, null::bigint as fee_id, tax_included_in_rate from rentals_taxes
       where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and deleted_at is null
       union all
       select distinct fees_taxes.account_id, rentals_fees.rental_id, fees_taxes.tax_id, fees_taxes.fee_id, fees_taxes.tax_included_in_rate
       from rentals_fees join fees_taxes on fees_taxes.account_id = rentals_fees.account_id and fees_taxes.fee_id = rentals_fees.fee_id
       where rentals_fees.account_id = any($1::bigint[]) and rentals_fees.rental_id = any($2::bigint[])
         and rentals_fees.archived_at is null and fees_taxes.deleted_at is null
     ),
     -- Each tax once, however many rentals have it.
     levied as materialized (
       select account_id, id, name::text as name, percentage, start_date, end_date, (
         select json_agg(json_build_object('comparator', tax_rules.comparator, 'value', tax_rules.value)) from tax_rules
         where tax_rules.account_id = taxes.account_id and tax_rules.tax_id = taxes.id and tax_rules.deleted_at is null
       ) as rules
       from taxes where (account_id, id) in (select account_id, tax_id from taxed)
     )
     select taxed.rental_id, levied.id, levied.name, levied.percentage, taxed.tax_included_in_rate as included, taxed.fee_id,
       levied.start_date, levied.end_date, levied.rules
     from taxed join levied on levied.account_id = taxed.account_id and levied.id = taxed.tax_id
     order by levied.id, taxed.fee_id nulls first`,
    [accounts, rentals],
  );
}

export function taxOf(stored: StoredTax): RentalTax {
  return {
    id: stored.id,
    percentage: stored.percentage,
    included: stored.included,
    taxable: stored.fee_id === null ? { kind: "rental" } : { kind: "fee", fee: stored.fee_id },
    start: stored.start_date,
    end: stored.end_date,
    lengthOfStay: (stored.rules ?? []).map(({ comparator, value }) => ({ comparator, nights: Number(value) })),
  };
}

/** The fee of a rate book, its amounts exchanged where it stands in another currency than the rental. */
export function feeOf(stored: StoredFee, periods: SeasonPeriods, exchange: Exchange, currency: string): RentalFee {
  const inCurrency = (amount: number): number => exchangedAmount(amount, exchange, currency);
  return {
    id: stored.id,
    fee: stored.fee_id,
    required: stored.required,
    applies: whenOf(stored, periods),
    rateKind: stored.rate_kind,
    rate: isPercentage(stored.rate_kind) ? stored.rate : inCurrency(stored.rate),
    maximumPossibleRate: stored.maximum_possible_rate === null ? null : inCurrency(stored.maximum_possible_rate),
    maximumBookable: stored.maximum_bookable,
    downpaymentPercentage: stored.downpayment_percentage,
  };
}

/** Whether a fee has to be exchanged to stand in a currency. */
export function needsExchange(fee: StoredFee, currency: string): boolean {
  return fee.currency !== currency && hasAmount(fee.rate_kind, fee.maximum_possible_rate);
}

/** How each currency of those fees that have to be exchanged becomes the rental's. */
export function exchangesOf(
  exchanges: TodaysExchanges,
  fees: readonly StoredFee[],
  currency: string,
): Promise<UsedExchange[]> {
  const currencies = [...new Set(fees.filter((fee) => needsExchange(fee, currency)).map((fee) => fee.currency))];
  return Promise.all(
    currencies.map(async (from) => ({ from, to: currency, exchange: await exchanges.between(from, currency) })),
  );
}
