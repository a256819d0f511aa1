import { describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aSource, booking, idsOf, linksOf, read } from "../harness/factories.ts";
import { aFixture, listPath, sharedRecords } from "../harness/fixture.ts";
import { baseUrl, useService } from "../harness/service.ts";

/** Lists, and reads of several records (conventions.md, Envelope and Reading). */
const service = useService();
const aManager = async () => service.aClient(await service.anAccount());

/** A page's URLs by `rel`, from `meta`. */
const linksIn = (answer: Answer): Record<string, string> => Object(Object(answer.json.meta).Link);

/** Follows a URL from a response, which contains the service's public address. */
const following = (client: ApiClient, url = ""): Promise<Answer> => client.get(url.replace(`${baseUrl}/api/v3`, ""));

describe("a search by POST", () => {
  const aTown = async (): Promise<ApiClient> => {
    const client = await aManager();
    for (const [name, city] of ["Nice", "Nice", "Lyon", "Nice"].entries())
      await aRental(client, { name: `Cottage ${name}`, city, sleeps: 4, base_rate: "100" });
    return client;
  };

  test("the links of a search by POST repeat all parameters, those of the body included", async () => {
    const client = await aTown();
    const body = {
      city: "Nice",
      rental_type: null,
      fields: ["id", "city"],
      per_page: 1,
      start_at: "2090-01-04",
      end_at: "2090-01-06",
    };
    const seen: Json[] = [];
    let answer = await client.post("/rentals/search?adults=2", body);
    for (let page = 1; page <= 3; page++) {
      expect(answer.status).toBe(200);
      expect(answer.json.meta).toMatchObject({ "X-Total-Count": "3", "X-Per-Page": "1", "X-Total-Pages": "3" });
      seen.push(...recordsOf(answer, "rentals"));
      const asked = new URL(linksIn(answer).first ?? "").searchParams;
      expect(Object.fromEntries(asked)).toEqual({
        adults: "2", city: "Nice", fields: "id,city", per_page: "1", start_at: "2090-01-04", end_at: "2090-01-06", page: "1",
      }); // biome-ignore format: keep the record compact
      expect(answer.headers.get("link")).toContain(`<${linksIn(answer).last}>; rel="last"`);
      answer = await following(client, linksIn(answer).next);
    }
    expect(seen.map(({ city }) => city)).toEqual(["Nice", "Nice", "Nice"]);
    expect(new Set(idsOf(seen)).size).toBe(3);
  });

  test("a long search puts the links that fit into the header and all into meta", async () => {
    const client = await aTown();
    const ids = recordsOf(await client.get("/rentals"), "rentals").map(({ id }) => id);
    const far = (many: number) => Array.from({ length: many }, (_, index) => 90_000_000 + index);
    for (const [many, expected] of [
      [10, ["first", "next", "last"]],
      [130, ["first", "next"]],
      [250, ["next"]],
      [900, []],
    ] as const) {
      const answer = await client.post("/rentals/search", { id: [...ids, ...far(many)], per_page: 2 });
      const header = answer.headers.get("link") ?? "";
      expect(
        [...header.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel),
        `${many} ids`,
      ).toEqual(expected);
      expect(header.length).toBeLessThan(4096);
      expect(Object.keys(linksIn(answer))).toEqual(["first", "next", "last"]);
      const next = await following(client, linksIn(answer).next);
      expect(idsOf(recordsOf(next, "rentals"))).toEqual(ids.slice(2));
    }
  });
});

describe("a polymorphic relation", () => {
  /** A booking with one tax on its rental and another on a fee. */
  const taxed = async (client: ApiClient) => {
    const rental = await aRental(client);
    const fee = await aFee(client);
    const stay = await aBooking(client, rental, { bookings_taxes: [{ amount: "3" }, { amount: "4" }] });
    const [ofRental, ofFee] = [linksOf(stay).bookings_taxes].flat();
    await service.sql("update bookings_taxes set taxable_id = $2, taxable_type = 'Fee' where id = $1", [ofFee, fee.id]);
    await service.sql("update bookings_taxes set taxable_id = $2, taxable_type = 'Rental' where id = $1", [
      ofRental,
      rental.id,
    ]);
    return { rental, fee, stay };
  };

  test("a polymorphic relation embeds each resource's own form", async () => {
    const client = await aManager();
    const { rental, fee } = await taxed(client);
    const records = recordsOf(await client.get("/bookings_taxes?include=taxable"), "bookings_taxes");
    expect(records.map(({ taxable }) => taxable)).toEqual([
      await read(client, "rentals", rental.id),
      await read(client, "fees", fee.id),
    ]);
    expect(linksOf(records[1] ?? {}).taxable).toEqual({ id: fee.id, type: "Fee" });
  });

  test("a polymorphic relation embeds one more level", async () => {
    const client = await aManager();
    const { rental, stay } = await taxed(client);
    const room = await client.post(`/rentals/${rental.id}/bedrooms`, { bedrooms: [{ name_en: "Attic" }] });
    const [ofRental, ofFee] = recordsOf(
      await client.get("/bookings_taxes?include=taxable.bedrooms,taxable.account"),
      "bookings_taxes",
    );
    expect(ofRental?.taxable).toMatchObject({
      id: rental.id,
      bedrooms: [recordOf(room, "bedrooms")],
      account: { id: client.account },
    });
    expect(ofFee?.taxable).toMatchObject({ account: { id: client.account } });
    expect(ofFee?.taxable).not.toHaveProperty("bedrooms");
    const within = recordOf(await client.get(`/bookings/${stay.id}?include=bookings_taxes.taxable`), "bookings");
    expect(within.bookings_taxes).toMatchObject([{ taxable: { id: rental.id } }, { taxable: { rate: "50.0" } }]);
  });

  test("a polymorphic relation is absent for deleted or unreadable records", async () => {
    const client = await aManager();
    const { rental } = await taxed(client);
    await service.sql("update rentals set deleted_at = now() where id = $1", [rental.id]);
    const [gone] = recordsOf(await client.get("/bookings_taxes?include=taxable"), "bookings_taxes");
    expect(gone).toMatchObject({ links: { taxable: { id: rental.id, type: "Rental" } } });
    expect(gone).not.toHaveProperty("taxable");
    const reader = await service.aClient(client.account, { scopes: ["bookings_read"] });
    const [unread] = recordsOf(await reader.get("/bookings_taxes?include=taxable"), "bookings_taxes");
    expect(unread).not.toHaveProperty("taxable");
    expect(linksOf(unread ?? {}).taxable).toEqual({ id: rental.id, type: "Rental" });
  });

  test("an unknown nested include of a polymorphic relation is 400 and lists the valid ones", async () => {
    const answer = await (await aManager()).get("/bookings_taxes?include=taxable.colour");
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      {
        code: "bad_request",
        details: expect.stringMatching(
          /^The parameter include names taxable\.colour, which rentals and fees cannot embed\. Known relations: .*bedrooms/,
        ),
      },
    ]);
  });
});

describe("a single read", () => {
  test("a single read accepts the list's include_canceled", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    await client.delete(`/bookings/${stay.id}`);
    const answer = await client.get(`/bookings/${stay.id}?include_canceled=true`);
    expect([answer.status, recordOf(answer, "bookings").status]).toEqual([200, "Canceled"]);
    expect((await client.get(`/bookings/${stay.id},1?include_canceled=false`)).status).toBe(200);
    const wrong = await client.get(`/bookings/${stay.id}?include_canceled=maybe`);
    expect(errorsOf(wrong)).toEqual([
      { code: "bad_request", details: "The parameter include_canceled must be true or false." },
    ]);
    const anybody = await service.aClient(client.account, { scopes: ["public"] });
    expect((await anybody.get(`/bookings/${stay.id}?include_canceled=true`)).status).toBe(403);
  });

  test("a single read documents include_canceled", async () => {
    const { json } = await (await aManager()).get("/openapi.json");
    const { parameters } = Object(json.paths)["/bookings/{booking_id}"].get;
    expect(parameters.map(({ name }: Json) => name)).toContain("include_canceled");
  });
});

describe("link templates", () => {
  /** Paths reserved for later releases (service.md, Endpoints; conventions.md, Resources beyond the registry). */
  const planned = new Set(
    "bookings_payments host_reviews inbox/conversations inquiries payments photos rental_agreements rental_cancelation_policies rental_contacts reviews users".split(
      " ",
    ),
  );

  test("link templates lead to served paths", async () => {
    const client = await aManager();
    const served = new Set(
      routes.filter(({ operation }) => operation.kind === "get").map(({ path }) => path.replace(/:\w+$/, "")),
    );
    let checked = 0;
    for (const { path } of routes.filter(
      ({ operation, resource }) => operation.kind === "list" && !resource.computed,
    )) {
      const { links } = (await client.get(path)).json;
      for (const [key, template] of Object.entries(Object(links))) {
        const [, target = "", name] = /^https:\/\/roost\.test\/api\/v3\/(.*\/)\{(.*)\}$/.exec(String(template)) ?? [];
        expect(served.has(`/${target}`) || planned.has(target.slice(0, -1)), `${key}: ${template}`).toBe(true);
        // A polymorphic relation has one template per target resource, filled with the single link's id.
        expect([key, ...["taxable", "member"].map((relation) => `${key.split(".")[0]}.${relation}.id`)]).toContain(
          name,
        );
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test("a booking's conversations link into the inbox", async () => {
    const { links } = (await (await aManager()).get("/bookings")).json;
    expect(links).toMatchObject({
      "bookings.conversations": `${baseUrl}/api/v3/inbox/conversations/{bookings.conversations}`,
    });
    expect((await (await aManager()).get("/rentals")).json.links).not.toHaveProperty("rentals.videos");
  });
});

describe("arrays of ids in links", () => {
  test("link arrays show the newest thousand ids, and meta reports more", async () => {
    const client = await aManager();
    const [few, many] = [await aSource(client, { name: "Few" }), await aSource(client, { name: "Many" })];
    const rental = await aRental(client);
    const nights = async (source: Json, from: number, to: number) =>
      service.sql(
        `insert into bookings (account_id, rental_id, source_id, start_at, end_at, booked, unavailable, currency, created_by_id, created_by_type)
         select $1, $2, $3, timestamptz '2090-01-01 16:00Z' + n * interval '1 day', timestamptz '2090-01-02 10:00Z' + n * interval '1 day',
           true, false, 'EUR', $4, 'Application' from generate_series($5::integer, $6::integer) as n`,
        [client.account, rental.id, source.id, client.application, from, to],
      );
    await nights(few, 1, 1000);
    await nights(many, 1001, 2002);
    const ids = idsOf(
      await service.sql("select id::integer from bookings where source_id = $1 order by id", [many.id]),
    );
    const list = await client.get("/sources");
    expect(recordsOf(list, "sources").map((source) => [linksOf(source).bookings].flat().length)).toEqual([1000, 1000]);
    expect(linksOf(recordsOf(list, "sources")[1] ?? {}).bookings).toEqual(ids.slice(2));
    expect(list.json.meta).toMatchObject({ more_links: { "sources.bookings": [many.id] }, "X-Total-Count": "2" });
    expect((await client.get(`/sources/${few.id}`)).json.meta).toEqual({});
    const meta = { more_links: { "sources.bookings": [many.id] } };
    expect((await client.get(`/sources/${many.id}`)).json.meta).toEqual(meta);
    expect((await client.put(`/sources/${many.id}`, { sources: [{ position: 2 }] })).json.meta).toEqual(meta);
    const embedding = await client.get(`/bookings/${ids[0]}?include=source`);
    expect(embedding.json.meta).toEqual(meta);
    // A client expands a template with all of a record's ids.
    const followed = await client.get(`/bookings/${ids.slice(2)}?fields=id`);
    expect(idsOf(recordsOf(followed, "bookings"))).toEqual(ids.slice(2));
    const within = await client.get(`/sources/${many.id}?include=bookings&fields=id`);
    expect(idsOf([Object(recordOf(within, "sources").bookings)].flat())).toEqual(ids.slice(2));
  });
});

describe("the count of a list", () => {
  test("the count is exact: a hold leaves it when it expires, without a job", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = recordOf(await booking(client, rental, { tentative_expires_at: "2089-01-01T00:00:00Z" }), "bookings");
    const count = async (query = "") => (await client.get(`/bookings${query}`)).headers.get("x-total-count");
    expect([await count(), await count("?page=7")]).toEqual(["1", "1"]);
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 second' where id = $1", [
      hold.id,
    ]);
    expect([await count(), await count("?page=7")]).toEqual(["0", "0"]);
    expect(await count("?include_canceled=true")).toBe("1");
  });
});

describe("every answer with records", () => {
  test("every response has records first, then link templates, then meta", async () => {
    const fixture = await aFixture(service, await sharedRecords(service), await aManager());
    for (const route of routes) {
      const { method, path, resource, operation } = route;
      if (method !== "GET" || path.includes(":") || operation.kind === "write") continue;
      const answer = await fixture.client.get(listPath(route, fixture.ids));
      const root = (operation.kind === "read" && operation.answers ? operation.answers : resource).root;
      expect(Object.keys(answer.json), path).toEqual([root, "links", "meta"]);
    }
    expect(resources.length).toBeGreaterThan(40);
  });
});
