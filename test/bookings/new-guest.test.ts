import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, booking, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const ada: Json = {
  fullname: "Ada Lovelace",
  emails: [{ email: "ada@example.com" }],
  phones: [{ label: "default", number: "+44 20 7946 0000" }],
  preferred_locale: "en",
};

const clientsOf = (account: number) => service.sql("select from clients where account_id = $1", [account]);

describe("a booking with a new guest", () => {
  test("creates the client with the booking, in one request", async () => {
    const client = await aManager();
    const answer = await booking(client, await aRental(client), { client: ada });
    expect(answer.status, answer.text).toBe(201);
    const guest = await read(client, "clients", linksOf(recordOf(answer, "bookings")).client);
    expect(guest).toMatchObject({
      ...{ fullname: "Ada Lovelace", preferred_locale: "en" },
      ...{ emails: [{ email: "ada@example.com" }], phones: [{ number: "+44 20 7946 0000" }] },
    });
  });

  test("creates no client if the nights are taken", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental);
    const answer = await booking(client, rental, { client: ada });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { base: [expect.stringContaining("taken")] }]);
    expect(await clientsOf(client.account)).toEqual([]);
  });

  test("creates nothing if the guest is invalid, and names the guest's attribute", async () => {
    const client = await aManager();
    const guest = { ...ada, emails: [{ email: "ada" }] };
    const answer = await booking(client, await aRental(client), { client: guest });
    expect(answer.status, answer.text).toBe(422);
    expect(JSON.stringify(errorsOf(answer))).toContain("emails");
    expect(await clientsOf(client.account)).toEqual([]);
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
  });

  test("is refused together with a known guest", async () => {
    const client = await aManager();
    const known = await aGuest(client);
    const answer = await booking(client, await aRental(client), { client: ada, client_id: known.id });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { client: ["cannot be combined with client_id"] }]);
    expect(await clientsOf(client.account)).toHaveLength(1);
  });

  test("creates one client when the request is retried", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const headers = { "idempotency-key": randomUUID() };
    const stay = { start_at: "2031-07-01", end_at: "2031-07-05", client: ada };
    const send = () => client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] }, headers);
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect(await clientsOf(client.account)).toHaveLength(1);
  });
});
