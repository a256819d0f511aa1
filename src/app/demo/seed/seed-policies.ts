import { type DemoPolicy, defaultPolicy, strictPolicy, strictRentals } from "@roost/demo/content/policies.ts";
import { type DemoLocale, inLocales } from "@roost/demo/content/texts.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { SeededRental } from "./seed-rental.ts";

/** Creates the cancelation policies of an account and of some rentals. Later bookings get copies. */
export async function seedPolicies(
  counter: InProcessApi,
  rentals: readonly SeededRental[],
  locales: readonly DemoLocale[],
): Promise<void> {
  const root = "rental_cancelation_policies";
  const bodyOf = ({ preset, body }: DemoPolicy): object => ({ preset, body: inLocales(body, locales) });
  await counter.create(`/${root}`, root, bodyOf(defaultPolicy));
  for (const { id, data } of rentals)
    if (strictRentals.includes(data.attributes.name))
      await counter.create(`/rentals/${id}/${root}`, root, bodyOf(strictPolicy));
}

/** Backdates a booking's copy to its booking, and other policies to the account's opening. @param opened epoch milliseconds */
export async function backdatePolicies(transaction: Transaction, account: number, opened: number): Promise<void> {
  const at =
    "coalesce((select bookings.created_at from bookings where bookings.account_id = $1 and bookings.id = policies.booking_id), $2)";
  await transaction.run(
    `update rental_cancelation_policies as policies set created_at = ${at}, updated_at = ${at} where account_id = $1`,
    [account, new Date(opened).toISOString()],
  );
  await transaction.run(
    `update rental_cancelation_policy_items as items set created_at = policies.created_at, updated_at = policies.created_at
     from rental_cancelation_policies as policies
     where items.account_id = $1 and policies.account_id = $1 and policies.id = items.rental_cancelation_policy_id`,
    [account],
  );
}
