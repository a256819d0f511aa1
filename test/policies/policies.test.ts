import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { withAccount } from "../../src/kernel/read/parameters.ts";
import {
  type CancelationItem,
  cancelationPresets,
  itemsOfPreset,
} from "../../src/modules/pricing/policies/cancelation-presets.ts";
import { rentalCancelationPolicy } from "../../src/modules/pricing/policies/rental-cancelation-policy.ts";
import { cancelationPenalty, freeCancelationUntil } from "../../src/modules/stays/bookings/change/cancelation-terms.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing, created, idsOf, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";

/** Cancelation penalties, compared with literals and a naive model. Synthetic rows run through the booking's own SQL. */
const service = useSharedService();

interface Stay {
  readonly items: readonly CancelationItem[] | null;
  /** Days from cancelation to arrival; negative afterwards. */
  readonly left: number;
  readonly price?: string | null;
  readonly currency?: string;
  readonly state?: "booked" | "unavailable" | "hold";
  /** Days from booking to arrival. */
  readonly ahead?: number;
}

/** A rental in UTC, whose calendar the synthetic rows follow. */
let rental: { readonly account: number; readonly id: unknown };

beforeAll(async () => {
  const client = await service.aClient(await service.anAccount());
  rental = { account: client.account, id: (await aRental(client)).id };
});

const arrival = Date.UTC(2030, 5, 15);
const dayBefore = (days: number) => new Date(arrival - days * 86_400_000).toISOString().slice(0, 10);

function rowOf({ items, left, price = "1000", currency = "EUR", state = "booked", ahead = 400 }: Stay) {
  const sorted = items && [...items].sort((a, b) => a.eligibleDays - b.eligibleDays);
  return {
    account_id: rental.account,
    rental_id: rental.id,
    // Canceled late in the day before an early arrival: only dates count.
    canceled_at: `${dayBefore(left)}T23:59:00Z`,
    start_at: `${dayBefore(0)}T00:01:00Z`,
    created_at: `${dayBefore(ahead)}T12:00:00Z`,
    booked: state === "booked",
    unavailable: state === "unavailable",
    tentative_expires_at: state === "hold" ? "2999-01-01T00:00:00Z" : null,
    final_price: price,
    currency,
    cancelation_days: sorted?.map(({ eligibleDays }) => eligibleDays),
    cancelation_percentages: sorted?.map(({ penalty }) => penalty / 100),
  };
}

/** Each stay's penalty and last free day. */
async function termsOf(stays: readonly Stay[]): Promise<[unknown, unknown][]> {
  const [penalty, free] = [cancelationPenalty, freeCancelationUntil].map((sql) => withAccount(sql, "$2::bigint"));
  const rows = await service.sql(
    `select (${penalty})::text as penalty, (${free})::text as free
     from jsonb_array_elements($1::jsonb) with ordinality as given (row, index),
       jsonb_populate_record(null::bookings, given.row) as bookings order by index`,
    [JSON.stringify(stays.map(rowOf)), rental.account],
  );
  return rows.map((row) => [row.penalty, row.free]);
}

const penaltiesOf = async (stays: readonly Stay[]) => (await termsOf(stays)).map(([penalty]) => penalty);

test.each([
  ["flexible", [0, 1, 2, 30], ["1000.00", "1000.00", "0.00", "0.00"], 2],
  ["moderate", [0, 5, 6], ["1000.00", "1000.00", "0.00"], 6],
  ["strict", [0, 7, 8, 60, 61], ["1000.00", "1000.00", "500.00", "500.00", "0.00"], 61],
  ["moderate20200317", [0, 5, 6], ["500.00", "500.00", "0.00"], 6],
  ["strict20200317", [0, 7, 8, 14, 15], ["1000.00", "1000.00", "500.00", "500.00", "0.00"], 15],
] as const)(
  "charges for the preset %s on %j days before arrival %j, and nothing until day %i",
  async (preset, days, costs, free) => {
    const terms = await termsOf(days.map((left) => ({ items: itemsOfPreset[preset], left })));
    expect(terms).toEqual(costs.map((cost) => [cost, dayBefore(free)]));
  },
);

test("covers every preset in the table above", () => {
  expect(cancelationPresets).toEqual(["flexible", "moderate", "strict", "moderate20200317", "strict20200317"]);
  expect(Object.keys(itemsOfPreset).sort()).toEqual([...cancelationPresets].sort());
});

test("charges the same penalty after arrival as on the day of arrival", async () => {
  const items = [
    { eligibleDays: 0, penalty: 90_00 },
    { eligibleDays: 3, penalty: 20_00 },
  ];
  expect(await penaltiesOf([4, 3, 1, 0, -1, -400].map((left) => ({ items, left })))).toEqual([
    "0.00",
    "200.00",
    "200.00",
    "900.00",
    "900.00",
    "900.00",
  ]);
});

test("rounds a penalty half up to the currency's minor unit", async () => {
  const of = (percent: number, price: string, currency = "EUR"): Stay => ({
    items: [{ eligibleDays: 1, penalty: percent }],
    left: 0,
    price,
    currency,
  });
  const stays = [
    of(12_50, "0.20"),
    of(12_40, "0.20"),
    of(33_33, "100.01"),
    of(50_00, "101", "JPY"),
    of(49_00, "101", "JPY"),
  ];
  expect(await penaltiesOf(stays)).toEqual(["0.03", "0.02", "33.33", "51.00", "49.00"]);
  expect(await penaltiesOf([of(100_00, "9999999999.99")])).toEqual(["9999999999.99"]);
});

test("has no penalty without a price, policy or guest, and a zero penalty for a hold", async () => {
  const items = itemsOfPreset.flexible;
  expect(await termsOf([{ items, left: 0, price: null }])).toEqual([[null, dayBefore(2)]]);
  expect(await termsOf([{ items: null, left: 0 }])).toEqual([[null, null]]);
  expect(await termsOf([{ items, left: 0, state: "unavailable" }])).toEqual([[null, null]]);
  expect(await termsOf([{ items, left: 0, state: "hold" }])).toEqual([["0.00", dayBefore(2)]]);
  expect(await termsOf([{ items: [], left: 0 }])).toEqual([["0.00", dayBefore(0)]]);
});

test("has no last free day if it had passed when the booking was made", async () => {
  const items = itemsOfPreset.moderate;
  expect(await termsOf([{ items, left: 1, ahead: 5 }])).toEqual([["1000.00", null]]);
  expect(await termsOf([{ items, left: 6, ahead: 6 }])).toEqual([["0.00", dayBefore(6)]]);
});

test("extends the last free day over items without a penalty", async () => {
  const items = [
    { eligibleDays: 30, penalty: 10_00 },
    { eligibleDays: 10, penalty: 0 },
    { eligibleDays: 2, penalty: 100_00 },
  ];
  expect(await termsOf([{ items, left: 20 }])).toEqual([["100.00", dayBefore(3)]]);
  expect(await termsOf([{ items: [{ eligibleDays: 5, penalty: 0 }], left: 1 }])).toEqual([["0.00", dayBefore(0)]]);
});

/** The specification's rule, implemented naively. */
function naivePercentage(items: readonly CancelationItem[], left: number): number {
  const applying = items.filter(({ eligibleDays }) => eligibleDays >= Math.max(left, 0));
  const smallest = Math.min(...applying.map(({ eligibleDays }) => eligibleDays));
  return applying.find(({ eligibleDays }) => eligibleDays === smallest)?.penalty ?? 0;
}

test("applies the item with the fewest sufficient days for random policies", async () => {
  const item = fc.record({ eligibleDays: fc.nat(40), penalty: fc.integer({ min: 0, max: 100 }).map((n) => n * 100) });
  const items = fc.uniqueArray(item, { maxLength: 8, selector: ({ eligibleDays }) => eligibleDays });
  const stay = fc.record({ items, left: fc.integer({ min: -5, max: 45 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(stay, { minLength: 200, maxLength: 200 }), async (stays) => {
      const expected = stays.map(({ items, left }) => {
        const free = Array.from({ length: 50 }, (_, days) => days).find((days) => naivePercentage(items, days) === 0);
        return [(naivePercentage(items, left) / 10).toFixed(2), dayBefore(free ?? 0)];
      });
      expect(await termsOf(stays)).toEqual(expected);
    }),
    { numRuns: 10 },
  );
});

const root = "rental_cancelation_policies";
const aManager = async () => service.aClient(await service.anAccount());
const ofAccount = (client: ApiClient, attributes: Json) => created(client, `/${root}`, root, attributes);
const ofRental = (client: ApiClient, rental: Json, attributes: Json) =>
  created(client, `/rentals/${rental.id}/${root}`, root, attributes);
const change = (client: ApiClient, { id }: Json, attributes: Json): Promise<Answer> =>
  client.put(`/${root}/${id}`, { [root]: [attributes] });
const item = (eligible_days: number, penalty_percentage: string) => ({ eligible_days, penalty_percentage });

/** A policy's items as a reader sees them, by days. */
async function itemsOf(client: ApiClient, policy: Json): Promise<unknown[]> {
  const { rental_cancelation_policy_items: ids } = linksOf(await read(client, root, policy.id));
  const shown =
    [ids].flat().length === 0
      ? []
      : recordsOf(
          await client.get(`/rental_cancelation_policy_items/${[ids].flat()}`),
          "rental_cancelation_policy_items",
        );
  return shown
    .map(({ eligible_days, penalty_percentage }) => [eligible_days, penalty_percentage])
    .sort(([a], [b]) => Number(a) - Number(b));
}

const copyOf = (client: ApiClient, stay: Json): Promise<Json> =>
  read(client, root, linksOf(stay).rental_cancelation_policy);

describe("a policy", () => {
  test("creates policies of the account and of a rental with their items, readable by everybody", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const account = await ofAccount(client, { preset: "strict", body_en: "Half", body_fr: "Moitié" });
    const own = await ofRental(client, rental, { rental_cancelation_policy_items: [item(30, "10"), item(3, "99.5")] });
    const anybody = await service.aClient(client.account, { scopes: ["public"] });
    expect(recordsOf(await anybody.get(`/${root}`), root)).toMatchObject([
      {
        links: { account: client.account, rental: null },
        policeable_id: client.account,
        policeable_type: "Account",
        preset: "strict",
        body: "Half",
        body_translations: { en: "Half", fr: "Moitié" },
      },
      {
        links: { rental: rental.id },
        policeable_id: rental.id,
        policeable_type: "Rental",
        preset: null,
        body: null,
        body_translations: {},
      },
    ]);
    expect(await itemsOf(anybody, account)).toEqual([
      [7, "100.0"],
      [60, "50.0"],
    ]);
    expect(await itemsOf(anybody, own)).toEqual([
      [3, "99.5"],
      [30, "10.0"],
    ]);
    expect((await anybody.post(`/${root}`, { [root]: [{}] })).status).toBe(403);
  });

  test("refuses a second policy until the first is deleted, even for concurrent requests", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    for (const path of [`/${root}`, `/rentals/${rental.id}/${root}`]) {
      const both = await Promise.all([1, 2].map(() => client.post(path, { [root]: [{ preset: "flexible" }] })));
      expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
      const what = path.startsWith("/rentals") ? "rental" : "account";
      const taken = { base: [`the ${what} already has a cancelation policy. Change it, or delete it first`] };
      expect(both.map(errorsOf)).toContainEqual(taken);
      const again = await client.post(path, { [root]: [{ preset: "no", rental_cancelation_policy_items: [{}] }] });
      expect(Object.keys(Object(errorsOf(again))).sort()).toEqual([
        "base",
        "preset",
        "rental_cancelation_policy_items",
      ]);
      const policy = recordOf(both.find(({ status }) => status === 201) ?? again, root);
      expect((await client.delete(`/${root}/${policy.id}`)).status).toBe(204);
      expect((await client.get(`/${root}/${policy.id}`)).status).toBe(404);
      expect((await client.post(path, { [root]: [{ preset: "moderate" }] })).status).toBe(201);
    }
  });

  test.each<[string, Json, Json]>([
    [
      "a preset and items",
      { preset: "flexible", rental_cancelation_policy_items: [item(1, "5")] },
      { preset: ["can't be changed together with rental_cancelation_policy_items"] },
    ],
    [
      "invalid items, each reported",
      { rental_cancelation_policy_items: [item(1, "5"), item(1, "6"), item(-1, "100.01"), {}] },
      {
        rental_cancelation_policy_items: [
          "element 2: eligible_days is used by another element",
          "element 3: eligible_days must be greater than or equal to 0",
          "element 3: penalty_percentage must be less than or equal to 100",
          "element 4: eligible_days can't be blank",
          "element 4: penalty_percentage can't be blank",
        ],
      },
    ],
    [
      "too many items",
      { rental_cancelation_policy_items: Array.from({ length: 201 }, (_, days) => item(days, "1")) },
      { rental_cancelation_policy_items: ["has too many elements (maximum is 200)"] },
    ],
  ])("refuses a policy with %s and creates nothing", async (_, attributes, messages) => {
    const client = await aManager();
    const answer = await client.post(`/${root}`, { [root]: [attributes] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, messages]);
    expect(await service.sql(`select from ${root} where account_id = $1`, [client.account])).toEqual([]);
  });

  test("clears the preset when the items change and ignores unchanged values", async () => {
    const client = await aManager();
    const policy = await ofAccount(client, { preset: "strict" });
    const before = await read(client, root, policy.id);
    const { updated_at: _at, ...kept } = before;
    expect(recordOf(await change(client, policy, before), root)).toMatchObject(kept);
    const changed = await change(client, policy, { rental_cancelation_policy_items: [item(7, "100"), item(20, "5")] });
    expect(recordOf(changed, root)).toMatchObject({ preset: null });
    expect(await itemsOf(client, policy)).toEqual([
      [7, "100.0"],
      [20, "5.0"],
    ]);
    const [stays] = [linksOf(before).rental_cancelation_policy_items].flat().slice(-1);
    expect([linksOf(recordOf(changed, root)).rental_cancelation_policy_items].flat()).toContain(stays);
    expect(recordOf(await change(client, policy, { preset: "moderate" }), root)).toMatchObject({ preset: "moderate" });
    expect(await itemsOf(client, policy)).toEqual([[5, "100.0"]]);
    expect(recordOf(await change(client, policy, { preset: null }), root)).toMatchObject({ preset: null });
    expect(await itemsOf(client, policy)).toEqual([[5, "100.0"]]);
    await change(client, policy, { rental_cancelation_policy_items: [] });
    expect(await itemsOf(client, policy)).toEqual([]);
  });

  test("links a policy from its rental, touches the rental, and ends with it", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const policy = await ofRental(client, rental, { preset: "flexible" });
    const shown = await read(client, "rentals", rental.id);
    expect(linksOf(shown).rental_cancelation_policy).toBe(policy.id);
    const since = async () =>
      idsOf(recordsOf(await client.get(`/rentals?updated_since=${shown.updated_at}`), "rentals"));
    expect(await since()).toEqual([rental.id]);
    expect((await client.delete(`/rentals/${rental.id}`)).status).toBe(204);
    expect((await client.get(`/${root}/${policy.id}`)).status).toBe(404);
    expect(recordsOf(await client.get("/rental_cancelation_policy_items"), "rental_cancelation_policy_items")).toEqual(
      [],
    );
  });

  test("hides an unpublished rental's policy from a public token", async () => {
    const client = await aManager();
    const [hidden, shown] = [await aRental(client), await aRental(client)];
    await service.sql("update rentals set published_at = null where id = $1", [hidden.id]);
    await service.sql("update rentals set published_at = now() where id = $1", [shown.id]);
    await ofRental(client, hidden, { preset: "flexible" });
    const policy = await ofRental(client, shown, { preset: "strict" });
    const general = await ofAccount(client, { preset: "strict" });
    await aBooking(client, shown);
    const rows = await service.sql(
      `select id::integer from ${root} where account_id = $1 and (${withAccount(rentalCancelationPolicy.published ?? "true", "$1")}) order by id`,
      [client.account],
    );
    expect(idsOf(rows)).toEqual([policy.id, general.id]);
  });
});

describe("a booking", () => {
  test("copies the rental's or account's policy to a booking, unaffected by later changes", async () => {
    const client = await aManager();
    const [first, second] = [await aRental(client), await aRental(client)];
    const general = await ofAccount(client, { preset: "flexible", body_en: "All rentals" });
    const own = await ofRental(client, first, { preset: "strict", body_en: "This one" });
    const stays = [await aBooking(client, first), await aBooking(client, second)];
    for (const policy of [general, own]) {
      await change(client, policy, { body_en: "Changed", rental_cancelation_policy_items: [item(1, "1")] });
      await client.delete(`/${root}/${policy.id}`);
    }
    const [strict, flexible] = await Promise.all(stays.map((stay) => copyOf(client, stay)));
    expect(strict).toMatchObject({
      body: "This one",
      preset: "strict",
      policeable_type: "Booking",
      links: { rental: null },
    });
    expect(flexible).toMatchObject({ body: "All rentals", preset: "flexible", policeable_id: stays[1]?.id });
    expect(await itemsOf(client, strict ?? {})).toEqual([
      [7, "100.0"],
      [60, "50.0"],
    ]);
    expect(await itemsOf(client, flexible ?? {})).toEqual([[1, "100.0"]]);
    expect(linksOf(await aBooking(client, second, { start_at: "2091-01-01", end_at: "2091-01-02" }))).toMatchObject({
      rental_cancelation_policy: null,
    });
  });

  test("copies the policy to a strict booking and to an unavailable block that becomes a stay", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "700", base_rate_kind: "weekly" });
    await ofAccount(client, { preset: "strict" });
    const closed = await aBooking(client, rental, { unavailable: true, final_price: "100" });
    expect(closed).toMatchObject({ cancelation_penalty: null, free_cancelation_until: null });
    expect(linksOf(closed).rental_cancelation_policy).toBeNull();
    for (let times = 0; times < 2; times++) {
      const stay = recordOf(await changing(client, closed, { booked: true }), "bookings");
      expect(await itemsOf(client, await copyOf(client, stay))).toHaveLength(2);
      expect(stay).toMatchObject({ cancelation_penalty: "0.0", free_cancelation_until: "2089-11-04" });
      await changing(client, closed, { unavailable: true });
    }
    const strictly = await client.post("/strict_bookings", {
      bookings: [
        {
          ...{ rental_id: rental.id, start_at: "2091-01-01", end_at: "2091-01-03", adults: 1, currency: "EUR" },
          ...{ final_price: "200", price_to_pay_now: "0", client: { firstname: "Ada", lastname: "Guest" } },
        },
      ],
    });
    expect(strictly.status, strictly.text).toBe(201);
    expect(await copyOf(client, recordOf(strictly, "bookings"))).toMatchObject({ preset: "strict" });
  });

  test("shows today's penalty and the last free day, follows dates and price, and keeps them once canceled", async () => {
    const client = await aManager();
    await ofAccount(client, { rental_cancelation_policy_items: [item(10, "33.33"), item(3, "100")] });
    const stay = await aBooking(client, await aRental(client, { currency: "JPY" }), {
      ...{ start_at: dayAhead(5), end_at: dayAhead(8), final_price: "1000" },
    });
    expect(stay).toMatchObject({ cancelation_penalty: "333.0", free_cancelation_until: null });
    const changedTo = async (attributes: Json) => recordOf(await changing(client, stay, attributes), "bookings");
    expect(await changedTo({ final_price: "500" })).toMatchObject({ cancelation_penalty: "167.0" });
    expect(await changedTo({ start_at: dayAhead(20), end_at: dayAhead(22) })).toMatchObject({
      cancelation_penalty: "0.0",
      free_cancelation_until: dayAhead(9),
    });
    expect(await changedTo({ start_at: dayAhead(3), end_at: dayAhead(4) })).toMatchObject({
      cancelation_penalty: "500.0",
    });
    expect((await client.delete(`/bookings/${stay.id}`)).status).toBe(204);
    await service.sql(
      "update bookings set canceled_at = (canceled_at at time zone 'UTC' - interval '6 days') at time zone 'UTC' where id = $1",
      [stay.id],
    );
    expect(await read(client, "bookings", stay.id)).toMatchObject({ cancelation_penalty: "167.0" });
  });

  test("copies the policy when an instant-booking payment turns an unavailable block into a stay", async () => {
    const client = await aManager();
    await ofAccount(client, { preset: "strict" });
    const period = await aBooking(client, await aRental(client), { unavailable: true });
    expect(linksOf(period)).toMatchObject({ rental_cancelation_policy: null });
    await created(client, "/payment_gateways", "payment_gateways", {
      ...{ name: "Till", gateway_name: "bogus", test: true, credentials: { webhook_secret: "whsec_of_the_tests" } },
      ...{ supported_cardtypes: ["visa"], supported_currencies: ["EUR"] },
    });
    const [gateway = {}] = recordsOf(await client.get("/payment_gateways"), "payment_gateways");
    const paid = {
      ...{ amount_in_cents: 100, currency: "EUR", kind: "instant-booking", paid_at: "2024-01-01T10:00:00Z" },
      ...{ gateway_id: gateway.id, gateway_type: "PaymentGateway", gateway_name: "bogus" },
    };
    for (const _ of ["books", "changes nothing"])
      await created(client, `/bookings/${period.id}/payments`, "payments", paid);
    const stay = await read(client, "bookings", period.id);
    expect(stay.status).toBe("Booked");
    expect(await itemsOf(client, await copyOf(client, stay))).toEqual([
      [7, "100.0"],
      [60, "50.0"],
    ]);
    expect(stay.free_cancelation_until).toBe("2089-11-04");
  });

  test("shows a booking's policy only with the booking's details", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const general = await ofAccount(client, { preset: "strict" });
    const portal = await service.aClient(client.account, { scopes: ["public", "bookings_write_owned"] });
    const [theirs, own] = [
      await aBooking(client, rental),
      await aBooking(portal, rental, { start_at: "2091-01-01", end_at: "2091-01-03" }),
    ];
    const [copy, ownCopy] = [await copyOf(client, theirs), await copyOf(portal, own)];
    const anybody = await service.aClient(client.account, { scopes: ["public"] });
    const writer = await service.aClient(client.account, { scopes: ["public", "rentals_write"] });
    // The application that created the second booking, with tokens that hide the booking's details.
    const { application } = portal;
    const outside = await service.aClient(client.account, { scopes: ["public"], application });
    const outsideWriter = await service.aClient(client.account, { scopes: ["public", "rentals_write"], application });
    const list = async (reader: ApiClient) => idsOf(recordsOf(await reader.get(`/${root}`), root));
    expect(await list(client)).toEqual([general.id, copy.id, ownCopy.id]);
    expect(await list(portal)).toEqual([general.id, ownCopy.id]);
    const items = linksOf(copy).rental_cancelation_policy_items;
    for (const reader of [anybody, writer, outside, outsideWriter]) {
      expect(await list(reader)).toEqual([general.id]);
      expect((await reader.get(`/${root}/${copy.id},${ownCopy.id}`)).json).toMatchObject({ [root]: [] });
      expect((await reader.get(`/${root}/${ownCopy.id}`)).status).toBe(404);
      expect((await reader.get(`/rental_cancelation_policy_items/${[items].flat()[0]}`)).status).toBe(404);
      const seen = recordsOf(await reader.get("/rental_cancelation_policy_items"), "rental_cancelation_policy_items");
      expect(seen).toHaveLength(2);
      const bookings = await reader.get("/bookings?include=rental_cancelation_policy&from=2020-01-01");
      expect(bookings.text).not.toContain("penalty");
      expect(bookings.text).not.toContain('"rental_cancelation_policy"');
    }
    expect((await portal.get(`/${root}/${copy.id}`)).status).toBe(404);
    expect((await writer.delete(`/${root}/${copy.id}`)).status).toBe(404);
    expect((await outsideWriter.delete(`/${root}/${ownCopy.id}`)).status).toBe(404);
    expect((await outsideWriter.delete(`/${root}/${general.id}`)).status).toBe(204);
  });

  test("refuses every write to a booking's policy copy", async () => {
    const client = await aManager();
    await ofAccount(client, { preset: "strict" });
    const copy = await copyOf(client, await aBooking(client, await aRental(client)));
    const refused = [{ code: "forbidden", details: "A booking's copy of a cancelation policy cannot be changed." }];
    for (const answer of [await change(client, copy, { body_en: "x" }), await client.delete(`/${root}/${copy.id}`)])
      expect([answer.status, errorsOf(answer)]).toEqual([403, refused]);
    expect(await read(client, root, copy.id)).toEqual(copy);
  });
});

test("filters policies by holder type and refuses an unknown type", async () => {
  const api = await service.aClient(await service.anAccount());
  const own = await created(api, "/rental_cancelation_policies", "rental_cancelation_policies", { preset: "flexible" });
  const rental = await aRental(api);
  const path = `/rentals/${rental.id}/rental_cancelation_policies`;
  const rentals = await created(api, path, "rental_cancelation_policies", { preset: "strict" });
  const stay = await aBooking(api, rental);
  const copy = linksOf(stay).rental_cancelation_policy;
  const listed = async (types: string) =>
    idsOf(
      recordsOf(await api.get(`/rental_cancelation_policies?policeable_type=${types}`), "rental_cancelation_policies"),
    );
  expect(await listed("Account")).toEqual([own.id]);
  expect(await listed("account,Rental")).toEqual([own.id, rentals.id]);
  expect(await listed("Booking")).toEqual([copy]);
  const answer = await api.get("/rental_cancelation_policies?policeable_type=Account,Guest");
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("use one of: Rental, Account, Booking")]);
});
