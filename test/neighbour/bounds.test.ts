import { describe, expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { addMonths, formatDay } from "../../src/core/day.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aFee, aRental, created, fourNights } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { smallPicture } from "../photos/pictures.ts";
import { aRatesTable, aSeason, aTaxOf, changed, refusal, weekend } from "../rates/factories.ts";

/** A fixed Tuesday at noon, so that tests can hit the edge of bounds that move with the day. */
const now = Date.parse("2027-03-02T12:00:00Z");
const today = Math.floor(now / 86_400_000);
const [first, last] = [formatDay(addMonths(today, -120)), formatDay(addMonths(today, 120))];
const [before, after] = [formatDay(addMonths(today, -120) - 1), formatDay(addMonths(today, 120) + 1)];
const message = `must be within ten years from today: from ${first} to ${last}`;

const service = useService({ clock: () => now });
const aManager = async () => service.aClient(await service.anAccount());

/** Resources with a date range, and the other attributes each one needs. */
const dated: readonly {
  readonly root: string;
  readonly path: (client: ApiClient) => Promise<string>;
  readonly body: (client: ApiClient) => Promise<Json>;
  /** Whether its start may lie in the past. */
  readonly past?: false;
  readonly errors?: "end_date";
}[] = [
  {
    root: "rates_rules",
    path: async (client) => `/rates_tables/${(await aRatesTable(client)).id}/rates_rules`,
    body: async () => ({ ...weekend, always_applied: undefined }),
  },
  {
    root: "special_offers",
    path: async (client) => `/rentals/${(await aRental(client)).id}/special_offers`,
    body: async () => ({ name_en: "Early bird", discount: 10 }),
    past: false,
  },
  {
    root: "taxes",
    path: async () => "/taxes",
    body: async () => ({ name_en: "VAT", percentage: "10", kind: "value_added" }),
  },
  {
    root: "rentals_fees",
    path: async (client) => `/rentals/${(await aRental(client)).id}/rentals_fees`,
    body: async (client) => ({ fee_id: (await aFee(client)).id }),
  },
  {
    root: "applications_periods_rentals",
    path: async () => "/applications_periods_rentals",
    body: async (client) => ({
      application_id: client.application,
      rental_id: (await aRental(client)).id,
      price_increase: "5",
    }),
  },
  {
    root: "discount_codes",
    path: async () => "/booking/discount_codes",
    body: async () => ({
      discount_code: "SUMMER",
      percentage: 10,
      discount_value_type: "percentage",
      rentals_eligibility: "all_rentals",
      minimum_requirements: "none",
      usage_limit: "none",
    }),
  },
];

describe("dates are at most ten years from today", () => {
  test.each(dated)("dates of $root are bounded", async ({ root, path, body, past }) => {
    const client = await aManager();
    const to = await path(client);
    const what = await body(client);
    const start = past === false ? formatDay(today) : first;
    const post = (dates: Json) => client.post(to, { [root]: [{ ...what, ...dates }] });
    expect(refusal(await post({ start_date: start, end_date: after }))).toEqual([422, { end_date: [message] }]);
    expect(refusal(await post({ start_date: "0001-01-01", end_date: "9999-12-31" }))).toEqual([
      422,
      expect.objectContaining({ start_date: expect.arrayContaining([message]), end_date: [message] }),
    ]);
    if (past !== false) {
      expect(refusal(await post({ start_date: before, end_date: last }))).toEqual([422, { start_date: [message] }]);
    }
    const answer = await post({ start_date: start, end_date: last });
    expect(answer.status, answer.text).toBe(201);
  });

  test("a season's period must not start more than ten years ago", async () => {
    const client = await aManager();
    const season = await aSeason(client, await aRatesTable(client));
    const answer = await client.post(`/seasons/${season.id}/periods`, {
      periods: [{ start_date: before, end_date: formatDay(today) }],
    });
    expect(refusal(answer)).toEqual([422, { start_date: [message] }]);
  });

  test("accepts an echoed date that is already stored", async () => {
    const client = await aManager();
    const tax = await aTaxOf(client);
    await service.sql("update taxes set start_date = '1999-01-01' where id = $1", [tax.id]);
    expect(
      await changed(client, `/taxes/${tax.id}`, "taxes", { start_date: "1999-01-01", name_en: "TVA" }),
    ).toMatchObject({
      start_date: "1999-01-01",
    });
  });

  test("every writable date is bounded by construction, except those of stays and map starts", () => {
    const free: string[] = [];
    for (const { name, attributes } of resources) {
      for (const [attribute, { type, traits }] of Object.entries(attributes)) {
        if (type.title === "Date" && traits.writable && !traits.near) free.push(`${name}.${attribute}`);
      }
    }
    // A map bounds its own start: from yesterday to the last of its 1096 nights.
    expect(free.sort()).toEqual(["mid_term_rate_maps.start_date", "nightly_rate_maps.start_date"]);
  });
});

describe("a rates table", () => {
  /** Fills a table to one below its bound, bypassing the service. */
  const fill = (sql: string, values: unknown[]) => service.sql(sql, values);

  test("a rates table holds at most 500 rules", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    await fill(
      `insert into rates_rules (account_id, rates_table_id, kind, always_applied, percentage, variables)
       select $1, $2, 'weekend_night', true, 10, '{"days": [6]}' from generate_series(1, 499)`,
      [client.account, table.id],
    );
    const post = () => client.post(`/rates_tables/${table.id}/rates_rules`, { rates_rules: [weekend] });
    const one = await post();
    expect(one.status, one.text).toBe(201);
    expect(refusal(await post())).toEqual([
      422,
      { base: ["the rates table already has the maximum of 500 rates rules"] },
    ]);
  });

  test("a rates table holds at most 200 seasons", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    await fill(
      `insert into seasons (account_id, rates_table_id, name, ratio_percentage, minimum_stay)
       select $1, $2, '{"en": "Summer"}', 120, 1 from generate_series(1, 199)`,
      [client.account, table.id],
    );
    const post = () =>
      client.post(`/rates_tables/${table.id}/seasons`, {
        seasons: [{ name: "Winter", ratio_percentage: 90, minimum_stay: 1 }],
      });
    const one = await post();
    expect(one.status, one.text).toBe(201);
    expect(refusal(await post())).toEqual([422, { base: ["the rates table already has the maximum of 200 seasons"] }]);
  });

  test("a rates table holds at most 2000 periods", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const season = await aSeason(client, table);
    await fill(
      `insert into periods (account_id, rates_table_id, season_id, start_date, end_date)
       select $1, $2, $3, date '2010-01-01' + 2 * n, date '2010-01-01' + 2 * n + 1 from generate_series(1, 1999) as n`,
      [client.account, table.id, season.id],
    );
    const day = (ahead: number) => formatDay(today + ahead);
    await aPeriodBetween(client, season, day(100), day(110));
    expect(
      refusal(
        await client.post(`/seasons/${season.id}/periods`, { periods: [{ start_date: day(120), end_date: day(130) }] }),
      ),
    ).toEqual([422, { base: ["the rates table already has the maximum of 2000 periods"] }]);
  });

  async function aPeriodBetween(client: ApiClient, season: Json, start: string, end: string): Promise<void> {
    const answer = await client.post(`/seasons/${season.id}/periods`, {
      periods: [{ start_date: start, end_date: end }],
    });
    expect(answer.status, answer.text).toBe(201);
  }
});

describe("a rental", () => {
  test("a rental holds at most 500 photos", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await service.sql(
      "insert into photos (account_id, rental_id, position) select $1, $2, n from generate_series(1, 499) as n",
      [client.account, rental.id],
    );
    const post = () => client.post(`/rentals/${rental.id}/photos`, { photos: [{ photo: smallPicture }] });
    const one = await post();
    expect(one.status, one.text).toBe(201);
    expect(refusal(await post())).toEqual([422, { base: ["a rental has at most 500 photos"] }]);
  });

  test("a rental holds at most 50 contacts", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const contact = await created(client, "/contacts", "contacts", {
      ...{ firstname: "Olive", lastname: "Owner", email: "olive@example.com", spoken_languages: ["en"] },
      ...{ address1: "1 Mill Lane", city: "Bath", zip: "BA1 1AA", country_code: "GB" },
    });
    await service.sql(
      `insert into rental_contacts (account_id, rental_id, contact_id, kind)
       select $1, $2, $3, 'manager' from generate_series(1, 49)`,
      [client.account, rental.id, contact.id],
    );
    const post = () =>
      client.post(`/rentals/${rental.id}/rental_contacts`, {
        rental_contacts: [{ kind: "manager", contact_id: contact.id }],
      });
    const one = await post();
    expect(one.status, one.text).toBe(201);
    expect(refusal(await post())).toEqual([422, { base: ["a rental has at most 50 contacts"] }]);
  });
});

describe("a body", () => {
  test("a body has at most 1 MiB", async () => {
    const client = await aManager();
    const answer = await client.post("/rentals", `{"rentals":[{"name":"${"a".repeat(1024 * 1024)}"}]}`);
    expect(refusal(answer)).toEqual([413, [{ code: "payload_too_large", details: "The body is larger than 1 MiB." }]]);
  });

  /** Arrays nested to the given depth. */
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

  test("a body is at most 32 levels deep", async () => {
    const client = await aManager();
    const post = (depth: number) =>
      client.post("/rentals", `{"rentals":[{"name":"Cottage","notes":${nested(depth)}}]}`);
    const tooDeep = { notes: ["is nested too deeply (JSON may be 32 levels deep)"] };
    expect(refusal(await post(30))).toEqual([422, tooDeep]);
    expect(refusal(await post(400_000))).toEqual([422, tooDeep]);
    expect(refusal(await post(29))).toEqual([422, { notes: ["must be a string"] }]);
  });

  test("a bulk operation's body is at most 32 levels deep", async () => {
    const client = await aManager();
    const path = `/rentals/${(await aRental(client)).id}/bookings`;
    const post = async (depth: number) => {
      const comment = `{"content":${nested(depth)}}`;
      const answer = await client.post(
        path,
        `{"bookings":[${JSON.stringify(fourNights).slice(0, -1)},"comments":[${comment}]}]}`,
      );
      return [answer.status, answer.text];
    };
    expect(await post(28)).toEqual([422, expect.stringContaining("is nested too deeply (JSON may be 32 levels deep)")]);
    expect(await post(27)).toEqual([422, expect.stringContaining("must be a string")]);
  });

  test("a body has arrays of at most 1000 elements and records of at most 500 attributes", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const answer = await client.post(`/rates_tables/${table.id}/rates_rules`, {
      rates_rules: [{ ...weekend, variables: { days: Array.from({ length: 1001 }, () => 6) } }],
    });
    expect(refusal(answer)).toEqual([422, { variables: ["has too many elements (maximum is 1000)"] }]);
    const names = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`name${index}`, 1]));
    expect(refusal(await client.post("/rentals", { rentals: [names] }))).toEqual([
      422,
      { base: ["has too many attributes (maximum is 500)"] },
    ]);
    expect((await client.post("/rentals/search", { id: Array.from({ length: 1001 }, (_, id) => id + 1) })).status).toBe(
      400,
    );
  });

  test("a body has nested lists of at most 200 elements", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const comments = (count: number) => Array.from({ length: count }, () => ({ content: "Late" }));
    const post = (count: number) =>
      client.post(`/rentals/${rental.id}/bookings`, { bookings: [{ ...fourNights, comments: comments(count) }] });
    expect(refusal(await post(201))).toEqual([422, { comments: ["has too many elements (maximum is 200)"] }]);
    const answer = await post(200);
    expect(answer.status, answer.text).toBe(201);
  });
});

describe("a text", () => {
  test("a text has at most 65,535 characters", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const put = (length: number) =>
      client.put(`/bookings/${stay.id}`, { bookings: [{ cancelation_message_to_guest: "é".repeat(length) }] });
    expect((await put(65_535)).status).toBe(200);
    expect(refusal(await put(65_536))).toEqual([
      422,
      { cancelation_message_to_guest: ["is too long (maximum is 65535 characters)"] },
    ]);
  });

  test("every writable text attribute is bounded by construction", () => {
    for (const { name, attributes } of resources) {
      for (const [attribute, { type, traits }] of Object.entries(attributes)) {
        if (!traits.writable || (type.title !== "String" && type.title !== "Text")) continue;
        const accepted = type.accept("a".repeat(65_536));
        expect("problem" in accepted, `${name}.${attribute}`).toBe(true);
      }
    }
  });
});

describe("a stay", () => {
  test("a stay has at most 1096 nights, and one of eight thousand years is refused before any computation", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: 100 });
    const post = (end_at: string) =>
      client.post(`/rentals/${rental.id}/bookings`, { bookings: [{ ...fourNights, start_at: "2030-01-01", end_at }] });
    const tooLong = { end_at: ["must be at most 1096 nights after start_at"] };
    expect(refusal(await post("9999-12-31"))).toEqual([422, tooLong]);
    expect(refusal(await post("2033-01-02"))).toEqual([422, tooLong]);
    expect((await post("2033-01-01")).status).toBe(201);
    const search = await client.get("/rentals/search?start_at=2030-01-01&end_at=9999-12-31");
    expect(refusal(search)[0]).toBe(400);
  });
});

describe("a URL", () => {
  test("a URL has at most 64 KiB, and every interface explains a longer one", async () => {
    const client = await aManager();
    const get = (length: number) => client.get(`/rentals?${"x".repeat(length)}=1`);
    expect((await get(60_000)).status).toBe(400);
    expect(refusal(await get(65_600))).toEqual([
      413,
      [{ code: "payload_too_large", details: "The URL is longer than 64 KiB." }],
    ]);
    expect(refusal(await get(200_000))).toEqual([
      431,
      [{ code: "payload_too_large", details: "The URL and headers are larger than 80 KiB." }],
    ]);
  });
});

describe("a statement", () => {
  test("a statement may take 30 seconds on every connection", async () => {
    const scope = service.database.within([]);
    expect(await scope.read({ text: "show statement_timeout" }, [])).toEqual([["30s"]]);
    expect(await service.database.counting.read({ text: "show statement_timeout" }, [])).toEqual([["30s"]]);
  });

  test("a statement timeout is 503 with a clear message", async () => {
    const client = await aManager();
    await service.sql(
      `create function too_long() returns trigger language plpgsql as $$ begin
         if new.name->>'en' = 'Too long' then raise exception 'canceled' using errcode = '57014'; end if; return new; end $$`,
    );
    await service.sql("create trigger too_long before insert on rates_tables for each row execute function too_long()");
    const answer = await client.post("/rates_tables", { rates_tables: [{ name: "Too long" }] });
    expect(refusal(answer)).toEqual([
      503,
      [{ code: "unavailable", details: "The request timed out in the database. Retry later, or request less." }],
    ]);
    expect(answer.headers.get("retry-after")).toBe("5");
  });
});
