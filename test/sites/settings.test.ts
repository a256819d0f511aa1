import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aRental, created, linksOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { pngOf } from "./pictures.ts";
import { aSite, siteOf } from "./sites.ts";

/** The settings of an account's booking site (docs/guides/booking-site.md). */
const service = useSharedService();

/** The page of an address, without following redirects. */
async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}${path}`, {
    headers: { accept: "text/html", ...headers },
    redirect: "manual",
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const change = (client: ApiClient, { id }: Json, attributes: Json) =>
  client.put(`/booking_sites/${id}`, { booking_sites: [attributes] });

describe("a booking site", () => {
  test("is off by default, and an account has at most one", async () => {
    const client = await service.aClient(await service.anAccount());
    const { address } = siteOf(client);
    const site = await created(client, "/booking_sites", "booking_sites", { address: address.toUpperCase() });
    expect(site).toMatchObject({
      enabled: false,
      address,
      all_rentals: true,
      show_reviews: true,
      show_location: false,
    });
    expect((await open(`/stay/${address}/en`)).status).toBe(404);
    const again = await client.post("/booking_sites", { booking_sites: [{ address: `${address}-2` }] });
    expect([again.status, errorsOf(again)]).toEqual([
      422,
      { base: ["the account already has a booking site: change that one"] },
    ]);
  });

  test("refuses an address that another account has, and stores a host name in lowercase", async () => {
    const other = await aSite(service, { domain: "Stay.Mill.Example" });
    expect(other.site).toMatchObject({ domain: "stay.mill.example" });
    const { client, site } = await aSite(service);
    const refused = await change(client, site, { address: other.address });
    expect([refused.status, errorsOf(refused)]).toEqual([422, { address: ["has already been taken"] }]);
  });

  test.each([
    ["address", "a b", "must be lowercase letters"],
    ["address", "-villa", "must be lowercase letters"],
    ["domain", "localhost", "must be a host name"],
    ["domain", "10.0.0.1", "must be a host name"],
    ["domain", "stay.example.com/path", "must be a host name"],
    ["color", "red", "must be a hexadecimal color"],
  ])("refuses %s %s", async (name, value, problem) => {
    const { client, site } = await aSite(service);
    const refused = await change(client, site, { [name]: value });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(errorsOf(refused))).toContain(problem);
  });

  test("keeps texts by language, rentals and a public logo", async () => {
    const { client: manager, site } = await aSite(service);
    const rental = await aRental(manager, { name: "Mill House" });
    const logo = (await pngOf(60, 30)).toString("base64");
    const changed = recordOf(
      await change(manager, site, {
        headline: { en: "By the mill", de: "An der Mühle" },
        all_rentals: false,
        rental_ids: [rental.id],
        logo,
      }),
      "booking_sites",
    );
    expect(changed).toMatchObject({ headline: { en: "By the mill", de: "An der Mühle" }, all_rentals: false });
    expect(linksOf(changed).rentals).toEqual([rental.id]);
    const path = new URL(String(changed.logo_url)).pathname;
    const picture = await fetch(`${service.url}${path}`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    const without = recordOf(await change(manager, site, { logo: null }), "booking_sites");
    expect(without.logo_url).toBeNull();
    expect((await fetch(`${service.url}${path}`)).status).toBe(404);
  });
});

describe("its pages", () => {
  test("open in the browser's language, and in each language by address", async () => {
    const { address } = await aSite(service, { headline: { en: "By the mill", de: "An der Mühle" } });
    const start = await open(`/stay/${address}`, { "accept-language": "de-AT,en;q=0.5" });
    expect([start.status, start.headers.get("location")]).toEqual([302, `/stay/${address}/de`]);
    const german = await open(`/stay/${address}/de`);
    expect(german.text).toContain("An der Mühle");
    expect(german.text).toContain('<html lang="de">');
    expect((await open(`/stay/${address}/fr`)).text).toContain("By the mill");
    expect((await open(`/stay/${address}/xx`)).status).toBe(404);
  });

  test("answer an unknown site, a switched-off one and a closed account alike", async () => {
    const { address, client: manager, site } = await aSite(service);
    const closed = await aSite(service);
    await change(manager, site, { enabled: false });
    await service.sql("update accounts set closed_at = now() where id = $1", [closed.client.account]);
    const answers = await Promise.all(
      ["no-such-site", address, closed.address].map((name) => open(`/stay/${name}/en`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});
