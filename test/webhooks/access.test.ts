import { expect, test } from "vitest";
import { aBooking, aComment, aGuest, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPlace } from "./deliveries.ts";

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
