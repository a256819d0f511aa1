import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aGuest } from "../harness/factories.ts";
import { ownPeople } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { anAgent, anOwner, aToken, objectIn } from "../mcp/fixture.ts";
import { aKnownGuest, marker, personalClient } from "./fixture.ts";

/** Restricted processing hides personal data, and an export shows it (bookings.md, Personal data). */
const service = useSharedService();

/** A client's personal attributes as an application without access sees them. */
const hidden = {
  ...{ fullname: null, firstname: null, lastname: null, company: null, notes: null, passport: null, vat_number: null },
  ...{ emails: [], phones: [], addresses: [] },
};

describe("a client whose processing is restricted", () => {
  let account: number;
  let stranger: ApiClient;
  let own: ApiClient;
  let guest: Json;
  let stay: Json;

  beforeAll(async () => {
    account = await service.anAccount();
    stranger = await service.aClient(account);
    own = await ownPeople(service, account);
    ({ client: guest, booking: stay } = await aKnownGuest(stranger));
    expect((await own.post(`/clients/${guest.id}/restrict_processing`)).status).toBe(200);
  });

  test("hides its personal data from applications in single reads, lists, embedded records and updates", async () => {
    const seen = { id: guest.id, processing_restricted_at: expect.any(String), preferred_locale: null, ...hidden };
    expect(recordOf(await stranger.get(`/clients/${guest.id}`), "clients")).toMatchObject(seen);
    expect(recordsOf(await stranger.get("/clients"), "clients")).toMatchObject([seen]);
    expect(recordsOf(await stranger.get("/clients?updated_since=2020-01-01"), "clients")).toMatchObject([seen]);
    expect(recordOf(await stranger.get(`/bookings/${stay.id}?include=client`), "bookings").client).toMatchObject(seen);
    for (const path of ["/clients", `/clients/${guest.id}/export`])
      expect(JSON.stringify(recordsOf(await stranger.get(path), "clients")[0]?.emails)).toBe("[]");
  });

  test("is shown in full to the account's own people and their own applications", async () => {
    const name = { fullname: personalClient.fullname };
    expect(recordOf(await own.get(`/clients/${guest.id}`), "clients")).toMatchObject(name);
    const application = await service.anApplication();
    const theirs = await service.aClient(account, { application });
    expect(recordOf(await theirs.get(`/clients/${guest.id}`), "clients")).toMatchObject(hidden);
    const register = (user: number) =>
      service.sql("update applications set registered_by_user_id = $1 where id = $2", [user, application]);
    await register(await anOwner(service, [await service.anAccount()]));
    expect(recordOf(await theirs.get(`/clients/${guest.id}`), "clients")).toMatchObject(hidden);
    await register(await anOwner(service, [account]));
    expect(recordOf(await theirs.get(`/clients/${guest.id}`), "clients")).toMatchObject(name);
  });

  test("is shown to, found by and sorted by agents of the account's people", async () => {
    const agent = await anAgent(service, await aToken(service, [account]));
    const filter = { fullname: { op: "matches", value: marker } };
    const listed = await agent.content("api_v3_list", { resource: "clients", filter, sort: ["lastname"] });
    expect([listed.clients].flat().map(objectIn)).toMatchObject([{ fullname: personalClient.fullname }]);
    const found = await agent.content("find_guest", { name: marker });
    expect([found.guests].flat().map(objectIn)).toMatchObject([{ id: guest.id, name: personalClient.fullname }]);
  });

  test("has signed agreements under a name that is hidden, but not null, which it never is", async () => {
    await service.sql(
      `with agreement as (
         insert into rental_agreements (account_id, body) values ($1, '{"en": "No parties."}') returning id
       ) insert into agreement_signatures (account_id, booking_id, client_id, rental_agreement_id, name, locale, digest, signed_at, ip)
       select $1, $2, $4, id, $3, 'en', sha256('No parties.'), now(), '127.0.0.1' from agreement`,
      [account, stay.id, marker, guest.id],
    );
    const seenBy = async (client: ApiClient) =>
      recordsOf(await client.get(`/agreement_signatures?booking_id=${stay.id}`), "agreement_signatures");
    expect(await seenBy(stranger)).toMatchObject([{ name: "(hidden)", ip: null, pdf_url: null }]);
    expect(await seenBy(own)).toMatchObject([{ name: marker, ip: "127.0.0.1" }]);
  });

  test("cannot be found by hidden attributes", async () => {
    const outsider = await service.aClient(account);
    expect(recordsOf(await outsider.get(`/clients?name=${marker}`), "clients")).toEqual([]);
  });

  test("is hidden in inquiries from its addresses and inquiries that became its bookings", async () => {
    const other = await service.anAccount();
    const [stranger, own] = [await service.aClient(other), await ownPeople(service, other)];
    const { client, booking, inquiry } = await aKnownGuest(stranger);
    const key = { "idempotency-key": crypto.randomUUID() };
    const path = `/inquiries/${inquiry.id}`;
    await stranger.put(path, { inquiries: [{ message: marker }] }, key);
    const later = await aKnownGuest(stranger);
    await service.sql("update inquiries set booking_id = $1, email = 'x@example.com' where id = $2", [
      booking.id,
      later.inquiry.id,
    ]);
    await own.post(`/clients/${client.id}/restrict_processing`);
    const hiddenInquiry = {
      ...{ firstname: "(hidden)", lastname: "(hidden)", email: "hidden@hidden.invalid", phone: null, message: null },
    };
    for (const { id } of [inquiry, later.inquiry]) {
      expect(recordOf(await stranger.get(`/inquiries/${id}`), "inquiries")).toMatchObject(hiddenInquiry);
      expect(recordOf(await own.get(`/inquiries/${id}`), "inquiries")).toMatchObject({ lastname: marker });
    }
    const again = await stranger.put(path, { inquiries: [{ message: marker }] }, key);
    expect([again.status, recordOf(again, "inquiries")]).toMatchObject([200, hiddenInquiry]);
    expect((await stranger.put(path, { inquiries: [{ message: "x" }] })).status).toBe(422);
    const booked = await stranger.post(`${path}/book`);
    expect([booked.status, errorsOf(booked)]).toEqual([
      422,
      { base: [expect.stringContaining("restricted to the account's users"), expect.any(String)] },
    ]);
    const echo = recordOf(await stranger.get(path), "inquiries");
    expect((await stranger.put(path, { inquiries: [{ ...echo, adults: 3 }] })).status).toBe(200);
    expect(recordOf(await own.get(path), "inquiries")).toMatchObject({ message: marker, adults: 3 });
  });

  test("is hidden in responses to repeated requests", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const other = await service.anAccount();
    const [stranger, own] = [await service.aClient(other), await ownPeople(service, other)];
    const made = await stranger.post("/clients", { clients: [personalClient] }, key);
    const { id } = recordOf(made, "clients");
    await own.post(`/clients/${id}/restrict_processing`);
    const again = await stranger.post("/clients", { clients: [personalClient] }, key);
    expect([again.status, recordOf(again, "clients")]).toMatchObject([201, { id, ...hidden }]);
  });

  test("is hidden in responses to repeated requests about tasks, and in inquiries from an earlier address", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const other = await service.anAccount();
    const [stranger, own] = [await service.aClient(other), await ownPeople(service, other)];
    const { client, booking, inquiry } = await aKnownGuest(stranger);
    const plan = { tasks: [{ booking_id: booking.id, notes: `Cake for ${marker}` }] };
    await stranger.post("/tasks", plan, key);
    await own.put(`/clients/${client.id}`, { clients: [{ emails: [{ email: "ada@example.com" }] }] });
    await own.post(`/clients/${client.id}/restrict_processing`);
    const again = await stranger.post("/tasks", plan, key);
    expect([again.status, recordOf(again, "tasks")]).toMatchObject([201, { notes: null }]);
    expect(recordOf(await stranger.get(`/inquiries/${inquiry.id}`), "inquiries")).toMatchObject({
      ...{ lastname: "(hidden)", email: "hidden@hidden.invalid", message: null },
    });
  });

  test("cannot be changed by callers from whom it is hidden, and keeps its data when they echo it", async () => {
    const refused = await stranger.put(`/clients/${guest.id}`, { clients: [personalClient] });
    const reason = [expect.stringContaining("can only be changed by the account's own people")];
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      Object.fromEntries(Object.keys(personalClient).map((name) => [name, reason])),
    ]);
    const echo = recordOf(await stranger.get(`/clients/${guest.id}`), "clients");
    const changed = await stranger.put(`/clients/${guest.id}`, { clients: [{ ...echo, preferred_locale: "fr" }] });
    expect([changed.status, recordOf(changed, "clients")]).toMatchObject([200, { preferred_locale: "fr", ...hidden }]);
    await stranger.put(`/clients/${guest.id}`, { clients: [{ preferred_locale: null }] });
    const kept = recordOf(await own.get(`/clients/${guest.id}`), "clients");
    expect(kept).toMatchObject({ fullname: personalClient.fullname, emails: [{ email: `${marker}@example.com` }] });
  });

  test("keeps the time of the first restriction, which only the account's own people can lift", async () => {
    const other = await service.anAccount();
    const [stranger, own] = [await service.aClient(other), await ownPeople(service, other)];
    const bob = await aGuest(own, { fullname: "Bob" });
    await service.sql("update clients set processing_restricted_at = '2020-01-01' where id = $1", [bob.id]);
    const again = await stranger.post(`/clients/${bob.id}/restrict_processing`);
    expect(recordOf(again, "clients").processing_restricted_at).toBe("2020-01-01T00:00:00Z");
    expect((await stranger.post(`/clients/${bob.id}/lift_restriction`)).status).toBe(403);
    const lifted = await own.post(`/clients/${bob.id}/lift_restriction`);
    expect(recordOf(lifted, "clients")).toMatchObject({ fullname: "Bob", processing_restricted_at: null });
    expect(recordOf(await stranger.get(`/clients/${bob.id}`), "clients").fullname).toBe("Bob");
  });
});

describe("a payment", () => {
  const hiddenPayment = { fullname: null, email: null, notes: null, address1: null, card: null, country_code: null };

  test("hides its payer while it or its guest is restricted", async () => {
    const account = await service.anAccount();
    const [stranger, own] = [await service.aClient(account), await ownPeople(service, account)];
    const { client, payment, booking } = await aKnownGuest(stranger);
    const seen = async (api: ApiClient) => [
      recordOf(await api.get(`/payments/${payment.id}`), "payments"),
      recordOf(await api.get("/payments"), "payments"),
      [recordOf(await api.get(`/bookings/${booking.id}?include=payments`), "bookings").payments].flat()[0],
    ];
    const [shown] = await seen(stranger);
    expect(shown).toMatchObject({ fullname: payment.fullname, card: "XXXX-XXXX-XXXX-4242" });
    for (const path of [`/payments/${payment.id}`, `/clients/${client.id}`]) {
      expect((await stranger.post(`${path}/restrict_processing`)).status).toBe(200);
      for (const record of await seen(stranger))
        expect(record).toMatchObject({ ...hiddenPayment, transaction_id: "R-17" });
      for (const record of await seen(own)) expect(record).toMatchObject({ fullname: payment.fullname });
      expect((await stranger.post(`${path}/lift_restriction`)).status).toBe(403);
      expect((await own.post(`${path}/lift_restriction`)).status).toBe(200);
    }
    expect((await seen(stranger))[0]).toMatchObject({ fullname: payment.fullname });
  });
});

describe("an export", () => {
  test("has everything held about the client, with the API's names", async () => {
    const api = await service.aClient(await service.anAccount());
    const { client, booking, comment, inquiry, agreement, payment } = await aKnownGuest(api);
    const key = { "idempotency-key": crypto.randomUUID() };
    await api.put(`/bookings/${booking.id}`, { bookings: [{ adults: 2 }] }, key);
    const exported = recordOf(await api.get(`/clients/${client.id}/export`), "clients");
    expect(exported).toMatchObject({
      stored_answers: [
        { application_id: api.application, method: "PUT", path: `/api/v3/bookings/${booking.id}`, status: 200 },
      ],
      ...client,
      bookings: [{ id: booking.id, notes: booking.notes, bookings_fees: [], bookings_taxes: [] }],
      payments: [{ id: payment.id, fullname: payment.fullname, bookings_payments: [{ amount_in_cents: 5000 }] }],
      inquiries: [{ id: inquiry.id, message: inquiry.message }],
      rental_agreements: [{ id: agreement.id, body: agreement.body }],
      // The export does not reveal that there are no notes among the messages.
      left_out: [{ part: "messages", scopes: [] }],
    });
    const [stay] = [exported.bookings].flat().map(objectIn);
    expect([stay?.booking_comments].flat().map(objectIn)).toMatchObject([{ id: comment.id, content: comment.content }]);
  });

  test("lists what the token cannot read", async () => {
    const api = await service.aClient(await service.anAccount());
    const { client } = await aKnownGuest(api);
    for (const scopes of [["clients_read"], ["clients_read", "bookings_write_owned"]] as const) {
      const reader = await service.aClient(api.account, { scopes });
      const exported = recordOf(await reader.get(`/clients/${client.id}/export`), "clients");
      expect(exported).not.toHaveProperty("bookings");
      expect(exported.left_out).toContainEqual({ part: "bookings", scopes: ["bookings_read", "bookings_write"] });
    }
  });

  test("works only for the account's own clients and takes no parameters", async () => {
    const api = await service.aClient(await service.anAccount());
    const { client } = await aKnownGuest(api);
    const other = await service.aClient(await service.anAccount());
    expect((await other.get(`/clients/${client.id}/export`)).status).toBe(404);
    expect((await api.get(`/clients/${client.id}/export?page=2`)).status).toBe(400);
    const several = await api.get(`/clients/${client.id},999999999/export`);
    expect(recordsOf(several, "clients").map(({ id }) => id)).toEqual([client.id]);
    const reader = await service.aClient(api.account, { scopes: ["bookings_read"] });
    expect((await reader.get(`/clients/${client.id}/export`)).status).toBe(403);
  });
});
