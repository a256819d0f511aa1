import type { Attribute } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { rateOverride } from "./rate-override.ts";

const { start_date, end_date, rate, percentage, minimum_stay, closed_to_arrival, closed_to_departure } =
  rateOverride.attributes;

/** The limit of a rental's overrides (conventions.md, Bounds). */
const maxOverrides = 1000;

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/** The nights must be in order, and the override must change something. */
export const checkRateOverride: Check = (draft, errors) => {
  const start = draft.value(start_date);
  const end = draft.value(end_date);
  if (typeof start === "number" && typeof end === "number" && start > end)
    errors.add("start_date", "must not be after end_date");
  const has = (one: Attribute<unknown>): boolean => isSet(draft.value(one));
  if (has(rate) && has(percentage)) errors.add("base", "can have either a rate or a percentage, not both");
  const changes = Object.entries({ rate, percentage, minimum_stay, closed_to_arrival, closed_to_departure });
  if (!changes.some(([name, one]) => has(one) || errors.has(name)))
    errors.add("base", "needs a rate, a percentage, a minimum_stay, closed_to_arrival or closed_to_departure");
};

/** Refuses rates and minimum stays where they would have no effect, and more than a quote should read. The rental is locked. */
export async function checkOverriddenRental(
  { transaction, account }: WriteContext,
  rental: number,
  id: number | undefined,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const row = await transaction.row<{ external: boolean; count: number }>(
    `select nightly_rates_managed_externally as external,
       (select count(*) from rate_overrides where account_id = $1 and rental_id = $2 and deleted_at is null) as count
     from rentals where account_id = $1 and id = $2`,
    [account.id, rental],
  );
  if (row?.external && [rate, percentage, minimum_stay].some((one) => isSet(draft.value(one))))
    errors.add(
      "base",
      "a rate or minimum_stay has no effect while nightly_rates_managed_externally is true. Write the rental's nightly rate map instead",
    );
  if (id === undefined && row && row.count >= maxOverrides)
    errors.add("base", `the rental already has the maximum of ${maxOverrides} rate overrides. Delete past ones`);
}
