import { describe, expect, test } from "vitest";
import type { ApiClient } from "../harness/client.ts";
import { aBooking, aComment, aGuest, aRental, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aPlace, type Place } from "./deliveries.ts";

/** An endpoint receives only what its application can read, both when the change happens and when it is sent. */
const service = useService({ localWebhooks: true });

test("an endpoint receives events that its scopes can read, in the form that they show", async () => {
  const place = await aPlace(service, { scopes: ["rentals_read", "webhooks_write"] });
  const writer = await service.aClient(place.client.account);
  const rental = await aRental(writer);
  await aGuest(writer);
  await place.publish(
    { recordId: Number(rental.id) },
    { resource: "clients", type: "client.created", recordId: 1, changed: ["fullname"] },
    // The endpoint sees no changed attributes, only the new `updated_at`.
    { recordId: Number(rental.id), changed: ["hidden_somewhere"] },
  );
  await place.deliver();
  expect(place.receiver.received.map(({ type }) => type)).toEqual(["rental.updated", "rental.updated"]);
  expect(place.receiver.received[1]?.data.changed).toEqual([]);
  const shown = await place.client.get(`/rentals/${rental.id}`);
  expect(shown.json.rentals).toEqual([place.receiver.received[0]?.data.record]);
});

test("an application receives others' records in their public form, or not at all", async () => {
  const place = await aPlace(service, { scopes: ["bookings_write_owned", "public", "webhooks_write"] });
  const writer = await service.aClient(place.client.account);
  const rental = await aRental(writer);
  const days = { start_at: "2090-02-04T16:00:00Z", end_at: "2090-02-08T10:00:00Z" };
  const own = await aBooking(place.client, rental, { notes: "Comes by boat" });
  const other = await aBooking(writer, rental, { ...days, notes: "Knows the house" });
  await aComment(writer, other);
  await place.publishWritten();
  await place.deliver();
  const told = place.receiver.received.filter(({ type }) => type === "booking.created");
  expect(told.map(({ data: { id } }) => id)).toEqual([own.id, other.id]);
  for (const { data } of told)
    expect((await place.client.get(`/bookings/${data.id}`)).json.bookings).toEqual([data.record]);
  expect(told.map(({ data: { changed } }) => changed.includes("notes"))).toEqual([true, false]);
  expect(place.receiver.received.filter(({ data: { resource } }) => resource === "booking_comments")).toEqual([]);
});

test.each([
  [
    "uninstalled its application",
    "update accounts_applications set uninstalled_at = now() where account_id = $1 and application_id = $2",
  ],
  [
    "took back the authorization that it was made with",
    `with given as (
       insert into grants (account_id, application_id, user_id, scopes, revoked_at)
       select $1, $2, id, '{}', now() from users order by id limit 1 returning id
     ) update webhook_endpoints set grant_id = given.id from given where account_id = $1 and application_id = $2`,
  ],
  ["is closed", "update accounts set closed_at = now() where id = $1 and $2::bigint > 0"],
])("nothing more is sent once the account has %s, not even waiting messages", async (_what, statement) => {
  await service.sql("insert into users (email, fullname) values ($1, 'Ada')", [`${crypto.randomUUID()}@example.com`]);
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  await place.publish({ recordId: Number(rental.id) });
  await service.sql(statement, [place.client.account, place.client.application]);
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect(place.receiver.received).toEqual([]);
  const rows = await service.sql(
    "select given_up_at is not null as ended from webhook_messages where endpoint_id = $1",
    [place.endpoint],
  );
  expect(rows).toEqual([{ ended: true }]);
});

test("scopes that the account has revoked no longer apply to waiting messages", async () => {
  const place = await aPlace(service, { scopes: ["rentals_read", "clients_read", "webhooks_write"] });
  const writer = await service.aClient(place.client.account);
  const [rental, guest] = [await aRental(writer), await aGuest(writer)];
  await place.publish(
    { recordId: Number(rental.id) },
    { resource: "clients", type: "client.created", recordId: Number(guest.id), changed: ["fullname"] },
  );
  await service.sql(
    "update accounts_applications set scopes = '{rentals_read,webhooks_write}' where account_id = $1 and application_id = $2",
    [place.client.account, place.client.application],
  );
  await place.deliver();
  expect(place.receiver.received.map(({ type }) => type)).toEqual(["rental.updated"]);
});

describe("an endpoint that a person saved in the console", () => {
  const reached = async (place: Place) => {
    place.receiver.received.length = 0;
    await place.publish({ recordId: 1 }, { resource: "payouts", type: "payout.deleted", recordId: 1 });
    await place.deliver();
    return place.receiver.received.map(({ type }) => type);
  };
  const reasonOf = async (person: ApiClient, { endpoint }: Place) =>
    (await read(person, "webhook_endpoints", endpoint)).disabled_reason;

  test.each([
    ["is removed", "delete from memberships where user_id = $1"],
    ["becomes an accountant", "update memberships set role = 'accountant' where user_id = $1"],
    ["is disabled", "update users set disabled_at = now() where id = $1"],
  ])("sends nothing once that person %s, until another person saves it", async (_what, statement) => {
    const account = await service.anAccount();
    const owner = await aMember(service, account, "owner");
    const place = await aPlace(service, { client: owner });
    expect(await reached(place)).toEqual(["rental.deleted", "payout.deleted"]);
    const other = await aMember(service, account, "manager");
    expect(await reasonOf(other, place)).toBe(null);
    await service.sql(statement, [owner.user]);
    expect(await reached(place)).toEqual([]);
    expect(await reasonOf(other, place)).toBe("left");
    const path = `/webhook_endpoints/${place.endpoint}`;
    expect((await other.put(path, { webhook_endpoints: [{ url: place.receiver.url }] })).status).toBe(200);
    expect(await reasonOf(other, place)).toBe(null);
    expect(await reached(place)).toEqual(["rental.deleted"]);
  });

  test("reads no more than that person's role reads now", async () => {
    const owner = await aMember(service, await service.anAccount(), "owner");
    const place = await aPlace(service, { client: owner });
    await service.sql("update memberships set role = 'manager' where user_id = $1", [owner.user]);
    expect(await reached(place)).toEqual(["rental.deleted"]);
  });
});
