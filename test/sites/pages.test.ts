import { describe, expect, test } from "vitest";
import { instantOnDay } from "../../src/core/day.ts";
import { aBooking, aFee, aRental, aRentalsFee, created, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aSite, opened, stayFrom } from "./sites.ts";

/** The pages of a booking site: list, search and rental (guests.md, Booking). */
const service = useSharedService();

const open = (path: string, headers: Record<string, string> = {}) => opened(service.url, path, headers);

describe("the start page", () => {
  test("lists the site's rentals only", async () => {
    const { client, address, site } = await aSite(service);
    const shown = await aRental(client, { name: "Mill House" });
    await aRental(client, { name: "Far Barn" });
    const { client: other } = await aSite(service);
    await aRental(other, { name: "Foreign Hut" });
    const all = await open(`/stay/${address}/en`);
    expect(all.text).toContain("2 homes");
    expect(all.text).not.toContain("Foreign Hut");
    await client.put(`/booking_sites/${site.id}`, { booking_sites: [{ all_rentals: false, rental_ids: [shown.id] }] });
    const chosen = await open(`/stay/${address}/en`);
    expect(chosen.text).toContain("Mill House");
    expect(chosen.text).not.toContain("Far Barn");
  });

  test("finds free rentals with the price that the API quotes", async () => {
    const { client, address } = await aSite(service);
    const mill = await aRental(client, { name: "Mill House", base_rate: "100" });
    const barn = await aRental(client, { name: "Far Barn", base_rate: "80" });
    const stay = stayFrom(30, 4);
    await aBooking(client, barn, { start_at: stay.arrival, end_at: stay.departure });
    const page = await open(`/stay/${address}/en?${new URLSearchParams({ ...stay, adults: "2" })}`);
    expect(page.text).toContain("1 home is free");
    expect(page.text).toContain("€400.00 for 4 nights");
    expect(page.text).not.toContain("Far Barn");
    expect(page.text).toContain(`/rentals/${mill.id}?arrival=${stay.arrival}`);
    expect(page.text).toContain('<meta name="robots" content="noindex">');
  });

  test.each(["", "adults=", "adults=0", "adults=two"])(
    "prices a stay for the guests that its form shows: %s",
    async (guests) => {
      const { client, address } = await aSite(service);
      const rental = await aRental(client, { base_rate: "100", sleeps: 6 });
      const linen = await aFee(client, { name_en: "Linen", rate: "10", rate_kind: "fixed_per_person" });
      await aRentalsFee(client, rental, linen, { status: "required" });
      const query = `${new URLSearchParams(stayFrom(30, 4))}&${guests}`;
      for (const path of ["", `/rentals/${rental.id}`]) {
        const page = await open(`/stay/${address}/en${path}?${query}`);
        expect(page.text, path).toMatch(/name="adults"[^>]* value="2"/);
        expect(page.text, path).toContain("€420.00 for 4 nights");
      }
    },
  );

  test("filters by place and amenities", async () => {
    const { client, address } = await aSite(service);
    await aRental(client, { name: "Mill House", city: "Bath", country_code: "GB", address1: "1" });
    await aRental(client, { name: "Far Barn", city: "Évian", country_code: "FR", address1: "1" });
    await aRental(client, { name: "Lake Hut", city: "Neuvecelle-Évian" });
    for (const place of ["evian", "%C3%89vian"])
      expect(
        (await open(`/stay/${address}/en?place=${place}`)).text.match(/Far Barn|Mill House|Lake Hut/g),
        place,
      ).toEqual(["Far Barn"]);
    expect((await open(`/stay/${address}/en?amenities=sauna`)).text).toContain("No homes match.");
    expect((await open(`/stay/${address}/en?amenities=nonsense`)).text).toContain("3 homes");
  });

  test("finds none for more guests than any home takes", async () => {
    const { client, address } = await aSite(service);
    await aRental(client, { base_rate: "100", sleeps: 4 });
    for (const guests of ["adults=99&children=99", "adults=99", "adults=9999&children=1"]) {
      const page = await open(`/stay/${address}/en?arrival=2090-01-04&departure=2090-01-08&${guests}`);
      expect(page.status, guests).toBe(200);
    }
  });

  test.each([
    ["arrival=2090-01-04", "Choose an arrival and a later departure."],
    ["arrival=2090-01-04&departure=2090-01-04", "Choose an arrival and a later departure."],
    ["arrival=2001-01-04&departure=2001-01-08", "The arrival is in the past."],
    ["arrival=2090-01-04&departure=2092-01-04", "Choose at most 366 nights."],
  ])("explains dates that cannot be searched: %s", async (query, words) => {
    const { address } = await aSite(service);
    const page = await open(`/stay/${address}/en?${query}`);
    expect([page.status, page.text.includes(words)]).toEqual([200, true]);
  });
});

describe("a rental's page", () => {
  test("shows texts, rules, free nights and the price of a stay", async () => {
    const { client, address } = await aSite(service);
    const rental = await aRental(client, {
      name: "Mill House",
      base_rate: "100",
      headline_en: "By the river",
      description_en: "An old mill.\n\nWith a garden.",
      description_de: "Eine alte Mühle.",
      house_rules_en: "Quiet from 10 p.m.\n\nNo parties.\nNo pets.",
      house_rules_fr: "Pas de fêtes.",
      permit_number: "REG-77",
      sleeps: 4,
      checkin_time: 16,
      checkout_time: 10,
      damage_deposit: "250",
    });
    const stay = stayFrom(30, 4);
    const page = await open(
      `/stay/${address}/en/rentals/${rental.id}?${new URLSearchParams({ ...stay, adults: "2" })}`,
    );
    for (const words of [
      "Mill House",
      "By the river",
      "<p>With a garden.</p>",
      "<p>Quiet from 10 p.m.</p>\n<p>No parties.<br>No pets.</p>",
      "REG-77",
      "at most 4",
      "from 16:00",
      "by 10:00",
      "€250.00",
      "€400.00 for 4 nights",
    ])
      expect(page.text).toContain(words);
    const german = await open(`/stay/${address}/de/rentals/${rental.id}`);
    for (const words of ["Eine alte Mühle.", "Hausregeln", "<p>Quiet from 10 p.m.</p>"])
      expect(german.text).toContain(words);
    expect((await open(`/stay/${address}/fr/rentals/${rental.id}`)).text).toContain("<p>Pas de fêtes.</p>");
    await aBooking(client, rental, { start_at: stay.arrival, end_at: stay.departure });
    const taken = await open(
      `/stay/${address}/en/rentals/${rental.id}?${new URLSearchParams({ ...stay, adults: "2" })}`,
    );
    expect(taken.text).toContain("These dates are not available.");
    const free = page.text.match(/<del>/g)?.length ?? 0;
    expect((taken.text.match(/<del>/g)?.length ?? 0) - free).toBe(4);
  });

  test("tells each change of what canceling costs, also one to nothing", async () => {
    const { client, address } = await aSite(service);
    const rental = await aRental(client);
    const items = [90, 60, 30, 14, 7].map((eligible_days, index) => ({
      eligible_days,
      penalty_percentage: ["0", "50", "0", "100", "100"][index],
    }));
    await created(client, `/rentals/${rental.id}/rental_cancelation_policies`, "rental_cancelation_policies", {
      rental_cancelation_policy_items: items,
    });
    const page = await open(`/stay/${address}/en/rentals/${rental.id}`);
    const [, terms] = page.text.match(/<ul class="terms">(.*?)<\/ul>/s) ?? [];
    expect(terms?.match(/(?<=<li>).*?(?=<\/li>)/g)).toEqual([
      "You can cancel free of charge until 61 days before arrival.",
      "From 60 days before arrival, canceling costs 50% of the price.",
      "From 30 days before arrival, canceling costs 0% of the price.",
      "From 14 days before arrival, canceling costs 100% of the price.",
    ]);
  });

  test("does not exist for another account's rental, or one that the site does not show", async () => {
    const { client, address, site } = await aSite(service);
    const hidden = await aRental(client);
    const { client: other } = await aSite(service);
    const foreign = await aRental(other);
    await client.put(`/booking_sites/${site.id}`, { booking_sites: [{ all_rentals: false }] });
    for (const id of [hidden.id, foreign.id, "999999999", "x"])
      expect((await open(`/stay/${address}/en/rentals/${id}`)).status).toBe(404);
  });

  test("shows reviews only where the account does, and never private ones", async () => {
    const { client, address, site } = await aSite(service);
    const rental = await aRental(client);
    const past = await aBooking(client, rental);
    const at = new Date(instantOnDay(20_000, 12)).toISOString();
    await service.sql(
      `insert into reviews (account_id, booking_id, rental_id, comment, name, shareable, submitted_at, rating_accurate)
       values ($1, $2, $3, 'Lovely <b>place</b>', 'Ada G.', true, $4, 4.5)`,
      [client.account, past.id, rental.id, at],
    );
    const second = await aBooking(client, rental, { start_at: "2090-02-04", end_at: "2090-02-08" });
    await service.sql(
      `insert into reviews (account_id, booking_id, rental_id, comment, shareable, submitted_at) values ($1, $2, $3, 'Secret words', false, $4)`,
      [client.account, second.id, rental.id, at],
    );
    const path = `/stay/${address}/en/rentals/${rental.id}`;
    const page = await open(path);
    expect(page.text).toContain("Lovely &lt;b&gt;place&lt;/b&gt;");
    expect(page.text).not.toContain("Secret words");
    await client.put(`/booking_sites/${site.id}`, { booking_sites: [{ show_reviews: false }] });
    expect((await open(path)).text).not.toContain("Lovely");
    expect(await read(client, "booking_sites", site.id)).toMatchObject({ show_reviews: false });
  });
});
