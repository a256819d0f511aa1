import { expect } from "vitest";
import { addMonths, firstOfMonth, formatDay } from "../../src/core/day.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import type { World } from "./world.ts";

/** The rentals and bookings whose statements are compared, by the model's indexes. */
interface Stated {
  readonly client: ApiClient;
  readonly rentals: readonly number[];
  readonly bookings: readonly number[];
  /** The model's first day, as an epoch day. */
  readonly first: number;
}

/** The amounts of a stay over all months, in cents. */
interface StatedStay {
  readonly rental_revenue: number;
  readonly final_price: number;
  readonly disputes_lost: number;
  readonly payback_to_owner: number;
}

const names = ["rental_revenue", "final_price", "disputes_lost", "payback_to_owner"] as const;

/** The months' statements add up to each stay's money, and their totals to their stays. */
export async function compareStatements({ client, rentals, bookings, first }: Stated, world: World): Promise<void> {
  const sums = new Map<number, Record<string, number>>();
  const last = first + Math.max(0, ...world.bookings.map(({ departure }) => departure));
  for (let month = firstOfMonth(first); month <= last; month = addMonths(month, 1)) {
    const query = `rental_id=${rentals.join(",")}&month=${formatDay(month).slice(0, 7)}`;
    for (const statement of recordsOf(await client.get(`/owner_statements?${query}`), "owner_statements")) {
      const [stays, totals] = [listOf(statement.stays), listOf(statement.totals)];
      for (const name of names) expect([name, sum(totals, name)]).toEqual([name, sum(stays, name)]);
      for (const stay of stays) {
        const before = sums.get(Number(stay.booking_id)) ?? {};
        sums.set(
          Number(stay.booking_id),
          Object.fromEntries(names.map((name) => [name, (before[name] ?? 0) + cents(stay[name])])),
        );
      }
    }
  }
  const expected = world.bookings.flatMap((_, number) => {
    const stay = statedStay(world, number);
    return stay ? [[bookings[number], stay]] : [];
  });
  expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(expected));
}

/** Undefined for a stay that no statement counts: holds, blocks, and those that were canceled without money. */
function statedStay(world: World, number: number): StatedStay | undefined {
  const booking = world.bookings[number];
  if (!booking || booking.state === "unavailable") return undefined;
  const money = world.moneyOf(number);
  const [final, revenue, { paid }] = [money.final ?? 0, money.rental ?? 0, money];
  if (booking.ended) {
    if (paid <= 0) return undefined;
    const share = final > 0 ? portion(revenue, Math.min(paid, final), final) : paid;
    return { rental_revenue: paid, final_price: paid, disputes_lost: 0, payback_to_owner: share };
  }
  if (booking.state !== "booked") return undefined;
  const taken = world.payments.filter((payment) => payment.booking === number && payment.state === "paid");
  const disputed = taken.reduce((total, { dispute }) => total + (dispute?.taken ?? 0), 0);
  const lost = Math.min(disputed, Math.max(0, final - paid));
  const share = lost > 0 ? portion(revenue, final - lost, final) : revenue;
  return { rental_revenue: revenue, final_price: final, disputes_lost: lost, payback_to_owner: share };
}

/** Rounded half up. */
const portion = (amount: number, part: number, whole: number): number =>
  Math.floor((2 * amount * part + whole) / (2 * whole));
const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
const sum = (records: readonly Json[], name: string): number =>
  records.reduce((total, record) => total + cents(record[name]), 0);
const listOf = (list: unknown): readonly Json[] => (Array.isArray(list) ? list : []);
