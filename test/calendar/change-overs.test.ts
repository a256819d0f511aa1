import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing, idsOf, linksOf, read } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, changed, dayAhead } from "../rates/factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

/** The map's days from a number of days after today. */
async function from(client: ApiClient, rental: Json, ahead: number, days: number): Promise<string> {
  const { map, start_date } = await read(client, "change_overs", rental.id);
  const index = (Date.parse(dayAhead(ahead)) - Date.parse(String(start_date))) / 86_400_000;
  return String(map).slice(index, index + days);
}

const aStay = (client: ApiClient, rental: Json, start: number, end: number, attributes: Json = {}) =>
  aBooking(client, rental, { start_at: dayAhead(start), end_at: dayAhead(end), ...attributes });

/** A rental with a rates table for rules. */
async function aRuledRental(client: ApiClient): Promise<{ table: Json; rental: Json }> {
  const table = await aRatesTable(client);
  return { table, rental: await aRental(client, { rates_table_id: table.id }) };
}

const weekdayAhead = (days: number) => new Date(dayAhead(days)).getUTCDay();
const none = { percentage: null, variables: {} };

describe("the change-over map", () => {
  test("has 1096 days from the first of this month, and the rental's id", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    expect(linksOf(rental).change_over).toBe(rental.id);
    const record = await read(client, "change_overs", rental.id);
    const [month] = await service.sql("select to_char(now() at time zone 'UTC', 'YYYY-MM-01') as first");
    expect(record).toMatchObject({ id: rental.id, start_date: month?.first, map: "C".repeat(1096) });
    expect(Object.keys(record)).toEqual(["links", "id", "map", "start_date", "updated_at"]);
    expect(linksOf(record)).toEqual({ account: client.account, rental: rental.id });
  });

  test("follows bookings of every state, moves and cancelations in the next read", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const booked = await aStay(client, rental, 3, 6);
    await aStay(client, rental, 6, 7, { tentative_expires_at: inAnHour() });
    await aStay(client, rental, 8, 9, { unavailable: true });
    expect(await from(client, rental, 1, 10)).toBe("CCOXXXIOIC");
    await changing(client, booked, { start_at: dayAhead(2), end_at: dayAhead(4) });
    expect(await from(client, rental, 1, 10)).toBe("COXICOIOIC");
    await client.delete(`/bookings/${booked.id}`);
    expect(await from(client, rental, 1, 10)).toBe("CCCCCOIOIC");
  });

  test("ignores an expired hold", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = await aStay(client, rental, 3, 5, { tentative_expires_at: inAnHour() });
    expect(await from(client, rental, 2, 5)).toBe("COXIC");
    await service.sql("update bookings set tentative_expires_at = '2020-01-01' where id = $1", [hold.id]);
    expect(await from(client, rental, 2, 5)).toBe("CCCCC");
  });

  test("shows a departure on the first of the month after an earlier arrival", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await service.sql(
      `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
       select $1, $2, month - interval '3 days', month, true, false, 1, 'User', 'EUR'
       from (select date_trunc('month', now(), 'UTC') as month) as this`,
      [client.account, rental.id],
    );
    expect((await read(client, "change_overs", rental.id)).map).toMatch(/^IC+$/);
  });
});

describe("rules", () => {
  test("close weekdays for arrivals and departures, limited to their seasons", async () => {
    const client = await aManager();
    const { table, rental } = await aRuledRental(client);
    const season = await aSeason(client, table);
    await aPeriod(client, season, 3, 6);
    const rule = await aRule(client, table, {
      ...none,
      kind: "arrival_only",
      variables: { days: [weekdayAhead(4)] },
      always_applied: false,
      season_ids: [season.id],
    });
    expect(await from(client, rental, 1, 9)).toBe("CCOCOOCCC");
    await changed(client, `/rates_rules/${rule.id}`, "rates_rules", { variables: { days: [weekdayAhead(5)] } });
    expect(await from(client, rental, 1, 9)).toBe("CCOOCOCCC");
    await aRule(client, table, {
      ...none,
      kind: "departure_only",
      variables: { days: [weekdayAhead(2)] },
      always_applied: true,
    });
    expect(await from(client, rental, 1, 9)).toBe("ICXXIXIIC");
    await client.delete(`/seasons/${season.id}`);
    expect(await from(client, rental, 1, 9)).toBe("ICIIIIIIC");
    await changed(client, `/rentals/${rental.id}`, "rentals", { rates_table_id: null });
    expect(await from(client, rental, 1, 9)).toBe("CCCCCCCCC");
  });

  test("close days outside booking windows, counted from today", async () => {
    const client = await aManager();
    const { table, rental } = await aRuledRental(client);
    const window = { ...none, always_applied: true };
    const variables = { length: 2, unit: "days" };
    await aRule(client, table, { ...window, kind: "prevent_if_booked_less_than", variables });
    expect(await from(client, rental, 0, 4)).toBe("OOCC");
    await aRule(client, table, {
      ...window,
      kind: "prevent_if_booked_ahead_of",
      variables: { length: 4, unit: "days" },
    });
    expect(await from(client, rental, 0, 7)).toBe("OOCCCOO");
  });

  test("close whole periods between two dates", async () => {
    const client = await aManager();
    const { table, rental } = await aRuledRental(client);
    await aRule(client, table, {
      ...none,
      kind: "full_period_only",
      always_applied: false,
      start_date: dayAhead(3),
      end_date: dayAhead(5),
    });
    expect(await from(client, rental, 1, 8)).toBe("CCCXXCCC");
  });

  test("close gaps after a booking, even one that ended before this month", async () => {
    const client = await aManager();
    const { table, rental } = await aRuledRental(client);
    const rule = await aRule(client, table, {
      ...none,
      kind: "prevent_gap",
      variables: { length: 3, unit: "days" },
      always_applied: true,
    });
    await aStay(client, rental, 2, 4);
    expect(await from(client, rental, 1, 8)).toBe("COXIOOCC");
    await changed(client, `/rates_rules/${rule.id}`, "rates_rules", { variables: { length: 40, unit: "days" } });
    await client.delete(`/bookings/${(await only(client)).id}`);
    await service.sql(
      `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
       select $1, $2, month - days * interval '1 day', month - (days - 1) * interval '1 day', true, false, 1, 'User', 'EUR'
       from (select date_trunc('month', now(), 'UTC') as month) as this, unnest(array[400, 30]) as days`,
      [client.account, rental.id],
    );
    // The guest left 29 nights earlier: arrivals are refused until 40 nights have passed.
    expect((await read(client, "change_overs", rental.id)).map).toMatch(/^O{11}C+$/);
  });

  test("do not close days for any other kind", async () => {
    const client = await aManager();
    const { table, rental } = await aRuledRental(client);
    await aRule(client, table);
    await aRule(client, table, {
      kind: "charge_at_least",
      percentage: null,
      variables: { length: 3, unit: "days" },
      always_applied: true,
    });
    expect((await read(client, "change_overs", rental.id)).map).toBe("C".repeat(1096));
  });

  const only = async (client: ApiClient) => recordOf(await client.get("/bookings"), "bookings");
});

describe("change-overs", () => {
  test("are read in lists and batches, with chosen fields, and embedded in their rentals", async () => {
    const client = await aManager();
    const { table, rental: first } = await aRuledRental(client);
    const second = await aRental(client, { rates_table_id: table.id });
    await aRule(client, table, {
      ...none,
      kind: "prevent_if_booked_less_than",
      variables: { length: 10, unit: "years" },
      always_applied: true,
    });
    await aStay(client, second, 3, 6);
    const maps = recordsOf(await client.get("/change_overs?fields=id,map"), "change_overs");
    expect(maps[0]).toEqual({ id: first.id, map: "O".repeat(1096) });
    expect(maps[1]).toEqual({ id: second.id, map: expect.stringMatching(/^O+XXXO+$/) });
    const batch = recordsOf(await client.get(`/change_overs/${second.id},${first.id}?fields=id,map`), "change_overs");
    expect(batch).toEqual(maps.toReversed());
    const { change_over } = recordOf(await client.get(`/rentals/${second.id}?include=change_over`), "rentals");
    expect(change_over).toMatchObject({ ...maps[1], links: { rental: second.id } });
  });

  test("are hidden from others and for deleted rentals", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const [rental, theirs] = [await aRental(client), await aRental(stranger)];
    expect((await client.get(`/change_overs/${theirs.id}`)).status).toBe(404);
    expect(idsOf(recordsOf(await client.get("/change_overs"), "change_overs"))).toEqual([rental.id]);
    await client.delete(`/rentals/${rental.id}`);
    expect((await client.get(`/change_overs/${rental.id}`)).status).toBe(404);
    expect(recordsOf(await client.get("/change_overs"), "change_overs")).toEqual([]);
  });
});

describe("updated_since", () => {
  const long = "2020-01-01T00:00:00Z";

  async function longAgo({ account }: ApiClient): Promise<void> {
    for (const [table, columns] of [
      ["rentals", "calendar_changed_at = $2, prices_changed_at = $2"],
      ["rates_tables", "prices_changed_at = $2"],
    ]) {
      await service.sql(`alter table ${table} disable trigger user`);
      await service.sql(`update ${table} set ${columns} where account_id = $1`, [account, long]);
      await service.sql(`alter table ${table} enable trigger user`);
    }
    await service.sql("select note_content_of($1)", [account]);
  }

  async function changedSince(client: ApiClient, since: string): Promise<unknown[]> {
    return idsOf(recordsOf(await client.get(`/change_overs?fields=id&updated_since=${since}`), "change_overs"));
  }

  const now = async () => {
    const [row] = await service.sql(
      "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') as now",
    );
    return String(row?.now);
  };

  test("finds changes by bookings, rules and another rates table", async () => {
    const client = await aManager();
    const { table, rental } = await aRuledRental(client);
    await aRental(client);
    const season = await aSeason(client, table);
    const rule = await aRule(client, table, {
      ...none,
      kind: "arrival_only",
      variables: { days: [6] },
      always_applied: true,
    });
    for (const [what, change] of Object.entries({
      "a booking": () => aStay(client, rental, 3, 6),
      "a rule": () => changed(client, `/rates_rules/${rule.id}`, "rates_rules", { variables: { days: [5] } }),
      "where it applies": () =>
        changed(client, `/rates_rules/${rule.id}`, "rates_rules", { always_applied: false, season_ids: [season.id] }),
      "its season's periods": () => aPeriod(client, season, 3, 5),
      "that the rule is gone": () => client.delete(`/rates_rules/${rule.id}`),
      "that there is no table": () => changed(client, `/rentals/${rental.id}`, "rentals", { rates_table_id: null }),
    })) {
      await longAgo(client);
      const since = await now();
      expect(await changedSince(client, since), what).toEqual([]);
      await change();
      expect(await changedSince(client, since), what).toEqual([rental.id]);
    }
  });

  test("finds rentals with rules relative to today once a day, and others once a month", async () => {
    const client = await aManager();
    const [{ table, rental }, plain] = [await aRuledRental(client), await aRental(client)];
    const gap = { ...none, kind: "prevent_gap", always_applied: true };
    const rule = await aRule(client, table, { ...gap, variables: { length: 3, unit: "days" } });
    const shown = async (record: Json) => (await read(client, "change_overs", record.id)).updated_at;
    const [clock] = await service.sql(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T00:00:00Z"') as day, to_char(now() at time zone 'UTC', 'YYYY-MM-"01T00:00:00Z"') as month`,
    );
    await longAgo(client);
    expect([await shown(rental), await shown(plain)]).toEqual([clock?.month, clock?.month]);
    await changed(client, `/rates_rules/${rule.id}`, "rates_rules", {
      variables: { length: 3, unit: "days", until_length: 7, until_unit: "days" },
    });
    await longAgo(client);
    expect([await shown(rental), await shown(plain)]).toEqual([clock?.day, clock?.month]);
  });
});
