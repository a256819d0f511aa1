import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created, linksOf, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aPicture } from "../tasks/a-picture.ts";
import { accessibilityFaults, dayFrom, openConsole, sizes } from "./open-console.ts";
import { aWindow, type Window } from "./windows.ts";

/** Tasks in the console (docs/guides/tasks.md). */
const service = useService({ endpoints: {} });
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

async function aHouse() {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner", { name: "Olive Owner" });
  const mill = await aRental(owner, { name: "Mill House", base_rate: "100" });
  const cleaner = await aMember(service, account, "cleaner", { rentals: [Number(mill.id)], name: "Sam Sweep" });
  const booking = await aBooking(owner, mill, {
    start_at: `${dayFrom(-2)}T16:00:00Z`,
    end_at: `${dayFrom(1)}T10:00:00Z`,
  });
  return { account, owner, mill, cleaner, booking };
}

async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

test("a manager creates a task, reuses the last checklist, and cancels the task", async () => {
  const { owner, mill } = await aHouse();
  await created(owner, "/tasks", "tasks", { rental_id: mill.id, due_from: dayFrom(-3), checklist: ["Beds", "Bins"] });
  const page = await openConsole(at, owner, { path: "/cleaning" });
  await page.getByRole("button", { name: "New task" }).click();
  const dialog = page.getByRole("dialog", { name: "New task" });
  await dialog.getByRole("combobox", { name: "Rental" }).click();
  await page.getByRole("option", { name: "Mill House" }).click();
  await dialog.getByLabel("Title").fill("Before the wedding");
  await dialog.getByRole("combobox", { name: "Assignee" }).click();
  await page.getByRole("option", { name: "Sam Sweep" }).click();
  await dialog.getByLabel("From").fill("10:00");
  await dialog.getByLabel("Until").fill("15:30");
  await dialog.getByRole("button", { name: "Use last checklist" }).click();
  await until(async () => (await dialog.getByLabel("Checklist").inputValue()) === "Beds\nBins");
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot(page, "new-task-1440");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Task created.").waitFor();
  const line = page.getByRole("listitem").filter({ hasText: "Mill House: Before the wedding" });
  await line.getByText("Sam Sweep · 0 of 2 done").waitFor();
  await line.getByRole("button").click();
  const task = page.getByRole("dialog", { name: "Mill House: Before the wedding" });
  await task.getByRole("button", { name: "Change task" }).click();
  await page.getByRole("dialog", { name: "Change task" }).getByLabel("Checklist").fill("Beds\nBins\nWindows");
  await page.getByRole("dialog", { name: "Change task" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("Task saved.").waitFor();
  await line.getByText("0 of 3 done").waitFor();
  await line.getByRole("button").click();
  await task.getByRole("button", { name: "Cancel task" }).click();
  await page.getByText("Task canceled.").waitFor();
  await until(async () => (await line.count()) === 0);
});

test("a cleaner ticks, photographs, reports a problem and finishes a task on a phone, and the manager solves it", async () => {
  const { owner, mill, cleaner } = await aHouse();
  const { id } = await created(owner, "/tasks", "tasks", {
    rental_id: mill.id,
    due_from: dayFrom(0),
    checklist: ["Beds"],
  });
  const page = await openConsole(at, cleaner, { path: "/cleaning", viewport: sizes.phone });
  await page.getByRole("button", { name: /Mill House: Cleaning/ }).click();
  const task = page.getByRole("dialog", { name: "Mill House: Cleaning" });
  await task.getByLabel("Beds").check();
  await task.getByLabel("Minutes worked").fill("75");
  await task.getByLabel("Report a problem").fill("A tap drips");
  await task.getByRole("button", { name: "Save" }).click();
  await task.getByText("A tap drips").first().waitFor();
  const picture = { name: "bath.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await aPicture(), "base64") };
  await task.locator("input[type=file]").setInputFiles(picture);
  await task.getByRole("img", { name: "Photo 1" }).waitFor();
  await task.getByRole("button", { name: "Mark as done" }).click();
  await task.getByText("Done by Sam Sweep").waitFor();
  expect(await task.getByRole("button", { name: "Change task" }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot(page, "task-390");
  expect(await read(owner, "tasks", id)).toMatchObject({ status: "done", minutes: 75, problem: "A tap drips" });
  const today = await openConsole(at, owner, { path: "/today" });
  await today.getByText("A tap drips").waitFor();
  await shot(today, "today-1440");
  await today.getByRole("link", { name: "Mill House: Cleaning" }).click();
  await today.getByRole("dialog").getByRole("button", { name: "Mark as solved" }).click();
  await today.getByText("Problem: Solved").waitFor();
  expect(await accessibilityFaults(today)).toEqual([]);
  await shot(today, "task-1440");
  expect(await read(owner, "tasks", id)).toMatchObject({ problem_solved: true });
});

test("a booking's task is made on the booking and moves with its stay", async () => {
  const { owner, mill, booking } = await aHouse();
  const page = await openConsole(at, owner, { path: `/bookings/${booking.id}` });
  const card = page.getByRole("region", { name: "Tasks" });
  await card.getByText("No tasks").waitFor();
  await card.getByRole("button", { name: "New task" }).click();
  const dialog = page.getByRole("dialog", { name: "New task" });
  expect(await dialog.getByRole("combobox", { name: "Rental" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Save" }).click();
  await card.getByText("Cleaning").waitFor();
  const [task] = recordsOf(await owner.get(`/tasks?booking_id=${booking.id}`), "tasks");
  expect(task).toMatchObject({ due_from: `${dayFrom(1)}T10:00:00Z`, moves_with: "departure" });
  expect(linksOf(task ?? {})).toMatchObject({ rental: mill.id, booking: booking.id });
  await owner.post(`/bookings/${booking.id}/move`, { bookings: [{ end_at: `${dayFrom(3)}T11:00:00Z` }] });
  await card.getByText(/11:00/).waitFor();
});

test("the day's tasks are accessible and fit a phone and a desktop", async () => {
  const { owner, mill } = await aHouse();
  await created(owner, "/tasks", "tasks", { rental_id: mill.id, due_from: dayFrom(-2), title: "<b>Late</b>" });
  await created(owner, "/tasks", "tasks", { rental_id: mill.id, due_from: dayFrom(1), kind: "laundry" });
  for (const [name, viewport] of Object.entries(sizes)) {
    const page = await openConsole(at, owner, { path: "/cleaning", viewport });
    await page.getByText("Mill House: <b>Late</b>").waitFor();
    await page.getByText("Overdue").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await shot(page, `cleaning-${name}`);
  }
});
