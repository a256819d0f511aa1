import { beforeAll, expect, test } from "vitest";
import { aMember } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { accessibilityFaults, openConsole } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** The choice of notifications in a real browser (docs/design/notifications.md). */
const service = useSharedService();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

test("an owner chooses events by mail and push and a digest, which a reload still shows", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const page = await openConsole(at, owner, { path: "/settings/notifications" });
  const stored = async () =>
    (await service.sql("select mail, push, digest_hour from notification_choices where account_id = $1", [account]))[0];
  await page.getByRole("checkbox", { name: "New booking: Mail" }).check();
  await until(async () => Boolean(await stored()));
  await page.getByRole("checkbox", { name: "Message unread for an hour: Push" }).check();
  await page.getByLabel("Daily digest by mail").selectOption("07:00");
  await until(async () => (await stored())?.digest_hour === 7);
  expect(await stored()).toEqual({ mail: ["booked"], push: ["unread"], digest_hour: 7 });
  await page.reload();
  await page.getByRole("checkbox", { name: "New booking: Mail", checked: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
