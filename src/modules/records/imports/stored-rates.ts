import { parseHundredths } from "../../../core/hundredths.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** The nightly rate map of a rental, with what was written to it. */
export interface StoredRates {
  readonly id: number;
  /** The epoch day of the first night that was written; null where none was, or where the rental is not managed by its map. */
  readonly start: number | null;
  /** Hundredths. */
  readonly rates: readonly number[];
  readonly minimumStays: readonly number[];
}

/** What a line says of nights in a row: epoch days, the last one excluded. */
export interface SaidRates {
  readonly first: number;
  readonly end: number;
  /** An amount as the file has it. */
  readonly rate: string;
  /** A number of nights; undefined where nothing is said. */
  readonly minimumStay: string | undefined;
}

/** The nightly rate maps of rentals, by the rentals' ids. */
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
     from nightly_rate_maps as maps join rentals on rentals.account_id = maps.account_id and rentals.id = maps.rental_id
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

/** Whether a map says of each night already what a line says of it. */
export function isStored({ start, rates, minimumStays }: StoredRates, said: SaidRates): boolean {
  if (start === null) return false;
  const [rate, minimumStay] = [parseHundredths(said.rate), said.minimumStay];
  for (let index = said.first - start; index < said.end - start; index++) {
    if (rates[index] !== rate) return false;
    if (minimumStay !== undefined && minimumStays[index] !== Number(minimumStay)) return false;
  }
  return true;
}
