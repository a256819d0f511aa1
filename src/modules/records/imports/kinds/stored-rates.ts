import { parseHundredths } from "../../../../core/hundredths.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** A rental's nightly rate map and its written values. */
export interface StoredRates {
  readonly id: number;
  /** Epoch day of the first written night; null if there is none or the map is not in use. */
  readonly start: number | null;
  /** Hundredths. */
  readonly rates: readonly number[];
  readonly minimumStays: readonly number[];
}

/** A line's rates for consecutive nights: epoch days, end excluded. */
export interface InputRates {
  readonly first: number;
  readonly end: number;
  /** An amount as written in the file. */
  readonly rate: string;
  /** A number of nights; undefined to leave it unchanged. */
  readonly minimumStay: string | undefined;
}

/** Nightly rate maps by rental id. */
export async function storedRates(
  { transaction, account }: AccountTransaction,
  rentals: readonly number[],
): Promise<Map<number, StoredRates>> {
  const rows = await transaction.rows<{
    id: number;
    rental: number;
    start: number | null;
    rates: string | null;
    stays: string | null;
  }>(
    `select maps.id, maps.rental_id as rental,
       case when rentals.nightly_rates_managed_externally then maps.start_date - date '1970-01-01' end as start,
       array_to_string(maps.rates_map, ',') as rates, array_to_string(maps.minimum_stays_map, ',') as stays
     from nightly_rate_maps as maps join rentals on rentals.account_id = $1 and rentals.id = maps.rental_id
     where maps.account_id = $1 and maps.deleted_at is null and maps.rental_id = any ($2::bigint[])`,
    [account.id, rentals],
  );
  return new Map(
    rows.map(({ id, rental, start, rates, stays }) => [
      rental,
      { id, start, rates: numbersIn(rates), minimumStays: numbersIn(stays) },
    ]),
  );
}

const numbersIn = (list: string | null): number[] => (list ? list.split(",").map(Number) : []);

/** Whether a map already has a line's values for each of its nights. */
export function isStored({ start, rates, minimumStays }: StoredRates, input: InputRates): boolean {
  if (start === null) return false;
  const [rate, minimumStay] = [parseHundredths(input.rate), input.minimumStay];
  for (let index = input.first - start; index < input.end - start; index++) {
    if (rates[index] !== rate) return false;
    if (minimumStay !== undefined && minimumStays[index] !== Number(minimumStay)) return false;
  }
  return true;
}
