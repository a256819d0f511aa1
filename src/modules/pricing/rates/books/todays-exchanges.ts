import type { Transaction } from "../../../../database/sql/transaction.ts";
import { type Exchange, exchangeBetween } from "../../../reference/exchange/exchange-rate.ts";

/** The exchange of fees from one currency by the rates of a day; undefined where a currency had none. */
export interface UsedExchange {
  readonly from: string;
  readonly to: string;
  readonly exchange: Exchange | undefined;
}

/** The newest exchange rates as one transaction sees them: each pair is asked for once. */
export class TodaysExchanges {
  private readonly transaction: Transaction;
  private readonly today: number;
  private readonly asked = new Map<string, Promise<Exchange | undefined>>();

  constructor(transaction: Transaction, today: number) {
    this.transaction = transaction;
    this.today = today;
  }

  between(from: string, to: string): Promise<Exchange | undefined> {
    const pair = `${from} ${to}`;
    const known = this.asked.get(pair);
    if (known) return known;
    const exchange = exchangeBetween(this.transaction, from, to, this.today);
    this.asked.set(pair, exchange);
    return exchange;
  }

  /** Asks for exchanges that are likely to be needed, without waiting. */
  prepare(used: readonly UsedExchange[]): void {
    // Whoever needs one hears of its failure.
    for (const { from, to } of used) this.between(from, to).catch(() => undefined);
  }

  /** Whether exchanges that were used some time ago would come out the same now. */
  async areStill(used: readonly UsedExchange[]): Promise<boolean> {
    for (const { from, to, exchange } of used) {
      const now = await this.between(from, to);
      if (now?.numerator !== exchange?.numerator || now?.denominator !== exchange?.denominator) return false;
    }
    return true;
  }
}
