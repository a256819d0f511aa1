import type { ServerAddress } from "@roost/embedded-postgres";
import { expect } from "vitest";
import { runSql } from "../harness/databases.ts";
import { bookingFaults, isMirror, ofDays } from "../harness/faults.ts";
import type { Asked } from "./persistent-clients.ts";

/** Further invariants of this market. */
const faults: Readonly<Record<string, string>> = {
  ...bookingFaults,
  "a booking without its fee and its tax, whose sums would agree as well": `
    select id from bookings where not ${isMirror("bookings")} and (
      (select count(*) from bookings_fees where bookings_fees.account_id = bookings.account_id and booking_id = bookings.id),
      (select count(*) from bookings_taxes where bookings_taxes.account_id = bookings.account_id and booking_id = bookings.id)
    ) <> (1, 1)`,
  "a booking without a copy of the policy that it was made under": `
    select bookings.id from bookings where not ${isMirror("bookings")} and array['60 50.00', '7 100.00'] is distinct from (
      select array_agg(concat_ws(' ', eligible_days, penalty_percentage) order by eligible_days desc)
      from rental_cancelation_policies policy join rental_cancelation_policy_items item
        on item.account_id = policy.account_id and item.rental_cancelation_policy_id = policy.id
      where policy.account_id = bookings.account_id and policy.booking_id = bookings.id
    )`,
};

/** Checks all invariants. */
export async function checkBookings(server: ServerAddress): Promise<void> {
  for (const [fault, statement] of Object.entries(faults)) {
    expect((await runSql(server, statement)).rows, fault).toEqual([]);
  }
}

/**
 * Compares the stored bookings with the clients' record: each acknowledged booking exists once in its last acknowledged state, and refused
 * ones do not exist.
 */
export async function checkAcknowledged(server: ServerAddress, asked: readonly Asked[]): Promise<void> {
  const { rows } = await runSql(
    server,
    `select external_reference as reference, id::int, rental_id::int, ${ofDays("bookings", "start_at")}::text as start_at,
       ${ofDays("bookings", "end_at")}::text as end_at, canceled_at is not null as canceled
     from bookings where not ${isMirror("bookings")} order by id`,
  );
  const told = asked.filter(({ outcome }) => outcome === "booked").toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0));
  // The clock decides whether a hold has expired.
  const found = rows.map(({ canceled, ...row }, index) => ({ ...row, canceled: told[index]?.canceled && canceled }));
  expect(found).toEqual(told.map(({ reference, id, stay, canceled }) => ({ reference, id, ...stay, canceled })));
  const lost = told.filter(({ canceled, expiresAt }, index) => rows[index]?.canceled && !canceled && !expiresAt);
  expect(lost, "canceled by nobody").toEqual([]);
}
