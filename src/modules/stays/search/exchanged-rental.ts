import { formatHundredths } from "../../../core/hundredths.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { Members } from "../../pricing/rates/quote/quote-members.ts";
import { exchangedAmount } from "../../reference/exchange/exchanged-amount.ts";
import type { Exchanges } from "./exchanged-price.ts";

const amounts = ["base_rate", "absolute_min_price", "min_price", "max_price", "damage_deposit"] as const;

/** A rental's attributes that a search converts to another currency. */
export const exchangedAttributes: readonly string[] = ["currency", ...amounts];

type Amounts = Readonly<Record<(typeof amounts)[number], number | null>>;

/** Converts these attributes so that a website can show them with the price. @returns JSON texts by rental id */
export async function exchangedMembers(
  transaction: Transaction,
  accounts: readonly number[],
  ids: readonly RecordId[],
  exchanges: Exchanges,
  into: string,
): Promise<ReadonlyMap<number, Members>> {
  const rows = await transaction.rows<{ id: number; currency: string } & Amounts>(
    `select id, currency, ${amounts.join(", ")} from rentals where account_id = any($1::bigint[]) and id = any($2::bigint[])`,
    [accounts, ids],
  );
  return new Map(
    rows.map((row): [number, Members] => {
      const exchange = exchanges.get(row.currency);
      const text = (amount: number | null): string =>
        amount === null || !exchange ? "null" : `"${formatHundredths(exchangedAmount(amount, exchange, into))}"`;
      return [row.id, new Map([["currency", `"${into}"`], ...amounts.map((name) => [name, text(row[name])] as const)])];
    }),
  );
}
