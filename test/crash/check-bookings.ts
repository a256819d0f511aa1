import { expect } from "vitest";
import type { ServerAddress } from "@roost/embedded-postgres";
import { runSql } from "../harness/databases.ts";
import type { Asked } from "./persistent-clients.ts";

const isLive = (table: string): string =>
  `${table}.canceled_at is null and (${table}.tentative_expires_at is null or ${table}.tentative_expires_at > now())`;
const isMirror = (table: string): string => `${table}.created_by_type = 'Booking'`;
const ofDays = (table: string, column: string): string => `(${table}.${column} at time zone 'UTC')::date`;
const linked = `select distinct rental_links.account_id, source_rental_id, destination_rental_id from rental_links where deleted_at is null`;

/** What must never be found, each with a statement that finds it: from the rows alone, past all that the service does. */
const faults: Readonly<Record<string, string>> = {
  "a night that is held twice, and not by mirrors alone": `
    select one.id, other.id as other from bookings one join bookings other
      on one.account_id = other.account_id and one.rental_id = other.rental_id and one.id < other.id
    where one.canceled_at is null and other.canceled_at is null and not (${isMirror("one")} and ${isMirror("other")})
      and ${ofDays("one", "start_at")} < ${ofDays("other", "end_at")} and ${ofDays("other", "start_at")} < ${ofDays("one", "end_at")}`,
  "a live booking without just one mirror like it in each linked rental": `
    select bookings.id, linked.destination_rental_id as rental from bookings
    join (${linked}) linked on linked.account_id = bookings.account_id and linked.source_rental_id = bookings.rental_id
    where ${isLive("bookings")} and not ${isMirror("bookings")} and 1 <> (
      select count(*) from bookings mirror
      where mirror.account_id = bookings.account_id and mirror.rental_id = linked.destination_rental_id and ${isMirror("mirror")}
        and mirror.created_by_id = bookings.id and mirror.canceled_at is null and mirror.unavailable
        and (mirror.start_at, mirror.end_at) = (bookings.start_at, bookings.end_at)
        and mirror.tentative_expires_at is not distinct from bookings.tentative_expires_at
    )`,
  "a live mirror without a live booking in a linked rental behind it": `
    select mirror.id from bookings mirror
    where ${isMirror("mirror")} and ${isLive("mirror")} and not exists (
      select from bookings origin
      join (${linked}) linked on linked.account_id = origin.account_id and linked.source_rental_id = origin.rental_id
      where origin.account_id = mirror.account_id and origin.id = mirror.created_by_id and ${isLive("origin")}
        and not ${isMirror("origin")} and linked.destination_rental_id = mirror.rental_id
    )`,
  "a final price that is not the sum of its lines": `
    select id, final_price from bookings where not ${isMirror("bookings")} and not final_price_given
      and final_price is distinct from final_rental_price
      + coalesce((select sum(price * times_booked) from bookings_fees fees where fees.account_id = bookings.account_id
          and fees.booking_id = bookings.id and fees.canceled_at is null and fees.included_in_price), 0)
      + coalesce((select sum(amount) from bookings_taxes taxes where taxes.account_id = bookings.account_id
          and taxes.booking_id = bookings.id and taxes.canceled_at is null and not taxes.tax_included_in_price), 0)`,
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

/** Looks for everything that must not be. */
export async function checkBookings(server: ServerAddress): Promise<void> {
  for (const [fault, statement] of Object.entries(faults)) {
    expect((await runSql(server, statement)).rows, fault).toEqual([]);
  }
}

/**
 * Compares the bookings that are there with what the clients were told: what was acknowledged is there once, as it was last acknowledged, and
 * of what was refused there is nothing.
 */
export async function checkAcknowledged(server: ServerAddress, asked: readonly Asked[]): Promise<void> {
  const { rows } = await runSql(
    server,
    `select external_reference as reference, id::int, rental_id::int, ${ofDays("bookings", "start_at")}::text as start_at,
       ${ofDays("bookings", "end_at")}::text as end_at, canceled_at is not null as canceled
     from bookings where not ${isMirror("bookings")} order by id`,
  );
  const told = asked.filter(({ outcome }) => outcome === "booked").toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0));
  // Whether a hold that was not canceled has ended is for the clock to say.
  const found = rows.map(({ canceled, ...row }, index) => ({ ...row, canceled: told[index]?.canceled && canceled }));
  expect(found).toEqual(told.map(({ reference, id, stay, canceled }) => ({ reference, id, ...stay, canceled })));
  const lost = told.filter(({ canceled, expiresAt }, index) => rows[index]?.canceled && !canceled && !expiresAt);
  expect(lost, "canceled by nobody").toEqual([]);
}
