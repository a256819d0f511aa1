import { thousandthCurrencies } from "../../../../core/rounding.ts";
import { invalid } from "../../../../kernel/errors.ts";

/** Stripe counts currencies of three decimals in thousandths, whose last digit is 0. */
const stripeUnits = (currency: string): number => (thousandthCurrencies.has(currency) ? 10 : 1);

/** Converts an amount in minor units to Stripe's. */
export const toStripe = (amount: number, currency: string): number => amount * stripeUnits(currency);

/**
 * Converts Stripe's amount to minor units.
 * @throws RequestError 422 for thousandths that hundredths cannot hold: rounding would lose money
 */
export function fromStripe(amount: number, currency: string): number {
  const units = stripeUnits(currency);
  if (amount % units !== 0)
    throw invalid({
      amount: [`must be a multiple of ${units} in ${currency}: ${amount} has a smaller part than 0.01`],
    });
  return amount / units;
}
