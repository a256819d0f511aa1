import { describe, expect, test } from "vitest";
import { aCalendar, aFeed, days, mapOf, upload } from "../feeds/factories.ts";
import { recordsOf } from "../harness/client.ts";
import { created, read } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPayment, cash, paymentsOf, performed } from "../payments/factories.ts";
import { dayAhead } from "../rates/factories.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import {
  anExtra,
  aShop,
  bookingsOf,
  bookPath,
  hiddenFields,
  openForm,
  type Shop,
  send,
  stay,
  wordsOf,
} from "./book.ts";

/** Booking on an account's own site (guests.md, Booking). */
// Its own service: one address may read only so many pages an hour.
const service = useService();

/** Pays the last sent booking with a test card, and runs its job. */
async function pay(shop: Shop, browser: PlainBrowser, path: string, fields: Record<string, string> = {}) {
  expect((await browser.post(path, { card: "tok_visa", ...fields })).location).toBe(path);
  await performed(service, shop.client, (await paymentsOf(shop.client)).at(-1) ?? expect.fail("no payment"));
}

const quietly = async (shop: Shop, booking: unknown, change: string) =>
  service.sql(`update bookings set ${change} where account_id = $1 and id = $2`, [shop.client.account, booking]);

describe("a stay on the booking site", () => {
  test("is held at the shown price, paid by card, and booked with its source", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const words = wordsOf(form.page);
    expect(words).toContain("Book Mill House");
    expect(words).toMatch(
      /Nightly rates \(4 nights\) €400\.00 Total €400\.00 Due now €120\.00 Due by 5 December 2089 €280\.00/,
    );

    const sent = await send(form, shop, { message: "We arrive late." });
    expect([sent.status, sent.text]).toEqual([303, ""]);
    const [held] = await bookingsOf(service, shop);
    expect(held).toMatchObject({ booked: false, final_price: "400.00", downpayment: "120.00", source: "Own site" });
    expect(held).toMatchObject({ fullname: "Ines Muster", preferred_locale: "en" });
    const left = new Date(String(held?.tentative_expires_at)).getTime() - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);

    const path = sent.location ?? "";
    const page = await form.browser.get(path);
    expect(wordsOf(page)).toMatch(/Pay to book Mill House .* for 15 more minutes.*Total €400\.00.*Pay €120\.00/);
    await pay(shop, form.browser, path);
    const booked = await form.browser.get(path);
    expect(wordsOf(booked)).toMatch(/Your stay is booked Thank you! Your booking number is .*Paid €120\.00/);
    expect(booked.text).toContain(`href="/portal/${path.split("/").at(-1)}">Manage your stay</a>`);
    expect(await bookingsOf(service, shop)).toMatchObject([{ id: held?.id, booked: true, tentative_expires_at: null }]);
    const [comment] = await service.sql("select content from booking_comments where account_id = $1", [
      shop.client.account,
    ]);
    expect(comment).toEqual({ content: "We arrive late." });
    const queued = await service.sql("select true as found from site_bookings where booking_id = $1", [held?.id]);
    expect(queued).toEqual([{ found: true }]);
  });

  test("is charged no other amount than the pressed button shows", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const path = (await send(form, shop)).location ?? "";
    const shown = hiddenFields(await form.browser.get(path));
    await pay(shop, form.browser, path, shown);
    const again = await form.browser.post(path, { card: "tok_visa", ...shown });
    expect([again.status, wordsOf(again)]).toEqual([
      409,
      expect.stringMatching(/The amount to pay has changed\. You were not charged\. .*Pay €280\.00/),
    ]);
    expect(await paymentsOf(shop.client)).toMatchObject([{ amount_in_cents: 12_000 }]);
  });

  test("can be paid whole, and the site reuses its source", async () => {
    const shop = await aShop(service);
    const first = await openForm(service, shop);
    const path = (await send(first, shop)).location ?? "";
    await pay(shop, first.browser, path, { amount: "all" });
    expect(wordsOf(await first.browser.get(path))).toContain("Paid in full. Thank you!");
    const next = { ...stay, arrival: "2090-02-04", departure: "2090-02-08" };
    const second = await openForm(service, shop, first.browser, next);
    expect((await send(second, shop)).status).toBe(303);
    expect((await bookingsOf(service, shop)).map(({ source }) => source)).toEqual(["Own site", "Own site"]);
  });

  test("is paid in full if the rental has no downpayment, or the arrival is near", async () => {
    for (const attributes of [{ downpayment: 0 }, { balance_due: 365 }]) {
      const shop = await aShop(service, attributes);
      const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
      const form = await openForm(service, shop, undefined, { ...stay, arrival: days(90), departure: days(94) });
      expect(wordsOf(form.page)).toContain("Total €400.00 Due now €400.00 Your details");
      const path = (await send(form, shop)).location ?? "";
      expect(wordsOf(await form.browser.get(path))).toContain("Pay €400.00");
      expect(await bookingsOf(service, shop)).toMatchObject([{ downpayment: null }]);
    }
  });

  test("shows fees, taxes, the deposit and the cancelation terms in the guest's language", async () => {
    const shop = await aShop(service, { damage_deposit: "200", charge_damage_deposit_on_arrival: true });
    const { client, rental } = shop;
    await anExtra(client, rental, { name_en: "Cleaning", name_de: "Endreinigung", rate: "50" }, { status: "required" });
    const path = `/rentals/${rental.id}/rental_cancelation_policies`;
    await created(client, path, "rental_cancelation_policies", { preset: "moderate" });
    const tax = await created(client, "/taxes", "taxes", {
      name_en: "VAT",
      name_de: "MwSt.",
      kind: "value_added",
      percentage: "10",
      start_date: "2020-01-01",
    });
    const included = { tax_id: tax.id, tax_included_in_rate: true };
    await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", included);
    const words = wordsOf(await new PlainBrowser(service.url).get(bookPath(shop, stay, "de")));
    expect(words).toMatch(
      /Mill House buchen .*Endreinigung 50,00\s€ MwSt\. \(inbegriffen\) 36,36\s€ Gesamtpreis 450,00\s€/,
    );
    expect(words).toMatch(/Kaution von 200,00\s€/);
    expect(words).toMatch(/Bis zum 29\. Dezember 2089 können Sie kostenlos stornieren\./);
  });

  test("names a fee on the bill as on the price page, also in the only language that it has", async () => {
    const shop = await aShop(service);
    await anExtra(shop.client, shop.rental, { name_en: "Cleaning", rate: "50", kind: "other" }, { status: "required" });
    await service.sql("update accounts set default_locale = 'it', selected_locales = '{it}' where id = $1", [
      shop.client.account,
    ]);
    const form = await openForm(service, shop);
    expect(wordsOf(await form.browser.get(bookPath(shop, stay, "fr")))).toContain("Cleaning 50,00");
    const path = (await send(form, shop)).location ?? "";
    expect(wordsOf(await form.browser.get(path.replace("/en/", "/fr/")))).toContain("Cleaning 50,00");
  });

  test("includes extras in the price, the downpayment and the booking", async () => {
    const shop = await aShop(service);
    const { client, rental } = shop;
    const bikes = await anExtra(
      client,
      rental,
      { name_en: "Bikes", rate: "20", downpayment_percentage: "100" },
      { maximum_bookable: 3 },
    );
    const breakfast = await anExtra(client, rental, {
      name_en: "Breakfast",
      rate: "10",
      rate_kind: "fixed_per_person_per_night",
    });
    const secret = await anExtra(client, rental, { name_en: "Staff bed", rate: "1" }, { status: "private" });
    const chosen = { [`extra-${bikes.id}`]: "2", [`extra-${breakfast.id}`]: "8", [`extra-${secret.id}`]: "1" };
    const form = await openForm(service, shop);
    expect(wordsOf(form.page)).not.toContain("Staff bed");
    const priced = await form.browser.post(bookPath(shop), {
      ...form.fields,
      ...chosen,
      firstname: "Ines",
      step: "price",
    });
    expect(priced.status).toBe(200);
    expect(priced.text).toContain('name="firstname" value="Ines"');
    expect(wordsOf(priced)).toMatch(
      /Bikes: 2 × €20\.00 €40\.00 Breakfast: 8 × €10\.00 €80\.00 Total €520\.00 Due now €160\.00/,
    );

    // The page still shows the price without extras: it is asked again.
    const unseen = await send(form, shop, chosen);
    expect([unseen.status, wordsOf(unseen)]).toEqual([422, expect.stringContaining("changed from €400.00 to €520.00")]);
    const sent = await send({ browser: form.browser, fields: hiddenFields(priced) }, shop, chosen);
    expect(sent.status).toBe(303);
    expect(await bookingsOf(service, shop)).toMatchObject([{ final_price: "520.00", downpayment: "160.00" }]);
    const fees = await service.sql(
      "select name ->> 'en' as name, times_booked::integer from bookings_fees where account_id = $1 order by id",
      [client.account],
    );
    expect(fees).toEqual([
      { name: "Bikes", times_booked: 2 },
      { name: "Breakfast", times_booked: 8 },
    ]);
  });
});

describe("a form that is sent", () => {
  test("twice makes one booking, also at the same time and after payment", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const sent = await Promise.all([send(form, shop), send(form, shop), send(form, shop)]);
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    const path = sent[0]?.location ?? "";
    await pay(shop, form.browser, path);
    expect((await send(form, shop)).location).toBe(path);
    expect(await bookingsOf(service, shop)).toHaveLength(1);
  });

  test("again with a correction replaces the unpaid hold", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const first = await send(form, shop, { email: "wrong@example.com" });
    const again = await openForm(service, shop, form.browser);
    expect(wordsOf(again.page)).not.toContain("Another guest has");
    const second = await send(again, shop);
    expect([first.status, second.status, second.location === first.location]).toEqual([303, 303, false]);
    expect(await bookingsOf(service, shop)).toHaveLength(1);
    expect(wordsOf(await form.browser.get(first.location ?? ""))).toMatch(/no longer held for you\. Check price/);
  });

  test("again with a correction replaces the unpaid hold, also after a calendar has returned its nights", async () => {
    const shop = await aShop(service);
    const browser = new PlainBrowser(service.url);
    const wanted = { ...stay, arrival: dayAhead(40), departure: dayAhead(44) };
    const form = await openForm(service, shop, browser, wanted);
    await send(form, shop);
    const feed = await aFeed(shop.client, shop.rental, { kind: "import" });
    const read = await upload(service, shop.client, feed, aCalendar(days("back", 40, 44)));
    expect(read).toMatchObject({ echoes_count: 1 });
    expect((await send(form, shop, { firstname: "Ina" })).status).toBe(303);
    expect(await bookingsOf(service, shop)).toMatchObject([{ fullname: "Ina Muster", booked: false }]);
    expect(await mapOf(shop.client, shop.rental, dayAhead(39), 6)).toBe("022220");
  });

  test("by a second browser for the same nights is refused and keeps what was typed", async () => {
    const shop = await aShop(service);
    const [one, other] = [await openForm(service, shop), await openForm(service, shop)];
    const results = await Promise.all([
      send(one, shop),
      send(other, shop, { firstname: "Otto", message: "A <b>bold</b> wish" }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    const lost = results.find(({ status }) => status === 422) ?? expect.fail("nobody lost");
    expect(wordsOf(lost)).toContain("Another guest has just booked");
    expect(lost.text).toContain('name="lastname" value="Muster"');
    if (results[1]?.status === 422) expect(lost.text).toContain("A &lt;b&gt;bold&lt;/b&gt; wish</textarea>");
    expect(await bookingsOf(service, shop)).toHaveLength(1);
  });

  test.each([
    ["price", "1.0"],
    ["price", "-400"],
    ["price", "400.001"],
    ["now", "0.0"],
    ["charged", "JPY"],
    ["charged", ""],
    ["adults", "0"],
    ["departure", "2090-01-04"],
  ])("with a tampered %s of %s is refused", async (name, value) => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const sent = await send(form, shop, { [name]: value });
    expect([sent.status, sent.location]).toEqual([422, null]);
    expect(await bookingsOf(service, shop)).toEqual([]);
  });

  test.each([
    ["arrival", "2090-01-05"],
    ["children", "20"],
    ["seen", ""],
  ])("with another %s shows the new price first", async (name, value) => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const sent = await send(form, shop, { [name]: value });
    expect([sent.status, sent.location]).toEqual([200, null]);
    expect(sent.text).toContain('name="email" value="ines@example.com"');
    expect(await bookingsOf(service, shop)).toEqual([]);
  });

  test("without another browser's cookie is refused and keeps what was typed", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const foreign = new PlainBrowser(service.url);
    const sent = await send({ browser: foreign, fields: form.fields }, shop);
    expect([sent.status, wordsOf(sent)]).toEqual([403, expect.stringContaining("Your form had expired")]);
    expect(sent.text).toContain('name="email" value="ines@example.com"');
    expect((await send({ browser: foreign, fields: hiddenFields(sent) }, shop)).status).toBe(303);
  });

  test("with missing or wrong details names the fields", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const missing = await send(form, shop, { firstname: " ", email: "", agrees: "" });
    expect(missing.status).toBe(422);
    for (const name of ["firstname", "email", "agrees"]) expect(missing.text).toContain(`id="${name}-error"`);
    const wrong = await send(form, shop, { email: "ines at example", phone_number: "call me", country_code: "XX" });
    expect(wrong.status).toBe(422);
    for (const name of ["email", "phone_number", "country_code"]) expect(wrong.text).toContain(`id="${name}-error"`);
    expect(await bookingsOf(service, shop)).toEqual([]);
  });

  test("after the price has changed shows both prices and asks again", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    await shop.client.put(`/rentals/${shop.rental.id}`, { rentals: [{ base_rate: "110" }] });
    const sent = await send(form, shop);
    expect([sent.status, wordsOf(sent)]).toEqual([422, expect.stringContaining("changed from €400.00 to €440.00")]);
    expect((await send({ browser: form.browser, fields: hiddenFields(sent) }, shop)).status).toBe(303);
    expect(await bookingsOf(service, shop)).toMatchObject([{ final_price: "440.00" }]);
  });

  test("with script in every text is shown as text", async () => {
    const shop = await aShop(service, { name: "<script>alert(1)</script> House" });
    const form = await openForm(service, shop);
    const script = '"><script>alert(1)</script>';
    const typed = { firstname: script, lastname: script, email: script, phone_number: script, message: script };
    const sent = await send(form, shop, {
      ...typed,
      form: script,
      country_code: script,
      currency: script,
      price: script,
    });
    expect(sent.status).toBe(422);
    expect(sent.text).not.toContain("<script>alert");
    const good = { firstname: script, lastname: script, message: script };
    const held = await send(form, shop, good);
    expect(held.status).toBe(303);
    expect((await form.browser.get(held.location ?? "")).text).not.toContain("<script>alert");
  });
});

test("a stranger who knows a guest's name and number does not become that guest", async () => {
  const shop = await aShop(service);
  const { client } = shop;
  const [known] = recordsOf(
    await client.post("/clients", {
      clients: [{ fullname: "Ines Muster", phones: [{ number: "+33612345678", label: "mobile" }] }],
    }),
    "clients",
  );
  const form = await openForm(service, shop);
  const sent = await send(form, shop, { email: "stranger@example.com", phone_number: "+33612345678" });
  expect(sent.status).toBe(303);
  expect(await read(client, "clients", known?.id)).toMatchObject({ fullname: "Ines Muster", emails: [] });
  const [{ count } = {}] = await service.sql("select count(*)::integer from clients where account_id = $1", [
    client.account,
  ]);
  expect(count).toBe(2);
});

test("a form that is sent again after days finds its booking", async () => {
  const shop = await aShop(service);
  const form = await openForm(service, shop);
  const path = (await send(form, shop)).location ?? "";
  const [held] = await bookingsOf(service, shop);
  await quietly(shop, held?.id, "tentative_expires_at = now() - interval '2 days'");
  await service.sql("update site_bookings set visitor = null, network = null where account_id = $1", [
    shop.client.account,
  ]);
  const again = await send(form, shop);
  expect([again.status, again.location]).toEqual([303, path]);
  expect(wordsOf(await form.browser.get(path))).toContain("no longer held for you");
});

describe("a hold", () => {
  test("that has ended is free for others, and its page says so", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const path = (await send(form, shop)).location ?? "";
    const [held] = await bookingsOf(service, shop);
    await quietly(shop, held?.id, "tentative_expires_at = now() - interval '1 second'");
    const page = await form.browser.get(path);
    expect(wordsOf(page)).toMatch(/This offer has expired\. .*no longer held for you/);
    expect(page.text).not.toContain("<button");
    expect((await send(await openForm(service, shop), shop)).status).toBe(303);
  });

  test.each([
    ["is booked all the same while its nights are free", false],
    ["takes no money if another guest has the nights", true],
  ])("that ends while the card is charged %s", async (_, isTaken) => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    const path = (await send(form, shop)).location ?? "";
    const [held] = await bookingsOf(service, shop);
    await form.browser.post(path, { card: "tok_visa" });
    await quietly(shop, held?.id, "tentative_expires_at = now() - interval '1 second'");
    if (isTaken) expect((await send(await openForm(service, shop), shop)).status).toBe(303);
    const [payment] = await paymentsOf(shop.client);
    await performed(service, shop.client, payment ?? expect.fail("no payment"));
    const words = wordsOf(await form.browser.get(path));
    expect(words).toMatch(isTaken ? /no longer held for you/ : /Your stay is booked .* Paid €120\.00/);
    const [{ paid } = {}] = await service.sql("select paid_amount::text as paid from bookings where id = $1", [
      held?.id,
    ]);
    expect(paid).toBe(isTaken ? "0.00" : "120.00");
  });

  test("is refused to a network whose holds of the day all ended unpaid", async () => {
    const shop = await aShop(service);
    const form = await openForm(service, shop);
    await send(form, shop);
    const [held] = await bookingsOf(service, shop);
    const copies = `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, canceled_at,
        created_by_id, created_by_type, currency)
      select account_id, rental_id, start_at, end_at, false, false, now() - interval '1 hour', now() - interval '1 hour', created_by_id,
        created_by_type, currency
      from bookings cross join generate_series(1, 24) where account_id = $1 and id = $2 returning account_id, id`;
    await service.sql(
      `with copies as (${copies}) insert into site_bookings (account_id, booking_id, request, visitor, network, agreed_at)
       select copies.account_id, copies.id, sha256(copies.id::text::bytea), sha256(copies.id::text::bytea), first.network, now()
       from copies join site_bookings as first on first.account_id = copies.account_id and first.booking_id = $2`,
      [shop.client.account, held?.id],
    );
    const wanted = { ...stay, arrival: "2090-03-04", departure: "2090-03-08" };
    const limited = await send(await openForm(service, shop, undefined, wanted), shop);
    expect([limited.status, wordsOf(limited)]).toEqual([429, expect.stringContaining("Too many stays are on hold")]);
    await service.sql(
      "update site_bookings set created_at = now() - interval '25 hours' where account_id = $1 and booking_id <> $2",
      [shop.client.account, held?.id],
    );
    expect((await send(await openForm(service, shop, undefined, wanted), shop)).status).toBe(303);
  });

  test("is limited for one browser, one network and by pace", async () => {
    const shop = await aShop(service);
    const browser = new PlainBrowser(service.url);
    const month = async (number: number, own = browser) => {
      const day = (of: string): string => `2090-${String(number).padStart(2, "0")}-${of}`;
      const form = await openForm(service, shop, own, { ...stay, arrival: day("04"), departure: day("08") });
      return send(form, shop);
    };
    expect([(await month(1)).status, (await month(2)).status]).toEqual([303, 303]);
    const third = await month(3);
    expect([third.status, wordsOf(third)]).toEqual([429, expect.stringContaining("Too many stays are on hold")]);
    const statuses = [];
    for (const number of [4, 5, 6]) statuses.push((await month(number, new PlainBrowser(service.url))).status);
    expect(statuses).toEqual([303, 303, 429]);
    let last = await month(7);
    for (let count = 0; count < 10 && !wordsOf(last).includes("Too many attempts"); count++) last = await month(7);
    expect([last.status, Number(last.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(await bookingsOf(service, shop)).toHaveLength(4);
  });
});

test("an account's site holds at most thirty unpaid stays", async () => {
  const shop = await aShop(service);
  await send(await openForm(service, shop), shop);
  const [held] = await bookingsOf(service, shop);
  const copies = `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, created_by_id, created_by_type, currency)
    select account_id, rental_id, start_at + make_interval(days => 10 * number), end_at + make_interval(days => 10 * number), false, false,
      tentative_expires_at, created_by_id, created_by_type, currency
    from bookings cross join generate_series(1, $3::integer) as number where account_id = $1 and id = $2 returning account_id, id`;
  const hold = (count: number) =>
    service.sql(
      `with copies as (${copies}) insert into site_bookings (account_id, booking_id, request, visitor, network, agreed_at)
       select account_id, id, sha256(id::text::bytea), sha256(id::text::bytea), sha256(id::text::bytea), now() from copies`,
      [shop.client.account, held?.id, count],
    );
  await hold(29);
  const wanted = { ...stay, arrival: "2092-01-04", departure: "2092-01-08" };
  const limited = await send(await openForm(service, shop, undefined, wanted), shop);
  expect([limited.status, wordsOf(limited)]).toEqual([429, expect.stringContaining("Too many stays are on hold")]);
  await quietly(shop, held?.id, "canceled_at = now()");
  expect((await send(await openForm(service, shop, undefined, wanted), shop)).status).toBe(303);
});

test("each page of a booking stays out of caches, frames, search engines and other sites", async () => {
  const shop = await aShop(service);
  const form = await openForm(service, shop);
  const visit = form.page.headers.get("set-cookie");
  expect(visit).toMatch(/^roost_visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  const sent = await send(form, shop);
  const path = sent.location ?? "";
  const portal = `/portal/${path.split("/").at(-1)}`;
  const pages = [form.page, sent, await send(form, shop, { email: "" })];
  for (const secret of [path, portal, `${portal}/code`, portal.replace("/portal/", "/pay/")]) {
    const page = await form.browser.get(secret);
    expect([page.headers.get("x-robots-tag"), page.headers.get("referrer-policy")], secret).toEqual([
      "noindex, nofollow",
      "no-referrer",
    ]);
    pages.push(page);
  }
  for (const { headers } of pages) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect([headers.get("x-frame-options"), headers.get("x-content-type-options")]).toEqual(["DENY", "nosniff"]);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'; base-uri 'none'$/);
    expect(policy).not.toContain("unsafe");
  }
});

describe("pages that are not there", () => {
  test("another account's rental, and another account's booking", async () => {
    const [shop, other] = [await aShop(service), await aShop(service)];
    const browser = new PlainBrowser(service.url);
    expect((await browser.get(bookPath({ ...shop, rental: other.rental }))).status).toBe(404);
    const form = await openForm(service, other);
    const path = (await send(form, other)).location ?? "";
    expect((await form.browser.get(path)).status).toBe(200);
    const foreign = path.replace(other.address, shop.address);
    expect([foreign === path, (await browser.get(foreign)).status]).toEqual([false, 404]);
    expect((await browser.post(foreign, { card: "tok_visa" })).status).toBe(404);
  });

  test("a rental that the site does not show, and a site that is off", async () => {
    const shop = await aShop(service);
    const [site] = await service.sql("select id::integer from booking_sites where account_id = $1", [
      shop.client.account,
    ]);
    const change = (attributes: object) =>
      shop.client.put(`/booking_sites/${site?.id}`, { booking_sites: [{ ...attributes }] });
    const form = await openForm(service, shop);
    await change({ all_rentals: false });
    expect((await form.browser.get(bookPath(shop))).status).toBe(404);
    expect((await send(form, shop)).status).toBe(404);
    await change({ all_rentals: true, enabled: false });
    expect((await send(form, shop)).status).toBe(404);
    // A deleted site shows nothing beside its successor.
    await change({ enabled: true });
    await shop.client.delete(`/booking_sites/${site?.id}`);
    const successor = { address: shop.address, enabled: true, all_rentals: false };
    await created(shop.client, "/booking_sites", "booking_sites", successor);
    expect((await form.browser.get(bookPath(shop))).status).toBe(404);
    expect((await send(form, shop)).status).toBe(404);
    expect(await bookingsOf(service, shop)).toEqual([]);
  });

  test("without valid dates it asks for them", async () => {
    const shop = await aShop(service);
    const browser = new PlainBrowser(service.url);
    for (const wanted of [
      {},
      { arrival: "2090-01-04" },
      { ...stay, departure: stay.arrival },
      { ...stay, adults: "0" },
    ]) {
      const page = await browser.get(bookPath(shop, { ...wanted }));
      expect([page.status, wordsOf(page)]).toEqual([422, expect.stringContaining("Choose your dates first.")]);
    }
  });
});

test("refuses to book a rental whose currency no gateway supports", async () => {
  const shop = await aShop(service, { currency: "CHF" });
  const page = await new PlainBrowser(service.url).get(bookPath(shop));
  expect(wordsOf(page)).toContain("can’t be paid for online");
  expect(page.text).not.toContain("<form");
});

test("a booking that is partly paid elsewhere counts the payment", async () => {
  const shop = await aShop(service);
  const form = await openForm(service, shop);
  const path = (await send(form, shop)).location ?? "";
  const [held] = await bookingsOf(service, shop);
  await aPayment(shop.client, { id: held?.id }, cash(5_000));
  expect(wordsOf(await form.browser.get(path))).toMatch(/Paid €50\.00 Balance due €350\.00 Due now €70\.00/);
});
