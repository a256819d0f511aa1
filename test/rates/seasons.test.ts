import { describe, expect, test } from "vitest";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { refusedFor } from "../harness/violations.ts";
import { aPeriod, aRatesTable, aRule, aSeason, changed, dayAhead, periodOf, refusal } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

describe("a season", () => {
  test("creates the reference's sample season with its ratio, color, periods and rules", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const answer = await client.post(`/rates_tables/${table.id}/seasons`, {
      seasons: [{ name: "Season 2", ratio_percentage: "100", minimum_stay: 7 }],
    });
    expect(answer.status, answer.text).toBe(201);
    const season = recordOf(answer, "seasons");
    expect(season).toMatchObject({
      name: { en: "Season 2" },
      ratio_percentage: "100.0",
      minimum_stay: 7,
      color_ratio: "1.0",
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    const period = await aPeriod(client, season, 1, 5);
    const rule = await aRule(client, table, { always_applied: false, season_ids: [season.id] });
    const links = { account: client.account, rates_table: table.id, periods: [period.id], rates_rules: [rule.id] };
    expect(linksOf(await read(client, "seasons", season.id))).toEqual(links);
    const dear = await changed(client, `/seasons/${season.id}`, "seasons", { ratio_percentage: 262.5 });
    expect(dear).toMatchObject({ ratio_percentage: "262.5", color_ratio: "2.63", name: { en: "Season 2" } });
    expect(dear.color).not.toBe(season.color);
  });

  test.each<[Json, Json]>([
    [{}, { name: ["can't be blank in en"], ratio_percentage: ["can't be blank"], minimum_stay: ["can't be blank"] }],
    [
      { name: "A", ratio_percentage: "0", minimum_stay: 0 },
      { ratio_percentage: ["must be greater than 0"], minimum_stay: ["must be greater than or equal to 1"] },
    ],
    [{ name: "A", ratio_percentage: "100000", minimum_stay: 1 }, { ratio_percentage: ["must be less than 100000"] }],
  ])("refuses a season with %j", async (attributes, errors) => {
    const client = await aManager();
    const table = await aRatesTable(client);
    expect(refusal(await client.post(`/rates_tables/${table.id}/seasons`, { seasons: [attributes] }))).toEqual([
      422,
      errors,
    ]);
  });

  test("deletes a season with its periods and exclusive rules and removes it from other rules and fees", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const [summer, winter] = [await aSeason(client, table), await aSeason(client, table)];
    const period = await aPeriod(client, summer, 1, 5);
    const [alone, both] = [
      await aRule(client, table, { always_applied: false, season_ids: [summer.id] }),
      await aRule(client, table, { always_applied: false, season_ids: [summer.id, winter.id] }),
    ];
    const fee = await aRentalsFee(client, await aRental(client), await aFee(client), { season_ids: [summer.id] });
    expect((await client.delete(`/seasons/${summer.id}`)).status).toBe(204);
    expect(await read(client, "periods", period.id)).toMatchObject({ archived_at: expect.any(String) });
    expect((await client.get(`/rates_rules/${alone.id}`)).status).toBe(404);
    expect(linksOf(await read(client, "rates_rules", both.id)).seasons).toEqual([winter.id]);
    const left = await read(client, "rentals_fees", fee.id);
    expect([left.always_applied, linksOf(left).seasons]).toEqual([false, []]);
    expect(linksOf(await read(client, "rates_tables", table.id))).toMatchObject({
      seasons: [winter.id],
      periods: [],
      rates_rules: [both.id],
    });
  });
});

describe("a period", () => {
  test("links a period to its season and rates table, and moves and archives it", async () => {
    const client = await aManager();
    const season = await aSeason(client, await aRatesTable(client));
    const period = await aPeriod(client, season, 10, 20);
    expect(period).toMatchObject({ start_date: dayAhead(10), end_date: dayAhead(20), archived_at: null });
    expect(linksOf(period)).toEqual({
      account: client.account,
      season: season.id,
      rates_table: linksOf(season).rates_table,
    });
    const moved = await changed(client, `/periods/${period.id}`, "periods", { end_date: dayAhead(30) });
    expect(moved).toMatchObject({ start_date: dayAhead(10), end_date: dayAhead(30) });
    expect((await client.delete(`/periods/${period.id}`)).status).toBe(204);
    expect(await read(client, "periods", period.id)).toMatchObject({ archived_at: expect.any(String) });
    expect(recordsOf(await client.get("/periods"), "periods")).toEqual([]);
    // Another period can use its nights.
    await aPeriod(client, season, 15, 25);
  });

  test("requires a period to start before it ends and to end within three years", async () => {
    const client = await aManager();
    const season = await aSeason(client, await aRatesTable(client));
    expect(refusal(await periodOf(client, season, 5, 5))).toEqual([422, { start_date: ["must be before end_date"] }]);
    expect(refusal(await periodOf(client, season, 9, 8))).toEqual([422, { start_date: ["must be before end_date"] }]);
    expect(refusal(await periodOf(client, season, 5, 1100))).toEqual([
      422,
      { end_date: [expect.stringMatching(/^must be at most three years ahead: \d{4}-/)] },
    ]);
    expect(refusal(await client.post(`/seasons/${season.id}/periods`, { periods: [{}] }))).toEqual([
      422,
      { start_date: ["can't be blank"], end_date: ["can't be blank"] },
    ]);
  });

  test("refuses a period that overlaps another in the same rates table", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const [summer, winter] = [await aSeason(client, table), await aSeason(client, table)];
    const first = await aPeriod(client, summer, 10, 20);
    const overlap = {
      base: [`overlaps period ${first.id} of season ${summer.id} (${dayAhead(10)} to ${dayAhead(20)})`],
    };
    for (const [start, end] of [
      [5, 10],
      [20, 25],
      [12, 15],
      [5, 25],
    ] as const)
      expect(refusal(await periodOf(client, winter, start, end)), `${start} to ${end}`).toEqual([422, overlap]);
    const second = await aPeriod(client, winter, 21, 25);
    const moving = await client.put(`/periods/${second.id}`, { periods: [{ start_date: dayAhead(20) }] });
    expect(refusal(moving)).toEqual([422, overlap]);
    // The same nights in another table are allowed, and so is moving a period over itself.
    await aPeriod(client, await aSeason(client, await aRatesTable(client)), 10, 20);
    await changed(client, `/periods/${first.id}`, "periods", { start_date: dayAhead(11) });
  });

  test("accepts one of several concurrent overlapping periods", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const seasons = await Promise.all([1, 2, 3, 4].map(() => aSeason(client, table)));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => periodOf(client, seasons[turn % 4] ?? {}, 10 + turn, 40 + turn)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 422)]);
    for (const answer of answers.filter(({ status }) => status === 422))
      expect(answer.text).toMatch(/overlaps period \d+ of season/);
    expect(recordsOf(await client.get("/periods"), "periods")).toHaveLength(1);
  });

  test("refuses overlapping periods in the database too", async () => {
    const client = await aManager();
    const season = await aSeason(client, await aRatesTable(client));
    const period = await aPeriod(client, season, 10, 20);
    const copying = service.sql(
      "insert into periods (account_id, season_id, rates_table_id, start_date, end_date)" +
        " select account_id, season_id, rates_table_id, end_date, end_date + 5 from periods where account_id = $1 and id = $2",
      [client.account, period.id],
    );
    await expect(copying).rejects.toSatisfy(refusedFor("23P01", "no_night_has_two_seasons"));
  });
});

describe("a rentals fee", () => {
  test("applies a rentals fee in its seasons until a write changes that", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const [summer, winter] = [await aSeason(client, table), await aSeason(client, table)];
    const rental = await aRental(client, { rates_table_id: table.id });
    const fee = await aRentalsFee(client, rental, await aFee(client), { season_ids: [summer.id] });
    expect(fee).toMatchObject({ always_applied: false, start_date: null });
    expect(linksOf(fee).seasons).toEqual([summer.id]);
    const path = `/rentals_fees/${fee.id}`;
    const kept = await changed(client, path, "rentals_fees", { maximum_bookable: 3 });
    expect([kept.always_applied, linksOf(kept).seasons]).toEqual([false, [summer.id]]);
    const other = await changed(client, path, "rentals_fees", { season_ids: [winter.id] });
    expect(linksOf(other).seasons).toEqual([winter.id]);
    expect(refusal(await client.put(path, { rentals_fees: [{ season_ids: [] }] }))).toEqual([
      422,
      { always_applied: ["must be true without season_ids or start_date and end_date"] },
    ]);
    const dated = { start_date: dayAhead(100), end_date: dayAhead(130) };
    const then = await changed(client, path, "rentals_fees", dated);
    expect([then, linksOf(then).seasons]).toEqual([expect.objectContaining(dated), []]);
    const back = await changed(client, path, "rentals_fees", { season_ids: [summer.id] });
    expect([back.start_date, back.end_date, linksOf(back).seasons]).toEqual([null, null, [summer.id]]);
    const always = await changed(client, path, "rentals_fees", { always_applied: true });
    expect([always.always_applied, linksOf(always).seasons]).toEqual([true, []]);
  });

  test("refuses a rentals fee in another account's season", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const theirs = await aSeason(stranger, await aRatesTable(stranger));
    const [rental, fee] = [await aRental(client), await aFee(client)];
    const answer = await client.post(`/rentals/${rental.id}/rentals_fees`, {
      rentals_fees: [{ fee_id: fee.id, season_ids: [theirs.id] }],
    });
    expect(refusal(answer)).toEqual([422, { season_ids: ["must exist"] }]);
  });
});
