import { expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { recordsOf } from "../harness/client.ts";
import { useDemoService } from "../harness/demo.ts";

/** Every cent that the demo's guests paid is an owner's, the manager's, a channel's or a tax, month by month (issue 41). */
const service = useDemoService();

const shares = ["payback_to_owner", "kept_by_manager", "commission", "payment_charge_commission", "taxes"] as const;
const hundredths = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);
const listIn = (record: Json, name: string): Json[] => [record[name]].flat().map((item) => ({ ...Object(item) }));
const sumOf = (records: readonly Json[], names: readonly string[]): number =>
  records.reduce((sum, record) => sum + names.reduce((part, name) => part + hundredths(record[name]), 0), 0);

async function everyPage(client: ApiClient, path: string, name: string): Promise<Json[]> {
  const records: Json[] = [];
  for (let page = 1; ; page++) {
    const found = recordsOf(await client.get(`${path}&per_page=100&page=${page}`), name);
    records.push(...found);
    if (found.length < 100) return records;
  }
}

/** The months of the stays, from the earliest arrival to the latest departure. */
function monthsOf(bookings: readonly Json[]): string[] {
  const days = bookings.flatMap(({ start_at, end_at }) => [String(start_at), String(end_at)]).toSorted();
  const [first = 0, last = 0] = [days.at(0), days.at(-1)].map((day = "") => indexOf(day));
  return Array.from({ length: last - first + 1 }, (_, index) => nameOf(first + index));
}

const indexOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const nameOf = (index: number): string => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;

test("statements, the manager's part, channels and taxes add up to what guests pay, in every month of the demo", async () => {
  const accounts = await service.sql(
    "select id from accounts where exists (select from rentals where account_id = accounts.id) order by id",
  );
  let lines = 0;
  let settled = 0;
  for (const { id: account } of accounts) {
    const client = await service.aClient(Number(account));
    await service.sql("update applications set rate_limit = 1000000 where id = $1", [client.application]);
    const rentals = await everyPage(client, "/rentals?fields=id", "rentals");
    const fields =
      "id,start_at,end_at,status,final_price,paid_amount,payment_left_to_collect,payment_schedule,damage_deposit";
    const bookings = await everyPage(
      client,
      `/bookings?from=2000-01-01&include_canceled=true&fields=${fields}`,
      "bookings",
    );
    const priceOfStay = new Map<number, number>();
    for (const month of monthsOf(bookings)) {
      const path = `/owner_statements?month=${month}&rental_id=${rentals.map(({ id }) => id).join(",")}`;
      for (const statement of recordsOf(await client.get(path), "owner_statements")) {
        const stays = listIn(statement, "stays");
        const totals = listIn(statement, "totals");
        expect([month, sumOf(totals, shares)]).toEqual([month, sumOf(stays, ["final_price"])]);
        expect([month, sumOf(totals, ["final_price"])]).toEqual([month, sumOf(stays, ["final_price"])]);
        for (const stay of stays) {
          const id = Number(stay.booking_id);
          priceOfStay.set(id, (priceOfStay.get(id) ?? 0) + hundredths(stay.final_price));
          lines++;
        }
      }
    }
    for (const booking of bookings) {
      const { id, status, final_price, paid_amount, payment_left_to_collect: left } = booking;
      const isKept = status === "Canceled" && hundredths(paid_amount) > 0;
      const guestPays = isKept ? hundredths(paid_amount) : status === "Booked" ? hundredths(final_price) : 0;
      expect([id, priceOfStay.get(Number(id)) ?? 0]).toEqual([id, guestPays]);
      if (status === "Booked" && hundredths(left) === 0 && hundredths(final_price) > 0) {
        expect([id, hundredths(paid_amount)]).toEqual([id, guestPays]);
        settled++;
      }
      const schedule = listIn(booking, "payment_schedule");
      if (schedule.length > 0)
        expect([id, sumOf(schedule, ["amount"])]).toEqual([
          id,
          hundredths(final_price) + hundredths(booking.damage_deposit),
        ]);
    }
  }
  expect(lines).toBeGreaterThan(100);
  expect(settled).toBeGreaterThan(10);
}, 300_000);

test("payments less refunds and disputes are what bookings count as paid, in the whole demo", async () => {
  const wrong = await service.sql(
    `select bookings.id, bookings.paid_amount, sums.paid from bookings
     cross join lateral (
       select coalesce(sum(line.amount_in_cents), 0) * case when bookings.currency = 'JPY' then 1 else 0.01 end as paid
       from bookings_payments as line
       join payments on payments.account_id = line.account_id and payments.id = line.payment_id
       left join payments as refunded on refunded.account_id = payments.account_id and refunded.id = payments.refunded_payment_id
       where line.account_id = bookings.account_id and line.booking_id = bookings.id and payments.paid_at is not null
         and payments.rejected_at is null and payments.canceled_at is null and refunded.canceled_at is null
         and coalesce(refunded.kind, payments.kind) <> 'damage-deposit'
     ) as sums
     where bookings.paid_amount <> sums.paid`,
  );
  expect(wrong).toEqual([]);
  const [{ count } = { count: 0 }] = await service.sql(
    "select count(*)::integer as count from bookings where paid_amount > 0",
  );
  expect(count).toBeGreaterThan(10);
});
