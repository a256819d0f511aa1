import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ApiClient, recordsOf } from "../harness/client.ts";
import { aBooking, idsOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { changed } from "../rates/factories.ts";
import { aPricedRental, found, foundIds, type Parameters, searching } from "./factories.ts";

const service = useSharedService();

const stay: Parameters = { start_at: "2090-02-10", end_at: "2090-02-13", adults: 2 };

/** Two accounts with one rental each, and a client of the first account. */
async function twoAccounts() {
  const [client, stranger] = [
    await service.aClient(await service.anAccount()),
    await service.aClient(await service.anAccount()),
  ];
  return { client, stranger, own: await aPricedRental(client), foreign: await aPricedRental(stranger) };
}

/** An application's own token, without an account. These clients' accounts have installed the application. */
async function anOwnToken(application: number): Promise<ApiClient> {
  const token = `roost_${randomBytes(32).toString("base64url")}`;
  await service.sql(
    "insert into access_tokens (digest, application_id, scopes) values (sha256($1::text::bytea), $2, '{public}')",
    [token, application],
  );
  return new ApiClient(service.url, token, 0, application);
}

describe("a stranger's rental", () => {
  test.each<[string, Parameters]>([
    ["without dates", {}],
    ["with dates", stay],
    ["available or not", { ...stay, include_not_available: true }],
    ["by price", { ...stay, sort: "price", direction: "desc", min_price: 0 }],
  ])("is found by no search: %s", async (_, parameters) => {
    const { client, own, foreign } = await twoAccounts();
    expect(await foundIds(client, parameters)).toEqual([own.id]);
    const both = `${foreign.id},${own.id}`;
    expect(await foundIds(client, { ...parameters, id: both })).toEqual([own.id]);
    expect(await foundIds(client, { ...parameters, rental_id: String(foreign.id) })).toEqual([]);
    expect(await foundIds(client, parameters, both)).toEqual([own.id]);
    expect(await foundIds(client, parameters, `${foreign.id},9999999`)).toEqual([]);
    expect((await searching(client, parameters, String(foreign.id))).status).toBe(404);
    expect((await client.post(`/rentals/${foreign.id}/search`, parameters)).status).toBe(404);
  });
});

describe("the ids of a path", () => {
  test("restrict the search together with its parameters, in the requested order", async () => {
    const { client, own } = await twoAccounts();
    const [second, third] = [await aPricedRental(client), await aPricedRental(client)];
    expect(await foundIds(client, stay, `${third.id},${own.id}`)).toEqual([own.id, third.id]);
    expect(await foundIds(client, { ...stay, id: `${own.id},${second.id}` }, `${third.id},${own.id}`)).toEqual([
      own.id,
    ]);
    expect(await foundIds(client, { ...stay, direction: "desc" }, `${own.id},${third.id}`)).toEqual([third.id, own.id]);
  });

  test("are 404 for one missing rental, and empty for an existing one that is not free", async () => {
    const { client, own } = await twoAccounts();
    await aBooking(client, own, { start_at: "2090-02-10", end_at: "2090-02-12" });
    const answer = await searching(client, stay, String(own.id));
    expect([answer.status, answer.json.rentals]).toEqual([200, []]);
    expect((await searching(client, { ...stay, bedrooms_count: 99 }, String(own.id))).status).toBe(200);
    expect((await searching(client, stay, "9999999")).status).toBe(404);
    expect((await searching(client, stay, "search")).status).toBe(404);
    const gone = await aPricedRental(client);
    await client.delete(`/rentals/${gone.id}`);
    expect((await searching(client, stay, String(gone.id))).status).toBe(404);
    expect(await foundIds(client, stay, `${gone.id},${own.id}`)).toEqual([]);
  });
});

describe("a token that no account granted", () => {
  test("finds the published rentals of all accounts that installed the application, at their own prices", async () => {
    const application = await service.anApplication();
    const [first, second] = [
      await service.aClient(await service.anAccount(), { application }),
      await service.aClient(await service.anAccount(), { application }),
    ];
    const stranger = await service.aClient(await service.anAccount());
    const rentals = [
      await aPricedRental(first),
      await aPricedRental(second),
      await aPricedRental(first, { name: "Hidden" }),
    ];
    const foreign = await aPricedRental(stranger);
    await service.sql("update rentals set published_at = now() where name <> 'Hidden' and account_id = any($1)", [
      [first.account, second.account, stranger.account],
    ]);
    await changed(second, `/applications/${application}`, "applications", { default_price_increase: "50" });
    const client = await anOwnToken(application);
    const offers = await found(client, stay);
    expect(offers.map(({ id, final_price }) => [id, final_price])).toEqual([
      [rentals[0]?.id, 300],
      [rentals[1]?.id, 450],
    ]);
    expect(await foundIds(client, { ...stay, include_not_available: true })).toEqual(idsOf(offers));
    expect(await foundIds(client)).toEqual(idsOf(offers));
    await aBooking(second, rentals[1] ?? {}, { start_at: "2090-02-10", end_at: "2090-02-12" });
    expect(await foundIds(client, stay)).toEqual([rentals[0]?.id]);
    for (const hidden of [rentals[2], foreign])
      expect((await searching(client, stay, String(hidden?.id))).status).toBe(404);
    expect(await foundIds(client, stay, rentals.map(({ id }) => id).join())).toEqual([rentals[0]?.id]);
  });
});

describe("a search is open to", () => {
  test("tokens that may read rentals, and to no others", async () => {
    const { client, own } = await twoAccounts();
    for (const scope of ["public", "rentals_read", "rentals_write"] as const) {
      const reader = await service.aClient(client.account, { scopes: [scope] });
      expect(idsOf(recordsOf(await searching(reader, stay), "rentals"))).toEqual([own.id]);
      expect((await reader.post("/rentals/search", stay)).status).toBe(200);
    }
    const other = await service.aClient(client.account, { scopes: ["bookings_write", "rates_write"] });
    for (const method of ["GET", "POST"])
      for (const path of ["/rentals/search", `/rentals/${own.id}/search`])
        expect((await other.send(method, path)).status).toBe(403);
    expect((await new ApiClient(service.url, undefined).get("/rentals/search")).status).toBe(401);
  });
});
