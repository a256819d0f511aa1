import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aRental, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, changed, periodOf, refusal, ruleOf, weekend } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

/** No endpoint makes a table private. */
const makePrivate = (table: Json) => service.sql("update rates_tables set shared = false where id = $1", [table.id]);

describe("a rates table", () => {
  test("creates a shared rates table with translated names and links to its contents", async () => {
    const client = await aManager();
    const table = await aRatesTable(client, { name: { en: "Seaside", fr: "Mer" } });
    expect(table).toMatchObject({ name: { en: "Seaside", fr: "Mer" }, shared: true, public_notes: null });
    const season = await aSeason(client, table);
    const period = await aPeriod(client, season, 10, 20);
    const rule = await aRule(client, table);
    const rental = await aRental(client, { rates_table_id: table.id });
    expect(linksOf(await read(client, "rates_tables", table.id))).toEqual({
      account: client.account,
      seasons: [season.id],
      rates_rules: [rule.id],
      periods: [period.id],
      rentals: [rental.id],
    });
    expect(linksOf(rental).rates_table).toBe(table.id);
    expect(await changed(client, `/rates_tables/${table.id}`, "rates_tables", { name: "Coast" })).toMatchObject({
      name: { en: "Coast", fr: "Mer" },
    });
  });

  test.each([
    [{}, { name: ["can't be blank in en"] }],
    [{ name_fr: "Mer" }, { name: ["can't be blank in en"] }],
    [{ name: "A name with twenty-six here" }, { name: ["is too long (maximum is 25 characters) (en)"] }],
    [{ name: "Sea", clone_from: 99_999 }, { clone_from: ["must exist"] }],
  ])("refuses a rates table with %j", async (attributes, errors) => {
    const client = await aManager();
    expect(refusal(await client.post("/rates_tables", { rates_tables: [attributes] }))).toEqual([422, errors]);
  });

  test("copies a table's seasons, periods and rules, with rules in the copied seasons", async () => {
    const client = await aManager();
    const source = await aRatesTable(client);
    const [summer, winter] = [await aSeason(client, source), await aSeason(client, source, { name_en: "Winter" })];
    await aPeriod(client, summer, 100, 200);
    await aPeriod(client, winter, 10, 50);
    await aRule(client, source, { always_applied: false, season_ids: [winter.id] });
    await aRule(client, source, { kind: "arrival_only", variables: { days: [6] } });
    const gone = await aSeason(client, source, { name_en: "Gone" });
    await client.delete(`/seasons/${gone.id}`);

    const copy = await aRatesTable(client, { name: "Copy", clone_from: source.id });
    const held = linksOf(copy);
    expect([held.seasons, held.periods, held.rates_rules]).toEqual([
      [expect.any(Number), expect.any(Number)],
      [expect.any(Number), expect.any(Number)],
      [expect.any(Number), expect.any(Number)],
    ]);
    const seasons = recordsOf(await client.get(`/seasons/${held.seasons}`), "seasons");
    expect(seasons.map(({ name }) => name)).toEqual([{ en: "Summer" }, { en: "Winter" }]);
    expect(seasons.map((season) => linksOf(season).rates_table)).toEqual([copy.id, copy.id]);
    const rules = recordsOf(await client.get(`/rates_rules/${held.rates_rules}`), "rates_rules");
    expect(rules.map((rule) => linksOf(rule).seasons)).toEqual([[seasons[1]?.id], []]);
    // Changes to the copy do not affect the original.
    const before = await read(client, "rates_tables", source.id);
    for (const season of seasons) await client.delete(`/seasons/${season.id}`);
    expect(await read(client, "rates_tables", source.id)).toEqual(before);
  });

  test("refuses to copy another account's rates table", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const theirs = await aRatesTable(stranger);
    const answer = await client.post("/rates_tables", { rates_tables: [{ name: "Copy", clone_from: theirs.id }] });
    expect(refusal(answer)).toEqual([422, { clone_from: ["must exist"] }]);
  });

  test("refuses to delete a table in use and deletes an unused one with its contents", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const season = await aSeason(client, table);
    const period = await aPeriod(client, season, 10, 20);
    const rule = await aRule(client, table);
    const rental = await aRental(client, { rates_table_id: table.id });
    expect(refusal(await client.delete(`/rates_tables/${table.id}`))).toEqual([
      422,
      { base: [`cannot be deleted while rentals use it. Assign another rates table to ${rental.id} first`] },
    ]);
    await changed(client, `/rentals/${rental.id}`, "rentals", { rates_table_id: null });
    expect((await client.delete(`/rates_tables/${table.id}`)).status).toBe(204);
    for (const path of [`/rates_tables/${table.id}`, `/seasons/${season.id}`, `/rates_rules/${rule.id}`])
      expect((await client.get(path)).status, path).toBe(404);
    expect(await read(client, "periods", period.id)).toMatchObject({ archived_at: expect.any(String) });
    for (const [root, { id }] of Object.entries({ rates_tables: table, seasons: season, periods: period })) {
      const list = await client.get(`/${root}?updated_since=2020-01-01T00:00:00Z`);
      expect(list.json, root).toMatchObject({ [root]: [], meta: { deleted_ids: [id] } });
    }
  });
});

describe("a private rates table", () => {
  test("refuses every change to a private table, its contents and its assignment", async () => {
    const client = await aManager();
    const [table, other] = [await aRatesTable(client), await aRatesTable(client)];
    const season = await aSeason(client, table);
    const period = await aPeriod(client, season, 10, 20);
    const rule = await aRule(client, table);
    const rental = await aRental(client, { rates_table_id: table.id });
    await makePrivate(table);
    const errors = { base: ["the rates table is private to its rental and cannot be changed"] };
    const writes: readonly (readonly ["put" | "post", string, Json])[] = [
      ["put", `/rates_tables/${table.id}`, { rates_tables: [{ name: "Mine" }] }],
      ["post", `/rates_tables/${table.id}/seasons`, { seasons: [{ name: "A", ratio_percentage: 1, minimum_stay: 1 }] }],
      ["put", `/seasons/${season.id}`, { seasons: [{ minimum_stay: 3 }] }],
      ["put", `/periods/${period.id}`, { periods: [{ start_date: period.start_date }] }],
      ["post", `/rates_tables/${table.id}/rates_rules`, { rates_rules: [weekend] }],
      ["put", `/rates_rules/${rule.id}`, { rates_rules: [{ percentage: "5" }] }],
    ];
    for (const [method, path, body] of writes)
      expect(refusal(await client[method](path, body)), `${method} ${path}`).toEqual([422, errors]);
    for (const path of [`/seasons/${season.id}`, `/periods/${period.id}`, `/rates_rules/${rule.id}`])
      expect(refusal(await client.delete(path)), path).toEqual([422, errors]);
    const swapping = (id: unknown, rates_table_id: unknown) =>
      client.put(`/rentals/${id}`, { rentals: [{ rates_table_id }] });
    const kept = { rates_table_id: [`cannot be changed: rates table ${table.id} is private`] };
    expect(refusal(await swapping(rental.id, other.id))).toEqual([422, kept]);
    expect(refusal(await swapping((await aRental(client)).id, table.id))).toEqual([422, kept]);
    await changed(client, `/rentals/${rental.id}`, "rentals", { rates_table_id: table.id, name: "Cottage 2" });
  });
});

describe("a rental with externally managed nightly rates", () => {
  async function anExternalFixture(): Promise<{ client: ApiClient; table: Json; season: Json; rental: Json }> {
    const client = await aManager();
    const table = await aRatesTable(client);
    const season = await aSeason(client, table);
    const rental = await aRental(client, { rates_table_id: table.id, nightly_rates_managed_externally: true });
    return { client, table, season, rental };
  }

  test("refuses to change or replace its rates table but allows changes to rules", async () => {
    const { client, table, season, rental } = await anExternalFixture();
    const errors = {
      base: [
        `the rates table cannot be changed: the nightly rates of its rentals (${rental.id}) are managed externally`,
      ],
    };
    expect(refusal(await client.put(`/rates_tables/${table.id}`, { rates_tables: [{ name: "Sea" }] }))).toEqual([
      422,
      errors,
    ]);
    expect(refusal(await periodOf(client, season, 1, 5))).toEqual([422, errors]);
    expect((await ruleOf(client, table, weekend)).status).toBe(201);
    const other = await aRatesTable(client);
    expect(refusal(await client.put(`/rentals/${rental.id}`, { rentals: [{ rates_table_id: other.id }] }))).toEqual([
      422,
      { rates_table_id: ["cannot be changed while nightly_rates_managed_externally is true"] },
    ]);
    const back = { rates_table_id: other.id, nightly_rates_managed_externally: false };
    expect(linksOf(await changed(client, `/rentals/${rental.id}`, "rentals", back)).rates_table).toBe(other.id);
  });

  test("allows changes to a table that it shares with an ordinary rental", async () => {
    const { client, table, season } = await anExternalFixture();
    await aRental(client, { rates_table_id: table.id });
    await changed(client, `/rates_tables/${table.id}`, "rates_tables", { name: "Sea" });
    await aPeriod(client, season, 1, 5);
  });
});

test("never assigns a rates table that a concurrent request deletes", async () => {
  const client = await aManager();
  for (let round = 0; round < 5; round++) {
    const table = await aRatesTable(client);
    const rental = await aRental(client);
    const [deletion, taking] = await Promise.all([
      client.delete(`/rates_tables/${table.id}`),
      client.put(`/rentals/${rental.id}`, { rentals: [{ rates_table_id: table.id }] }),
    ]);
    expect([
      [204, 422],
      [422, 200],
    ]).toContainEqual([deletion.status, taking.status]);
  }
});
