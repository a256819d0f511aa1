import { describe, expect, test } from "vitest";
import { ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental, created, linksOf, read } from "../harness/factories.ts";
import { aMember, ownPeople } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";

/** Contacts, pages on other sites, applications' texts, and an account's general settings. */
const service = useSharedService();

const aManager = async () => service.aClient(await service.anAccount());

const olive = {
  ...{ firstname: "Olive", lastname: "Owner", email: "olive@example.com", spoken_languages: ["en", "fr"] },
  ...{ address1: "1 Mill Lane", city: "Bath", zip: "BA1 1AA", country_code: "GB" },
};
const aContact = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/contacts", "contacts", { ...olive, ...attributes });
const link = (client: ApiClient, rental: Json, contact: Json, attributes: Json = {}) =>
  client.post(`/rentals/${rental.id}/rental_contacts`, {
    rental_contacts: [{ kind: "manager", contact_id: contact.id, ...attributes }],
  });
const linked = async (client: ApiClient, rental: Json, contact: Json, attributes: Json = {}): Promise<Json> => {
  const answer = await link(client, rental, contact, attributes);
  expect(answer.status, answer.text).toBe(201);
  return recordOf(answer, "rental_contacts");
};
const name = async (client: ApiClient, rental: Json) => (await read(client, "rentals", rental.id)).contact_name;

describe("contacts", () => {
  test("have a full name and labelled phone numbers in the written order", async () => {
    const client = await aManager();
    const phones = [
      { label: "phone", number: "+33 (0)6 123.123.123" },
      { label: "fax", number: "+33 (0)6 123.123.124" },
    ];
    const made = await aContact(client, { phones, gender: "female", website: "https://olive.example.com" });
    expect(made).toMatchObject({ fullname: "Olive Owner", phones, spoken_languages: ["en", "fr"], canceled_at: null });
    const changed = await client.put(`/contacts/${made.id}`, { contacts: [{ lastname: "Host", phones: [] }] });
    expect(recordOf(changed, "contacts")).toMatchObject({ fullname: "Olive Host", phones: [], gender: "female" });
  });

  test("are refused with every problem, and nothing is stored", async () => {
    const client = await aManager();
    const wrong = {
      ...{ ...olive, email: "nowhere", website: "mill lane", gender: "none", country_code: "XX" },
      ...{ spoken_languages: [], zip: "1".repeat(16), address2: "a\u0007b" },
      phones: [{ label: "phone", number: "+1" }, { number: "no digits" }],
    };
    const refused = await client.post("/contacts", { contacts: [wrong] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        email: ["must be an e-mail address"],
        website: ["must be an http or https URL"],
        gender: ["must be one of: male, female"],
        country_code: [expect.stringContaining("must be a two-letter country code")],
        spoken_languages: ["can't be blank"],
        zip: [expect.stringContaining("is too long")],
        address2: ["cannot contain non-printing characters"],
        phones: ["element 2: label can't be blank; number must be a phone number"],
      },
    ]);
    expect(recordsOf(await client.get("/contacts"), "contacts")).toEqual([]);
  });

  test("are hidden from public tokens, even for a published rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await linked(client, rental, await aContact(client));
    await service.sql("update rentals set published_at = now() where id = $1", [rental.id]);
    const token = `roost_${"a".repeat(43)}`;
    await service.sql(
      "insert into access_tokens (digest, application_id, scopes) values (sha256($1::text::bytea), $2, '{public}')",
      [token, client.application],
    );
    const anybody = new ApiClient(service.url, token, 0, client.application);
    expect(recordsOf(await anybody.get("/rentals"), "rentals")).toMatchObject([{ id: rental.id }]);
    for (const root of ["contacts", "rental_contacts"])
      expect(recordsOf(await anybody.get(`/${root}`), root)).toEqual([]);
    const reader = await service.aClient(client.account, { scopes: ["public"] });
    expect(recordsOf(await reader.get("/contacts"), "contacts")).toHaveLength(1);
  });

  test("give their name to their rentals, which change with them, until they are deleted", async () => {
    const client = await aManager();
    const contact = await aContact(client);
    const rental = await aRental(client, { rentals_contact_id: contact.id });
    expect(rental.contact_name).toBe("Olive Owner");
    const joined = await linked(client, rental, contact);
    await service.sql("update rentals set updated_at = '2020-01-01' where id = $1", [rental.id]);
    await client.put(`/contacts/${contact.id}`, { contacts: [{ firstname: "Olivia" }] });
    const since = await client.get("/rentals?updated_since=2021-01-01");
    expect(recordsOf(since, "rentals")).toMatchObject([{ id: rental.id, contact_name: "Olivia Owner" }]);
    expect((await client.delete(`/contacts/${contact.id}`)).status).toBe(204);
    expect(await name(client, rental)).toBeNull();
    expect(linksOf(await read(client, "rentals", rental.id)).rental_contacts).toEqual([]);
    expect(await read(client, "rental_contacts", joined.id)).toMatchObject({ canceled_at: expect.any(String) });
    const lost = await client.put(`/rentals/${rental.id}`, { rentals: [{ rentals_contact_id: null }] });
    expect(lost.status).toBe(200);
    const gone = await client.put(`/rentals/${rental.id}`, { rentals: [{ rentals_contact_id: contact.id }] });
    expect([gone.status, errorsOf(gone)]).toEqual([422, { rentals_contact_id: ["must exist"] }]);
  });

  test("are hidden from other applications while restricted, and permanently erased when forgotten", async () => {
    const account = await service.anAccount();
    const stranger = await service.aClient(account);
    const own = await ownPeople(service, account);
    const contact = await aContact(own, { private_notes: "Prefers mail.", phones: [{ label: "home", number: "1" }] });
    const rental = await aRental(own, { rentals_contact_id: contact.id });
    expect((await stranger.post(`/contacts/${contact.id}/restrict_processing`)).status).toBe(200);
    expect(await read(stranger, "contacts", contact.id)).toMatchObject({
      ...{
        fullname: null,
        firstname: "(hidden)",
        email: "hidden@hidden.invalid",
        phones: [],
        private_notes: null,
        country_code: "GB",
      },
    });
    expect(await read(own, "contacts", contact.id)).toMatchObject({ fullname: "Olive Owner" });
    expect(await name(stranger, rental)).toBeNull();
    expect((await stranger.post(`/contacts/${contact.id}/lift_restriction`)).status).toBe(403);
    expect((await own.post(`/contacts/${contact.id}/lift_restriction`)).status).toBe(200);
    expect(await name(stranger, rental)).toBe("Olive Owner");
    expect((await own.post(`/contacts/${contact.id}/forget`)).status).toBe(200);
    expect(await read(own, "contacts", contact.id)).toMatchObject({
      ...{ firstname: "(erased)", email: "erased@erased.invalid", address1: "(erased)", phones: [] },
      ...{ private_notes: null, forget_me_at: expect.any(String) },
    });
    expect(await name(own, rental)).toBeNull();
    const again = await own.put(`/contacts/${contact.id}`, { contacts: [{ firstname: "Olive" }] });
    expect([again.status, errorsOf(again)]).toEqual([422, { firstname: [expect.stringContaining("erased for good")] }]);
  });
});

describe("a rental's contacts", () => {
  test("include at most one owner, one for general and one for invoices, even under concurrency", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const contact = await aContact(client);
    const owner = await linked(client, rental, contact, { kind: "owner", roles: ["general", "requests", "general"] });
    expect(owner).toMatchObject({ kind: "owner", roles: ["general", "requests"] });
    const second = await link(client, rental, contact, { kind: "owner", roles: ["general"] });
    const taken = (value: string) => [`${value} has already been taken by another contact of the rental`];
    expect([second.status, errorsOf(second)]).toEqual([422, { kind: taken("owner"), roles: taken("general") }]);
    const both = await Promise.all(
      Array.from({ length: 8 }, () => link(client, rental, contact, { roles: ["invoices"] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
    expect((await client.delete(`/rental_contacts/${owner.id}`)).status).toBe(204);
    await linked(client, rental, contact, { kind: "owner", roles: ["general"] });
    expect(linksOf(await read(client, "rentals", rental.id)).rental_contacts).toHaveLength(2);
  });

  test("are limited to 50 and are deleted with their rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const contact = await aContact(client);
    await service.sql(
      `insert into rental_contacts (account_id, rental_id, contact_id, kind)
       select $1, $2, $3, 'manager' from generate_series(1, 50)`,
      [client.account, rental.id, contact.id],
    );
    const refused = await link(client, rental, contact);
    expect([refused.status, errorsOf(refused)]).toEqual([422, { base: ["a rental has at most 50 contacts"] }]);
    expect((await client.delete(`/rentals/${rental.id}`)).status).toBe(204);
    expect(recordsOf(await client.get("/rental_contacts"), "rental_contacts")).toEqual([]);
    const kind = await link(client, await aRental(client), contact, { kind: "cousin", roles: ["cook"] });
    expect(errorsOf(kind)).toEqual({
      kind: ["must be one of: owner, manager"],
      roles: [expect.stringContaining("must be an array of roles: general")],
    });
  });
});

describe("pages on other sites", () => {
  const path = (rental: Json) => `/rentals/${rental.id}/rental_urls`;
  const page = { label: "Example channel", url: "https://channel.example.com/rentals/333" };

  test("can only be changed and deleted by the application that locked them", async () => {
    const client = await aManager();
    const other = await service.aClient(client.account);
    const made = await created(client, path(await aRental(client)), "rental_urls", { ...page, locked: true });
    const record = `application-${client.application}`;
    expect(made).toMatchObject({ ...page, lock: { record, attributes: {} }, canceled_at: null });
    const address = `/rental_urls/${made.id}`;
    const write = (by: ApiClient, attributes: Json) => by.put(address, { rental_urls: [attributes] });
    expect((await write(other, { url: "https://other.example.com" })).status).toBe(403);
    expect((await write(other, { locked: false })).status).toBe(403);
    expect((await other.delete(address)).status).toBe(403);
    const opened = await write(client, { locked: false });
    expect(recordOf(opened, "rental_urls")).toMatchObject({ ...page, lock: null });
    expect((await write(other, { url: "https://other.example.com" })).status).toBe(200);
    expect((await other.delete(address)).status).toBe(204);
    expect(await read(client, "rental_urls", made.id)).toMatchObject({ canceled_at: expect.any(String) });
    const since = await client.get("/rental_urls?updated_since=2020-01-01");
    expect(since.json.meta).toMatchObject({ deleted_ids: [made.id] });
  });

  test("must be http addresses, at most 50 per rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const wrong = await client.post(path(rental), { rental_urls: [{ url: "javascript:alert(1)" }] });
    expect([wrong.status, errorsOf(wrong)]).toEqual([422, { url: ["must be an http or https URL"] }]);
    await service.sql(
      "insert into rental_urls (account_id, rental_id, url) select $1, $2, 'https://a.example' from generate_series(1, 50)",
      [client.account, rental.id],
    );
    const refused = await client.post(path(rental), { rental_urls: [page] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { base: ["a rental has at most 50 pages on other sites"] },
    ]);
  });
});

describe("an application's texts for a rental", () => {
  test("are written by the account's people for any installed application, which does not change", async () => {
    const client = await aManager();
    const people = await aMember(service, client.account, "manager");
    const rental = await aRental(client);
    const written = { application_id: client.application, rental_id: rental.id, headline_en: "Villa" };
    const root = "rentals_contents_overrides";
    const made = await created(people, `/${root}`, root, written);
    const other = await service.aClient(client.account);
    const path = `/${root}/${made.id}`;
    expect((await people.put(path, { [root]: [{ headline_en: "House" }] })).status).toBe(200);
    const moved = await people.put(path, { [root]: [{ application_id: other.application }] });
    expect(errorsOf(moved)).toEqual({ application_id: ["cannot be changed"] });
    const elsewhere = await people.post(`/${root}`, {
      [root]: [{ ...written, application_id: await service.anApplication() }],
    });
    expect(errorsOf(elsewhere)).toEqual({ application_id: ["must exist"] });
    expect((await people.delete(path)).status).toBe(204);
  });

  const texts = (client: ApiClient, rental: Json, attributes: Json = {}) => ({
    rentals_contents_overrides: [{ application_id: client.application, rental_id: rental.id, ...attributes }],
  });

  test("are one record that only the application writes, and leave the rental's own unchanged", async () => {
    const client = await aManager();
    const other = await service.aClient(client.account);
    const rental = await aRental(client, { headline_en: "By the sea" });
    const made = await client.post("/rentals_contents_overrides", texts(client, rental, { headline_en: "Villa" }));
    const { id, headline } = recordOf(made, "rentals_contents_overrides");
    expect([made.status, headline]).toEqual([201, { en: "Villa" }]);
    const again = await client.post("/rentals_contents_overrides", texts(client, rental));
    expect([again.status, errorsOf(again)]).toEqual([
      422,
      { rental_id: [expect.stringContaining("already been taken")] },
    ]);
    const foreign = await other.post("/rentals_contents_overrides", texts(client, rental));
    expect(errorsOf(foreign)).toEqual({ application_id: [expect.stringContaining("the calling application")] });
    expect((await other.post("/rentals_contents_overrides", texts(other, rental))).status).toBe(201);
    const write = (by: ApiClient, attributes: Json) =>
      by.put(`/rentals_contents_overrides/${id}`, { rentals_contents_overrides: [attributes] });
    expect((await write(other, { headline_en: "Mine" })).status).toBe(403);
    const moved = await write(client, { rental_id: (await aRental(client)).id });
    expect([moved.status, errorsOf(moved)]).toEqual([422, { rental_id: ["cannot be changed"] }]);
    const long = await write(client, {
      headline_en: "x".repeat(76),
      summary_en: "x".repeat(151),
      description_fr: "x".repeat(10_001),
    });
    expect(Object.keys(Object(errorsOf(long)))).toEqual(["headline", "summary", "description"]);
    const echoed = await write(client, {
      ...Object(recordOf(made, "rentals_contents_overrides")),
      rental_id: rental.id,
    });
    expect(echoed.status, echoed.text).toBe(200);
    expect(await read(client, "rentals", rental.id)).toMatchObject({ headline: { en: "By the sea" } });
    expect((await client.delete(`/rentals_contents_overrides/${id}`)).status).toBe(204);
    expect((await client.post("/rentals_contents_overrides", texts(client, rental))).status).toBe(201);
  });
});

describe("the general settings", () => {
  const settings = (client: ApiClient, attributes: Json) =>
    client.put(`/preferences_general_settings/${client.account}`, { preferences_general_settings: [attributes] });

  test("are one record with the account's id, shown by the account and used by new records", async () => {
    const client = await aManager();
    expect(recordsOf(await client.get("/preferences_general_settings"), "preferences_general_settings")).toMatchObject([
      { id: client.account, default_currency: "EUR", mails_booking_confirmations: true },
    ]);
    const before = await aRental(client);
    const changed = await settings(client, {
      ...{ default_currency: "GBP", default_downpayment: 30, default_balance_due: 42, time_zone: "Europe/London" },
      ...{
        default_arrival_time: 15,
        default_departure_time: 11,
        business_name: "Mill House",
        mail_reply_to: "a@b.example",
      },
    });
    expect(recordOf(changed, "preferences_general_settings")).toMatchObject({
      default_currency: "GBP",
      mail_reply_to: "a@b.example",
    });
    expect(await read(client, "accounts", client.account)).toMatchObject({
      ...{ business_name: "Mill House", time_zone: "Europe/London" },
      preferences: { bookings: { default_arrival_time: 15, default_departure_time: 11 } },
    });
    const after = await aRental(client);
    expect(after).toMatchObject({ currency: "GBP", downpayment: 30, balance_due: 42, time_zone: "Europe/London" });
    expect(await aRental(client, { currency: "CHF", downpayment: 10 })).toMatchObject({
      currency: "CHF",
      downpayment: 10,
    });
    expect(await read(client, "rentals", before.id)).toMatchObject({
      currency: "EUR",
      downpayment: 0,
      time_zone: "UTC",
    });
    const stay = await created(client, `/rentals/${after.id}/bookings`, "bookings", {
      ...{ start_at: "2090-01-04", end_at: "2090-01-08" },
    });
    expect(stay).toMatchObject({ start_at: "2090-01-04T15:00:00Z", end_at: "2090-01-08T11:00:00Z" });
  });

  test("are refused if invalid, naming each problem", async () => {
    const client = await aManager();
    const refused = await settings(client, {
      ...{
        default_communication_locale: "de",
        time_zone: "Mars/Base",
        default_currency: null,
        default_downpayment: 101,
      },
      ...{ default_arrival_time: 20, default_arrival_end_time: 18, business_name: "" },
    });
    expect([refused.status, Object.keys(Object(errorsOf(refused))).sort()]).toEqual([
      422,
      [
        ...["business_name", "default_arrival_end_time", "default_communication_locale", "default_currency"],
        ...["default_downpayment", "time_zone"],
      ],
    ]);
    const reader = await service.aClient(client.account, { scopes: ["preferences_read"] });
    expect((await settings(reader, { default_downpayment: 1 })).status).toBe(403);
    const other = await aManager();
    expect((await other.get(`/preferences_general_settings/${client.account}`)).status).toBe(404);
  });
});
