import { describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, aSource, changing, created, idsOf, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

/** Inquiries and rental agreements. */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const dates = { start_at: "2095-01-04T16:00:00Z", end_at: "2095-01-08T10:00:00Z" };
const ada = { firstname: "Ada", lastname: "Asker", email: "Ada@Example.com" };

const anInquiry = (client: ApiClient, rental: Json, attributes: Json = {}) =>
  created(client, `/rentals/${rental.id}/inquiries`, "inquiries", { ...ada, ...dates, ...attributes });
const change = (client: ApiClient, { id }: Json, attributes: Json): Promise<Answer> =>
  client.put(`/inquiries/${id}`, { inquiries: [attributes] });
const book = (client: ApiClient, { id }: Json, attributes?: Json): Promise<Answer> =>
  client.post(`/inquiries/${id}/book`, attributes && { bookings: [attributes] });

/** The account's manager, and an application with owned scopes for inquiries and bookings. */
async function aManagerAndAPortal() {
  const manager = await aManager();
  const scopes = ["public", "bookings_write_owned", "inquiries_write_owned"] as const;
  return { manager, portal: await service.aClient(manager.account, { scopes }), rental: await aRental(manager) };
}

describe("an inquiry", () => {
  test("is stored with all its attributes, even a numeric phone number", async () => {
    const client = await aManager();
    const [rental, source] = [await aRental(client), await aSource(client)];
    const input = { ...ada, ...dates, adults: 4, children: 2, country_code: "GB", message: "Is there\na cot?" };
    const made = await anInquiry(client, rental, {
      ...{ ...input, phone: 7273647616, source_id: source.id, rental_id: rental.id, accept_privacy_policy: true },
    });
    expect(made).toMatchObject({ ...input, phone: "7273647616", locked: null });
    expect(linksOf(made)).toEqual({
      ...{ account: client.account, rental: rental.id, source: source.id, booking: null },
      conversation: expect.any(Number),
    });
    expect(made).not.toHaveProperty("accept_privacy_policy");
    const other = await aRental(client);
    const changed = recordOf(await change(client, made, { rental_id: other.id, adults: 3 }), "inquiries");
    expect([linksOf(changed).rental, changed.adults]).toEqual([other.id, 3]);
  });

  test("is refused with every problem, and nothing is stored", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const refused = async (attributes: Json) => {
      const answer = await client.post(`/rentals/${rental.id}/inquiries`, { inquiries: [attributes] });
      return [answer.status, errorsOf(answer)];
    };
    expect(
      await refused({
        ...{ firstname: "x".repeat(51), email: "nobody", phone: "1234", message: "x".repeat(501), adults: 0 },
        ...{
          children: -1,
          start_at: "2020-01-02",
          end_at: "2020-01-01",
          source_id: 999_999,
          rental_id: 1e9,
          locked: "x",
        },
      }),
    ).toEqual([
      422,
      {
        firstname: ["is too long (maximum is 50 characters)"],
        lastname: ["can't be blank"],
        email: ["must be an e-mail address"],
        message: ["is too long (maximum is 500 characters)"],
        adults: ["must be greater than or equal to 1"],
        children: ["must be greater than or equal to 0"],
        country_code: ["can't be blank when there is a phone number"],
        start_at: ["must be in the future", "must be before end_at"],
        end_at: ["must be in the future", "must be after start_at"],
        source_id: ["must exist"],
        rental_id: ["must be the rental in the path"],
        locked: [`must be empty or application-${client.application}`],
      },
    ]);
    const tooLong = { ...ada, start_at: "2095-01-01", end_at: "2099-01-01" };
    expect(await refused(tooLong)).toEqual([422, { end_at: ["must be at most 1096 nights after start_at"] }]);
    const sameDay = { ...ada, start_at: "2095-01-01T10:00:00Z", end_at: "2095-01-01T11:00:00Z" };
    expect(await refused(sameDay)).toEqual([422, { end_at: ["must be at least one night after start_at"] }]);
    expect(await service.sql("select from inquiries where account_id = $1", [client.account])).toEqual([]);
  });

  test("may omit dates and guests, and keeps dates that have passed", async () => {
    const client = await aManager();
    const open = await created(client, `/rentals/${(await aRental(client)).id}/inquiries`, "inquiries", ada);
    expect(open).toMatchObject({ start_at: null, end_at: null, adults: null, children: null });
    await service.sql("update inquiries set start_at = '2020-01-01', end_at = '2020-01-03' where id = $1", [open.id]);
    const echoed = await change(client, open, { ...(await read(client, "inquiries", open.id)), message: "Hm" });
    expect(recordOf(echoed, "inquiries")).toMatchObject({ message: "Hm", start_at: "2020-01-01T00:00:00Z" });
  });

  test("is locked to an application with inquiries_write_owned, and read-only for others", async () => {
    const { manager, portal, rental } = await aManagerAndAPortal();
    const [theirs, own] = [await anInquiry(manager, rental), await anInquiry(portal, rental)];
    expect(own).toMatchObject({ locked: `application-${portal.application}` });
    expect(idsOf(recordsOf(await portal.get("/inquiries"), "inquiries"))).toEqual([own.id]);
    expect((await portal.get(`/inquiries/${theirs.id}`)).status).toBe(404);
    expect((await change(portal, theirs, { adults: 2 })).status).toBe(404);
    const refused = await change(manager, own, { adults: 2 });
    const details = `This inquiry is locked by application-${portal.application}.`;
    expect([refused.status, errorsOf(refused)]).toEqual([403, [{ code: "forbidden", details }]]);
    expect((await change(manager, own, await read(manager, "inquiries", own.id))).status).toBe(200);
    expect(recordOf(await change(portal, own, { adults: 2, locked: null }), "inquiries")).toMatchObject({
      locked: null,
    });
    expect((await change(manager, own, { adults: 3 })).status).toBe(200);
    const reader = await service.aClient(manager.account, { scopes: ["inquiries_read"] });
    expect(recordsOf(await reader.get("/inquiries"), "inquiries")).toHaveLength(2);
    expect((await change(reader, own, { adults: 4 })).status).toBe(403);
    const anybody = await service.aClient(manager.account, { scopes: ["public"] });
    expect((await anybody.get("/inquiries")).status).toBe(403);
  });
});

describe("booking an inquiry", () => {
  test("creates a booking and a new client, like plain creation", async () => {
    const client = await aManager();
    const [rental, source] = [await aRental(client, { base_rate: "100" }), await aSource(client)];
    await created(client, "/rental_cancelation_policies", "rental_cancelation_policies", { preset: "strict" });
    const asked = await anInquiry(client, rental, {
      ...{ adults: 2, children: 1, source_id: source.id, phone: "+44 1234", country_code: "GB" },
    });
    const answer = await book(client, asked);
    expect(answer.status, answer.text).toBe(201);
    const stay = recordOf(answer, "bookings");
    expect(stay).toMatchObject({ ...dates, status: "Booked", adults: 2, children: 1, initial_price: "400.0" });
    expect(linksOf(stay)).toMatchObject({
      ...{ inquiry: asked.id, source: source.id, rental: rental.id, rental_cancelation_policy: expect.any(Number) },
    });
    expect(await read(client, "clients", linksOf(stay).client)).toMatchObject({
      fullname: "Ada Asker",
      emails: [{ email: "Ada@Example.com" }],
      phones: [{ label: "default", number: "+44 1234", country_code: "GB" }],
    });
    expect(linksOf(await read(client, "inquiries", asked.id)).booking).toBe(stay.id);
  });

  test("reuses the client who is the guest, and takes the body's state", async () => {
    const client = await aManager();
    const [rental, guest] = [
      await aRental(client),
      await aGuest(client, { fullname: "A. Asker", emails: [{ email: "ADA@example.com" }] }),
    ];
    const stranger = await aManager();
    await aGuest(stranger, { emails: [{ email: "ada@example.com" }] });
    const asked = await anInquiry(client, rental, { start_at: "2095-01-04", end_at: "2095-01-08" });
    const past = await book(client, asked, { tentative_expires_at: "2020-01-01T00:00:00Z" });
    expect([past.status, errorsOf(past)]).toEqual([422, { tentative_expires_at: ["must be in the future"] }]);
    const both = await book(client, asked, { tentative_expires_at: "2095-01-01T00:00:00Z", booked: true });
    expect([both.status, Object.keys(Object(errorsOf(both)))]).toEqual([422, ["base"]]);
    expect((await book(client, asked, { notes: "x" })).json.errors).toEqual({
      notes: ["cannot be set here: it comes from the inquiry"],
    });
    const hold = recordOf(await book(client, asked, { tentative_expires_at: "2095-01-01T00:00:00Z" }), "bookings");
    expect(hold).toMatchObject({
      status: "Tentative",
      start_at: "2095-01-04T16:00:00Z",
      end_at: "2095-01-08T10:00:00Z",
    });
    expect(linksOf(hold).client).toBe(guest.id);
  });

  test("is refused while its booking is live, for taken nights and without dates, and changes nothing", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const [asked, rival] = [
      await anInquiry(client, rental),
      await anInquiry(client, rental, { email: "b@example.com" }),
    ];
    const stay = recordOf(await book(client, asked), "bookings");
    const messages = async (inquiry: Json) => {
      const answer = await book(client, inquiry);
      return [answer.status, errorsOf(answer)];
    };
    expect(await messages(asked)).toEqual([422, { base: [`is already booked: ${stay.reference}`] }]);
    expect(await messages(rival)).toEqual([422, { base: [`the nights are taken by booking ${stay.reference}`] }]);
    const open = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", ada);
    expect(await messages(open)).toEqual([422, { base: ["start_at and end_at are missing: set them first"] }]);
    const emails = await service.sql("select default_email from clients where account_id = $1", [client.account]);
    expect(emails).toEqual([{ default_email: "ada@example.com" }]);
    expect((await client.delete(`/bookings/${stay.id}`)).status).toBe(204);
    expect((await book(client, rival)).status).toBe(201);
    await change(client, asked, { start_at: "2095-02-01", end_at: "2095-02-03" });
    const again = recordOf(await book(client, asked), "bookings");
    expect(linksOf(again)).toMatchObject({ inquiry: asked.id, client: linksOf(stay).client });
    expect(linksOf(await read(client, "bookings", stay.id)).inquiry).toBeNull();
  });

  test("needs the scopes to book and to read the inquiry; concurrent requests create one booking", async () => {
    const { manager, portal, rental } = await aManagerAndAPortal();
    const [theirs, own] = [
      await anInquiry(manager, rental),
      await anInquiry(portal, rental, { start_at: "2095-03-01", end_at: "2095-03-03" }),
    ];
    expect((await book(portal, theirs)).status).toBe(404);
    const only = (scope: "bookings_write" | "inquiries_read") =>
      service.aClient(manager.account, { scopes: [scope], application: portal.application });
    for (const scope of ["bookings_write", "inquiries_read"] as const)
      expect((await book(await only(scope), own)).status, scope).toBe(403);
    const all = await Promise.all([1, 2, 3, 4].map(() => book(portal, own)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const stay = recordOf(all.find(({ status }) => status === 201) ?? (await book(portal, own)), "bookings");
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ locked: `application-${portal.application}` });
    expect((await book(manager, theirs)).status).toBe(201);
    const stranger = await aManager();
    expect((await book(stranger, own)).status).toBe(404);
  });

  test("is refused for a deleted rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const asked = await anInquiry(client, rental);
    await client.delete(`/rentals/${rental.id}`);
    expect((await book(client, asked)).json.errors).toEqual({ base: ["the rental has been deleted"] });
  });
});

describe("a rental agreement", () => {
  const root = "rental_agreements";
  const agreement = (client: ApiClient, path: string, attributes: Json = {}) =>
    created(client, `${path}/${root}`, root, { body: "No parties", ...attributes });

  test("can be created and read for the account, a rental or a booking, but never changed", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const made = await agreement(client, "", { body: "No parties", body_fr: "Pas de fêtes" });
    expect(made).toMatchObject({
      ...{ rental_agreementable_id: client.account, rental_agreementable_type: "Account", body: "No parties" },
      body_translations: { en: "No parties", fr: "Pas de fêtes" },
    });
    expect(await agreement(client, `/rentals/${rental.id}`, { body: { en: "Mind the cat" } })).toMatchObject({
      ...{ rental_agreementable_id: rental.id, rental_agreementable_type: "Rental", body: "Mind the cat" },
    });
    expect((await client.put(`/${root}/${made.id}`, { [root]: [{ body: "x" }] })).status).toBe(405);
    expect((await client.delete(`/${root}/${made.id}`)).status).toBe(405);
    const refused = async (body: unknown) => errorsOf(await client.post(`/${root}`, { [root]: [{ body }] }));
    expect(await refused("x".repeat(100_001))).toEqual({ body: ["is too long (maximum is 100000 characters) (en)"] });
    expect(await refused({ fr: "Non" })).toEqual({ body: ["can't be blank in en"] });
    expect(await agreement(client, "", { body: "x".repeat(100_000) })).toHaveProperty("id");
  });

  test("applies from the booking's newest, else its rental's, else its account's", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const shown = async () => [
      linksOf(await read(client, "rentals", rental.id)).rental_agreement,
      linksOf(await read(client, "bookings", stay.id)).rental_agreement,
    ];
    expect(await shown()).toEqual([null, null]);
    const general = await agreement(client, "");
    expect(await shown()).toEqual([general.id, general.id]);
    await agreement(client, `/rentals/${rental.id}`);
    const ofRental = await agreement(client, `/rentals/${rental.id}`);
    await agreement(client, "");
    expect(await shown()).toEqual([ofRental.id, ofRental.id]);
    const own = await agreement(client, `/bookings/${stay.id}`);
    expect(await shown()).toEqual([ofRental.id, own.id]);
    expect(linksOf(await aBooking(client, await aRental(client)))).not.toMatchObject({ rental_agreement: own.id });
  });

  test("a booking's agreement needs its details' read scope to read and write access to create", async () => {
    const manager = await aManager();
    const rental = await aRental(manager);
    const scopes = ["public", "bookings_write_owned", "rentals_write"] as const;
    const portal = await service.aClient(manager.account, { scopes });
    const later = { start_at: "2091-01-01", end_at: "2091-01-03" };
    const [theirs, own] = [await aBooking(manager, rental), await aBooking(portal, rental, later)];
    const [hidden, shown] = [
      await agreement(manager, `/bookings/${theirs.id}`),
      await agreement(portal, `/bookings/${own.id}`),
    ];
    const anybody = await service.aClient(manager.account, { scopes: ["public"] });
    const list = async (client: ApiClient) => idsOf(recordsOf(await client.get(`/${root}`), root));
    expect([await list(manager), await list(portal), await list(anybody)]).toEqual([
      [hidden.id, shown.id],
      [shown.id],
      [],
    ]);
    expect((await anybody.get(`/${root}/${hidden.id}`)).status).toBe(404);
    // With a token of the same application that only sees the booking's public attributes.
    const { application } = portal;
    const outside = await service.aClient(manager.account, { scopes: ["public", "rentals_write"], application });
    expect(await list(outside)).toEqual([]);
    expect((await outside.get(`/${root}/${shown.id}`)).status).toBe(404);
    const unseen = await outside.post(`/bookings/${own.id}/${root}`, { [root]: [{ body: "x" }] });
    expect([unseen.status, unseen.text]).toEqual([403, expect.stringContaining("Reading the booking's details")]);
    const body = { [root]: [{ body: "x" }] };
    expect((await portal.post(`/bookings/${theirs.id}/${root}`, body)).status).toBe(403);
    expect((await manager.post(`/bookings/${own.id}/${root}`, body)).status).toBe(403);
    await changing(portal, own, { locked: null });
    expect((await manager.post(`/bookings/${own.id}/${root}`, body)).status).toBe(201);
    expect((await anybody.post(`/${root}`, body)).status).toBe(403);
  });
});
