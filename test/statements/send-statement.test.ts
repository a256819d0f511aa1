import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/** `POST /contacts/:id/send_statement` (docs/concepts/statements.md). */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const month = "2090-01";

const aContact = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/contacts", "contacts", {
    ...{ firstname: "Rosa", lastname: "Robles", email: "rosa@example.com", spoken_languages: ["en"] },
    ...{ address1: "Mill Lane 1", city: "Rye", zip: "TN31", country_code: "GB" },
    ...attributes,
  });

async function anOwner(attributes: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const email = `${crypto.randomUUID()}@example.com`;
  const owner = await aContact(client, { email, ...attributes });
  const rental = await aRental(client, { name: "Mill House" });
  await owns(client, owner, rental);
  return { client, owner, rental, email };
}
const owns = async (client: ApiClient, contact: Json, rental: Json, kind = "owner") =>
  recordOf(
    await client.post(`/rentals/${rental.id}/rental_contacts`, { rental_contacts: [{ contact_id: contact.id, kind }] }),
    "rental_contacts",
  );
const send = (client: ApiClient, contact: Json, body: Json = { month }) =>
  client.post(`/contacts/${contact.id}/send_statement`, { contacts: [body] });
const statement = async (client: ApiClient, rental: Json, of = month) =>
  recordOf(await client.get(`/owner_statements?rental_id=${rental.id}&month=${of}`), "owner_statements");

async function mailTo(email: string) {
  await until(() => mailer.sent.some(({ to }) => to.address === email));
  return mailer.sent.find(({ to }) => to.address === email) ?? { subject: "", text: "", to: {} };
}

describe("a statement's mail", () => {
  test("lists each rental's stays and the owner's share, in the owner's language, from the business", async () => {
    const { client, owner, rental, email } = await anOwner({ spoken_languages: ["de"] });
    const barn = await aRental(client, { name: "Far Barn" });
    await owns(client, owner, barn);
    const stay = await aBooking(client, rental, {
      ...{ start_at: "2090-01-04T16:00:00Z", end_at: "2090-01-07T10:00:00Z", booked: true },
      ...{ initial_price: "1000", commission: "150", bookings_fees: [], bookings_taxes: [] },
    });
    const answer = await send(client, owner);
    expect([answer.status, answer.json]).toMatchObject([200, { meta: { mailed_rental_ids: [rental.id, barn.id] } }]);
    const mail = await mailTo(email);
    expect(mail).toMatchObject({ subject: expect.stringContaining("Januar 2090"), to: { name: "Rosa Robles" } });
    const text = mail.text.replace(/\s/gu, " ");
    for (const part of [
      String(stay.reference),
      "Mill House",
      "1.000,00 €",
      "-150,00 €",
      "Ihr Anteil: 850,00 €",
      "Far Barn: keine",
    ])
      expect(text).toContain(part);
  });

  test("is recorded for each rental and month, until it fails", async () => {
    const { client, owner, rental } = await anOwner();
    expect((await statement(client, rental)).mailed_at).toBe(null);
    await send(client, owner);
    expect((await statement(client, rental)).mailed_at).toMatch(/Z$/);
    expect((await statement(client, rental, "2090-02")).mailed_at).toBe(null);
    await service.sql("update mails set state = 'failed', sent_at = null where contact_id = $1", [owner.id]);
    expect((await statement(client, rental)).mailed_at).toBe(null);
  });

  test("carries the sender's own words", async () => {
    const { client, owner, email } = await anOwner();
    await send(client, owner, { month, message: "The roof is mended." });
    expect((await mailTo(email)).text).toContain("The roof is mended.");
  });

  test("is erased with the contact", async () => {
    const { client, owner, email } = await anOwner();
    await send(client, owner);
    await mailTo(email);
    expect((await client.post(`/contacts/${owner.id}/forget`)).status).toBe(200);
    const rows = await service.sql("select recipient, content from mails where contact_id = $1", [owner.id]);
    expect(rows).toEqual([{ recipient: "(erased)", content: {} }]);
    expect(errorsOf(await send(client, owner))).toEqual({ base: ["the contact was deleted"] });
  });
});

test("a statement is refused for another month's form, a contact who owns no rental, and a restricted contact", async () => {
  const { client, owner } = await anOwner();
  for (const wrong of ["2090-13", "January", "2300-01"])
    expect(errorsOf(await send(client, owner, { month: wrong }))).toEqual({
      month: ["must be a month such as 2027-07, from 1970-01 to 2199-12"],
    });
  expect(errorsOf(await send(client, owner, {}))).toEqual({ month: ["can't be blank"] });
  const manager = await aContact(client, { email: "manager@example.com" });
  await owns(client, manager, await aRental(client), "manager");
  expect(errorsOf(await send(client, manager))).toEqual({ base: ["the contact owns no rental"] });
  await client.post(`/contacts/${owner.id}/restrict_processing`);
  expect(errorsOf(await send(client, owner))).toMatchObject({ base: [expect.stringContaining("restricted")] });
});

test("a statement needs payments_write and its own account", async () => {
  const { client, owner } = await anOwner();
  const reader = await service.aClient(client.account, { scopes: ["public", "payments_read"] });
  expect((await send(reader, owner)).status).toBe(403);
  const stranger = await service.aClient(await service.anAccount());
  expect((await send(stranger, owner)).status).toBe(404);
});
