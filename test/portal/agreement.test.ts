import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { actionsOf, aRule } from "../automations/fixture.ts";
import { recordsOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { aPortal, type Portal, verified, wordsOf } from "./factories.ts";

/** Signing the agreement on the portal. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const body = "No <b>parties</b>.\nNo smoking.";

const anAgreement = ({ client, rental }: Portal, text = body) =>
  created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", { body_en: text });
const signaturesOf = async ({ client, booking }: Portal) =>
  recordsOf(await client.get(`/agreement_signatures?booking_id=${booking.id}`), "agreement_signatures");
const eventsOf = async ({ client }: Portal, type: string) =>
  recordsOf(await client.get(`/audit_entries?resource=agreement_signatures`), "audit_entries").filter(
    (entry) => entry.type === type,
  );

test("a typed name signs once, and keeps text, digest, address and file", async () => {
  const portal = await aPortal(service);
  const agreement = await anAgreement(portal);
  const { path, client } = portal;
  const rule = await aRule(client, { ...{ trigger: "agreement_signed", offset_days: 1 }, at: null });
  const browser = await verified(service, mailer, portal);
  expect(wordsOf(await browser.get(path))).toMatch(/Rental agreement +To do/);
  const page = await browser.get(`${path}/agreement`);
  expect(page.text).toContain("No &lt;b&gt;parties&lt;/b&gt;.<br>No smoking.");
  const fields = { agreement: String(agreement.id), name: "Ada <i>Guest</i>" };
  await Promise.all([1, 2, 3].map(() => browser.post(`${path}/agreement`, fields)));
  const [signature, ...others] = await signaturesOf(portal);
  expect(others).toEqual([]);
  expect(signature).toMatchObject({
    ...{ name: "Ada <i>Guest</i>", locale: "en", ip: "127.0.0.1" },
    text_sha256: createHash("sha256").update(body).digest("hex"),
  });
  const file = await fetch(String(signature?.pdf_url).replace("https://roost.test", service.url));
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const own = await browser.get(`${path}/agreement/${signature?.id}`);
  expect(own.text).toContain("%PDF-");
  expect(wordsOf(await browser.get(path))).toMatch(/Rental agreement +Done/);
  expect((await browser.get(`${path}/agreement`)).text).toContain("Signed by Ada &lt;i&gt;Guest&lt;/i&gt;");
  expect(await eventsOf(portal, "agreement_signature.created")).toHaveLength(1);
  expect(await actionsOf(client, `automation_id=${rule.id}`)).toMatchObject([
    { state: "scheduled", occurrence: `signature ${signature?.id}` },
  ]);
});

test("refuses a blank name and an outdated text, and a new agreement is signed again", async () => {
  const portal = await aPortal(service);
  const first = await anAgreement(portal);
  const browser = await verified(service, mailer, portal);
  const sign = (agreement: unknown, name: string) =>
    browser.post(`${portal.path}/agreement`, { agreement: String(agreement), name });
  expect((await sign(first.id, "  ")).status).toBe(422);
  expect((await sign(first.id, "Ada Guest")).status).toBe(303);
  const second = await anAgreement(portal, "Cats only.");
  expect(wordsOf(await sign(first.id, "Ada Guest"))).toContain("The agreement has changed");
  expect(wordsOf(await browser.get(portal.path))).toMatch(/Rental agreement +To do/);
  await sign(second.id, "Ada Guest");
  expect(await signaturesOf(portal)).toHaveLength(2);
});

test("an agreement in a third language is shown and signed, too", async () => {
  const portal = await aPortal(service);
  const { client, path } = portal;
  const agreement = await anAgreement(portal);
  await service.sql("update rental_agreements set body = $3 where account_id = $1 and id = $2", [
    ...[client.account, agreement.id, JSON.stringify({ en: "", nl: "Geen feesten." })],
  ]);
  const browser = await verified(service, mailer, portal);
  expect((await browser.get(`${path}/agreement`)).text).toContain("Geen feesten.");
  await browser.post(`${path}/agreement`, { agreement: String(agreement.id), name: "Ada" });
  expect(await signaturesOf(portal)).toMatchObject([{ locale: "nl" }]);
});

test("another booking's signature opens nothing", async () => {
  const [own, other] = [await aPortal(service), await aPortal(service)];
  for (const portal of [own, other]) {
    const agreement = await anAgreement(portal);
    const browser = await verified(service, mailer, portal);
    await browser.post(`${portal.path}/agreement`, { agreement: String(agreement.id), name: "Ada" });
  }
  const [foreign] = await signaturesOf(other);
  const browser = await verified(service, mailer, own);
  const answer = await browser.get(`${own.path}/agreement/${foreign?.id}`);
  expect([answer.status, answer.location]).toEqual([303, own.path]);
});

test("erasing the guest erases name, address and file", async () => {
  const portal = await aPortal(service, { stay: { start_at: "2020-01-04T16:00:00Z", end_at: "2020-01-08T10:00:00Z" } });
  const agreement = await anAgreement(portal);
  const browser = await verified(service, mailer, portal);
  await browser.post(`${portal.path}/agreement`, { agreement: String(agreement.id), name: "Ada Guest" });
  const exported = await portal.client.get(`/clients/${portal.guest.id}/export`);
  expect(exported.json).toMatchObject({
    clients: [{ agreement_signatures: [{ name: "Ada Guest" }], guest_forms: [] }],
  });
  const forgotten = await portal.client.post(`/clients/${portal.guest.id}/forget`, {});
  expect(forgotten.status).toBeLessThan(300);
  const [row] = await service.sql("select name, ip, pdf from agreement_signatures where booking_id = $1", [
    portal.booking.id,
  ]);
  expect(row).toEqual({ name: "(erased)", ip: null, pdf: null });
});
