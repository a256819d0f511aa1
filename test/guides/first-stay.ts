import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { stayFrom } from "../sites/sites.ts";
import { press, signIn } from "../web/browser-windows.ts";
import type { Reader } from "./reader.ts";

/** The guide's link to the reader's own page. */
async function ownPage(): Promise<string> {
  const guide = await readFile(join(import.meta.dirname, "../../docs/guides/booking-site.md"), "utf8");
  return /`https:\/\/localhost:3443(\/stay\/[\w-]+)` and book/.exec(guide)?.[1] ?? expect.fail("the guide has no link");
}

/** Books a stay on the page that the guide made, pays it with a test card, and finds it as its owner in the console. */
export async function bookFirstStay({ url }: Reader, variables: Readonly<Record<string, string>>, page: Page) {
  const stay = stayFrom(30, 4);
  await page.goto(url + (await ownPage()));
  await page.getByLabel("Arrival").fill(stay.arrival);
  await page.getByLabel("Departure").fill(stay.departure);
  await press(page, "Search");
  await page.getByRole("link", { name: "Mill House" }).click();
  await press(page, "Check price and book");
  await page.getByLabel("First name").fill("Ines");
  await page.getByLabel("Last name").fill("Muster");
  await page.getByLabel("E-mail address").fill("ines@example.com");
  await page.getByRole("checkbox", { name: "I accept" }).check();
  await press(page, "Continue to payment");
  await press(page, "Pay €400.00");
  // The page refreshes itself until the payment has an answer.
  await page.getByRole("heading", { level: 1, name: "Your stay is booked" }).waitFor({ timeout: 120_000 });

  const [, password = ""] = /^Password: (\S+)/m.exec(variables.OWNER ?? "") ?? [];
  await page.goto(`${url}/sign_in`);
  await signIn(page, { id: 0, email: "ada@example.com" }, password);
  await page.goto(`${url}/console/bookings`);
  await page.getByText("Ines Muster").first().waitFor({ timeout: 60_000 });
}
