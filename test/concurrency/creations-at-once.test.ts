import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { follow } from "../events/followed.ts";
import { type Answer, type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aFee, aGuest, aRental, aRentalsFee, aTax, booking, created, read } from "../harness/factories.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { refuseSome } from "./calendar.ts";

// Concurrent creations: each has the same result as it would alone.

const service = useService();
const many = 16;

async function rentals(client: ApiClient, count = many): Promise<Json[]> {
  return Promise.all(Array.from({ length: count }, () => aRental(client)));
}

/** Nights that no other request uses. */
let next = 0;
function freeNights(nights = 2): { start_at: string; end_at: string } {
  const first = Date.UTC(2061, 0, 1) + next * 86_400_000;
  next += nights;
  const date = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
  return { start_at: date(first), end_at: date(first + nights * 86_400_000) };
}

const bookingOf = (answer: Answer): Json => {
  expect(answer.status, answer.text).toBe(201);
  return recordOf(answer, "bookings");
};

/** Books each of these concurrently. */
async function booked(client: ApiClient, where: readonly Json[], attributes: Json = {}): Promise<Answer[]> {
  const nights = freeNights();
  return Promise.all(where.map((rental) => booking(client, rental, { ...nights, ...attributes })));
}

describe("concurrent creations", () => {
  test("answer with the record as later reads show it, and are recorded under their own requests", async () => {
    const client = await service.aClient(await service.anAccount());
    const answers = await booked(client, await rentals(client));
    for (const answer of answers) {
      const made = bookingOf(answer);
      expect(await read(client, "bookings", made.id)).toEqual(made);
      const noted = await service.sql(
        `select request_id from change_outbox where resource = 'bookings' and record_id = $1::text
         union all select request_id from changes where resource = 'bookings' and record_id = $1::text`,
        [made.id],
      );
      expect(noted).toEqual([{ request_id: answer.headers.get("x-request-id") }]);
    }
  });

  test("report each one's own nights, also in the same rental", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client);
    const { after } = await follow(client);
    const nights = Array.from({ length: many }, () => freeNights(1));
    const answers = await Promise.all(nights.map((asked) => booking(client, rental, asked)));
    const made = answers.map((answer, index) => ({ answer, arrival: nights[index]?.start_at ?? "" }));
    const { events } = await follow(client, { after, limit: "1000", types: "availability.changed" });
    expect(events.map(({ request_id, changes }) => [request_id, changes]).toSorted()).toEqual(
      made
        .map(({ answer, arrival }) => [
          answer.headers.get("x-request-id"),
          { dates: [null, [{ start_date: arrival, end_date: arrival }]] },
        ])
        .toSorted(),
    );
  });

  test("have the same prices, fees, taxes and policy as separate creations", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const fee = await aFee(client, { rate: "35.5", rate_kind: "fixed" });
    const tax = await aTax(service, account);
    await created(client, "/rental_cancelation_policies", "rental_cancelation_policies", {
      rental_cancelation_policy_items: [{ eligible_days: 30, penalty_percentage: "50" }],
    });
    const where = await rentals(client);
    for (const [index, rental] of where.entries())
      if (index % 2 === 0) await aRentalsFee(client, rental, fee, { status: "required" });
    for (const rental of where)
      await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
        tax_id: tax.id,
        tax_included_in_rate: false,
      });
    const guest = await aGuest(client);
    const wanted = { initial_price: "240.20", adults: 3, client_id: guest.id, notes: "By the sea" };
    const together = (await booked(client, where, wanted)).map(bookingOf);
    const alone: Json[] = [];
    for (const rental of where) alone.push(bookingOf(await booking(client, rental, { ...freeNights(), ...wanted })));
    for (const [index, one] of together.entries()) {
      const terms = await agreed(client, one);
      expect(terms).toEqual(await agreed(client, alone[index] ?? {}));
      expect(terms).toMatchObject({
        bookings_fees: index % 2 === 0 ? [{ price: "35.5" }] : [],
        bookings_taxes: [{ amount: "24.02" }],
        rental_cancelation_policy: { rental_cancelation_policy_items: [{ eligible_days: 30 }] },
      });
    }
  });

  test("are refused individually, for the same reasons as separate creations", async () => {
    const client = await service.aClient(await service.anAccount());
    const [taken, ...free] = await rentals(client);
    const before = bookingOf(await booking(client, taken ?? {}, freeNights()));
    const answers = await Promise.all([
      ...free.map((rental) => booking(client, rental, freeNights())),
      booking(client, taken ?? {}, { start_at: before.start_at, end_at: before.end_at }),
      booking(client, { id: 987_654_321 }, freeNights()),
      booking(client, free[0] ?? {}, { ...freeNights(), adults: -1 }),
      booking(client, free[1] ?? {}, { ...freeNights(), client_id: 987_654_321 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...free.map(() => 201), 422, 404, 422, 422]);
    const [nights, , adults, guest] = answers.slice(free.length).map((answer) => answer.text);
    expect(nights).toContain(`the nights are taken by booking ${before.reference}`);
    expect(adults).toContain('"adults"');
    expect(guest).toContain("must exist");
  });

  test("sell each night once, also in the same rental", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client, { preparation_days: 2 });
    // Three-night stays starting on consecutive days: with two preparation days, at most one of any five in a row fits.
    const day = (number: number): string => new Date(Date.UTC(2071, 0, 1 + number)).toISOString().slice(0, 10);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        booking(client, rental, { start_at: day(index), end_at: day(index + 3) }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201).map(bookingOf);
    expect(answers.every(({ status }) => status === 201 || status === 422)).toBe(true);
    expect(made.length).toBeGreaterThan(3);
    const arrivals = made
      .map(({ start_at }) => Date.parse(String(start_at).slice(0, 10)) / 86_400_000)
      .toSorted((a, b) => a - b);
    for (const [index, arrival] of arrivals.slice(1).entries())
      expect(arrival - (arrivals[index] ?? 0)).toBeGreaterThanOrEqual(5);
  });

  test("let one of them use a single-use discount code", async () => {
    const client = await service.aClient(await service.anAccount());
    await created(client, "/booking/discount_codes", "discount_codes", {
      ...{ discount_code: "Once24", percentage: 10, usage_limit: "number_of_times", number_of_times: 1 },
    });
    const asked = { initial_price: "400", discount_code: "Once24" };
    const where = await rentals(client);
    const answers = await Promise.all(where.map((rental) => booking(client, rental, { ...freeNights(), ...asked })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...where.slice(1).map(() => 422)]);
  });

  test("block the nights of each other's linked rentals", async () => {
    const client = await service.aClient(await service.anAccount());
    const linked = await rentals(client, 3);
    const others = await rentals(client, 8);
    const grouped = await client.post("/rental_link_groups", {
      rental_link_groups: [{ rental_ids: linked.map(({ id }) => id) }],
    });
    expect(grouped.status, grouped.text).toBe(201);
    const wanted = [...linked, ...others, ...linked];
    const nights = freeNights();
    const answers = await Promise.all(wanted.map((rental) => booking(client, rental, nights)));
    const won = (indexes: readonly number[]) => indexes.filter((index) => answers[index]?.status === 201).length;
    expect([won([0, 1, 2, 11, 12, 13]), won([3, 4, 5, 6, 7, 8, 9, 10])]).toEqual([1, 8]);
    const [row] = await service.sql(
      "select count(*)::integer as count from bookings where rental_id = any ($1) and created_by_type = 'Booking'",
      [linked.map(({ id }) => id)],
    );
    expect(row).toEqual({ count: 2 });
  });

  test("replay under their idempotency keys, and create nothing twice", async () => {
    const client = await service.aClient(await service.anAccount());
    const asked = (await rentals(client)).map((rental) => ({ rental, nights: freeNights(), key: crypto.randomUUID() }));
    const send = () =>
      Promise.all(
        asked.map(({ rental, nights, key }) =>
          client.post(`/rentals/${rental.id}/bookings`, { bookings: [nights] }, { "idempotency-key": key }),
        ),
      );
    const [first, again] = [await send(), await send()];
    expect(first.map(({ status }) => status)).toEqual(asked.map(() => 201));
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(recordsOf(await client.get("/bookings?per_page=100"), "bookings")).toHaveLength(asked.length);
  });
});

describe("a creation that waits for a lock does not delay the others", () => {
  test.each<[string, string, (client: ApiClient, rental: Json) => Promise<[unknown, Json]>]>([
    ["of the rental", "rentals", async (_client, rental) => [rental.id, {}]],
    [
      "of the guest",
      "clients",
      async (client) => {
        const { id } = await aGuest(client);
        return [id, { client_id: id }];
      },
    ],
  ])("%s", async (_what, table, concerned) => {
    const client = await service.aClient(await service.anAccount());
    const [first, ...free] = await rentals(client);
    const [id, attributes] = await concerned(client, first ?? {});
    const holder = new pg.Client({ ...(await ownerOf(service)) });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("begin");
    await holder.query(`select from ${table} where id = $1 for update`, [id]);
    const waiting = booking(client, first ?? {}, { ...freeNights(), ...attributes });
    const answers = await Promise.all(free.map((rental) => booking(client, rental, freeNights())));
    expect(answers.map(({ status }) => status)).toEqual(free.map(() => 201));
    await holder.query("rollback");
    expect((await waiting).status).toBe(201);
  });
});

describe("a creation that the database refuses behind all checks", () => {
  beforeAll(() => refuseSome(service));

  test("is refused alone, and the others are booked once each", async () => {
    const client = await service.aClient(await service.anAccount());
    const where = await rentals(client);
    const answers = await Promise.all(
      where.map((rental, index) =>
        booking(client, rental, { ...freeNights(), notes: index === 5 ? "refused" : "taken" }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(where.map((_, index) => (index === 5 ? 422 : 201)));
    expect(answers[5]?.text).toContain("conflicts with a concurrent change");
    expect(recordsOf(await client.get("/bookings?per_page=100"), "bookings")).toHaveLength(where.length - 1);
  });
});

/** A booking's agreed terms: its amounts, line by line, and its cancelation costs. */
async function agreed(client: ApiClient, { id }: Json): Promise<Json> {
  const embedded = "bookings_fees,bookings_taxes,client,rental_cancelation_policy.rental_cancelation_policy_items";
  const booked = recordOf(await client.get(`/bookings/${id}?include=${embedded}`), "bookings");
  return withoutOwn(booked);
}

const own = [
  ...["id", "links", "reference", "policeable_id", "created_at", "updated_at", "booked_at", "contract_updated_at"],
  ...["start_at", "end_at", "balance_due_at", "payment_schedule", "free_cancelation_until"],
];

/** A record without ids, links and timestamps, including those of embedded records. */
function withoutOwn(record: Json): Json {
  const shared = Object.entries(record).filter(([name]) => !own.includes(name));
  return Object.fromEntries(
    shared.map(([name, value]) => [name, Array.isArray(value) ? value.map(inside) : inside(value)]),
  );
}

const inside = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? withoutOwn({ ...value }) : value;
