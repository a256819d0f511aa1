import { dayOfInstant } from "../../../core/day.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { exchangeBetween } from "./exchange-rate.ts";

/**
 * Adds the error `no_exchange_rate` if there is no exchange rate between two currencies. A required fee in a currency without a
 * rate to the rental's would leave the rental without prices (pricing.md §6).
 */
export async function checkExchange(
  { transaction, now }: WriteContext,
  from: string,
  to: string,
  attribute: string,
  errors: ValidationErrors,
): Promise<void> {
  if (await exchangeBetween(transaction, from, to, dayOfInstant(now))) return;
  errors.add(
    attribute,
    `no_exchange_rate: there is no exchange rate from ${from} to ${to}, so a required fee in ${from} would leave rentals in ${to} without prices`,
  );
}
