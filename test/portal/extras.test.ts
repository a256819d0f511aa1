import { expect, test } from "vitest";
import { actionsOf, aRule } from "../automations/fixture.ts";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aGuest, aRental, aRentalsFee, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { aBogusGateway } from "../payments/factories.ts";
import { dayAhead } from "../rates/factories.ts";
import type { PlainBrowser } from "../web/plain-browser.ts";
import { aPortal, type Portal, verified, wordsOf } from "./factories.ts";

/** Extras that guests book on the portal. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

async function anExtra({ client, rental }: Pick<Portal, "client" | "rental">, attributes: Json = {}, more: Json = {}) {
  const fee = await aFee(client, { name_en: "Bike <b>", rate: "12.50", rate_kind: "fixed", ...attributes });
  const offered = await aRentalsFee(client, rental, fee, { status: "public", ...more });
  return { fee, offered };
}

const choosing = (id: unknown, units: number): Record<string, string> => ({
  extra: String(id),
  [`units-${id}`]: String(units),
});

/** Asks for the price of extras, as the page does. @returns the fields that confirm it */
async function quoted(browser: PlainBrowser, { path }: Portal, fields: Record<string, string>) {
  const page = await browser.post(`${path}/extras`, fields);
  const value = (name: string) => new RegExp(`name="${name}" value="(\\d*)"`).exec(page.text)?.[1] ?? "";
  return { page, fields: { ...fields, total: value("total"), booked: value("booked") } };
}

const linesOf = async ({ client, booking }: Portal) =>
  recordsOf(await client.get(`/bookings_fees`), "bookings_fees").filter(
    ({ links }) => JSON.parse(JSON.stringify(links)).booking === booking.id,
  );

test("a guest sees the new price, then books at it, once for a repeated form", async () => {
  const portal = await aPortal(service);
  const { path, client, booking } = portal;
  const { offered } = await anExtra(portal);
  const rule = await aRule(client, { ...{ trigger: "extras_booked", offset_days: 1 }, at: null });
  const browser = await verified(service, mailer, portal);
  const offer = await browser.get(`${path}/extras`);
  expect(offer.text).toContain("Bike &lt;b&gt;, €12.50 each");
  const { page, fields } = await quoted(browser, portal, choosing(offered.id, 2));
  expect(wordsOf(page)).toMatch(/× 2 +€25\.00 .*New total +€425\.00/);
  expect((await read(client, "bookings", booking.id)).final_price).toBe("400.0");
  const answers = await Promise.all([1, 2, 3].map(() => browser.post(`${path}/extras`, fields)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
  expect((await read(client, "bookings", booking.id)).final_price).toBe("425.0");
  expect(await linesOf(portal)).toMatchObject([{ price: "12.5", times_booked: 2, public: true, required: false }]);
  const events = recordsOf(await client.get("/audit_entries?resource=bookings_fees"), "audit_entries");
  expect(events.map(({ type }) => type)).toEqual(["bookings_fee.created"]);
  expect(await actionsOf(client, `automation_id=${rule.id}`)).toMatchObject([{ state: "scheduled" }]);
});

test("an extra of all persons and nights costs what the booking page asks for it", async () => {
  const portal = await aPortal(service);
  const { path, client, booking } = portal;
  await client.put(`/bookings/${booking.id}`, { bookings: [{ adults: 2, children: 1 }] });
  const nights = (Date.parse(String(booking.end_at)) - Date.parse(String(booking.start_at))) / 86_400_000;
  const units = 3 * Math.round(nights);
  const rate = { name_en: "Breakfast", rate: "10", rate_kind: "fixed_per_person_per_night" };
  const { offered } = await anExtra(portal, rate);
  const browser = await verified(service, mailer, portal);
  const choices = async () =>
    [...(await browser.get(`${path}/extras`)).text.matchAll(/<option value="(\d+)">/g)].map(([, value]) =>
      Number(value),
    );
  expect(await choices()).toEqual([0, units]);
  expect((await browser.post(`${path}/extras`, choosing(offered.id, 1))).status).toBe(409);
  const { fields } = await quoted(browser, portal, choosing(offered.id, units));
  expect((await browser.post(`${path}/extras`, fields)).status).toBe(303);
  expect(await linesOf(portal)).toMatchObject([{ price: "10.0", times_booked: units }]);
  expect((await read(client, "bookings", booking.id)).final_price).toBe(`${400 + 10 * units}.0`);
  expect(await choices()).toEqual([]);
  // One more guest has breakfast too.
  await client.put(`/bookings/${booking.id}`, { bookings: [{ adults: 3 }] });
  expect(await choices()).toEqual([0, units / 3]);
});

test("tampered prices and units book nothing", async () => {
  const portal = await aPortal(service);
  const { path, client, booking } = portal;
  const { offered } = await anExtra(portal, {}, { maximum_bookable: 2 });
  const hidden = await anExtra(portal, { name_en: "Staff only" }, { status: "private" });
  const browser = await verified(service, mailer, portal);
  expect((await browser.get(`${path}/extras`)).text).not.toContain("Staff only");
  const { fields } = await quoted(browser, portal, choosing(offered.id, 1));
  const attempts = [
    { ...fields, total: "40000" },
    { ...fields, [`units-${offered.id}`]: "2" },
    { ...fields, [`units-${offered.id}`]: "3" },
    { ...fields, [`units-${offered.id}`]: "-1" },
    { ...choosing(hidden.offered.id, 1), total: "41250", booked: "0" },
    { ...choosing(999_999_999, 1), total: "41250", booked: "0" },
  ];
  for (const attempt of attempts) expect((await browser.post(`${path}/extras`, attempt)).status).not.toBe(303);
  expect((await read(client, "bookings", booking.id)).final_price).toBe("400.0");
});

test("an extra that is named twice, or two extras of one fee, never exceed the stock", async () => {
  const portal = await aPortal(service);
  const { path, client, rental } = portal;
  const { fee, offered } = await anExtra(portal, { stock: 2 });
  const second = await aRentalsFee(client, rental, fee, { status: "public" });
  const browser = await verified(service, mailer, portal);
  const [first, other] = [choosing(offered.id, 2), choosing(second.id, 1)];
  for (const fields of [
    { ...first, extra: [String(offered.id), String(offered.id)] },
    { ...first, ...other, extra: [String(offered.id), String(second.id)] },
  ]) {
    expect((await browser.post(`${path}/extras`, fields)).status).toBe(409);
    // The price of the allowed choice does not help.
    const { fields: shown } = await quoted(browser, portal, first);
    expect((await browser.post(`${path}/extras`, { ...shown, ...fields })).status).toBe(409);
  }
  expect(await linesOf(portal)).toEqual([]);
});

test("an extra ends at its cut-off", async () => {
  const portal = await aPortal(service);
  const { fee } = await anExtra(portal, { cutoff_hours: 8000 });
  const browser = await verified(service, mailer, portal);
  expect(wordsOf(await browser.get(`${portal.path}/extras`))).toContain("There are no extras");
  await portal.client.put(`/fees/${fee.id}`, { fees: [{ cutoff_hours: 24 }] });
  expect(wordsOf(await browser.get(`${portal.path}/extras`))).toContain("Bike");
});

test("20 concurrent guests never oversell the stock of overlapping stays", async () => {
  const client = await service.aClient(await service.anAccount());
  const gateway = await aBogusGateway(client);
  const fee = await aFee(client, { name_en: "Cot", rate: "10", rate_kind: "fixed", stock: 3 });
  const buyers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const rental = await aRental(client, { base_rate: "100", name: `Cottage ${index}` });
      const offered = await aRentalsFee(client, rental, fee, { status: "public" });
      const guest = await aGuest(client);
      const address = `buyer-${client.account}-${guest.id}@example.com`;
      await client.put(`/clients/${guest.id}`, { clients: [{ emails: [{ email: address, label: "home" }] }] });
      const booking = await aBooking(client, rental, {
        ...{ client_id: guest.id, start_at: dayAhead(30 + (index % 3)), end_at: dayAhead(34), initial_price: "400" },
        booked: true,
      });
      const path = `/portal/${String(booking.payment_url).slice(`${baseUrl}/pay/`.length)}`;
      const portal: Portal = { client, gateway, rental, guest, address, booking, path };
      const browser = await verified(service, mailer, portal);
      const { fields } = await quoted(browser, portal, choosing(offered.id, 1));
      return { browser, path, fields };
    }),
  );
  const answers = await Promise.all(buyers.map(({ browser, path, fields }) => browser.post(`${path}/extras`, fields)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(3);
  const [row] = await service.sql(
    "select sum(times_booked)::integer as units from bookings_fees where account_id = $1 and canceled_at is null",
    [client.account],
  );
  expect(row?.units).toBe(3);
});

test("stays on other nights do not share the stock", async () => {
  const portal = await aPortal(service);
  const { client, rental } = portal;
  const { offered } = await anExtra(portal, { stock: 1 });
  await aBooking(client, rental, {
    ...{ start_at: dayAhead(40), end_at: dayAhead(42), initial_price: "100", booked: true },
    bookings_fees: [{ rentals_fee_id: offered.id, times_booked: 1 }],
  });
  const browser = await verified(service, mailer, portal);
  const { fields } = await quoted(browser, portal, choosing(offered.id, 1));
  expect((await browser.post(`${portal.path}/extras`, fields)).status).toBe(303);
  expect(wordsOf(await browser.get(`${portal.path}/extras`))).toContain("There are no extras");
});
