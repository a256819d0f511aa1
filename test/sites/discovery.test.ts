import { languages } from "@roost/messages/languages.ts";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aPhoto, aReview, aSite, opened, openedAt, stayFrom } from "./sites.ts";
import { vacationRental } from "./vacation-rental.ts";

/** The files of a booking site for search engines and language models, and its own host name. */
let later = 0;
const service = useService({ clock: () => Date.now() + later });

const open = (path: string, headers: Record<string, string> = {}) => opened(service.url, path, headers);

const at = (host: string, path: string) => openedAt(service.url, host, path);

const dataIn = (text: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "null");

async function aHouse() {
  const { client, address, site } = await aSite(service, { show_location: false });
  const rental = await aRental(client, {
    name: "Mill </script><script>alert(1)</script>",
    headline_en: "By the river & the wood",
    base_rate: "100",
    sleeps: 4,
    bedrooms_count: 2,
    bathrooms_count: 1,
    surface: 90,
    surface_unit: "metric",
    lat: 43.691234,
    lng: 7.261234,
    city: "Nice",
    country_code: "FR",
    address1: "1 Secret Lane",
  });
  await aPhoto(service, client, rental);
  await aReview(service, client, rental, "Lovely <script>alert(2)</script>");
  return { client, address, site, rental };
}

describe("search engines", () => {
  test("read a valid vacation rental, without its exact position", async () => {
    const { address, rental } = await aHouse();
    const page = await open(`/stay/${address}/en/rentals/${rental.id}`);
    const data = dataIn(page.text);
    const validate = new Ajv({ strict: true }).compile(vacationRental);
    expect(validate(data), JSON.stringify(validate.errors)).toBe(true);
    expect(data).toMatchObject({
      name: rental.name,
      latitude: 43.69,
      longitude: 7.26,
      containsPlace: { occupancy: { value: 4 } },
    });
    expect(data).toHaveProperty("review.0.reviewRating.ratingValue", 5);
    expect(page.text).not.toContain("Secret Lane");
  });

  test("find each page in every language, under one address each", async () => {
    const { address, rental } = await aHouse();
    const path = `/rentals/${rental.id}`;
    const page = await open(`/stay/${address}/fr${path}`);
    const url = (language: string) => `${baseUrl}/stay/${address}/${language}${path}`;
    expect(page.text).toContain(`<link rel="canonical" href="${url("fr")}">`);
    for (const language of languages)
      expect(page.text).toContain(`<link rel="alternate" hreflang="${language}" href="${url(language)}">`);
    expect(page.text).toContain(`hreflang="x-default" href="${url("en")}"`);
    expect(page.text).toContain('<meta property="og:title"');
    const map = await open(`/stay/${address}/sitemap.xml`);
    expect([map.status, map.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    for (const language of languages) expect(map.text).toContain(`<loc>${url(language)}</loc>`);
    const robots = await open(`/stay/${address}/robots.txt`);
    expect(robots.text).toContain(`Sitemap: ${baseUrl}/stay/${address}/sitemap.xml`);
  });

  test("learn nothing of a hidden site", async () => {
    const { client, address, site } = await aHouse();
    await client.put(`/booking_sites/${site.id}`, { booking_sites: [{ enabled: false }] });
    for (const file of ["sitemap.xml", "robots.txt", "llms.txt", "brand.css"])
      expect((await open(`/stay/${address}/${file}`)).status, file).toBe(404);
  });
});

test("a guest's own currency is information beside the charged one", async () => {
  await service.sql("insert into exchange_rates (currency, day, rate) values ('USD', current_date, 1.25)");
  const { address, rental } = await aHouse();
  const stay = new URLSearchParams({ ...stayFrom(200, 4), adults: "2", currency: "USD" });
  for (const path of ["", `/rentals/${rental.id}`]) {
    const page = await open(`/stay/${address}/en${path}?${stay}`);
    expect(page.text).toContain("€400.00 for 4 nights");
    expect(page.text).toContain("about US$500.00, for information");
  }
  const unknown = await open(`/stay/${address}/en?${stay}`.replace("USD", "XAF"));
  expect([unknown.status, unknown.text.includes("for information")]).toEqual([200, false]);
});

test("language models read the homes and how to search", async () => {
  const { address, rental } = await aHouse();
  const text = (await open(`/stay/${address}/llms.txt`)).text;
  expect(text).toContain(`](${baseUrl}/stay/${address}/en/rentals/${rental.id})`);
  expect(text).toContain("?arrival=YYYY-MM-DD");
  expect(text).not.toContain("<script");
});

test("a site's own host name shows the site and nothing else of the service", async () => {
  const domain = "stay.mill.example";
  const { client, site, rental } = await aHouse();
  await client.put(`/booking_sites/${site.id}`, { booking_sites: [{ domain }] });
  await service.sql("update booking_sites set domain_state = 'proven' where account_id = $1", [client.account]);
  later += 20_000;
  // The first request reads the host names again, in the background.
  await until(async () => (await at(domain, "/en")).status === 200);
  const page = await at(domain, `/en/rentals/${rental.id}`);
  expect(page.text).toContain(`<link rel="canonical" href="https://${domain}/en/rentals/${rental.id}">`);
  expect(page.text).toContain('href="/en"');
  expect((await at(domain, "/brand.css")).status).toBe(200);
  expect((await at(domain, "/robots.txt")).text).toContain(`Sitemap: https://${domain}/sitemap.xml`);
  for (const path of ["/api/v3/rentals", "/sign_in", "/console/calendar", "/docs"])
    expect((await at(domain, path)).status, path).toBe(404);
  expect((await at("roost.test", "/docs")).status).toBe(200);
});
