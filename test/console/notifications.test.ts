import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aPushBrowser, type PushBrowser } from "../notifications/push-service.ts";
import { accessibilityFaults, openConsole } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The choice of notifications in a real browser (docs/design/notifications.md). */
const service = useService({ endpoints: {}, privateFetch: ["127.0.0.1"] });
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

test("an owner chooses events by mail and push and a digest, which a reload still shows", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const page = await openConsole(at, owner, { path: "/settings/notifications" });
  const stored = async () =>
    (
      await service.sql(
        "select array(select unnest(mail) order by 1) as mail, push, digest_hour from notification_choices where account_id = $1",
        [account],
      )
    )[0];
  // The choice is shown from the next render on, which `check` does not wait for.
  await page.getByRole("checkbox", { name: "New booking: E-mail" }).click();
  await until(async () => Boolean(await stored()));
  await page.getByRole("checkbox", { name: "Message unread for an hour: Push" }).click();
  await page.getByRole("checkbox", { name: "Message unread for an hour: Push", checked: true }).waitFor();
  await page.getByLabel("Daily digest by e-mail").selectOption("07:00");
  await until(async () => (await stored())?.digest_hour === 7);
  expect(await stored()).toEqual({ mail: ["booked", "feed", "task"], push: ["unread"], digest_hour: 7 });
  await page.reload();
  await page.getByRole("checkbox", { name: "New booking: E-mail", checked: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("of two quick choices, the later one stays, however long the first takes", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const page = await openConsole(at, owner, { path: "/settings/notifications" });
  let sent = 0;
  await page.route("**/notifications", async (route) => {
    if (route.request().method() === "PUT" && sent++ === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const answered: Promise<unknown>[] = [1, 2].map((count) => {
    let seen = 0;
    return page.waitForResponse((response) => response.request().method() === "PUT" && ++seen === count);
  });
  await page.getByRole("checkbox", { name: "New booking: E-mail" }).click();
  await page.getByRole("checkbox", { name: "New booking: Push" }).click();
  await Promise.all(answered);
  const [stored] = await service.sql("select push from notification_choices where account_id = $1", [account]);
  expect(stored?.push).toContain("booked");
});

/** Chromium only subscribes with its maker's push service, so the page gets the stand-in's subscription: a real key, and its address. */
const subscribeWith = (subscription: PushBrowser["subscription"]) =>
  `PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(subscription)}) })`;

/** Hands a message to the console's worker, as the push service of the browser's maker does. */
async function deliver(page: Page, message: unknown): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const data = JSON.stringify(message);
  await session.send("ServiceWorker.deliverPushMessage", { origin: baseUrl, registrationId, data });
}

/** Records what the worker asks the browser to show: without a screen, Chromium forgets it at once. */
const recordShown = `self.shown = [];
  self.registration.showNotification = async (title, { body, tag }) => void self.shown.push({ title, body, tag });`;

test("a member enables push messages in the browser, which a new booking reaches encrypted and which it shows", async () => {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const owner = await aMember(service, account, "owner");
  const browser = await aPushBrowser();
  const page = await openConsole(at, owner, { path: "/settings/notifications", serviceWorkers: "allow" });
  await page.context().grantPermissions(["notifications"], { origin: baseUrl });
  await page.evaluate(subscribeWith(browser.subscription));
  await page.getByRole("button", { name: "Enable on this device" }).click();
  await page.getByText("Notifications are enabled on this device.").waitFor();
  await page.getByRole("button", { name: /^Remove Chrome/ }).waitFor();
  // The choice is shown once it is stored.
  await page.getByRole("checkbox", { name: "New booking: Push" }).click();
  await page.getByRole("checkbox", { name: "New booking: Push", checked: true }).waitFor();
  await until(async () => {
    const [stored] = await service.sql("select push from notification_choices where account_id = $1", [account]);
    return JSON.stringify(stored?.push) === '["booked"]';
  });
  const rental = await aRental(client, { name: "Mill House" });
  const guest = await aGuest(client, { fullname: "Ada Guest" });
  const stay = await aBooking(client, rental, { booked: true, client_id: guest.id });
  await until(() => browser.received.length === 1);
  const [pushed] = browser.received;
  expect(pushed?.message).toMatchObject({ title: "New booking: Mill House", url: `/console/bookings/${stay.id}` });
  expect(pushed?.headers).toMatchObject({
    "content-encoding": "aes128gcm",
    authorization: expect.stringMatching(/^vapid t=/),
  });
  const { title, body, tag } = Object(pushed?.message);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(recordShown);
  await deliver(page, pushed?.message);
  await expect.poll(() => worker?.evaluate("self.shown")).toEqual([{ title, body, tag }]);
});
