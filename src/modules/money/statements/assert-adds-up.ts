import { type AmountName, amountNames } from "./amount-names.ts";
import type { StatementAmounts } from "./stay-money.ts";

/**
 * Checks a statement before it is returned: the final price equals the sum of its components and the sum of all shares, and the nights
 * add up to the revenue. @throws Error on any difference
 */
export function assertAddsUp(amounts: StatementAmounts, nights?: readonly { readonly amount: number }[]): void {
  const components = sum(amounts, ["rental_revenue", "fees", "taxes_on_top", "difference"]);
  const shares = sum(amounts, [
    "taxes",
    "commission",
    "payment_charge_commission",
    "payback_to_owner",
    "kept_by_manager",
    "disputes_lost",
  ]);
  assertEqual("final_price", amounts.final_price, components);
  assertEqual("final_price", amounts.final_price, shares);
  if (nights) assertEqual("rental_revenue", amounts.rental_revenue, add(nights.map(({ amount }) => amount)));
}

/** @throws Error when a total is not the sum of its lines */
export function assertTotal(total: StatementAmounts, lines: readonly { readonly amounts: StatementAmounts }[]): void {
  for (const name of amountNames) assertEqual(name, total[name], add(lines.map(({ amounts }) => amounts[name])));
}

function assertEqual(name: AmountName, stated: number, summed: number): void {
  if (stated !== summed || !Number.isSafeInteger(stated))
    throw new Error(`A statement does not add up: ${name} is ${stated} hundredths, but its parts sum to ${summed}.`);
}

const sum = (amounts: StatementAmounts, of: readonly AmountName[]): number => add(of.map((name) => amounts[name]));
const add = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);
