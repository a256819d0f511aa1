import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aRental, created, linksOf, read } from "../harness/factories.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aPicture } from "../tasks/a-picture.ts";
import { accessibilityFaults, dayFrom, sizes } from "./open-console.ts";
import { aContext, aWindow, type Window } from "./windows.ts";

/** A cleaning link's tasks in a real browser (docs/concepts/cleaning.md). */
const service = useService({ endpoints: {} });
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

async function aHouse() {
  const manager = await service.aClient(await service.anAccount());
  const mill = await aRental(manager, { name: "Mill House", time_zone: "Etc/UTC" });
  const task = await created(manager, "/tasks", "tasks", {
    ...{ rental_id: mill.id, due_from: `${dayFrom(0)}T10:00:00Z`, due_until: `${dayFrom(0)}T16:00:00Z` },
    ...{ title: "<img src=x onerror=alert(1)>", checklist: ["Beds", "Bins", "<script>alert(1)</script>"] },
    notes: "The spare key hangs in the shed.",
  });
  const link = await created(manager, "/cleaning_links", "cleaning_links", { name: "Sam", rental_ids: [mill.id] });
  return { manager, task, path: `${baseUrl}/cleaning/${link.secret}` };
}

interface PhoneSettings {
  readonly javaScriptEnabled?: boolean;
  readonly serviceWorkers?: "block";
}

async function aPhone(path: string, settings: PhoneSettings = {}): Promise<Page> {
  const context = await aContext(at, {
    ...{ viewport: sizes.phone, locale: "en-GB", timezoneId: "UTC", serviceWorkers: "allow", ...settings },
  });
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    throw new Error(`A text ran as a script: ${dialog.message()}`);
  });
  await page.goto(path);
  return page;
}

const taskOf = (manager: ApiClient, { id }: Json) => read(manager, "tasks", id);

async function aPhotoFile(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "task-photo-")), "bath.jpg");
  await writeFile(path, Buffer.from(await aPicture(), "base64"));
  return path;
}

test("a cleaner ticks, photographs and finishes a task offline, and it arrives once", async () => {
  const { manager, task, path } = await aHouse();
  const page = await aPhone(path);
  await page.getByText("<img src=x onerror=alert(1)>").waitFor();
  // waitForFunction would evaluate the text again later, which the page's policy refuses.
  await until(() => page.evaluate<boolean>("navigator.serviceWorker.controller !== null"));
  // The script stores all files at once; its worker may store some before.
  await until(() => page.evaluate<boolean>("caches.match(location.href).then((page) => page !== undefined)"));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByLabel("Beds").check();
  await page.getByLabel("<script>alert(1)</script>").check();
  await page.getByLabel("Minutes worked").fill("75");
  await page.getByLabel("Report a problem").fill("A tap drips");
  await page.getByLabel("Add a photo").setInputFiles(await aPhotoFile());
  await page.getByRole("button", { name: "Send photo" }).click();
  await page.getByRole("button", { name: "Mark as done" }).click();
  await page
    .getByRole("status")
    .getByText("You are offline. Your entries are sent when you are online again. Waiting to be sent: 4")
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  expect(await page.getByLabel("Beds").isChecked()).toBe(true);
  expect(await page.getByRole("button", { name: "Mark as done" }).isVisible()).toBe(false);
  expect(await taskOf(manager, task)).toMatchObject({ status: "open", minutes: null });
  await page.context().setOffline(false);
  await page.getByRole("status").getByText("Everything is sent.").waitFor();
  const after = await taskOf(manager, task);
  expect(after).toMatchObject({
    ...{ status: "done", done_by: "Sam", minutes: 75, problem: "A tap drips" },
    checklist: [
      { text: "Beds", done: true },
      { text: "Bins", done: false },
      { text: "<script>alert(1)</script>", done: true },
    ],
  });
  expect(linksOf(after).task_photos).toHaveLength(1);
  await page.reload();
  await page.getByText("1 photo").waitFor();
  expect(await taskOf(manager, task)).toEqual(after);
});

test("entries that two windows made offline arrive once, whichever window sends them", async () => {
  const { manager, task, path } = await aHouse();
  const first = await aPhone(path);
  await until(() => first.evaluate<boolean>("navigator.serviceWorker.controller !== null"));
  await until(() => first.evaluate<boolean>("caches.match(location.href).then((page) => page !== undefined)"));
  await first.context().setOffline(true);
  await first.reload();
  const second = await first.context().newPage();
  await second.goto(path);
  await first.getByLabel("Beds").check();
  await first.getByLabel("Add a photo").setInputFiles(await aPhotoFile());
  await first.getByRole("button", { name: "Send photo" }).click();
  await second.getByLabel("Report a problem").fill("A tap drips");
  await second.getByRole("button", { name: "Save" }).click();
  await second.getByText("Waiting to be sent: 3", { exact: false }).waitFor();
  await first.context().setOffline(false);
  for (const page of [first, second]) await page.getByRole("status").getByText("Everything is sent.").waitFor();
  const after = await taskOf(manager, task);
  expect(after).toMatchObject({
    ...{ status: "open", problem: "A tap drips" },
    checklist: [{ done: true }, { done: false }, { done: false }],
  });
  expect(linksOf(after).task_photos).toHaveLength(1);
  expect(await service.sql("select from task_photos where task_id = $1", [task.id])).toHaveLength(1);
});

test("retries a request with a lost response, which counts once", async () => {
  const { manager, task, path } = await aHouse();
  // Requests of a page with a worker cannot be lost on the way.
  const page = await aPhone(path, { serviceWorkers: "block" });
  let losses = 2;
  await page.route("**/tasks/*", async (route) => {
    const answer = await route.fetch();
    return losses-- > 0 ? route.abort() : route.fulfill({ response: answer });
  });
  await page.getByLabel("Report a problem").fill("A tap drips");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Waiting to be sent: 1").waitFor();
  await until(async () => (await taskOf(manager, task)).problem === "A tap drips");
  await manager.put(`/tasks/${task.id}`, { tasks: [{ problem_solved: true }] });
  for (let sends = 0; sends < 2; sends++) await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText("Everything is sent.").waitFor();
  expect(await taskOf(manager, task)).toMatchObject({ problem: "A tap drips", problem_solved: true });
});

test("the page works without a script, on a phone and a desktop", async () => {
  const { manager, task, path } = await aHouse();
  const page = await aPhone(path, { javaScriptEnabled: false });
  await page.getByLabel("Beds").check();
  await page.getByLabel("Report a problem").fill("A tap drips");
  await page.getByRole("button", { name: "Mark as done" }).click();
  await page.getByText("Reported problem: A tap drips").waitFor();
  expect(await page.getByRole("button", { name: "Reopen" }).isVisible()).toBe(true);
  await page.getByLabel("Add a photo").setInputFiles(await aPhotoFile());
  await page.getByRole("button", { name: "Send photo" }).click();
  await page.getByText("1 photo").waitFor();
  expect(await taskOf(manager, task)).toMatchObject({ status: "done", problem: "A tap drips" });
});

test("the page is accessible and fits a phone and a desktop", async () => {
  const { path } = await aHouse();
  const page = await aPhone(path);
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/cleaning-${size.width}.png`, fullPage: true });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  }
});
