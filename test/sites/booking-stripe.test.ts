import { Stripe } from "stripe";
import { afterAll, expect, test } from "vitest";
import { aReport } from "../gateways/stripe-objects.ts";
import { StripeStandIn } from "../gateways/stripe-stand-in.ts";
import type { Json } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { aPublicRental, bookingsOf, openForm, type Shop, send, wordsOf } from "./book.ts";
import { aSite } from "./sites.ts";

/** A guest of the site pays on Stripe's page. Only Stripe itself is simulated. */
const standIn = new StripeStandIn();
const service = useService({ endpoints: { stripe: await standIn.listen() } });
afterAll(() => standIn.close());

const credentials = {
  secret_key: "sk_test_verysecret1234",
  publishable_key: "pk_test_0123456789",
  webhook_secret: "whsec_verysecret5678",
};

async function aStripeShop(site: Json = {}) {
  const { client, address } = await aSite(service, site);
  const gateway = await created(client, "/payment_gateways", "payment_gateways", {
    ...{ name: "Stripe", gateway_name: "stripe", test: true, credentials },
    ...{ supported_cardtypes: ["visa"], supported_currencies: ["EUR"] },
  });
  const shop: Shop = { client, address, rental: await aPublicRental(client) };
  return { shop, gateway };
}

async function completed({ client }: Shop, gateway: Json, session: Stripe.Checkout.Session, id: string): Promise<void> {
  const stripe = new Stripe(credentials.secret_key);
  const signed = { secret: credentials.webhook_secret, at: Math.floor(Date.now() / 1000), stripe, id };
  const { body, headers } = aReport("checkout.session.completed", session, signed);
  const url = `${service.url}/webhooks/gateways/${client.account}/${gateway.id}`;
  await fetch(url, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body });
}

test("goes to the gateway's page, returns to the booking, and is booked by the gateway's report", async () => {
  const { shop, gateway } = await aStripeShop();
  const form = await openForm(service, shop);
  const path = (await send(form, shop)).location ?? "";
  const page = await form.browser.get(path);
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self' https://checkout.stripe.com");
  const away = await form.browser.post(path, {});
  expect([away.status, away.location]).toEqual([303, expect.stringMatching(/^https:\/\/checkout\.example\//)]);
  const again = await form.browser.post(path, {});
  expect(again.location).toBe(away.location);
  const { session } = standIn.payOnPage(away.location ?? "");
  expect(session.success_url).toBe(baseUrl + path);
  expect(wordsOf(await form.browser.get(path))).toContain("Waiting for the payment service to confirm");

  await completed(shop, gateway, session, "evt_of_the_site");
  expect(wordsOf(await form.browser.get(path))).toMatch(/Your stay is booked .* Paid €120\.00/);
  expect(await bookingsOf(service, shop)).toMatchObject([{ booked: true }]);
});

test("pays from any page of the booking: the page that was opened last counts, and a payment on an earlier one goes back", async () => {
  const { shop, gateway } = await aStripeShop({ domain: "not-yet.mill.example" });
  const form = await openForm(service, shop);
  const path = (await send(form, shop)).location ?? "";
  const pages = [path, `/pay/${path.split("/").at(-1)}`, path.replace("/en/", "/de/")];
  const checkouts: string[] = [];
  for (const page of pages) {
    const away = await form.browser.post(page, {});
    expect([away.status, away.location]).toEqual([303, expect.stringMatching(/^https:\/\/checkout\.example\//)]);
    checkouts.push(away.location ?? "");
  }
  expect(new Set(checkouts).size).toBe(3);
  const [early, , last] = checkouts.map((url) => standIn.payOnPage(url).session);
  // The site's own host name does not point here: its page is unreachable.
  expect(last?.success_url).toBe(baseUrl + pages[2]);
  for (const [index, session] of [early, last].entries())
    await completed(shop, gateway, session ?? expect.fail("no session"), `evt_of_page_${index}`);
  expect(wordsOf(await form.browser.get(path))).toMatch(/Your stay is booked .* Paid €120\.00/);
  const payments = await service.sql(
    "select amount_in_cents::integer as amount, paid_at is not null as paid from payments where account_id = $1 order by id",
    [shop.client.account],
  );
  expect(payments).toMatchObject([
    { amount: 12_000, paid: true },
    { amount: 12_000, paid: false },
    { amount: 12_000, paid: true },
    { amount: -12_000, paid: false },
  ]);
});
