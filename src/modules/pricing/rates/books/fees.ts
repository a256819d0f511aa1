import { type FeeRateKind, hasAmount, isPercentage } from "../../../../core/pricing/fee-rate-kinds.ts";
import type { RentalFee } from "../../../../core/pricing/rates/rate-book.ts";
import { packedRows, type Transaction } from "../../../../database/sql/transaction.ts";
import { inSlices } from "../../../../kernel/concurrency/scheduler.ts";
import { epochDay } from "../../../../kernel/values/built-json.ts";
import type { Exchange } from "../../../reference/exchange/exchange-rate.ts";
import { exchangedAmount } from "../../../reference/exchange/exchanged-amount.ts";
import type { StoredWhen } from "./rates-tables.ts";

/** A stored live fee, shared by all rentals that have it. */
export interface StoredFee {
  readonly id: number;
  /** JSON text by locale. */
  readonly name: string;
  readonly currency: string;
  readonly rate: number;
  readonly rate_kind: FeeRateKind;
  readonly maximum_possible_rate: number | null;
  readonly maximum_nights: number | null;
  readonly downpayment_percentage: number;
}

/** A rentals fee: the link between a rental and a fee. */
export interface FeeOfRental extends StoredWhen {
  readonly id: number;
  readonly fee: number;
  readonly required: boolean;
  readonly maximumBookable: number | null;
  readonly maximumNights: number | null;
}

/** A fee in the rental's currency. */
export type FeeTerms = Pick<
  RentalFee,
  "fee" | "rateKind" | "rate" | "own" | "maximumPossibleRate" | "maximumNights" | "downpaymentPercentage"
>;

/** Fees by rental id, ascending by rentals fee. Includes optional fees, which a booking may have. */
export async function readFeesOfRentals(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
): Promise<ReadonlyMap<number, readonly FeeOfRental[]>> {
  const packed = await transaction.packed(
    `select id, rental_id, fee_id, maximum_bookable, maximum_nights, required, always_applied, ${epochDay("start_date")}, ${epochDay("end_date")},
       case when not always_applied then (
         select string_agg(season_id::text, '.') from rentals_fees_seasons
         where rentals_fees_seasons.account_id = any($1::bigint[]) and rentals_fees_seasons.account_id = rentals_fees.account_id
           and rentals_fees_seasons.rentals_fee_id = rentals_fees.id
       ) end
     from rentals_fees where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and archived_at is null
     order by id`,
    [accounts, rentals],
  );
  const fees = new Map<number, FeeOfRental[]>();
  await inSlices(accounts.join(), packedRows(packed), (row) => {
    const [id, rental, fee, maximum = "", maximumNights = "", required, always, start = "", end = "", seasons = ""] =
      row;
    const ofRental = fees.get(Number(rental)) ?? [];
    if (ofRental.length === 0) fees.set(Number(rental), ofRental);
    ofRental.push({
      id: Number(id),
      fee: Number(fee),
      maximumBookable: numberIn(maximum),
      maximumNights: numberIn(maximumNights),
      required: required === "t",
      always_applied: always === "t",
      start_date: numberIn(start),
      end_date: numberIn(end),
      season_ids: seasons === "" ? none : seasons.split(".").map(Number),
    });
  });
  return fees;
}

const none: readonly number[] = [];

function numberIn(text: string): number | null {
  return text === "" ? null : Number(text);
}

/** Fees by id, without archived ones. */
export async function readFees(
  transaction: Transaction,
  accounts: readonly number[],
  fees: readonly number[],
): Promise<ReadonlyMap<number, StoredFee>> {
  const rows = await transaction.rows<StoredFee & { [column: string]: unknown }>(
    `select id, name::text as name, currency, rate, rate_kind, maximum_possible_rate, maximum_nights, downpayment_percentage from fees
     where account_id = any($1::bigint[]) and id = any($2::bigint[]) and archived_at is null`,
    [accounts, fees],
  );
  return new Map(rows.map((fee) => [fee.id, fee]));
}

/** Converts a fee to the rental's currency. */
export function feeTerms(stored: StoredFee, exchange: Exchange, currency: string): FeeTerms {
  const inCurrency = (amount: number): number => exchangedAmount(amount, exchange, currency);
  return {
    fee: stored.id,
    rateKind: stored.rate_kind,
    rate: isPercentage(stored.rate_kind) ? stored.rate : inCurrency(stored.rate),
    ...(!isPercentage(stored.rate_kind) &&
      stored.currency !== currency && { own: { currency: stored.currency, rate: stored.rate } }),
    maximumPossibleRate: stored.maximum_possible_rate === null ? null : inCurrency(stored.maximum_possible_rate),
    maximumNights: stored.maximum_nights,
    downpaymentPercentage: stored.downpayment_percentage,
  };
}

/** Whether a fee must be exchanged into the currency. */
export function needsExchange(fee: StoredFee, currency: string): boolean {
  return fee.currency !== currency && hasAmount(fee.rate_kind, fee.maximum_possible_rate);
}
