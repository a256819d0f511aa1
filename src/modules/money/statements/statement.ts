import { type NightsOfStay, shareOfPart, sharesOfNights } from "../../../core/night-shares.ts";
import { assertAddsUp, assertTotal } from "./assert-adds-up.ts";
import { type BasicAmounts, completed, type StatementAmounts } from "./stay-money.ts";

/** A stay as a statement counts it. Days are epoch days. */
export interface CountedStay {
  readonly booking: number;
  readonly currency: string;
  /** It was canceled, and money was kept: no night of it was stayed. */
  readonly canceled: boolean;
  readonly arrival: number;
  readonly departure: number;
  /** Of the whole stay. */
  readonly money: BasicAmounts;
}

/** What a stay brings in one month. */
export interface StayLine extends CountedStay {
  /** Nights of the month that were stayed. */
  readonly nights: number;
  /** Each night of the stay in the month, with its part of `rental_revenue`. */
  readonly revenueByNight: readonly { readonly night: number; readonly amount: number }[];
  readonly amounts: StatementAmounts;
}

/** What all stays of one currency bring in the month. */
export interface StatementTotal {
  readonly currency: string;
  readonly stays: number;
  readonly nights: number;
  readonly amounts: StatementAmounts;
}

/** The lines and totals of a rental's month. */
export interface Statement {
  readonly lines: readonly StayLine[];
  /** By the names of the currencies, which are never added to each other. */
  readonly totals: readonly StatementTotal[];
}

/** A month: its first night, and the one after its last; epoch days. */
export interface Month {
  readonly first: number;
  readonly after: number;
}

/**
 * Counts what stays bring in a month: of each amount the part of the nights in it. Parts of a stay in several months add up to the whole.
 * @throws Error when lines and totals do not add up to the cent: then no statement is better than a wrong one
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
  };
}
