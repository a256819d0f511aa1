import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** The policy for a new booking. Its items are two SQL array literals, in ascending order of days. */
export interface PolicyInForce {
  readonly id: number;
  /** Days before arrival: `{7,60}`. */
  readonly days: string;
  /** Percentages of the final price, in the same order: `{100.00,50.00}`. */
  readonly percentages: string;
}

const live = "account_id = $1 and booking_id is null and deleted_at is null";
const items = "from rental_cancelation_policy_items as item where item.account_id = $1 and item.deleted_at is null";

/** SQL: selects the policy of rental `$2` in account `$1` with its items; no row if there is none. */
export const inForce = `select policy.id,
    array(select eligible_days ${items} and rental_cancelation_policy_id = policy.id order by eligible_days)::text as days,
    array(select penalty_percentage ${items} and rental_cancelation_policy_id = policy.id order by eligible_days)::text as percentages
  from (
    select coalesce(
      (select id from rental_cancelation_policies where ${live} and rental_id = $2),
      (select id from rental_cancelation_policies where ${live} and rental_id is null)
    ) as id
    -- Evaluate the subquery once, not for each use of its id.
    offset 0
  ) as policy where policy.id is not null`;

/** The rental's own policy, else its account's; undefined if there is none. */
export function policyInForce(
  { transaction, account }: AccountTransaction,
  rentalId: number,
): Promise<PolicyInForce | undefined> {
  return transaction.row<PolicyRow>(inForce, [account.id, rentalId]);
}

type PolicyRow = { id: number; days: string; percentages: string };

/** Copies a policy to a booking. Later changes to the original do not affect the copy. */
export async function copyPolicy(
  { transaction, account }: AccountTransaction,
  policy: PolicyInForce,
  bookingId: number,
): Promise<void> {
  await transaction.run(
    `with copy as (
       insert into rental_cancelation_policies (account_id, booking_id, body, preset)
       select account_id, $3, body, preset from rental_cancelation_policies where account_id = $1 and id = $2
       returning account_id, id
     )
     insert into rental_cancelation_policy_items (account_id, rental_cancelation_policy_id, eligible_days, penalty_percentage)
     select copy.account_id, copy.id, item.days, item.percentage
     from copy, unnest($4::integer[], $5::numeric[]) as item (days, percentage) returning account_id`,
    [account.id, policy.id, bookingId, policy.days, policy.percentages],
  );
}
