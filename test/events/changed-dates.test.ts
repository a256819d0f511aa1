import { describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, changing, created } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, aTaxOf, changed, dayAhead } from "../rates/factories.ts";
import { follow } from "./followed.ts";

const service = useSharedService();

const put = (client: ApiClient, root: string, { id }: Json, attributes: Json) =>
  changed(client, `/${root}/${id}`, root, attributes);

async function removed(client: ApiClient, root: string, { id }: Json): Promise<void> {
  const answer = await client.delete(`/${root}/${id}`);
  expect(answer.status, answer.text).toBe(204);
}

/** Start and end of nights in days from today; null means no end. */
type Nights = readonly [first: number, last: number | null];

const days = (nights: readonly Nights[]): Json[] =>
  nights.map(([first, last]) => ({
    start_date: dayAhead(first),
    end_date: last === null ? null : dayAhead(last),
  }));

const datesOf = ({ changes }: Json): unknown =>
  typeof changes === "object" && changes !== null && "dates" in changes ? changes.dates : undefined;

/** The date changes in an account's feed during an action: rentals and their dates, ordered by rental. */
async function eventsDuring(client: ApiClient, type: string, work: () => Promise<unknown>): Promise<unknown[]> {
  const { after } = await follow(client);
  await work();
  const { events } = await follow(client, { after, types: type });
  return events.map((event) => [event.record_id, datesOf(event)]);
}

const rateEventsDuring = (client: ApiClient, work: () => Promise<unknown>) =>
  eventsDuring(client, "rates.changed", work);

/** The dates as an event reports them. */
const told = (rental: Json, ...nights: Nights[]): unknown => [rental.id, [null, days(nights)]];

/** Two rentals share a rates table with a rule and a two-period season; one has its own table, and one is deleted. */
async function aMarket() {
  const client = await service.aClient(await service.anAccount());
  const table = await aRatesTable(client);
  const season = await aSeason(client, table);
  const period = await aPeriod(client, season, 10, 20);
  await aPeriod(client, season, 40, 50);
  const rule = await aRule(client, table);
  const rental = await aRental(client, { base_rate: "100", rates_table_id: table.id });
  const sharing = await aRental(client, { base_rate: "80", rates_table_id: table.id });
  const alone = await aRental(client, { base_rate: "60", rates_table_id: (await aRatesTable(client)).id });
  await removed(client, "rentals", await aRental(client, { rates_table_id: table.id }));
  return { client, table, season, period, rule, rental, sharing, alone };
}

describe("rates.changed reports each rental that uses", () => {
  test("a season with changed nights, a changed period, or both after a move", async () => {
    const { client, season, period, rental, sharing } = await aMarket();
    const ratio = () => put(client, "seasons", season, { ratio_percentage: "90" });
    const both = [told(rental, [10, 20], [40, 50]), told(sharing, [10, 20], [40, 50])];
    expect(await rateEventsDuring(client, ratio)).toEqual(both);
    const longer = () => put(client, "periods", period, { start_date: dayAhead(5), end_date: dayAhead(15) });
    expect(await rateEventsDuring(client, longer)).toEqual([told(rental, [5, 20]), told(sharing, [5, 20])]);
    const another = () => aPeriod(client, season, 60, 70);
    expect(await rateEventsDuring(client, another)).toEqual([told(rental, [60, 70]), told(sharing, [60, 70])]);
    const archived = () => removed(client, "periods", period);
    expect(await rateEventsDuring(client, archived)).toEqual([told(rental, [5, 15]), told(sharing, [5, 15])]);
    const gone = () => removed(client, "seasons", season);
    expect(await rateEventsDuring(client, gone)).toEqual([
      told(rental, [40, 50], [60, 70]),
      told(sharing, [40, 50], [60, 70]),
    ]);
  });

  test("a rule, with all nights from today on, its dates, or its seasons' dates", async () => {
    const { client, table, season, rule, rental, sharing } = await aMarket();
    const percentage = () => put(client, "rates_rules", rule, { percentage: "30" });
    expect(await rateEventsDuring(client, percentage)).toEqual([told(rental, [0, null]), told(sharing, [0, null])]);
    const dates = { always_applied: false, start_date: dayAhead(3), end_date: dayAhead(4) };
    const made = () => aRule(client, table, dates);
    expect(await rateEventsDuring(client, made)).toEqual([told(rental, [3, 4]), told(sharing, [3, 4])]);
    const seasonal = await aRule(client, table, { always_applied: false, season_ids: [season.id] });
    const gone = () => removed(client, "rates_rules", seasonal);
    const ofSeason = [told(rental, [10, 20], [40, 50]), told(sharing, [10, 20], [40, 50])];
    expect(await rateEventsDuring(client, gone)).toEqual(ofSeason);
  });

  test("a fee or tax, with all nights from today on, directly or through its fee", async () => {
    const { client, rental, sharing, alone } = await aMarket();
    const [fee, tax] = [await aFee(client), await aTaxOf(client)];
    expect(await rateEventsDuring(client, () => aRentalsFee(client, rental, fee))).toEqual([told(rental, [0, null])]);
    await aRentalsFee(client, sharing, fee);
    const both = [told(rental, [0, null]), told(sharing, [0, null])];
    expect(await rateEventsDuring(client, () => put(client, "fees", fee, { rate: "60" }))).toEqual(both);
    const taxed = { tax_id: tax.id, tax_included_in_rate: false };
    const taxes = () => created(client, `/fees/${fee.id}/fees_taxes`, "fees_taxes", taxed);
    expect(await rateEventsDuring(client, taxes)).toEqual(both);
    const levied = () => created(client, `/rentals/${alone.id}/rentals_taxes`, "rentals_taxes", taxed);
    expect(await rateEventsDuring(client, levied)).toEqual([told(alone, [0, null])]);
    const ending = () => put(client, "taxes", tax, { end_date: dayAhead(100) });
    expect(await rateEventsDuring(client, ending)).toEqual([...both, told(alone, [0, null])]);
    expect(await rateEventsDuring(client, () => removed(client, "fees", fee))).toEqual(both);
  });

  test("an application's price increase, for all rentals or for one on its days", async () => {
    const { client, rental, sharing, alone } = await aMarket();
    const increase = () =>
      changed(client, `/applications/${client.application}`, "applications", { default_price_increase: "5" });
    expect(await rateEventsDuring(client, increase)).toEqual(
      [rental, sharing, alone].map((one) => told(one, [0, null])),
    );
    const override = () =>
      created(client, "/applications_periods_rentals", "applications_periods_rentals", {
        application_id: client.application,
        rental_id: alone.id,
        price_increase: "7",
        start_date: dayAhead(8),
        end_date: dayAhead(9),
      });
    expect(await rateEventsDuring(client, override)).toEqual([told(alone, [8, 9])]);
  });
});

describe("rates.changed reports for a rental", () => {
  test("its base rate and another rates table, once per request, and no change without effect on prices", async () => {
    const { client, table, season, period, rule, rental, alone } = await aMarket();
    const prices = () => put(client, "rentals", alone, { base_rate: "70", rates_table_id: table.id, sleeps: 4 });
    expect(await rateEventsDuring(client, prices)).toEqual([told(alone, [0, null])]);
    const words = async () => {
      await put(client, "rentals", rental, { name: "Villa", downpayment: 30, base_rate: "100" });
      await put(client, "seasons", season, { name_en: "High" });
      await put(client, "periods", period, { end_date: dayAhead(20) });
      await put(client, "rates_rules", rule, { percentage: "20" });
      await put(client, "rates_tables", table, { name: "Lake" });
      await service.sql("update rentals set min_price = 5, max_price = 9 where id = $1", [rental.id]);
      await aRental(client, { base_rate: "10", rates_table_id: table.id });
    };
    expect(await rateEventsDuring(client, words)).toEqual([]);
  });

  test("a special offer's days, an override's nights, and exactly the changed nights of a map", async () => {
    const { client, rental } = await aMarket();
    const offer = { name: "Early", discount: "10", start_date: dayAhead(30), end_date: dayAhead(35) };
    const offered = () => created(client, `/rentals/${rental.id}/special_offers`, "special_offers", offer);
    expect(await rateEventsDuring(client, offered)).toEqual([told(rental, [30, 35])]);
    const nights = { rate: "80", start_date: dayAhead(40), end_date: dayAhead(42) };
    const overridden = () => created(client, `/rentals/${rental.id}/rate_overrides`, "rate_overrides", nights);
    expect(await rateEventsDuring(client, overridden)).toEqual([told(rental, [40, 42])]);
    await put(client, "rentals", rental, { nightly_rates_managed_externally: true });
    const push = (first: number, rates_map: string) => () =>
      put(client, "nightly_rate_maps", rental, { start_date: dayAhead(first), rates_map });
    expect(await rateEventsDuring(client, push(1, "90,90,90,90,90"))).toEqual([told(rental, [1, 5])]);
    expect(await rateEventsDuring(client, push(2, "90,95,90"))).toEqual([told(rental, [3, 3])]);
    expect(await rateEventsDuring(client, push(2, "90,95,90"))).toEqual([]);
  });

  test("no season whose nights a map overrides, until a rule or fee uses the season", async () => {
    const { client, table, season, rental, sharing, alone } = await aMarket();
    await put(client, "rentals", rental, { nightly_rates_managed_externally: true });
    const ratio = (ratio_percentage: string) => () => put(client, "seasons", season, { ratio_percentage });
    const nights = [
      [10, 20],
      [40, 50],
    ] as const satisfies Nights[];
    expect(await rateEventsDuring(client, ratio("90"))).toEqual([told(sharing, ...nights)]);
    await aRule(client, table, { always_applied: false, season_ids: [season.id] });
    const fee = { always_applied: false, season_ids: [season.id] };
    const feeOfSeason = async () => aRentalsFee(client, alone, await aFee(client), fee);
    expect(await rateEventsDuring(client, feeOfSeason)).toEqual([told(alone, [0, null])]);
    expect(await rateEventsDuring(client, ratio("95"))).toEqual(
      [rental, sharing, alone].map((one) => told(one, ...nights)),
    );
  });
});

describe("rates.changed is sent", () => {
  test("as an event of the rental to readers of public data, and only for their own rentals", async () => {
    const { client, season } = await aMarket();
    const channel = await service.aClient(client.account, { scopes: ["public"] });
    const [stranger] = [await service.aClient(await service.anAccount(), { scopes: ["public"] })];
    const withoutRates = await service.aClient(client.account, { scopes: ["rentals_read"] });
    const begun = await Promise.all([channel, stranger, withoutRates].map((reader) => follow(reader)));
    await put(client, "seasons", season, { ratio_percentage: "90" });
    const [seen, ...unseen] = await Promise.all(
      [channel, stranger, withoutRates].map((reader, index) => follow(reader, { after: begun[index]?.after ?? "" })),
    );
    expect(seen?.events).toHaveLength(2);
    expect(seen?.events[0]).toMatchObject({
      type: "rates.changed",
      resource: "rentals",
      actor: { type: "Application", id: client.application },
      request_id: expect.any(String),
    });
    expect(unseen.map(({ events }) => events)).toEqual([[], []]);
  });

  test("once per request and rental for concurrent changes of one rates table", async () => {
    const { client, season, rental, sharing } = await aMarket();
    const ratios = Array.from({ length: 12 }, (_, index) => String(100 + index));
    const { after } = await follow(client);
    await Promise.all(ratios.map((ratio_percentage) => put(client, "seasons", season, { ratio_percentage })));
    const { events } = await follow(client, { after, types: "rates.changed", limit: "1000" });
    const [{ count } = {}] = await service.sql(
      "select count(*)::integer as count from changes where account_id = $1 and type = 'season.updated' and changes ? 'ratio_percentage'",
      [client.account],
    );
    const requests = Map.groupBy(events, ({ request_id }) => request_id);
    expect(requests.size).toBe(count);
    for (const [, of] of requests) expect(of.map(({ record_id }) => record_id)).toEqual([rental.id, sharing.id]);
  });
});

describe("availability.changed reports", () => {
  const availabilityToldWhile = (client: ApiClient, work: () => Promise<unknown>) =>
    eventsDuring(client, "availability.changed", work);
  const stay = (first: number, last: number) => ({
    start_at: `${dayAhead(first)}T16:00:00Z`,
    end_at: `${dayAhead(last + 1)}T10:00:00Z`,
  });

  test("the nights that a booking took and takes, once per rental, also after a move or cancelation", async () => {
    const { client, rental, sharing } = await aMarket();
    const made = await aBooking(client, rental, stay(100, 103));
    const longer = () => changing(client, made, stay(102, 106));
    expect(await availabilityToldWhile(client, longer)).toEqual([told(rental, [100, 106])]);
    const later = () => changing(client, made, stay(120, 121));
    expect(await availabilityToldWhile(client, later)).toEqual([told(rental, [102, 106], [120, 121])]);
    const moved = () =>
      client.post(`/bookings/${made.id}/move`, { bookings: [{ ...stay(120, 121), rental_id: sharing.id }] });
    expect(await availabilityToldWhile(client, moved)).toEqual([told(rental, [120, 121]), told(sharing, [120, 121])]);
    const canceled = () => removed(client, "bookings", made);
    expect(await availabilityToldWhile(client, canceled)).toEqual([told(sharing, [120, 121])]);
    const noted = () => changing(client, made, { notes: "Called" });
    expect(await availabilityToldWhile(client, noted)).toEqual([]);
  });

  test("the nights blocked for preparation, and those that a new number of days adds or frees", async () => {
    const { client, rental } = await aMarket();
    await put(client, "rentals", rental, { preparation_days: 2 });
    const booked = () => aBooking(client, rental, stay(100, 103));
    expect(await availabilityToldWhile(client, booked)).toEqual([told(rental, [98, 105])]);
    const blocked = () => aBooking(client, rental, { ...stay(200, 203), status: "Unavailable", unavailable: true });
    expect(await availabilityToldWhile(client, blocked)).toEqual([told(rental, [200, 203])]);
    const more = () => put(client, "rentals", rental, { preparation_days: 3 });
    expect(await availabilityToldWhile(client, more)).toEqual([told(rental, [97, 97], [106, 106])]);
    const none = () => put(client, "rentals", rental, { preparation_days: 0 });
    expect(await availabilityToldWhile(client, none)).toEqual([told(rental, [97, 99], [104, 106])]);
  });

  test("only the whole span if there are very many ranges", async () => {
    const { client, rental } = await aMarket();
    for (let index = 0; index < 17; index++) await aBooking(client, rental, stay(100 + 10 * index, 100 + 10 * index));
    const prepared = () => put(client, "rentals", rental, { preparation_days: 1 });
    expect(await availabilityToldWhile(client, prepared)).toEqual([told(rental, [99, 261])]);
  });
});
