import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useCalendarServer } from "../feeds/calendar-server.ts";
import { aCalendar, days } from "../feeds/factories.ts";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { createdEndpoint } from "../webhooks/factories.ts";
import { aReceiver } from "../webhooks/receiver.ts";
import { faultsOf } from "./looks.ts";
import { accessibilityFaults, dayFrom, openConsole, sizes } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Webhooks and calendar settings, with real receivers and the real job queue (console.md, Settings; docs/concepts/calendars.md). */
const service = useService({ endpoints: {}, localWebhooks: true, privateFetch: ["127.0.0.1"] });
const calendars = useCalendarServer();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

async function toWebhooks(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
}

async function toCalendars(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Calendars\b/ }).click();
}

test("an owner adds a webhook endpoint, finds a failed delivery, and resends it", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const receiver = await aReceiver(Date.now);
  receiver.answers((response) => void response.writeHead(500).end("The shop is being repaired."));
  const page = await openConsole(at, owner, { path: "/settings" });
  await toWebhooks(page);
  await page.getByText("No webhooks yet").waitFor();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill("https://someone:secret@shop.example/events");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("must not contain a user name or a password").waitFor();
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByLabel("Purpose").fill("The shop");
  await dialog.getByLabel("All events").uncheck();
  await dialog.getByLabel("Search event types").fill("booking.created");
  await dialog.getByLabel("booking.created", { exact: true }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  const secret = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  receiver.holds(secret);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("link", { name: "The shop" }).click();
  await page.getByText("Events: booking.created").waitFor();
  await page.getByText("No deliveries").waitFor();
  const stay = await aBooking(owner, await aRental(owner));
  await expect.poll(() => receiver.received).toHaveLength(1);
  // No automatic retry is due: the next delivery is the user's own.
  await expect
    .poll(async () => recordsOf(await owner.get("/webhook_deliveries"), "webhook_deliveries")[0])
    .toMatchObject({ status: 500, record_id: String(stay.id) });
  await service.sql("update webhook_messages set given_up_at = now() where account_id = $1", [account]);
  await page.getByText("Failed (500). Given up.").waitFor();
  await page.getByLabel("Failed only").check();
  await page.getByText("Response").click();
  await page.getByText("The shop is being repaired.").waitFor();
  receiver.answers((response) => void response.writeHead(204).end());
  await page.getByRole("button", { name: "Resend: booking.created" }).click();
  await page.getByText("Message resent").waitFor();
  await expect.poll(() => receiver.received).toHaveLength(2);
  const [first, second] = receiver.received;
  expect(second).toMatchObject({
    type: "booking.created",
    webhookId: first?.webhookId,
    data: { record: { id: stay.id } },
  });
  await page.getByLabel("Failed only").uncheck();
  await page.getByText("Delivered (204)").waitFor();
  const attempts = recordsOf(await owner.get("/webhook_deliveries"), "webhook_deliveries");
  expect(attempts.map(({ succeeded, status }) => [succeeded, status])).toEqual([
    [false, 500],
    [true, 204],
  ]);
  expect(receiver.refused).toEqual([]);
});

test("an owner rotates a webhook endpoint's secret, disables and enables it, changes and deletes it", async () => {
  const owner = await aMember(service, await service.anAccount(), "owner");
  const endpoint = await createdEndpoint(owner, { event_types: ["client.created"], description: "The calendar" });
  const page = await openConsole(at, owner, { path: "/settings" });
  const now = async (): Promise<Json | undefined> =>
    recordsOf(await owner.get("/webhook_endpoints"), "webhook_endpoints")[0];
  await toWebhooks(page);
  await page.getByRole("link", { name: "The calendar" }).click();
  await page.getByRole("button", { name: "New secret" }).click();
  const dialog = page.getByRole("dialog");
  const secret = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(endpoint.secret);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await page.getByText("The previous secret also signs messages until").waitFor();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByText("Endpoint disabled").waitFor();
  expect(await now()).toMatchObject({ enabled: false });
  await undo(page);
  await page.getByText("Undone").waitFor();
  expect(await now()).toMatchObject({ enabled: true });
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByLabel("All events").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("All events.").waitFor();
  expect(await now()).toMatchObject({ event_types: null, description: "The calendar" });
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await page.getByText("No webhooks yet").waitFor();
  expect(await now()).toBeUndefined();
});

test("a manager can only disable an application's endpoint, and an accountant sees no webhooks", async () => {
  const account = await service.anAccount();
  const program = await service.aClient(account);
  const made = await createdEndpoint(program);
  await service.sql("update applications set registered_by_user_id = $2 where id = $1", [
    program.application,
    (await aMember(service, account, "owner")).user,
  ]);
  const manager = await aMember(service, account, "manager");
  const page = await openConsole(at, manager, { path: "/settings" });
  await toWebhooks(page);
  await page.getByText(/Added by Application/).waitFor();
  await page.getByRole("link", { name: "https://shop.example/events" }).click();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByText("Endpoint disabled").waitFor();
  expect(await page.getByRole("button", { name: "New secret" }).count()).toBe(0);
  expect(recordsOf(await program.get(`/webhook_endpoints/${made.id}`), "webhook_endpoints")).toMatchObject([
    { enabled: false },
  ]);
  const accountant = await aMember(service, account, "accountant");
  const other = await openConsole(at, accountant, { path: "/settings" });
  await other.getByRole("heading", { name: "Name and language" }).waitFor();
  expect(await other.getByRole("link", { name: "Webhooks" }).count()).toBe(0);
  for (const [method, path] of [
    ["GET", "applications"],
    ["PUT", `webhook_endpoints/${made.id}`],
  ] as const) {
    const refused = await fetch(`${service.url}/console/accounts/${account}/${path}`, {
      method,
      headers: { ...accountant.headers, "content-type": "application/json" },
      ...(method === "PUT" ? { body: '{"enabled":true}' } : {}),
    });
    expect(refused.status).toBe(403);
  }
});

test("a manager imports a calendar by URL, sees its bookings and conflicts, and removes it", async () => {
  const manager = await aMember(service, await service.anAccount(), "manager");
  const rental = await aRental(manager, { name: "Mill House" });
  const own = await aBooking(manager, rental, {
    start_at: `${dayFrom(60)}T16:00:00Z`,
    end_at: `${dayFrom(64)}T10:00:00Z`,
  });
  calendars.serves("mill.ics", aCalendar(days("one@mill", 20, 23), days("two@mill", 61, 62)));
  const page = await openConsole(at, manager, { path: "/settings" });
  await toCalendars(page);
  await page.getByText("No imported calendars").waitFor();
  await page.getByRole("button", { name: "Import calendar" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Source").fill("Portal");
  await dialog.getByLabel("URL").fill("calendars.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.locator("[aria-invalid=true]").waitFor();
  await dialog.getByLabel("URL").fill(calendars.url("mill.ics"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Portal added.").waitFor();
  await page.getByText("Conflicts: 1").waitFor();
  await page.getByRole("link", { name: "Conflicting booking" }).waitFor();
  await page.getByText("Last read: 1 added").waitFor();
  const blocked = async () => {
    const stays = recordsOf(await manager.get(`/bookings?rental_id=${rental.id}`), "bookings");
    return stays.filter(({ id }) => id !== own.id).map(({ unavailable }) => unavailable);
  };
  expect(await blocked()).toEqual([true]);
  await page.getByRole("button", { name: "Remove: Portal" }).click();
  await page.getByRole("button", { name: "Remove calendar" }).click();
  await page.getByText("No imported calendars").waitFor();
  await expect.poll(blocked).toEqual([]);
});

test("imports a calendar from a file, refuses any other file, and exports a calendar at its own URL", async () => {
  const owner = await aMember(service, await service.anAccount(), "owner");
  const rental = await aRental(owner, { name: "Mill House" });
  const page = await openConsole(at, owner, { path: "/settings" });
  await toCalendars(page);
  await page.getByRole("button", { name: "Import calendar" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Source").fill("Neighbour");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("From files").waitFor();
  const give = async (text: string) => {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file (.ics): Neighbour" }).click();
    await (await choosing).setFiles({ name: "mill.ics", mimeType: "text/calendar", buffer: Buffer.from(text) });
  };
  await give("no calendar");
  await page.getByRole("alert").waitFor();
  await give(aCalendar(days("one@mill", 20, 23)));
  await page.getByText("Upcoming blocks: 1. Last read: 1 added").waitFor();
  expect(recordsOf(await owner.get(`/bookings?rental_id=${rental.id}`), "bookings")).toHaveLength(1);
  await page.getByRole("button", { name: "Export calendar" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Cousin");
  await dialog.getByRole("button", { name: "Save" }).click();
  const address = page.getByLabel("URL for Cousin, Mill House", { exact: true });
  const before = await address.inputValue();
  expect((await fetch(new URL(new URL(before).pathname, service.url))).status).toBe(200);
  await page.getByRole("button", { name: "New URL: Cousin" }).click();
  await page.getByRole("button", { name: "Create new URL" }).click();
  await page.getByText("New URL created.").waitFor();
  await expect.poll(() => address.inputValue()).not.toBe(before);
  expect((await fetch(new URL(new URL(before).pathname, service.url))).status).toBe(404);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)(
  "a manager reads a calendar now, confirms missing stays and changes its options (%s, %s)",
  async (size, scheme) => {
    const manager = await aMember(service, await service.anAccount(), "manager");
    const rental = await aRental(manager, { name: "Mill House", preparation_days: 1 });
    await aBooking(manager, rental, { start_at: `${dayFrom(60)}T16:00:00Z`, end_at: `${dayFrom(64)}T10:00:00Z` });
    const name = `options-${size}.ics`;
    const all = [20, 25, 30, 35].map((from) => days(`s${from}@mill`, from, from + 2, "SUMMARY:Reserved"));
    calendars.serves(
      name,
      aCalendar(...all, days("two@mill", 58, 62), days("soon", 1, 2).replace(/DTSTART.*/, "DTSTART:soon")),
    );
    await created(manager, "/calendar_feeds", "calendar_feeds", {
      ...{ kind: "import", name: "Portal", rental_id: rental.id, url: calendars.url(name) },
    });
    const page = await openConsole(at, manager, { path: "/settings", viewport: sizes[size], colorScheme: scheme });
    await toCalendars(page);
    await page.getByText("Upcoming blocks: 5. Last read: 5 added").waitFor();
    await page.getByText("Double booking").waitFor();
    await page.getByText("Unreadable events: 1").waitFor();
    calendars.serves(name, aCalendar(days("two@mill", 58, 60)));
    await page.getByRole("button", { name: "Read now: Portal" }).click();
    await page.getByText("4 of 5 stays are missing").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Options: Portal" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Blocked nights").check();
    await dialog.getByLabel("Ignore events titled").fill("Check-out");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Options saved.").waitFor();
    const [feed] = recordsOf(await manager.get("/calendar_feeds"), "calendar_feeds");
    expect(feed).toMatchObject({ treat_as: "blocks", ignore_summaries: ["Check-out"] });
    await page.getByRole("button", { name: "Cancel missing stays" }).click();
    await page.getByText("Up to date").waitFor();
    expect(
      recordsOf(await manager.get(`/bookings?rental_id=${rental.id}&status=unavailable`), "bookings"),
    ).toHaveLength(1);
  },
);

test("asks before it overwrites a calendar's options that another person has changed", async () => {
  const manager = await aMember(service, await service.anAccount(), "manager");
  const rental = await aRental(manager, { name: "Mill House" });
  const feed = await created(manager, "/calendar_feeds", "calendar_feeds", {
    ...{ kind: "import", name: "Portal", rental_id: rental.id },
  });
  const now = async () => recordsOf(await manager.get("/calendar_feeds"), "calendar_feeds")[0];
  const page = await openConsole(at, manager, { path: "/settings" });
  await toCalendars(page);
  await page.getByRole("button", { name: "Options: Portal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Ignore events titled").fill("Check-out");
  const theirs = { ignore_summaries: ["Cleaning"], treat_as: "blocks" };
  expect((await manager.put(`/calendar_feeds/${feed.id}`, { calendar_feeds: [theirs] })).status).toBe(200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("Cleaning").waitFor();
  expect(await now()).toMatchObject(theirs);
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await page.getByText("Options saved.").waitFor();
  expect(await now()).toMatchObject({ ignore_summaries: ["Check-out"], treat_as: "blocks" });
});

test("the webhook settings are accessible and fit the window, in light and dark", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const receiver = await aReceiver(Date.now);
  const { secret } = await createdEndpoint(owner, { url: `${receiver.url}/${"long".repeat(30)}` });
  receiver.holds(String(secret));
  const page = await openConsole(at, owner, { path: "/settings" });
  await toWebhooks(page);
  await aRental(owner);
  await page.getByRole("link", { name: receiver.url }).waitFor();
  expect(await faultsOf(page, "endpoints")).toEqual([]);
  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByText("Delivered (204)").first().waitFor();
  expect(await faultsOf(page, "an endpoint")).toEqual([]);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("dialog").getByLabel("All events").uncheck();
  await page.getByRole("dialog").getByLabel("booking.created", { exact: true }).waitFor();
  expect(await faultsOf(page, "a change of an endpoint")).toEqual([]);
});
