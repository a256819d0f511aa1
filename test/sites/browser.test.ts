import { expect, test } from "vitest";
import { accessibilityFaults } from "../console/open-console.ts";
import { aRental } from "../harness/factories.ts";
import { hostileTexts } from "../harness/hostile-texts.ts";
import { useSharedService } from "../harness/service.ts";
import { expectUsable, press, useBrowser } from "../web/browser-windows.ts";
import { aPhoto, aReview, aSite, stayFrom } from "./sites.ts";

/** Booking sites in a real browser (guests.md, Proof). */
const service = useSharedService();
const windows = useBrowser();

/** A script in each text that a manager or guest can write. */
const script = `<script>document.title = "hacked"</script><img src=x onerror="document.title = 'hacked'">`;

async function aHouse() {
  const { client, address } = await aSite(service, {
    ...hostileTexts("booking_sites", script),
    ...{ domain: null, logo: null, color: "#ffe14d" },
  });
  const rental = await aRental(client, {
    ...hostileTexts("rentals", script),
    name: "Mill <b>House</b>",
    base_rate: "100",
    sleeps: 4,
    lat: 43.69,
    lng: 7.26,
    country_code: "FR",
  });
  await client.post(`/rentals/${rental.id}/bedrooms`, {
    bedrooms: [{ name_en: "<i>Attic</i>", double_beds_count: 1 }],
  });
  await aPhoto(service, client, rental);
  await aReview(service, client, rental, script);
  return { address, rental };
}

test.each(["phone", "desktop"] as const)(
  "a guest finds a home on a %s without a script, by keyboard alone",
  async (width) => {
    const { address, rental } = await aHouse();
    const page = await windows.open(width);
    await page.goto(`${service.url}/stay/${address}/en`);
    await expectUsable(page, `${width}-site-home`);
    const stay = stayFrom(30, 4);
    await page.getByLabel("Arrival").fill(stay.arrival);
    await page.getByLabel("Departure").fill(stay.departure);
    await press(page, "Search");
    expect(await page.getByRole("heading", { level: 2 }).first().textContent()).toBe("1 home is free");
    await expectUsable(page, `${width}-site-found`);
    await page.getByRole("link", { name: "Mill <b>House</b>" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/stay/${address}/en/rentals/${rental.id}`);
    expect(await page.getByLabel("Your stay").textContent()).toContain("€400.00 for 4 nights");
    expect(await page.getByLabel("Arrival").inputValue()).toBe(stay.arrival);
    await expectUsable(page, `${width}-site-rental`);
    await page.locator("header summary").click();
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Hausregeln" }).waitFor();
  },
);

test("no text of a manager or guest runs as a script, and nothing breaks the security policy", async () => {
  const { address, rental } = await aHouse();
  const page = await windows.openWithScript();
  const broken: string[] = [];
  page.on("console", (message) => {
    // The photo's file does not exist here.
    if (message.type() === "error" && !message.text().includes("404")) broken.push(message.text());
  });
  for (const path of ["", `/rentals/${rental.id}`, "/imprint"]) {
    const answer = await page.goto(`${service.url}/stay/${address}/en${path}`);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(await page.title()).not.toBe("hacked");
    expect(await page.locator("main script, main img[onerror], main b, main i").count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  expect(broken).toEqual([]);
});

test("a light color stays readable by day and by night", async () => {
  const { address } = await aHouse();
  for (const scheme of ["light", "dark"] as const) {
    const page = await windows.open("desktop", scheme);
    await page.goto(`${service.url}/stay/${address}/de`);
    await expectUsable(page, `site-${scheme}`);
  }
});
