import { expect, test } from "vitest";
import { aFee, aRentalsFee, created } from "../harness/factories.ts";
import { hostileTexts } from "../harness/hostile-texts.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { aPortal, verified } from "./factories.ts";

/** Script in every text that a manager or a guest can write, on every page of the portal. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const script = `"><script>alert(1)</script>`;
const mark = (name: string): string => `${name}${script}`;

test("script in every text is shown as text on every page of the portal", async () => {
  const portal = await aPortal(service, {
    policy: [{ eligible_days: 60, penalty_percentage: "50" }],
    stay: { door_key_code: script.slice(0, 20) },
    guest: { fullname: mark("Guest") },
  });
  const { client, rental, path } = portal;
  const texts = { ...hostileTexts("rentals", script), country_code: "FR" };
  const changed = await client.put(`/rentals/${rental.id}`, { rentals: [texts] });
  expect([changed.status, changed.status === 200 || changed.json]).toEqual([200, true]);
  await service.sql("update accounts set business_name = $2 where id = $1", [client.account, mark("Business")]);
  await created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", { body_en: mark("Agreement") });
  const setting = { rental_id: rental.id, asks_documents: false, release_hours: 8000, release_needs_payment: false };
  await created(client, "/portal_settings", "portal_settings", setting);
  const fee = await aFee(client, { name_en: mark("Fee").slice(0, 60), rate: "12.50", rate_kind: "fixed" });
  await aRentalsFee(client, rental, fee, { status: "public" });
  const browser = await verified(service, mailer, portal);
  await browser.post(`${path}/message`, { text: mark("Message") });
  await browser.post(`${path}/change`, { arrival: script, guests: script, text: mark("Wish") });
  await browser.post(`${path}/form`, { "name-0": mark("Name"), arrival: "18:30" });
  const agreement = await browser.get(`${path}/agreement`);
  const [, id = ""] = /name="agreement" value="(\d+)"/.exec(agreement.text) ?? [];
  await browser.post(`${path}/agreement`, { agreement: id, name: mark("Signed") });
  const pages = ["", "/form", "/agreement", "/extras", "/cancel", `/code?code=${encodeURIComponent(script)}`];
  const seen = await Promise.all(pages.map((page) => browser.get(path + page)));
  seen.push(await browser.post(`${path}/extras`, { extra: "1", "units-1": script, total: script, booked: script }));
  seen.push(await browser.post(`${path}/cancel`, { cost: script, reason: script }));
  seen.push(await browser.post(`${path}/agreement`, { agreement: script, name: script }));
  const all = seen.map(({ text }) => text).join("\n");
  for (const { text } of seen) expect(text).not.toMatch(/<script>alert/);
  const ofRental = ["name", "address1", "city", "checkin_details", "house_rules"];
  for (const name of [...ofRental, "Business", "Agreement", "Message", "Wish", "Name", "Signed"])
    expect(all, name).toContain(`${name}&quot;&gt;&lt;script&gt;`);
});
