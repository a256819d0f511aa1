import { expect, test } from "vitest";
import { eraseGuestDocuments } from "../../src/app/jobs/erase-guest-documents.ts";
import { actionsOf, aRule } from "../automations/fixture.ts";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { created, linksOf, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { refusal } from "../rates/factories.ts";
import { aPortal, type Portal, verified, wordsOf } from "./factories.ts";

/** The form before arrival, and its documents. */
const mailer = keptMails();
const lines: string[] = [];
const service = useService({ endpoints: {}, mailer, log: (line) => lines.push(line) });

const settingsOf = ({ client, rental }: Portal, more: Json) =>
  created(client, "/portal_settings", "portal_settings", { rental_id: rental.id, ...more });
const formOf = async ({ client, booking }: Portal) =>
  recordsOf(await client.get(`/guest_forms?booking_id=${booking.id}`), "guest_forms");

const passport = {
  ...{ "name-0": "Ada Guest", "birth-0": "1985-12-10", "nationality-0": "GB", "kind-0": "passport" },
  "number-0": "SECRET-123456",
};

test("stores names and the hour of arrival, once for a repeated form", async () => {
  const portal = await aPortal(service, { stay: { adults: 2, children: 0 } });
  const { path, client, booking } = portal;
  const rule = await aRule(client, { ...{ trigger: "guest_form_submitted", offset_days: 1 }, at: null });
  const browser = await verified(service, mailer, portal);
  const fields = { "name-0": " Ada  Guest", "name-1": "<script>alert(1)</script>", arrival: "18:30" };
  await Promise.all([1, 2, 3].map(() => browser.post(`${path}/form`, fields)));
  expect(await formOf(portal)).toMatchObject([
    { guests: ["Ada Guest", "<script>alert(1)</script>"], has_documents: false, documents_erased_at: null },
  ]);
  expect((await read(client, "bookings", booking.id)).expected_checkin_time).toBe("18:30");
  const page = await browser.get(`${path}/form`);
  expect(page.text).toContain("&lt;script&gt;alert(1)");
  expect(page.text).not.toContain("<script");
  const events = recordsOf(await client.get("/audit_entries?resource=guest_forms"), "audit_entries");
  expect(events.map(({ type }) => type)).toEqual(["guest_form.created"]);
  const [form] = await formOf(portal);
  expect(await actionsOf(client, `automation_id=${rule.id}`)).toMatchObject([
    { state: "scheduled", occurrence: `form ${form?.id}`, links: { booking: booking.id } },
  ]);
});

test("keeps documents encrypted, shows them to programs with the scope only, and never logs them", async () => {
  const portal = await aPortal(service);
  await settingsOf(portal, { asks_documents: true });
  const { path, client } = portal;
  const browser = await verified(service, mailer, portal);
  const missing = await browser.post(`${path}/form`, { ...passport, "nationality-0": "XX" });
  expect([missing.status, missing.text.includes("SECRET-123456")]).toEqual([422, true]);
  expect((await browser.post(`${path}/form`, { ...passport, "birth-0": "1985-02-30" })).status).toBe(422);
  await browser.post(`${path}/form`, passport);
  const [form] = await formOf(portal);
  expect(form?.has_documents).toBe(true);
  const [row] = await service.sql("select guest_forms::text as text, sealed_documents from guest_forms where id = $1", [
    form?.id,
  ]);
  expect(String(row?.text)).not.toContain("SECRET");
  expect(String(row?.text)).not.toContain(Buffer.from("SECRET-123456").toString("hex"));
  const shown = await client.post(`/guest_forms/${form?.id}/documents`, {});
  expect(recordOf(shown, "guest_documents").documents).toEqual([
    { name: "Ada Guest", birth_date: "1985-12-10", nationality: "GB", kind: "passport", number: "SECRET-123456" },
  ]);
  const reader = await service.aClient(client.account, { scopes: ["bookings_read", "bookings_write"] });
  expect((await reader.post(`/guest_forms/${form?.id}/documents`, {})).status).toBe(403);
  expect((await reader.get(`/guest_forms/${form?.id}`)).text).not.toContain("SECRET");
  const again = await browser.get(`${path}/form`);
  expect(again.text).not.toContain("SECRET");
  await browser.post(`${path}/form`, { "name-0": "Ada Guest" });
  expect((await formOf(portal))[0]?.has_documents).toBe(true);
  const kept = await service.sql(
    "select count(*)::integer from changes where changes::text like '%SECRET%' union all select count(*)::integer from change_outbox where changes::text like '%SECRET%'",
  );
  expect(kept.map(({ count }) => count)).toEqual([0, 0]);
  expect(lines.some((line) => line.includes("SECRET"))).toBe(false);
});

test("a guest who is added or replaced after the documents were stored shows theirs", async () => {
  const portal = await aPortal(service, { stay: { adults: 2, children: 0 } });
  await settingsOf(portal, { asks_documents: true });
  const { path } = portal;
  const browser = await verified(service, mailer, portal);
  await browser.post(`${path}/form`, passport);
  for (const names of [{ "name-0": "Ada Guest", "name-1": "Ben Guest" }, { "name-0": "Ben Guest" }])
    expect((await browser.post(`${path}/form`, names)).status).toBe(422);
  expect(await formOf(portal)).toMatchObject([{ guests: ["Ada Guest"], has_documents: true }]);
  const second = Object.entries(passport).map(([name, value]) => [name.replace("0", "1"), value]);
  const both = { ...passport, ...Object.fromEntries(second), "name-1": "Ben Guest" };
  expect((await browser.post(`${path}/form`, both)).status).toBe(303);
  expect((await browser.post(`${path}/form`, { "name-0": "Ben Guest", "name-1": "Ada Guest" })).status).toBe(303);
  expect(await formOf(portal)).toMatchObject([{ guests: ["Ben Guest", "Ada Guest"], has_documents: true }]);
});

test("erases documents some days after departure, and those of canceled stays", async () => {
  const past = { start_at: "2020-01-04T16:00:00Z", end_at: "2020-01-08T10:00:00Z" };
  const [gone, current, canceled] = [
    await aPortal(service, { stay: past }),
    await aPortal(service),
    await aPortal(service),
  ];
  for (const portal of [gone, current, canceled]) {
    await settingsOf(portal, { asks_documents: true, documents_kept_days: 3 });
    await (await verified(service, mailer, portal)).post(`${portal.path}/form`, passport);
  }
  await canceled.client.delete(`/bookings/${canceled.booking.id}`);
  await eraseGuestDocuments(service.database);
  const left = await Promise.all([gone, current, canceled].map(async (portal) => (await formOf(portal))[0]));
  expect(left.map((form) => form?.has_documents)).toEqual([false, true, false]);
  expect(left.map((form) => form?.documents_erased_at !== null)).toEqual([true, false, true]);
  expect(await eraseGuestDocuments(service.database)).toBe(0);
});

test("forgetting the guest erases names and documents", async () => {
  const portal = await aPortal(service, {
    stay: { start_at: "2020-01-04T16:00:00Z", end_at: "2020-01-08T10:00:00Z" },
  });
  await settingsOf(portal, { asks_documents: true });
  await (await verified(service, mailer, portal)).post(`${portal.path}/form`, passport);
  await portal.client.post(`/clients/${portal.guest.id}/forget`, {});
  const [row] = await service.sql("select guests, sealed_documents from guest_forms where booking_id = $1", [
    portal.booking.id,
  ]);
  expect(row).toEqual({ guests: [], sealed_documents: null });
});

test("shows the door code and the check-in details when the rule releases them", async () => {
  const portal = await aPortal(service, { stay: { door_key_code: "4711#" } });
  const { path, client, rental } = portal;
  await client.put(`/rentals/${rental.id}`, { rentals: [{ checkin_details_en: "Key under the <mat>" }] });
  const setting = await settingsOf(portal, { release_hours: 24, release_needs_form: true });
  const browser = await verified(service, mailer, portal);
  const before = await browser.get(path);
  expect(before.text).not.toContain("4711#");
  expect(before.text).not.toContain("Key under");
  expect(wordsOf(before)).toMatch(/Still missing: +the payment +your details for arrival +shown from/);
  const change = (attributes: Json) => client.put(`/portal_settings/${setting.id}`, { portal_settings: [attributes] });
  await change({ release_hours: 1000, release_needs_payment: false });
  expect(wordsOf(await browser.get(path))).toMatch(/Still missing: +your details for arrival/);
  await browser.post(`${path}/form`, { "name-0": "Ada Guest" });
  const after = await browser.get(path);
  expect(after.text).toContain("4711#");
  expect(after.text).toContain("Key under the &lt;mat&gt;");
  await client.delete(`/bookings/${portal.booking.id}`);
  expect((await browser.get(path)).text).not.toContain("4711#");
});

test("shows the house rules as soon as the stay is booked, in the guest's language or another that they have", async () => {
  const portal = await aPortal(service);
  const { path, client, rental } = portal;
  await client.put(`/rentals/${rental.id}`, {
    rentals: [
      { house_rules: { it: "Niente feste", en: "No <b>parties</b>" }, checkin_details_it: "Chiave sotto lo zerbino" },
    ],
  });
  const setting = await settingsOf(portal, { release_hours: 24 });
  const browser = await verified(service, mailer, portal);
  const page = await browser.get(path);
  expect(page.text).toContain("No &lt;b&gt;parties&lt;/b&gt;");
  expect(page.text).not.toContain("Chiave");
  await client.put(`/rentals/${rental.id}`, { rentals: [{ house_rules_en: null }] });
  await client.put(`/portal_settings/${setting.id}`, {
    portal_settings: [{ release_hours: 1000, release_needs_payment: false }],
  });
  const italian = await browser.get(path);
  expect(italian.text).toContain("Niente feste");
  expect(italian.text).toContain("Chiave sotto lo zerbino");
  await client.put(`/rentals/${rental.id}`, { rentals: [{ checkin_details_it: null }] });
  expect(wordsOf(await browser.get(path))).toMatch(/House rules Niente feste/);
  await client.delete(`/bookings/${portal.booking.id}`);
  expect((await browser.get(path)).text).not.toContain("Niente feste");
});

test("a rental and all others have one record of settings each, and settings can forbid canceling", async () => {
  const portal = await aPortal(service, { policy: [{ eligible_days: 60, penalty_percentage: "50" }] });
  const { client, rental, path } = portal;
  const posting = (attributes: Json) => client.post("/portal_settings", { portal_settings: [attributes] });
  expect((await posting({ allows_cancelation: false })).status).toBe(201);
  expect((await posting({})).status).toBe(422);
  const browser = await verified(service, mailer, portal);
  expect(wordsOf(await browser.get(path))).not.toContain("See what canceling costs");
  expect((await posting({ rental_id: rental.id })).status).toBe(201);
  expect((await posting({ rental_id: rental.id })).status).toBe(422);
  expect(wordsOf(await browser.get(path))).toContain("See what canceling costs");
});

test("a country's settings apply to its rentals, between a rental's own and the account's", async () => {
  const portal = await aPortal(service);
  const { client, rental, path } = portal;
  const posting = (attributes: Json) => client.post("/portal_settings", { portal_settings: [attributes] });
  await client.put(`/rentals/${rental.id}`, { rentals: [{ country_code: "PT" }] });
  const browser = await verified(service, mailer, portal);
  const asksDocuments = async () => (await browser.get(`${path}/form`)).text.includes('name="number-0"');
  expect((await posting({ country_code: "ES", asks_documents: true })).status).toBe(201);
  expect(await asksDocuments()).toBe(false);
  const portugal = await posting({ country_code: "PT", asks_documents: true });
  expect((await posting({ asks_documents: false })).status).toBe(201);
  expect(await asksDocuments()).toBe(true);
  expect((await posting({ rental_id: rental.id, asks_documents: false })).status).toBe(201);
  expect(await asksDocuments()).toBe(false);

  expect(refusal(await posting({ country_code: "PT" }))).toEqual([
    422,
    { country_code: ["already has portal settings"] },
  ]);
  expect(refusal(await posting({ rental_id: rental.id, country_code: "IT" }))).toEqual([
    422,
    { country_code: ["cannot be combined with rental_id"] },
  ]);
  const { id } = recordOf(portugal, "portal_settings");
  const moved = await client.put(`/portal_settings/${id}`, { portal_settings: [{ country_code: "ES" }] });
  expect(refusal(moved)).toEqual([422, { country_code: ["already has portal settings"] }]);
});

test("where only foreigners show documents, guests of the rental's country name their nationality", async () => {
  const portal = await aPortal(service, { stay: { adults: 2, children: 0 } });
  const { client, rental, path } = portal;
  await client.put(`/rentals/${rental.id}`, { rentals: [{ country_code: "PT" }] });
  await created(client, "/portal_settings", "portal_settings", {
    ...{ country_code: "PT", asks_documents: true, documents_of: "foreigners" },
  });
  const browser = await verified(service, mailer, portal);
  expect(wordsOf(await browser.get(`${path}/form`))).toContain("Nationality Portugal?");
  const local = { "name-1": "Inês Local", "nationality-1": "PT" };
  for (const wrong of [
    { ...local, "nationality-1": "" },
    { ...local, "nationality-1": "ES" },
  ])
    expect((await browser.post(`${path}/form`, { ...passport, ...wrong })).status).toBe(422);
  expect((await browser.post(`${path}/form`, { ...passport, ...local })).status).toBe(303);
  const [form] = await formOf(portal);
  expect(form?.guests).toEqual(["Ada Guest", "Inês Local"]);
  const shown = recordOf(await client.post(`/guest_forms/${form?.id}/documents`, {}), "guest_documents");
  expect(shown.documents).toMatchObject([{ name: "Ada Guest", nationality: "GB" }]);
});

test("a form without a foreigner stores no documents where only foreigners show them", async () => {
  const portal = await aPortal(service);
  await portal.client.put(`/rentals/${portal.rental.id}`, { rentals: [{ country_code: "PT" }] });
  await settingsOf(portal, { asks_documents: true, documents_of: "foreigners" });
  const browser = await verified(service, mailer, portal);
  const sent = await browser.post(`${portal.path}/form`, { "name-0": "Inês Local", "nationality-0": "PT" });
  expect(sent.status).toBe(303);
  expect(await formOf(portal)).toMatchObject([{ guests: ["Inês Local"], has_documents: false }]);
});

test("documents are erased by the settings of the rental's country", async () => {
  const portal = await aPortal(service, {
    stay: { start_at: "2020-01-04T16:00:00Z", end_at: "2020-01-08T10:00:00Z" },
  });
  const { client, rental } = portal;
  await client.put(`/rentals/${rental.id}`, { rentals: [{ country_code: "PT" }] });
  await created(client, "/portal_settings", "portal_settings", {
    ...{ country_code: "PT", asks_documents: true, documents_kept_days: 365 },
  });
  const browser = await verified(service, mailer, portal);
  await browser.post(`${portal.path}/form`, passport);
  await service.sql(
    "update bookings set start_at = now() - interval '64 days', end_at = now() - interval '60 days' where id = $1",
    [portal.booking.id],
  );
  await eraseGuestDocuments(service.database);
  expect(await formOf(portal)).toMatchObject([{ has_documents: true }]);
  await client.put(`/rentals/${rental.id}`, { rentals: [{ country_code: "ES" }] });
  await eraseGuestDocuments(service.database);
  expect(await formOf(portal)).toMatchObject([{ has_documents: false }]);
});

test("a repeated request shows documents again, and none once the guest is forgotten", async () => {
  const portal = await aPortal(service);
  await settingsOf(portal, { asks_documents: true });
  const { path, client, booking } = portal;
  const browser = await verified(service, mailer, portal);
  await browser.post(`${path}/form`, passport);
  const [form] = await formOf(portal);
  const key = { "idempotency-key": crypto.randomUUID() };
  const ask = () => client.post(`/guest_forms/${form?.id}/documents`, {}, key);
  for (const _ of [1, 2]) expect((await ask()).text).toContain("SECRET-123456");
  expect((await client.post(`/clients/${linksOf(booking).client}/forget`)).status).toBe(200);
  expect(recordOf(await ask(), "guest_documents").documents).toEqual([]);
});
