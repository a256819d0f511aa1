import { expect, test, vi } from "vitest";
import { dayOfInstant } from "../../src/core/day.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { rateBooks } from "../../src/modules/pricing/rates/books/rate-books.ts";
import { type Answer, type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee, booking, created } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aSeason, changed, dayAhead } from "../rates/factories.ts";

const service = useSharedService();
const callers = 32;

const statuses = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status);

test("a discount code with 5 uses serves 5 of 32 clients, each on another rental", async () => {
  const client = await service.aClient(await service.anAccount());
  const rentals = await Promise.all(Array.from({ length: callers }, () => aRental(client, { base_rate: "100" })));
  await created(client, "/booking/discount_codes", "discount_codes", {
    discount_code: "FIVE",
    percentage: 10,
    number_of_times: 5,
  });
  const book = () => Promise.all(rentals.map((rental) => booking(client, rental, { discount_code: "five" })));
  const answers = await book();
  expect(statuses(answers, 201)).toHaveLength(5);
  expect(statuses(answers, 422)).toHaveLength(27);
  for (const { json } of statuses(answers, 422))
    expect(json.errors).toEqual({ discount_code: ["has been used 5 times, which is its limit"] });
  expect(await liveUsages(client)).toBe(5);

  // Three bookings release their use while all others retry: at most five uses are live, and none is lost.
  const [first, second, third] = statuses(answers, 201).map((answer) => recordOf(answer, "bookings").id);
  const free = rentals.filter((_, index) => answers[index]?.status === 422);
  const [again] = await Promise.all([
    Promise.all(free.map((rental) => booking(client, rental, { discount_code: "five" }))),
    ...[first, second, third].map((id) => client.delete(`/bookings/${id}`)),
  ]);
  const late = free.filter((_, index) => again[index]?.status === 422);
  const then: Answer[] = [];
  for (const rental of late) then.push(await booking(client, rental, { discount_code: "five" }));
  expect(statuses(again, 201).length + statuses(then, 201).length).toBe(3);
  expect(await liveUsages(client)).toBe(5);
});

test("32 identical strict bookings create one booking and one guest", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  const answers = await Promise.all(
    Array.from({ length: callers }, () => strictly(client, rental.id, "2090-01-04", "2090-01-08", "400")),
  );
  expect(statuses(answers, 201)).toHaveLength(1);
  const [winner] = statuses(answers, 201);
  const reference = winner && recordOf(winner, "bookings").reference;
  for (const { json } of statuses(answers, 422))
    expect(json.errors).toEqual({ base: [`the nights are taken by booking ${reference}`] });
  expect(statuses(answers, 422)).toHaveLength(31);
  expect(recordsOf(await client.get("/clients"), "clients")).toHaveLength(1);
});

test("a concurrent price change either precedes or follows each strict booking", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  const path = `/rentals/${rental.id}`;
  const day = (number: number) => new Date(Date.UTC(2090, 0, number)).toISOString().slice(0, 10);
  const [answers] = await Promise.all([
    Promise.all(
      Array.from({ length: callers }, (_, index) =>
        strictly(client, rental.id, day(index + 1), day(index + 2), index % 2 === 0 ? "100" : "120"),
      ),
    ),
    changed(client, path, "rentals", { base_rate: "120" }),
  ]);
  for (const [index, answer] of answers.entries()) {
    const told = index % 2 === 0 ? "100.0" : "120.0";
    const other = index % 2 === 0 ? "120.0" : "100.0";
    if (answer.status === 201) expect(recordOf(answer, "bookings")).toMatchObject({ final_price: told });
    else expect(answer.json.errors).toEqual({ final_price: [`is ${other} by the live quote, not ${told}`] });
  }
  // Afterwards the old price is refused.
  const late = await Promise.all(
    ["100", "120"].map((price, index) => strictly(client, rental.id, day(100 + index), day(101 + index), price)),
  );
  expect(late.map(({ status }) => status)).toEqual([422, 201]);
});

test("a rate book read during price changes never mixes old and new prices", async () => {
  const client = await service.aClient(await service.anAccount());
  const table = await aRatesTable(client);
  const season = await aSeason(client, table, { ratio_percentage: "100" });
  const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
  const fee = await aFee(client, { rate: "50" });
  await aRentalsFee(client, rental, fee, { status: "required" });
  const book = await service.database.within([client.account]).transaction(async (transaction) => {
    const rows = transaction.rows.bind(transaction);
    let isChanged = false;
    vi.spyOn(transaction, "rows").mockImplementation(async (text, values) => {
      const found = await rows<never>(text, values);
      if (!isChanged && text.includes("downpayment_percentage from fees")) {
        isChanged = true;
        await changed(client, `/fees/${fee.id}`, "fees", { rate: "60" });
        await changed(client, `/seasons/${season.id}`, "seasons", { ratio_percentage: "200" });
      }
      return found;
    });
    const [id, today] = [Number(rental.id), dayOfInstant(Date.now())];
    return (await rateBooks(new ApplicationCache()).of(transaction, [client.account], [id], today)).get(id)?.book;
  });
  // The fee changed before the season.
  expect([book?.fees[0]?.rate, book?.seasons[0]?.ratio]).toEqual([60_00, 200_00]);
});

test("concurrent changes of seasons, fees, rentals and bookings are never refused", async () => {
  const client = await service.aClient(await service.anAccount());
  const [table, other] = [await aRatesTable(client), await aRatesTable(client)];
  const [season, late] = [await aSeason(client, table), await aSeason(client, table)];
  const period = await aPeriod(client, season, 20, 40);
  const fee = await aFee(client);
  const rentals = await Promise.all([1, 2, 3, 4].map(() => aRental(client, { rates_table_id: other.id })));
  const fees = await Promise.all(
    rentals.map((rental) => aRentalsFee(client, rental, fee, { season_ids: [season.id] })),
  );
  const put = (root: string, { id }: Json, attributes: Json) => client.put(`/${root}/${id}`, { [root]: [attributes] });
  const answers = await Promise.all(
    [1, 2, 3, 4].flatMap((round) => [
      ...fees.map((one) => put("rentals_fees", one, { season_ids: [(round % 2 ? late : season).id] })),
      ...rentals.map((rental) => put("rentals", rental, { rates_table_id: (round % 2 ? table : other).id })),
      ...rentals.map((rental) =>
        booking(client, rental, { start_at: `209${round}-01-01`, end_at: `209${round}-01-02` }),
      ),
      put("periods", period, { end_date: dayAhead(40 + round) }),
      put("seasons", season, { ratio_percentage: `${100 + round}` }),
    ]),
  );
  expect(answers.filter(({ status }) => status >= 400).map(({ text }) => text)).toEqual([]);
});

async function liveUsages(client: ApiClient): Promise<number> {
  const answer = await client.get("/booking/discount_code_usages");
  return recordsOf(answer, "discount_code_usages").length;
}

function strictly(client: ApiClient, rental: unknown, start: string, end: string, price: string): Promise<Answer> {
  return client.post("/strict_bookings", {
    bookings: [
      {
        rental_id: rental,
        start_at: start,
        end_at: end,
        adults: 2,
        final_price: price,
        price_to_pay_now: "0",
        currency: "EUR",
        client: { firstname: "Ada" },
      },
    ],
  });
}
