import { type NightsOfStay, shareOfPart, sharesOfNights } from "../../../core/night-shares.ts";
import { assertAddsUp, assertTotal } from "./assert-adds-up.ts";
import { type BasicAmounts, completed, type StatementAmounts } from "./stay-money.ts";

/** A stay with its money. Days are epoch days. */
export interface CountedStay {
  readonly booking: number;
  readonly currency: string;
  /** Canceled with money kept: no night was stayed. */
  readonly canceled: boolean;
  readonly arrival: number;
  readonly departure: number;
  /** For the whole stay. */
  readonly money: BasicAmounts;
}

/** A stay's share in one month. */
export interface StayLine extends CountedStay {
  /** Nights stayed in the month. */
  readonly nights: number;
  /** The stay's nights in the month, each with its part of `rental_revenue`. */
  readonly revenueByNight: readonly { readonly night: number; readonly amount: number }[];
  readonly amounts: StatementAmounts;
}

/** The month's sums in one currency. */
export interface StatementTotal {
  readonly currency: string;
  readonly stays: number;
  readonly nights: number;
  readonly amounts: StatementAmounts;
}

/** The lines and totals of a rental's month. */
export interface Statement {
  readonly lines: readonly StayLine[];
  /** Sorted by currency. Currencies are never added together. */
  readonly totals: readonly StatementTotal[];
}

/** A month: its first night and the day after its last; epoch days. */
export interface Month {
  readonly first: number;
  readonly after: number;
}

/**
 * Computes a month's statement: each amount counts by the nights in the month, and a stay's parts in several months add up to the whole.
 * @throws Error when lines and totals do not add up: no statement is better than a wrong one
 */
export function statementOf(stays: readonly CountedStay[], month: Month): Statement {
  const lines = stays.map((stay) => lineOf(stay, month));
  const totals = [...Map.groupBy(lines, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, group]) => totalOf(currency, group));
  for (const line of lines) assertAddsUp(line.amounts, line.revenueByNight);
  for (const { amounts, currency } of totals) {
    assertAddsUp(amounts);
    assertTotal(
      amounts,
      lines.filter((line) => line.currency === currency),
    );
  }
  return { lines, totals };
}

function lineOf(stay: CountedStay, { first, after }: Month): StayLine {
  const { arrival, departure, currency, money } = stay;
  const part: NightsOfStay = {
    from: Math.max(first, arrival) - arrival,
    to: Math.min(after, departure) - arrival,
    nights: departure - arrival,
  };
  const byNight = sharesOfNights(money.rental_revenue, part, currency);
  return {
    ...stay,
    nights: stay.canceled ? 0 : part.to - part.from,
    revenueByNight: byNight.map((amount, index) => ({ night: arrival + part.from + index, amount })),
    amounts: completed(eachOf(money, (amount) => shareOfPart(amount, part, currency))),
  };
}

function totalOf(currency: string, lines: readonly StayLine[]): StatementTotal {
  const sums = lines.reduce<BasicAmounts>((total, { amounts }) => eachOf(total, (sum, name) => sum + amounts[name]), {
    ...nothing,
  });
  return {
    currency,
    stays: lines.filter(({ canceled }) => !canceled).length,
    nights: lines.reduce((sum, { nights }) => sum + nights, 0),
    amounts: completed(sums),
  };
}

const nothing: BasicAmounts = {
  rental_revenue: 0,
  fees: 0,
  taxes_on_top: 0,
  difference: 0,
  taxes: 0,
  commission: 0,
  payment_charge_commission: 0,
  payback_to_owner: 0,
  fees_commission: 0,
  fees_payback_to_owner: 0,
  disputes_lost: 0,
  disputes_open: 0,
};

function eachOf(amounts: BasicAmounts, change: (amount: number, name: keyof BasicAmounts) => number): BasicAmounts {
  return {
    rental_revenue: change(amounts.rental_revenue, "rental_revenue"),
    fees: change(amounts.fees, "fees"),
    taxes_on_top: change(amounts.taxes_on_top, "taxes_on_top"),
    difference: change(amounts.difference, "difference"),
    taxes: change(amounts.taxes, "taxes"),
    commission: change(amounts.commission, "commission"),
    payment_charge_commission: change(amounts.payment_charge_commission, "payment_charge_commission"),
    payback_to_owner: change(amounts.payback_to_owner, "payback_to_owner"),
    fees_commission: change(amounts.fees_commission, "fees_commission"),
    fees_payback_to_owner: change(amounts.fees_payback_to_owner, "fees_payback_to_owner"),
    disputes_lost: change(amounts.disputes_lost, "disputes_lost"),
    disputes_open: change(amounts.disputes_open, "disputes_open"),
  };
}
