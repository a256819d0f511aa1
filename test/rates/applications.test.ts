import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental, created, idsOf, linksOf, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { refusedFor } from "../harness/violations.ts";
import { changed, refusal } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

describe("an application", () => {
  test("lists an application in each account that installed it, with the account's own price increase", async () => {
    const client = await aManager();
    const elsewhere = await service.aClient(await service.anAccount(), { application: client.application });
    await service.aClient(elsewhere.account);
    expect(idsOf(recordsOf(await client.get("/applications"), "applications"))).toEqual([client.application]);
    const path = `/applications/${client.application}`;
    expect(await read(client, "applications", client.application)).toMatchObject({
      name: expect.any(String),
      default_price_increase: null,
    });
    expect(await changed(client, path, "applications", { default_price_increase: "12.5" })).toMatchObject({
      default_price_increase: "12.5",
    });
    const other = await read(elsewhere, "applications", client.application);
    expect(other.default_price_increase).toBeNull();
    expect(await changed(client, path, "applications", { default_price_increase: null })).toMatchObject({
      default_price_increase: null,
    });
  });

  test("lets an application set only its own price increase", async () => {
    const client = await aManager();
    const other = await service.aClient(client.account);
    await changed(other, `/applications/${other.application}`, "applications", { default_price_increase: "12.5" });
    const before = await read(client, "applications", other.application);
    for (const method of ["PUT", "PATCH"]) {
      const answer = await client.send(method, `/applications/${other.application}`, {
        applications: [{ default_price_increase: "50" }],
      });
      expect(refusal(answer)).toEqual([
        403,
        [{ code: "forbidden", details: "An application can only change its own price increase." }],
      ]);
    }
    expect(await read(client, "applications", other.application)).toEqual(before);
  });

  test.each<[unknown, string]>([
    ["0", "must be greater than 0"],
    ["100", "must be less than 100"],
    ["12.345", "must be a decimal number with at most two decimals"],
  ])("refuses a price increase of %s percent", async (default_price_increase, sentence) => {
    const client = await aManager();
    const answer = await client.put(`/applications/${client.application}`, {
      applications: [{ default_price_increase }],
    });
    expect(refusal(answer)).toEqual([422, { default_price_increase: [sentence] }]);
  });

  test("hides another account's application and one that was uninstalled", async () => {
    const client = await aManager();
    const stranger = await aManager();
    expect((await client.get(`/applications/${stranger.application}`)).status).toBe(404);
    const answer = await client.put(`/applications/${stranger.application}`, {
      applications: [{ default_price_increase: "5" }],
    });
    expect(answer.status).toBe(404);
    const other = await service.aClient(client.account);
    await service.sql(
      "update accounts_applications set uninstalled_at = now(), updated_at = now() where account_id = $1 and application_id = $2",
      [client.account, other.application],
    );
    const list = await client.get("/applications?updated_since=2020-01-01T00:00:00Z");
    expect(idsOf(recordsOf(list, "applications"))).toEqual([client.application]);
    expect(list.json.meta).toMatchObject({ deleted_ids: [other.application] });
  });

  test("requires applications_read or rentals_write to read applications", async () => {
    const account = await service.anAccount();
    for (const [scope, status] of [
      ["applications_read", 200],
      ["rentals_write", 200],
      ["public", 403],
    ] as const) {
      const client = await service.aClient(account, { scopes: [scope] });
      expect((await client.get("/applications")).status, scope).toBe(status);
    }
    const reader = await service.aClient(account, { scopes: ["applications_read"] });
    const answer = await reader.put(`/applications/${reader.application}`, { applications: [{}] });
    expect(answer.status).toBe(403);
  });
});

describe("an override of the price increase", () => {
  const root = "applications_periods_rentals";
  const july = { price_increase: "7.5", start_date: "2027-07-01", end_date: "2027-07-31" };
  const anOverride = (client: ApiClient, rental: Json, attributes: Json = {}) =>
    created(client, `/${root}`, root, {
      application_id: client.application,
      rental_id: rental.id,
      ...july,
      ...attributes,
    });
  const overriding = (client: ApiClient, rental: Json, attributes: Json = {}) =>
    client.post(`/${root}`, {
      [root]: [{ application_id: client.application, rental_id: rental.id, ...july, ...attributes }],
    });

  test("creates, changes and deletes an override of the price increase", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const override = await anOverride(client, rental);
    expect(override).toMatchObject(july);
    expect(linksOf(override)).toEqual({
      account: client.account,
      application: client.application,
      rental: rental.id,
    });
    const embedded = recordOf(await client.get(`/${root}/${override.id}?include=application`), root);
    expect(embedded.application).toMatchObject({ id: client.application });
    expect(await changed(client, `/${root}/${override.id}`, root, { price_increase: "0" })).toMatchObject({
      price_increase: "0.0",
    });
    expect((await client.delete(`/${root}/${override.id}`)).status).toBe(204);
    expect((await client.get(`/${root}/${override.id}`)).status).toBe(404);
    await anOverride(client, rental);
  });

  test("refuses an override that overlaps another of the same application and rental", async () => {
    const client = await aManager();
    const [rental, other] = [await aRental(client), await aRental(client)];
    const first = await anOverride(client, rental);
    const errors = {
      base: [`overlaps the period ${first.id} of this application and rental (2027-07-01 to 2027-07-31)`],
    };
    expect(refusal(await overriding(client, rental, { start_date: "2027-07-31", end_date: "2027-08-31" }))).toEqual([
      422,
      errors,
    ]);
    const august = await anOverride(client, rental, { start_date: "2027-08-01", end_date: "2027-08-01" });
    const moving = await client.put(`/${root}/${august.id}`, { [root]: [{ start_date: "2027-07-15" }] });
    expect(refusal(moving)).toEqual([422, errors]);
    const elsewhere = await anOverride(client, other);
    const moved = await client.put(`/${root}/${elsewhere.id}`, { [root]: [{ rental_id: rental.id }] });
    expect(refusal(moved)).toEqual([422, errors]);
    await anOverride(await service.aClient(client.account), rental);
  });

  test("lets the account's people write the increases of any installed application", async () => {
    const client = await aManager();
    const owner = await aMember(service, client.account, "owner");
    const rental = await aRental(client);
    const theirs = await anOverride(client, rental);
    const path = `/${root}/${theirs.id}`;
    expect(await changed(owner, path, root, { price_increase: "7" })).toMatchObject({ price_increase: "7.0" });
    expect((await owner.delete(path)).status).toBe(204);
    expect((await overriding(owner, rental, { application_id: client.application })).status).toBe(201);
    const elsewhere = await overriding(owner, rental, { application_id: await service.anApplication() });
    expect(refusal(elsewhere)).toEqual([422, { application_id: ["must exist"] }]);
    const application = await owner.put(`/applications/${client.application}`, {
      applications: [{ default_price_increase: "12.5" }],
    });
    expect(application.status).toBe(200);
  });

  test("lets only the override's own application create, change and delete it", async () => {
    const client = await aManager();
    const other = await service.aClient(client.account);
    const rental = await aRental(client);
    const theirs = await anOverride(other, rental);
    expect(refusal(await overriding(client, rental, { application_id: other.application }))).toEqual([
      422,
      { application_id: [`must be ${client.application}, the calling application`] },
    ]);
    const path = `/${root}/${theirs.id}`;
    const sentence = "An application can only change its own price increases.";
    for (const answer of [await client.put(path, { [root]: [{ price_increase: "50" }] }), await client.delete(path)]) {
      expect(refusal(answer)).toEqual([403, [{ code: "forbidden", details: sentence }]]);
    }
    expect(await read(client, root, theirs.id)).toEqual(theirs);
    const own = await anOverride(client, rental);
    const handed = await client.put(`/${root}/${own.id}`, { [root]: [{ application_id: other.application }] });
    expect(handed.status).toBe(422);
    expect(await read(client, root, own.id)).toEqual(own);
  });

  test("accepts one of several concurrent overrides for the same days", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const answers = await Promise.all(Array.from({ length: 8 }, () => overriding(client, rental)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 422)]);
    await expect(
      service.sql(
        `insert into ${root} (account_id, application_id, rental_id, price_increase, start_date, end_date)
         select account_id, application_id, rental_id, 1, end_date, end_date from ${root} where account_id = $1 and rental_id = $2`,
        [client.account, rental.id],
      ),
    ).rejects.toSatisfy(refusedFor("23P01", "no_day_has_two_increases"));
  });

  test.each<[Json, Json]>([
    [{ price_increase: "100" }, { price_increase: ["must be less than or equal to 99.99"] }],
    [{ price_increase: null }, { price_increase: ["can't be blank"] }],
    [{ start_date: "2027-08-01" }, { start_date: ["must not be after end_date"] }],
    [{ application_id: 999_999 }, { application_id: ["must exist"] }],
    [{ rental_id: null }, { rental_id: ["can't be blank"] }],
  ])("refuses an override with %j", async (attributes, errors) => {
    const client = await aManager();
    expect(refusal(await overriding(client, await aRental(client), attributes))).toEqual([422, errors]);
  });

  test("refuses an override for an application that is not installed or another account's rental", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const theirs = await aRental(stranger);
    const answer = await overriding(client, theirs, { application_id: stranger.application });
    expect(refusal(answer)).toEqual([422, { application_id: ["must exist"], rental_id: ["must exist"] }]);
  });
});
