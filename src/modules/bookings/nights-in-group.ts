import { formatDay } from "../../core/day.ts";
import { gathered } from "../../database/gathered.ts";
import { NeedsOwnTransaction } from "../../database/group-commit.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { hasNightIn } from "../occupancy/held-nights.ts";
import type { WantedNights } from "./nights.ts";

/** Nights of a rental [arrival, departure) in epoch days, and how many around them must be free of other stays. */
interface Nights {
  readonly account: number;
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
  readonly around: number;
}

/**
 * Makes sure that the nights of a booking that shares its commit with others (docs/decisions/0080-group-commit.md) are free, and that none of
 * the others is to have any of them. It asks for a little more than is needed: whatever is near a stay by less than its preparation days is
 * looked at again by the booking alone.
 * @throws NeedsOwnTransaction where they are not: what is in the way is told to a booking alone
 */
export async function assertFreeInGroup(
  { transaction, account }: AccountTransaction,
  { rental, linked, stay, preparation }: WantedNights,
): Promise<void> {
  const { arrival, departure } = stay;
  const around = Math.max(preparation.before, preparation.after);
  const isTaken =
    linked.length > 0 || (await areTaken(transaction, { account: account.id, rental, arrival, departure, around }));
  if (isTaken) throw new NeedsOwnTransaction("something is in the way of its nights");
}

/** SQL: the positions, from 1 on, of the nights near which a booking is. Each is looked up by itself, as in `bookingsInTheWay`. */
const taken = `select wanted.position
  from unnest($2::bigint[], $3::date[], $4::date[], $5::integer[]) with ordinality as wanted (rental, arrival, departure, around, position)
  cross join lateral (
    select from bookings where bookings.account_id = $1 and bookings.canceled_at is null and bookings.rental_id = any (array[wanted.rental])
      and ${hasNightIn("wanted.arrival - wanted.around", "wanted.departure + wanted.around")}
    order by bookings.end_at limit 1
  ) as found`;

/** What members of a group are to have, by the transaction of all. */
const claims = new WeakMap<Transaction, Nights[]>();

const areTaken = gathered(async (whole, wanted: readonly [Nights, ...Nights[]]) => {
  const claimed = claims.get(whole) ?? [];
  claims.set(whole, claimed);
  const isFree = wanted.map((nights) => {
    if (claimed.some((other) => areNear(nights, other))) return false;
    claimed.push(nights);
    return true;
  });
  const found = await whole.rows<{ position: number }>(taken, [
    wanted[0].account,
    array(wanted.map(({ rental }) => rental)),
    array(wanted.map(({ arrival }) => formatDay(arrival))),
    array(wanted.map(({ departure }) => formatDay(departure))),
    array(wanted.map(({ around }) => around)),
  ]);
  const positions = new Set(found.map(({ position }) => position));
  return (_nights, index) => isFree[index] !== true || positions.has(index + 1);
});

function areNear(one: Nights, other: Nights): boolean {
  const around = Math.max(one.around, other.around);
  return (
    one.rental === other.rental && one.arrival - around < other.departure && other.arrival - around < one.departure
  );
}

const array = (values: readonly (number | string)[]): string => `{${values.join(",")}}`;
