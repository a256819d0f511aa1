import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { press, typeDay } from "./keyboard.ts";
import { dayFrom, openConsole, shownDay, useConsole } from "./open-console.ts";

/** Days of instants are those of the rental's clock, or of the account's (console.md, Truth). The browser's clock is UTC. */
const roost = useConsole();

/** The east is 14 hours ahead of the browser, the west 10 hours behind. */
const [east, west] = ["Pacific/Kiritimati", "Pacific/Honolulu"];

const writtenDay = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day));

test("a payment has the day of the rental's clock in lists, forms and files", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "East House", currency: "EUR", time_zone: east });
  const stay = await aBooking(person, rental, { booked: true, final_price: "500" });
  // As an import stores a day: from midnight at the rental.
  const payment = await created(person, `/bookings/${stay.id}/payments`, "payments", {
    ...{ kind: "cash", amount_in_cents: 20_000, currency: "EUR", paid_at: `${dayFrom(-6)}T10:00:00Z` },
  });
  const page = await roost.open({ path: "/money?tab=payments" });
  const row = page.getByRole("row", { name: /East House/ });
  expect(await row.innerText()).toContain(writtenDay(dayFrom(-5)));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain(`"${dayFrom(-5)}"`);
  await row.getByRole("button", { name: "More: €200.00" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const day = page.getByRole("dialog").getByLabel("Paid on");
  expect(await day.inputValue()).toBe(shownDay(dayFrom(-5)));
  await typeDay(page, day, dayFrom(-3));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Save" }));
  await page.getByText("Payment saved.").waitFor();
  expect(await read(person, "payments", payment.id)).toMatchObject({ paid_at: `${dayFrom(-4)}T22:00:00Z` });
  expect(await row.innerText()).toContain(writtenDay(dayFrom(-3)));

  await page.goto(page.url().replace(/\/console.*/, `/console/bookings/${stay.id}`));
  const card = page.locator("section", { has: page.getByRole("heading", { name: "Payments", exact: true }) });
  await card.getByText(writtenDay(dayFrom(-3))).waitFor();
  await card.getByRole("button", { name: "Record payment" }).click();
  await typeDay(page, page.getByRole("dialog").getByLabel("Paid on"), dayFrom(-2));
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByText("Payment of €300.00 recorded.").waitFor();
  await card.getByText(writtenDay(dayFrom(-2))).waitFor();
  const payments = recordsOf(await person.get("/payments"), "payments");
  expect(payments.map(({ paid_at }) => paid_at)).toContain(`${dayFrom(-3)}T22:00:00Z`);

  await page.getByRole("button", { name: "Cancel booking" }).first().click();
  await page.getByLabel(new RegExp(`^Cash, .*${writtenDay(dayFrom(-2))}`)).waitFor();
});

test("an arrival is ahead, and its balance not overdue, until the rental's clock has reached it", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "West House", currency: "EUR", time_zone: west, balance_due: 0 });
  const hour = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 14)}00:00Z`;
  await aBooking(person, rental, { start_at: hour(-5), end_at: hour(60), booked: true, final_price: "500" });
  const page = await roost.open({ path: "/money?tab=due" });
  await page.getByRole("table", { name: "Due within a week" }).getByText("West House").waitFor();
  await page.goto(page.url().replace(/\/console.*/, "/console/rentals"));
  await page.getByRole("listitem").filter({ hasText: "West House" }).getByText("Next arrival").waitFor();
});

test("a guest can be reviewed from the day of departure on the rental's clock", async () => {
  const { person } = roost;
  // At every hour, one of the zones has another date than the account.
  for (const time_zone of [east, west]) {
    const rental = await aRental(person, { name: "Left House", time_zone });
    const guest = await aGuest(person, { fullname: "Ada Lovelace" });
    const date = new Intl.DateTimeFormat("sv-SE", { timeZone: time_zone, dateStyle: "short" });
    const there = (days: number) => date.format(Date.now() + days * 86_400_000);
    for (const [leaves, cards] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const dates = { start_at: there(leaves - 1), end_at: there(leaves) };
      const stay = await aBooking(person, rental, { ...dates, booked: true, client_id: guest.id });
      const page = await roost.open({ path: `/bookings/${stay.id}` });
      await page.getByRole("heading", { name: "Payments", exact: true }).waitFor();
      const card = page.getByRole("region", { name: "Review of the guest" });
      if (cards > 0) await card.waitFor();
      expect(await card.count()).toBe(cards);
    }
  }
});

test("days of the audit, of links and of tokens begin by the account's clock", async () => {
  const { service, at } = roost;
  const owner = await aMember(service, await service.anAccount({ time_zone: east }), "owner");
  await aRental(owner, { name: "East House" });
  const page = await openConsole(at, owner, { path: "/cleaning" });
  await page.getByRole("button", { name: "Invite cleaner" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite cleaner" });
  await dialog.getByLabel("Name").fill("The laundry");
  await dialog.getByLabel("East House").check();
  await dialog.getByLabel("Last day").fill(dayFrom(30));
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText(writtenDay(dayFrom(30))).waitFor();
  const links = recordsOf(await owner.get("/cleaning_links"), "cleaning_links");
  expect(links).toMatchObject([{ expires_at: `${dayFrom(30)}T10:00:00Z` }]);

  await page.goto(page.url().replace(/\/console.*/, `/console/settings/agents`));
  await page.getByRole("button", { name: "Create token" }).first().click();
  await page.getByRole("dialog").getByLabel("Last day").fill(dayFrom(30));
  const asked = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
  expect((await asked).postDataJSON()).toMatchObject({ expires: `${dayFrom(30)}T09:59:59.000Z` });

  const listed = page.waitForRequest(/\/audit_entries/);
  await page.goto(page.url().replace(/\/console.*/, `/console/settings/audit?from=${dayFrom(-3)}`));
  expect(new URL((await listed).url()).searchParams.get("from")).toBe(`${dayFrom(-4)}T10:00:00.000Z`);
});
