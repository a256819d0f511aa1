import { formatDay } from "../../core/day.ts";
import { gathered } from "../../database/gathered.ts";
import { NeedsOwnTransaction } from "../../database/group-commit.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { hasNightIn, isMirror } from "../occupancy/held-nights.ts";
import type { WantedNights } from "./nights.ts";

/** Nights of a rental [arrival, departure) in epoch days that a booking is to have, or a mirror of one. */
interface Nights {
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
  /** How many around them must be free of other stays. */
  readonly around: number;
  readonly mirrored: boolean;
}

/**
 * Makes sure that the nights of a booking that shares its commit with others (docs/decisions/0080-group-commit.md) are free, and that none of
 * the others is to have any of them. It asks for a little more than is needed: whatever is near a stay by less than its preparation days is
 * looked at again by the booking alone.
 * @throws NeedsOwnTransaction where they are not: what is in the way is told to a booking alone
 */
export async function assertFreeInGroup(
  { transaction, account }: AccountTransaction,
  { rental, linked, stay: { arrival, departure }, preparation }: WantedNights,
): Promise<void> {
  const around = Math.max(preparation.before, preparation.after);
  const wanted = [
    { rental, arrival, departure, around, mirrored: false },
    ...linked.map((id) => ({ rental: id, arrival, departure, around: 0, mirrored: true })),
  ];
  if (await areTaken(transaction, { account: account.id, wanted }))
    throw new NeedsOwnTransaction("something is in the way of its nights");
}

/**
 * SQL: the positions, from 1 on, of the nights that are taken. Mirrors share nights with each other. Each rental is looked up by itself, as in
 * `bookingsInTheWay`.
 */
const taken = `select wanted.position
  from unnest($2::bigint[], $3::date[], $4::date[], $5::integer[], $6::boolean[]) with ordinality
    as wanted (rental, arrival, departure, around, mirrored, position)
  cross join lateral (
    select from bookings where bookings.account_id = $1 and bookings.canceled_at is null and bookings.rental_id = any (array[wanted.rental])
      and ${hasNightIn("wanted.arrival - wanted.around", "wanted.departure + wanted.around")}
      and not (wanted.mirrored and ${isMirror})
    order by bookings.end_at limit 1
  ) as found`;

/** What members of a group are to have, by the transaction of all. */
const claims = new WeakMap<Transaction, Nights[]>();

interface Asked {
  readonly account: number;
  readonly wanted: readonly Nights[];
}

const areTaken = gathered(async (whole, asked: readonly [Asked, ...Asked[]]) => {
  const claimed = claims.get(whole) ?? [];
  claims.set(whole, claimed);
  const free = new Set<Nights>();
  for (const { wanted } of asked) {
    if (wanted.some((nights) => claimed.some((other) => areInTheWay(nights, other)))) continue;
    claimed.push(...wanted);
    for (const nights of wanted) free.add(nights);
  }
  const all = [...free];
  const found = await whole.rows<{ position: number }>(taken, [
    asked[0].account,
    array(all.map(({ rental }) => rental)),
    array(all.map(({ arrival }) => formatDay(arrival))),
    array(all.map(({ departure }) => formatDay(departure))),
    array(all.map(({ around }) => around)),
    array(all.map(({ mirrored }) => mirrored)),
  ]);
  for (const { position } of found) {
    const nights = all[position - 1];
    if (nights) free.delete(nights);
  }
  return ({ wanted }) => !wanted.every((nights) => free.has(nights));
});

/** Whether two members of a group cannot both have these nights. */
function areInTheWay(one: Nights, other: Nights): boolean {
  const around = Math.max(one.around, other.around);
  const areNear = one.arrival - around < other.departure && other.arrival - around < one.departure;
  return one.rental === other.rental && areNear && !(one.mirrored && other.mirrored);
}

const array = (values: readonly (number | string | boolean)[]): string => `{${values.join(",")}}`;
