import type { Page, Request } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aComment, aGuest, aRental } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { aMember, joins } from "../harness/people.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { accessibilityFaults, dayFrom, goTo, openConsole, sizes } from "./open-console.ts";
import { aContext, aWindow, type Window } from "./windows.ts";

/** Turnovers and limited roles in a real browser (console.md, Screens and Roles). */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

const at16 = (days: number) => `${dayFrom(days)}T16:00:00Z`;
const at10 = (days: number) => `${dayFrom(days)}T10:00:00Z`;

/** A house with a turnover tomorrow, and another outside the cleaner's rentals. */
async function aHouse() {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner", { name: "Olive Owner" });
  const mill = await aRental(owner, { name: "Mill House", base_rate: "100" });
  const barn = await aRental(owner, { name: "Far Barn", base_rate: "100" });
  const guest = await aGuest(owner, { fullname: "Ada Lovelace" });
  const leaving = await aBooking(owner, mill, { start_at: at16(-2), end_at: at10(1), client_id: guest.id });
  await aBooking(owner, mill, { start_at: at16(1), end_at: at10(4), adults: 2, children: 1, client_id: guest.id });
  await aBooking(owner, barn, { start_at: at16(-2), end_at: at10(2), client_id: guest.id });
  await aComment(owner, leaving, { content: "A cot stands in the attic", visible_for_all_account_users: true });
  await aComment(owner, leaving, { content: "Paid late again", visible_for_all_account_users: false });
  const cleaner = await aMember(service, account, "cleaner", { rentals: [Number(mill.id)], name: "Sam Sweep" });
  return { account, owner, mill, barn, cleaner, leaving };
}

/** Collects refused and pending API requests, without the endless change feed. */
function answersOn(page: Page) {
  const refused: string[] = [];
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (!request.url().includes("/events")) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  return { refused, open };
}

/** Opens every screen in the navigation. @returns their names */
async function lookAround(page: Page, open: ReadonlySet<Request>): Promise<string[]> {
  const names = await page.getByRole("navigation").first().getByRole("link").allInnerTexts();
  for (const name of names) {
    await goTo(page, name);
    await page.getByRole("heading", { level: 1, name: new RegExp(name) }).waitFor();
    await until(() => open.size === 0);
  }
  return names;
}

test("a cleaner sees only their own rentals' turnovers, with guests and times", async () => {
  const { cleaner } = await aHouse();
  const page = await openConsole(at, cleaner);
  const { refused, open } = answersOn(page);
  await page.waitForURL(`${baseUrl}/console/cleaning`);
  const turnover = page.getByRole("listitem").filter({ hasText: "Mill House" }).first();
  await turnover.waitFor();
  const text = await turnover.innerText();
  for (const part of ["10:00", "16:00", "6 hours", "2 adults, 1 child", "3 nights", "A cot stands in the attic"])
    expect(text).toContain(part);
  const whole = await page.locator("body").innerText();
  for (const hidden of ["Far Barn", "Paid late", "Lovelace", "€"]) expect(whole).not.toContain(hidden);
  expect(await lookAround(page, open)).toEqual(["Cleaning", "Settings"]);
  await page.goto(`${baseUrl}/console/bookings/1`);
  await page.waitForURL(`${baseUrl}/console/cleaning`);
  await page.getByText("A cot stands in the attic").waitFor();
  await page.getByRole("button", { name: "Next two weeks" }).click();
  await page.waitForURL(/from=/);
  await page.getByText("No turnovers").first().waitFor();
  expect(refused).toEqual([]);
});

test.each([
  ["viewer", ["Calendar", "Settings"]],
  ["accountant", ["Calendar", "Today", "Reports", "Settings"]],
] as const)("a %s sees only links to screens that the role can open", async (role, screens) => {
  const { account } = await aHouse();
  const page = await openConsole(at, await aMember(service, account, role));
  const { refused, open } = answersOn(page);
  await page.locator("[data-stay]").first().waitFor();
  await page.locator("[data-stay]").first().click();
  const dialog = page.getByRole("dialog", { name: /Mill House|Far Barn/ });
  await dialog.waitFor();
  expect((await dialog.getByText("Ada Lovelace").count()) > 0).toBe(role !== "viewer");
  await page.keyboard.press("Escape");
  expect(await lookAround(page, open)).toEqual(expect.arrayContaining([...screens]));
  expect(refused).toEqual([]);
});

test("an accountant can open a booking, and a viewer is redirected to the calendar", async () => {
  const { account, leaving } = await aHouse();
  const path = `${baseUrl}/console/bookings/${leaving.id}`;
  const accountant = await openConsole(at, await aMember(service, account, "accountant"));
  const { refused, open } = answersOn(accountant);
  await accountant.goto(path);
  await accountant.getByRole("heading", { level: 1, name: /Mill House/ }).waitFor();
  await until(() => open.size === 0);
  expect(refused).toEqual([]);
  const viewer = await openConsole(at, await aMember(service, account, "viewer"));
  await viewer.goto(path);
  await viewer.waitForURL(`${baseUrl}/console/calendar`);
});

test("an invited cleaner chooses a password through the mail's link and sees only turnovers", async () => {
  const { owner } = await aHouse();
  const email = `${crypto.randomUUID()}@example.com`;
  const page = await openConsole(at, owner, { path: "/settings" });
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Invite person" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Role").selectOption("Cleaner");
  await page.getByLabel("Mill House").check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText(`Invitation sent to ${email}.`).waitFor();
  await until(() => mailer.sent.some(({ to }) => to.address === email));
  const { text } = mailer.sent.find(({ to }) => to.address === email) ?? { text: "" };
  const guest = await strangerAt(/https:\/\/roost\.test\/\S+/.exec(text)?.[0] ?? "");
  const { refused } = answersOn(guest);
  await guest.getByLabel("Your name").fill("Sam Sweep");
  await guest.getByLabel(/^Password/).fill("seven herons over the quay");
  await guest.getByLabel(/once more|again|Repeat/i).fill("seven herons over the quay");
  await guest.getByRole("button", { name: "Accept the invitation" }).click();
  await guest.waitForURL(`${baseUrl}/console/cleaning`);
  await guest.getByRole("listitem").filter({ hasText: "Mill House" }).first().waitFor();
  expect(await guest.getByRole("listitem").filter({ hasText: "Far Barn" }).count()).toBe(0);
  expect(refused).toEqual([]);
});

/** Opens a page in a signed-out browser. */
async function strangerAt(url: string): Promise<Page> {
  const context = await aContext(at, { viewport: sizes.phone, locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test("the console opens with the last viewed account, at first with the oldest membership", async () => {
  const [first, second] = [await service.anAccount(), await service.anAccount()];
  await service.sql(
    "update accounts set business_name = case id when $1 then 'Zebra Lets' else 'Ant Hill' end where id in ($1, $2)",
    [first, second],
  );
  const person = await aMember(service, first, "owner");
  await joins(service, second, person.user, "cleaner");
  const page = await openConsole(at, person);
  await page.getByRole("button", { name: /Zebra Lets/ }).click();
  await page.getByRole("menuitemradio", { name: "Ant Hill" }).click();
  await page.waitForURL(`${baseUrl}/console/cleaning`);
  await page.getByText("No rentals assigned to you yet.").waitFor();
  await page.goto(`${baseUrl}/console/calendar`);
  await page.waitForURL(`${baseUrl}/console/cleaning`);
  await page.getByRole("button", { name: /Ant Hill/ }).waitFor();
});

test("an owner creates a cleaning link that works without an account, and revokes it", async () => {
  const { owner, mill } = await aHouse();
  const page = await openConsole(at, owner, { path: "/cleaning", viewport: sizes.phone, colorScheme: "dark" });
  await page.getByRole("button", { name: "Invite cleaner" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite cleaner" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByText("can't be blank").first().waitFor();
  await dialog.getByLabel("Name").fill("The laundry");
  await dialog.getByLabel("Mill House").check();
  await dialog.getByLabel("Last day").fill(dayFrom(30));
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByLabel("Address").inputValue();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const stranger = await strangerAt(address);
  await stranger.getByRole("heading", { name: "Mill House" }).first().waitFor();
  expect(await stranger.getByText("Far Barn").count()).toBe(0);
  expect(await accessibilityFaults(stranger)).toEqual([]);
  expect(await stranger.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  const links = recordsOf(await owner.get("/cleaning_links"), "cleaning_links");
  expect(links).toMatchObject([
    { name: "The laundry", expires_at: `${dayFrom(31)}T00:00:00Z`, links: { rentals: [mill.id] } },
  ]);
  await page.getByText(`until`).waitFor();
  await page.getByRole("button", { name: "Renew link of The laundry" }).click();
  await page.getByText("The old one stops working.").waitFor();
  await page.getByRole("button", { name: "Renew link", exact: true }).click();
  const renewed = page.getByRole("dialog", { name: "New link of The laundry" });
  const newAddress = await renewed.getByLabel("Address").inputValue();
  expect(newAddress).not.toBe(address);
  const mail = await renewed.getByRole("link", { name: "Send by e-mail" }).getAttribute("href");
  expect(decodeURIComponent(mail ?? "")).toContain(newAddress);
  await renewed.getByRole("button", { name: "Close" }).last().click();
  await stranger.reload();
  await stranger.getByRole("heading", { name: "This link no longer works" }).waitFor();
  await stranger.goto(newAddress);
  await stranger.getByRole("heading", { name: "Mill House" }).first().waitFor();
  await page.getByRole("button", { name: "Revoke link of The laundry" }).click();
  await page.getByRole("button", { name: "Revoke link", exact: true }).click();
  await page.getByText("Link of The laundry revoked.").waitFor();
  await stranger.reload();
  await stranger.getByRole("heading", { name: "This link no longer works" }).waitFor();
});
