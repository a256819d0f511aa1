import { dayOfInstant } from "../../../core/day.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { exchangeBetween } from "./exchange-rate.ts";

/**
 * No stay in a rental has a price while a fee that it requires stands in a currency of which there is no rate of exchange to the
 * rental's (pricing.md §6): what would make a rental so is refused with `no_exchange_rate` and both currencies.
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
    `no_exchange_rate: there is no rate of exchange from ${from} to ${to}, and a required fee in ${from} would leave a rental in ${to} without prices`,
  );
}
