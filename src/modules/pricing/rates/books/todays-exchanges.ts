import type { Transaction } from "../../../../database/sql/transaction.ts";
import { type Exchange, exchangeBetween } from "../../../reference/exchange/exchange-rate.ts";

/** An exchange that a book's fees used; undefined if a currency had no rate. */
export interface UsedExchange {
  readonly from: string;
  readonly to: string;
  readonly exchange: Exchange | undefined;
}

/** The newest exchange rates in one transaction. Reads each pair once. */
export class TodaysExchanges {
  private readonly transaction: Transaction;
  private readonly today: number;
  private readonly pairs = new Map<string, Promise<Exchange | undefined>>();

  constructor(transaction: Transaction, today: number) {
    this.transaction = transaction;
    this.today = today;
  }

  between(from: string, to: string): Promise<Exchange | undefined> {
    const pair = `${from} ${to}`;
    const existing = this.pairs.get(pair);
    if (existing) return existing;
    const exchange = exchangeBetween(this.transaction, from, to, this.today);
    this.pairs.set(pair, exchange);
    return exchange;
  }

  /** Starts reading exchanges that will likely be needed, without waiting. */
  prefetch(used: readonly UsedExchange[]): void {
    // A failure surfaces where the exchange is awaited.
    for (const { from, to } of used) this.between(from, to).catch(() => undefined);
  }

  /** Whether earlier exchanges still have the same rates. */
  async areCurrent(used: readonly UsedExchange[]): Promise<boolean> {
    for (const { from, to, exchange } of used) {
      const now = await this.between(from, to);
      if (now?.numerator !== exchange?.numerator || now?.denominator !== exchange?.denominator) return false;
    }
    return true;
  }
}
