import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { formatsOf } from "../../packages/console/src/components/formats.ts";
import { writtenDay } from "../../packages/console/src/components/written-day.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The search over everything (console.md, The job decides). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let account: number;
let rental: Json;
let guest: Json;
let stay: Json;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
  rental = await aRental(manager, { name: "Casa Camelia", base_rate: "100" });
  guest = await aGuest(manager, {
    ...{ fullname: "José Grün", emails: [{ email: "jose@example.com" }] },
    phones: [{ label: "home", number: "+49 30 23125031" }],
  });
  const dates = { start_at: dayFrom(40), end_at: dayFrom(44) };
  stay = await aBooking(manager, rental, { ...dates, client_id: guest.id, booked: true, adults: 2 });
});

const field = (page: Page) => page.getByRole("combobox", { name: "Search everything" });
const option = (page: Page, group: string, name: string) =>
  page.getByRole("group", { name: group }).getByRole("option", { name });

/** Types into the open search, and waits until all results are there. */
async function search(page: Page, text: string, group: string, name: string): Promise<void> {
  await field(page).fill(text);
  await option(page, group, name).first().waitFor();
  await page.getByRole("option", { selected: true }).waitFor();
}

/** Opens the search, types, and presses Enter without waiting for the results. */
async function goFast(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).fill(text);
  await page.keyboard.press("Enter");
}

test("finds a guest, a booking, a day and a rental by the keyboard alone, however fast", async () => {
  const page = await openConsole(at, person, { path: "/today" });
  await page.keyboard.press("/");
  await field(page).waitFor();
  await search(page, "030 23125031", "Guests", "José Grün");
  await option(page, "Bookings", `José Grün (${stay.reference})`).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await search(page, "jose@", "Guests", "José Grün");
  await search(page, "gruen", "Guests", "José Grün");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/console/guests?guest=${guest.id}`);
  // The guest loads meanwhile, and must not take the focus.
  await goFast(page, String(stay.reference));
  await page.waitForURL(`**/console/guests?guest=${guest.id}&panel=${stay.id}`);
  await page.getByRole("dialog").getByText(String(stay.reference)).first().waitFor();
  await page.keyboard.press("Escape");
  await goFast(page, dayFrom(40));
  await page.waitForURL(`**/console/calendar?day=${dayFrom(40)}`);
  await goFast(page, "rates camelia");
  await page.waitForURL(`**/console/rates?rental=${rental.id}*`);
});

test("results that arrive later do not move the mark", async () => {
  const page = await openConsole(at, person, { path: "/today" });
  const released = Promise.withResolvers<void>();
  await page.route("**/api/v3/bookings?*query=*", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.keyboard.press("/");
  await field(page).fill("gruen");
  const marked = page.getByRole("option", { selected: true });
  await option(page, "Guests", "José Grün").waitFor();
  expect(await marked.count()).toBe(0);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => marked.textContent()).toContain("jose@example.com");
  released.resolve();
  await option(page, "Bookings", "José Grün").waitFor();
  expect(await marked.textContent()).toContain("jose@example.com");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/console/guests?guest=${guest.id}`);
});

test("blocks nights of a rental by touch on a phone, in the dark", async () => {
  const page = await openConsole(at, person, { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" });
  await page.getByRole("button", { name: "Search" }).tap();
  await search(page, "block camelia", "Actions", "Block Casa Camelia");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(sizes.phone.width);
  await option(page, "Actions", "Block Casa Camelia").tap();
  const dialog = page.getByRole("dialog", { name: "Block Casa Camelia" });
  await dialog.getByLabel("Arrival").fill(dayFrom(60));
  await dialog.getByLabel("Departure").fill(dayFrom(62));
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Block nights" }).tap();
  await page.getByText("Casa Camelia: nights blocked.").waitFor();
  const query = `rental_id=${rental.id}&from=${dayFrom(59)}&until=${dayFrom(63)}`;
  expect(recordsOf(await manager.get(`/bookings?${query}`), "bookings")).toMatchObject([{ status: "Unavailable" }]);
});

test("finds no guest and no booking for a cleaner, and asks for none", async () => {
  const page = await openConsole(at, await aMember(service, account, "cleaner"), { path: "/cleaning" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  await option(page, "Actions", "Go to Cleaning").waitFor();
  await field(page).fill("José");
  await page.getByText("Nothing found").waitFor();
  expect(asked.filter((path) => /clients|bookings/.test(path))).toEqual([]);
});

describe("a written day", () => {
  /** 15 May 2027. */
  const today = Date.UTC(2027, 4, 15) / 86_400_000;
  test.each([
    ["en-GB", ["12 jul", "12 July", "jul 12", "July 12, 2027", "12/7", "12.7.", "12.07.2027", "12/7/27", "2027-07-12"]],
    ["en-US", ["7/12", "07/12/2027", "july 12"]],
    ["de-DE", ["12. Juli", "12.7.", "12 jul 2027"]],
    ["fr-FR", ["12 juillet", "12/07"]],
    ["es-ES", ["12 de julio de 2027", "12 julio"]],
    ["it-IT", ["12 lug"]],
    ["nl-NL", ["12 juli"]],
    ["pt-PT", ["12 de julho"]],
  ])("in %s is read as people write it", (locale, texts) => {
    for (const text of texts) expect([text, writtenDay(text, locale, today)]).toEqual([text, today + 58]);
  });

  test.each(["en-GB", "en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-PT"])(
    "is read as the console writes it in %s",
    (locale) => {
      const { date } = formatsOf(locale);
      const days = Array.from({ length: 365 }, (_, day) => today + day);
      expect(days.filter((day) => writtenDay(date(day), locale, today) !== day).map(date)).toEqual([]);
    },
  );

  test("has an ordinal number or a weekday", () => {
    expect(writtenDay("1st july 2027", "en-GB", 0)).toBe(Date.UTC(2027, 6, 1) / 86_400_000);
    expect(writtenDay("1er juillet 2027", "fr-FR", 0)).toBe(Date.UTC(2027, 6, 1) / 86_400_000);
    expect(writtenDay("mar, 3 nov 2026", "es-ES", 0)).toBe(Date.UTC(2026, 10, 3) / 86_400_000);
  });

  test("without a year is the next one, and words name the days around today", () => {
    expect(writtenDay("14 may", "en-GB", today)).toBe(today + 365);
    expect(writtenDay("15 may", "en-GB", today)).toBe(today);
    expect(writtenDay("Tomorrow", "en-GB", today)).toBe(today + 1);
    expect(writtenDay("morgen", "de-DE", today)).toBe(today + 1);
    expect(writtenDay("aujourd’hui", "fr-FR", today)).toBe(today);
  });

  test.each(["31 april", "30 feb 2027", "12", "ma 12", "room 12", "030 23125031", "2027-13-01", "000CN4", ""])(
    "is not %s",
    (text) => {
      expect(writtenDay(text, "en-GB", today)).toBeUndefined();
    },
  );
});
