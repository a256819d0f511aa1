import { expect, test } from "vitest";
import { aGuest } from "../harness/factories.ts";
import { aMember, joins } from "../harness/people.ts";
import { baseUrl } from "../harness/service.ts";
import { aConversation, aMessage, aParticipant } from "../inbox/fixture.ts";
import { goTo, openConsole, sizes, useConsole } from "./open-console.ts";

/** The frame of every screen (console.md, Navigation). */
const roost = useConsole();

test("groups the screens, and counts unread messages as guests write", async () => {
  const account = await roost.service.anAccount();
  const manager = await roost.service.aClient(account);
  const page = await openConsole(roost.at, await aMember(roost.service, account, "owner"), { path: "/settings/me" });
  const navigation = page.getByRole("navigation", { name: "Screens" });
  expect(await navigation.getByRole("list").count()).toBe(4);
  expect(await navigation.getByRole("list", { name: "Daily work" }).getByRole("link").allInnerTexts()).toEqual([
    ...["Calendar", "Today", "Inbox", "Bookings", "Guests", "Cleaning"],
  ]);
  const conversation = await aConversation(manager, { subject: "A cot?" });
  const guest = await aParticipant(manager, conversation, "Client", await aGuest(manager));
  await aMessage(manager, conversation, guest, { content: "Is there a cot?" });
  await navigation.getByRole("link", { name: "Inbox 1 unread" }).waitFor();
});

test("a phone has the most used screens at the bottom, the others in a sheet, and no menu that moves the page", async () => {
  const page = await roost.open({ path: "/today", viewport: sizes.phone });
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  const bar = page.getByRole("navigation", { name: "Screens" });
  expect(await bar.getByRole("link").allInnerTexts()).toEqual(["Calendar", "Today", "Inbox", "Bookings", "Guests"]);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Reports" }).waitFor();
  expect(await heading.boundingBox()).toEqual(before);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await goTo(page, "Reports");
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a new booking starts on every page, by its button and by the key n, but not while the person types", async () => {
  const page = await roost.open({ path: "/guests" });
  await page.getByRole("searchbox").or(page.getByRole("textbox")).first().press("n");
  expect(new URL(page.url()).pathname).toBe("/console/guests");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("n");
  await page.waitForURL("**/console/calendar?*new=booking*");
  await page.goto(`${baseUrl}/console/settings/me`);
  await page.getByRole("link", { name: "New booking" }).click();
  await page.waitForURL("**/console/calendar?*new=booking*");
});

test("a role without the right to book has no button for it, and its key does nothing", async () => {
  const page = await openConsole(roost.at, await aMember(roost.service, roost.account, "accountant"), {
    path: "/money",
  });
  expect(await page.getByRole("link", { name: "New booking" }).count()).toBe(0);
  await page.keyboard.press("n");
  await goTo(page, "Reports");
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
});

test("the person's menu changes the account, opens the own settings and signs out", async () => {
  const person = await aMember(roost.service, roost.account, "owner", { name: "Max Menu" });
  const other = await roost.service.anAccount({ business_name: "Second Homes" });
  await joins(roost.service, other, person.user, "owner");
  const page = await openConsole(roost.at, person, { path: "/today" });
  const menu = page.getByRole("button", { name: "Max Menu" });
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Second Homes" }).click();
  await expect.poll(() => page.title()).toBe("Today · Second Homes");
  await menu.click();
  await page.getByRole("menuitem", { name: "Your settings" }).click();
  await page.waitForURL("**/console/settings/me");
  await menu.click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign_in/);
});

test("a screen that failed to load offline loads once the network is back", async () => {
  const page = await roost.open({ path: "/today" });
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await goTo(page, "Reports");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
  expect(await page.getByText("You are offline").count()).toBe(0);
});

test("a screen that failed to load without the browser knowing loads with Try again", async () => {
  const page = await roost.open({ path: "/today" });
  await page.route("**/assets/reports-screen*", (route) => route.abort());
  await page.route("**/console/session", (route) => route.abort());
  await goTo(page, "Reports");
  const again = page.getByRole("button", { name: "Try again" });
  await again.click();
  await page.getByRole("alert").waitFor();
  await page.unrouteAll();
  await again.click();
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
});

test("the console's first load recovers from an unreachable service", async () => {
  const page = await roost.open({ path: "/today" });
  await page.route("**/console/session", (route) => route.abort());
  await page.reload();
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await page.unrouteAll();
  await again.click();
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
});
