import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { uninstallApplication } from "../../src/modules/platform/access/applications/uninstall-application.ts";
import { ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { idsDrawn, idsFrom, ownPart } from "../harness/drawn-ids.ts";
import { aBooking, aFee, aRental, aRentalsFee, created, idsOf, linksOf } from "../harness/factories.ts";
import { aFixture, type Fixture, type Ids, idIn, pathOf, sharedRecords } from "../harness/fixture.ts";
import { fullScopes, useService } from "../harness/service.ts";
import { aTaxOf, dayAhead } from "../rates/factories.ts";

/**
 * Client credentials: an application's own token sees the published rentals of all accounts that installed it, and their related records,
 * in public form. Here, records that must stay hidden have ids in the seven millions.
 */
const service = useService();
const [firstHidden, endOfHidden] = [7_000_000, 8_000_000];
const hiddenIn = (answer: unknown) => idsDrawn(JSON.stringify(answer), firstHidden, endOfHidden);

interface Town {
  readonly application: number;
  readonly client: ApiClient;
  readonly first: Fixture;
  readonly second: Fixture;
}

/** An application's own token. */
async function anOwnToken(application: number, scopes: readonly Scope[] = ["public"]): Promise<ApiClient> {
  const token = `roost_${randomBytes(32).toString("base64url")}`;
  await service.sql(
    "insert into access_tokens (digest, application_id, scopes) values (sha256($1::text::bytea), $2, $3)",
    [token, application, scopes],
  );
  return new ApiClient(service.url, token, 0, application);
}

/** A rental with all its related records. */
async function aWholeRental(client: ApiClient, attributes: Json = {}): Promise<Json> {
  const rental = await aRental(client, attributes);
  const parts = { bedrooms: { name_en: "Attic" }, bathrooms: { name_en: "Upstairs" }, living_rooms: {} };
  for (const [part, sample] of Object.entries(parts))
    await created(client, `/rentals/${rental.id}/${part}`, part, sample);
  const [amenity] = await service.sql("select id::integer from amenities order by id limit 1");
  await created(client, `/rentals/${rental.id}/rentals_amenities`, "rentals_amenities", { amenity_id: amenity?.id });
  await created(client, `/rentals/${rental.id}/rental_urls`, "rental_urls", { url: "https://channel.example.com" });
  await aRentalsFee(client, rental, await aFee(client));
  const offer = { name_en: "Early", discount: 10, start_date: dayAhead(1), end_date: dayAhead(2) };
  await created(client, `/rentals/${rental.id}/special_offers`, "special_offers", offer);
  const tax = { tax_id: (await aTaxOf(client)).id, tax_included_in_rate: true };
  await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", tax);
  await service.sql(
    `insert into rates (account_id, rental_id, currency, start_date, end_date, initial_nightly_rate, initial_weekly_rate,
       initial_monthly_rate, final_nightly_rate, final_weekly_rate, final_monthly_rate, minimum_stay)
     values ($1, $2, 'EUR', '2027-01-01', '2027-02-01', 1, 1, 1, 1, 1, 1, 1)`,
    [client.account, rental.id],
  );
  await aBooking(client, rental);
  return rental;
}

/** Two accounts with published rentals that installed the application, and one that did not install it. */
async function aTown(shared: Ids, start: number): Promise<Town> {
  const application = await service.anApplication();
  await idsFrom(service, start);
  const [first, second] = [
    await aFixture(service, shared, await service.aClient(await service.anAccount(), { application })),
    await aFixture(service, shared, await service.aClient(await service.anAccount(), { application })),
  ];
  await service.sql("update rentals set published_at = now() where account_id = any ($1)", [
    [first.account, second.account],
  ]);
  await idsFrom(service, firstHidden + start);
  for (const { client } of [first, second]) {
    await aWholeRental(client);
    const gone = await aWholeRental(client);
    await service.sql("update rentals set published_at = now() where id = $1", [gone.id]);
    // A rental with future bookings cannot be deleted.
    await service.sql("update bookings set start_at = '2020-01-01', end_at = '2020-01-03' where rental_id = $1", [
      gone.id,
    ]);
    expect((await client.delete(`/rentals/${gone.id}`)).status).toBe(204);
  }
  const stranger = await aFixture(service, shared, await service.aClient(await service.anAccount()));
  await service.sql("update rentals set published_at = now() where account_id = $1", [stranger.account]);
  await idsFrom(service, start + 5000);
  return { application, client: await anOwnToken(application), first, second };
}

let shared: Ids;
let town: Town;

beforeAll(async () => {
  shared = await sharedRecords(service);
  town = await aTown(shared, 1001);
});

const rentalsOf = async (client: ApiClient) => idsOf(recordsOf(await client.get("/rentals"), "rentals"));
const rentalIn = ({ ids }: Fixture) => Number(idIn(ids, "rentals"));
/** The fixtures' rentals, in list order. */
const rentalsIn = (...fixtures: Fixture[]) =>
  fixtures
    .flatMap(({ ids }) =>
      ["rentals", "a linked rental", "another linked rental"].map((name) => Number(idIn(ids, name))),
    )
    .toSorted((a, b) => a - b);
/** Contact details and notes, visible only to an account's tokens. */
const ofLetInOnly = ["contacts", "rental_contacts"];
const publicReads = routes.filter(
  ({ method, scopes, resource }) =>
    method === "GET" && scopes.includes("public") && !ofLetInOnly.includes(resource.name),
);
const ofKind = (kind: string) =>
  publicReads.filter(({ operation }) => operation.kind === kind).map((route) => [route.path, route] as const);

/** A resource's includes, two levels deep. */
function includesOf(resource: Resource): string {
  const registry = new ResourceRegistry(resources);
  const of = (one: Resource) => Object.entries(one.relations).filter(([, relation]) => relation.kind !== "oneOf");
  return of(resource)
    .flatMap(([name, relation]) => {
      if (relation.kind === "oneOf" || relation.traits.planned) return [];
      return [name, ...of(registry.get(relation.traits.target)).map(([deeper]) => `${name}.${deeper}`)];
    })
    .join();
}

/** Fees and taxes belong to the account, not to a rental. */
const ofTheAccount = ["fees", "taxes", "accounts", "accounts_applications"];

describe("an application's own token", () => {
  test("sees the published rentals of all accounts that installed it, and no others", async () => {
    expect(await rentalsOf(town.client)).toEqual(rentalsIn(town.first, town.second));
    const meta = await town.client.get("/rentals/meta");
    expect(idsOf(recordsOf(meta, "rentals_meta"))).toEqual(rentalsIn(town.first, town.second));
    const accounts = idsOf(recordsOf(await town.client.get("/accounts"), "accounts"));
    expect(accounts).toEqual([town.first.account, town.second.account]);
    expect(recordsOf(await town.client.get("/me"), "accounts_applications")).toHaveLength(2);
  });

  test.each(ofKind("list"))(
    "GET %s lists what belongs to them, of both accounts, and nothing hidden",
    async (path, route) => {
      const { resource } = route;
      const queries = ["", `?include=${includesOf(resource)}`, "?updated_since=2020-01-01T00:00:00Z"];
      for (const query of queries.filter((text) => !text.endsWith("="))) {
        const answer = await town.client.get(path + query);
        expect(answer.status, answer.text).toBe(200);
        const seen = query.startsWith("?updated")
          ? { ...answer.json, meta: { ...Object(answer.json.meta) } }
          : answer.json;
        if (!ofTheAccount.includes(resource.name)) expect(hiddenIn(seen)).toEqual([]);
        if (!("id" in resource.attributes)) continue;
        if (resource.name === "bookings_fees") {
          // Every scope may list it; without access to booking fees it is empty (service.md).
          expect(recordsOf(answer, resource.root)).toEqual([]);
          continue;
        }
        const ids = idsOf(recordsOf(answer, resource.root));
        for (const { ids: known } of [town.first, town.second]) expect(ids).toContain(idIn(known, resource.name));
        if (resource.tenancy !== "everyone" && query.startsWith("?updated"))
          expect(Object(answer.json.meta).deleted_ids).toEqual([]);
      }
    },
  );

  test.each(ofKind("get"))("GET %s shows a record of each account, and nothing hidden", async (path, route) => {
    const { resource } = route;
    const at = (id: unknown) => town.client.get(pathOf(route, () => String(id)));
    const own = [town.first, town.second].map(({ ids }) => idIn(ids, resource.name));
    for (const id of own) expect((await at(id)).status, path).toBe(200);
    if (resource.tenancy !== "account") return;
    expect(new Set(idsOf(recordsOf(await at(own.toReversed()), resource.root)))).toEqual(new Set(own));
    if (ofTheAccount.includes(resource.name)) return;
    // UUIDs have no order; here another account's are hidden.
    const isHidden =
      resource.key.sqlType === "uuid"
        ? "account_id <> all ($1)"
        : `id % ${ownPart} >= ${firstHidden} and $1::bigint[] is not null`;
    const [secret] = await service.sql(
      `select string_agg(id::text, ',') as ids, max(id::text) as id from (select id from ${resource.table} where ${isHidden} limit 50) as t`,
      [[town.first.account, town.second.account]],
    );
    expect((await at(secret?.id)).status).toBe(404);
    // A hidden record among several is omitted; alone it would be a 404.
    expect(
      (await at(`${secret?.ids},${resource.key.sqlType === "uuid" ? crypto.randomUUID() : 9999999}`)).json[
        resource.root
      ],
    ).toEqual([]);
  });

  test.each(ofKind("get"))("GET %s shows the same as an account's public token", async (_, route) => {
    const { resource } = route;
    const reader = await service.aClient(town.first.account, { scopes: ["public"], application: town.application });
    const path = pathOf(route, () => idIn(town.first.ids, resource.name));
    const [theirs, ours] = [await reader.get(path), await town.client.get(path)];
    expect(theirs.status).toBe(200);
    const counted = /"counter":\d+/g;
    expect(ours.text.replace(counted, "")).toBe(theirs.text.replace(counted, ""));
  });

  test("sees future, uncanceled bookings of published rentals in public form", async () => {
    // Created by another application, because an application always sees its own bookings.
    const client = await service.aClient(town.first.account);
    const rental = { id: rentalIn(town.first) };
    const stay = (day: string) => ({ start_at: `2091-03-${day}`, end_at: `2091-03-${Number(day) + 1}` });
    const [kept, canceled, past] = [
      await aBooking(client, rental, stay("10")),
      await aBooking(client, rental, stay("20")),
      await aBooking(client, rental, stay("25")),
    ];
    await client.delete(`/bookings/${canceled.id}`);
    await service.sql("update bookings set start_at = '2020-01-01', end_at = '2020-01-03' where id = $1", [past.id]);
    const bookings = recordsOf(await town.client.get("/bookings?from=2019-01-01T00:00:00Z"), "bookings");
    expect(idsOf(bookings)).toContain(kept.id);
    for (const { id } of [canceled, past]) {
      expect(idsOf(bookings)).not.toContain(id);
      expect((await town.client.get(`/bookings/${id}`)).status).toBe(404);
    }
    const [shown] = bookings.filter(({ id }) => id === kept.id);
    expect(Object.keys(shown ?? {})).toEqual([
      "links",
      "id",
      "start_at",
      "end_at",
      "status",
      "reference",
      "updated_at",
    ]);
    expect(linksOf(shown ?? {})).not.toHaveProperty("client");
  });

  test("pages through the rentals of several accounts by id", async () => {
    const { first, second } = town;
    const added: number[] = [];
    for (const fixture of [second, first, second, first, first]) {
      const rental = await aRental(fixture.client, { name: "Paged" });
      added.push(Number(rental.id));
    }
    const all = [...rentalsIn(first, second), ...added].toSorted((a, b) => a - b);
    await service.sql("update rentals set published_at = now() where id = any ($1)", [added]);
    const paged: unknown[] = [];
    for (let page = 1; page <= 6; page++) {
      const answer = await town.client.get(`/rentals?per_page=2&page=${page}`);
      expect(answer.json.meta).toMatchObject({ "X-Total-Count": "11", "X-Total-Pages": "6", "X-Per-Page": "2" });
      paged.push(...idsOf(recordsOf(answer, "rentals")));
    }
    expect(paged).toEqual(all);
    const past = await town.client.get("/rentals?per_page=2&page=7");
    expect(past.json).toMatchObject({ rentals: [], meta: { "X-Total-Count": "11" } });
    await service.sql("update rentals set published_at = null where id = any ($1)", [added]);
  });

  test("shares the application's limit with the accounts' tokens", async () => {
    const application = await service.anApplication();
    const client = await service.aClient(town.first.account, { application });
    const own = await anOwnToken(application);
    expect((await client.get("/fees")).headers.get("x-ratelimit-remaining")).toBe("999");
    expect((await own.get("/fees")).headers.get("x-ratelimit-remaining")).toBe("998");
  });
});

describe("records that are no longer published are hidden", () => {
  const kinds = [
    "bedrooms",
    "bathrooms",
    "living_rooms",
    "rentals_amenities",
    "rentals_fees",
    "rentals_taxes",
    "special_offers",
    "bookings",
    "rentals",
  ];

  test("hides an unpublished or deleted rental with its related records", async () => {
    const { client, first, second } = town;
    const rentals = rentalsIn(first, second);
    await service.sql("update rentals set published_at = null where id = any ($1)", [rentalsIn(first)]);
    await service.sql("update rentals set deleted_at = now() where id = any ($1)", [rentalsIn(second)]);
    const answers = await Promise.all(
      kinds.map(async (kind) => ({
        kind,
        list: await client.get(`/${kind}`),
        single: await Promise.all([first, second].map(({ ids }) => client.get(`/${kind}/${idIn(ids, kind)}`))),
      })),
    );
    await service.sql("update rentals set published_at = now(), deleted_at = null where id = any ($1)", [rentals]);
    for (const { kind, list, single } of answers) {
      expect(list.json[kind], kind).toEqual([]);
      expect(list.headers.get("x-total-count")).toBe("0");
      expect(single.map(({ status }) => status)).toEqual([404, 404]);
    }
  });

  test("hides an account immediately after it uninstalls the application, and no other", async () => {
    const { first, second } = town;
    const application = await service.anApplication();
    const [given] = [
      await service.aClient(first.account, { application }),
      await service.aClient(second.account, { application }),
    ];
    const client = await anOwnToken(application);
    expect(await rentalsOf(client)).toEqual(rentalsIn(first, second));
    await service.database
      .within([first.account])
      .transaction((transaction) => uninstallApplication(transaction, first.account, application));
    expect(await rentalsOf(client)).toEqual(rentalsIn(second));
    for (const [path, { resource }] of ofKind("list")) {
      const answer = await client.get(path);
      if (resource.tenancy !== "account") continue;
      for (const record of recordsOf(answer, resource.root)) expect(linksOf(record).account, path).toBe(second.account);
    }
    expect((await client.get(`/rentals/${rentalIn(first)}`)).status).toBe(404);
    expect((await client.get(`/accounts/${first.account}`)).status).toBe(404);
    expect((await given?.get("/rentals"))?.status).toBe(401);
  });
});

test("an application's own token cannot write on any route", async () => {
  // Such a token has only the scope public. Even with other scopes it must not write.
  const alone = await service.anApplication();
  await service.aClient(town.first.account, { application: alone });
  const clients = await Promise.all(
    [town.application, alone].map((application) => anOwnToken(application, fullScopes)),
  );
  for (const route of routes.filter(({ operation }) => operation.kind === "write")) {
    for (const client of clients) {
      const answer = await client.send(
        route.method,
        pathOf(route, () => rentalIn(town.first)),
        {},
      );
      expect(answer.status, route.path).toBe(403);
      expect(errorsOf(answer)).toEqual([
        { code: "forbidden", details: "This token belongs to no account and can only read." },
      ]);
    }
  }
});
