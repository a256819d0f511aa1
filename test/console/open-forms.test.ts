import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { recordOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { dayFrom, shownDay, useConsole } from "./open-console.ts";
import { undo } from "./undo.ts";

/** Events while a form is open: lost answers, changes by others, the next day (console.md, Truth). */
const roost = useConsole();

async function aStay(name: string, days: readonly [number, number] = [40, 43]) {
  const rental = await aRental(roost.manager, { name, base_rate: "100" });
  const guest = await aGuest(roost.manager, { fullname: `Guest of ${name}` });
  const [start, end] = days;
  const stay = { start_at: dayFrom(start), end_at: dayFrom(end), client_id: guest.id, final_price: "300" };
  return aBooking(roost.manager, rental, { ...stay, booked: true });
}

const read = async (id: unknown) => recordOf(await roost.manager.get(`/bookings/${id}`), "bookings");
const write = (id: unknown, action: string, changes: object) =>
  roost.manager.post(`/bookings/${id}/${action}`, { bookings: [changes] });

/** Lets the service process the first write to a path, and loses the answers of all. */
async function loseAnswers(page: Page, path: string): Promise<void> {
  let isSent = false;
  await page.route(path, async (route) => {
    if (route.request().method() === "GET") return route.continue();
    if (!isSent) await route.fetch();
    isSent = true;
    return route.abort();
  });
}

/** Today at an early hour, before the noon that a payment of today has later on. */
const earlyMs = Date.parse(`${dayFrom(0)}T06:00:00Z`);

test("a payment whose answer was lost is recorded once by a later retry, and corrected values are explained", async () => {
  const stay = await aStay("Lost Answer House");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await page.clock.setFixedTime(Math.min(earlyMs, Date.now()));
  await page.getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  await loseAnswers(page, "**/payments");
  await dialog.getByRole("button", { name: "Record" }).click();
  await dialog.getByText("Could not reach Roost").waitFor();
  await page.unroute("**/payments");
  await page.clock.setFixedTime(Math.min(earlyMs, Date.now()) + 5000);
  await dialog.getByLabel("Amount in EUR").fill("200");
  await dialog.getByRole("button", { name: "Record" }).click();
  await dialog.getByText("Roost has saved an earlier attempt of this form with other values.").waitFor();
  await dialog.getByLabel("Amount in EUR").fill("300");
  await dialog.getByRole("button", { name: "Record" }).click();
  await page.getByText("Payment of €300.00 recorded.").waitFor();
  expect(await read(stay.id)).toMatchObject({ paid_amount: "300.0" });
});

test("details whose answer was lost can be corrected in the same form", async () => {
  const stay = await aStay("Details House");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await page.getByRole("button", { name: "Edit: Stay" }).click();
  const notes = page.getByRole("textbox", { name: "Notes" });
  await notes.fill("Late");
  await loseAnswers(page, "**/bookings/*");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Could not reach Roost").waitFor();
  await page.unroute("**/bookings/*");
  await notes.fill("Late, with a dog");
  await page.getByRole("button", { name: "Save" }).click();
  // The stored text is not the one that the form began with, so the person chooses.
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(async () => (await read(stay.id)).notes).toBe("Late, with a dog");
});

test("Undo leaves a stay that another person has moved since", async () => {
  const stay = await aStay("Undo House");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog");
  for (const [label, days] of [["Departure", 53] as const, ["Arrival", 50] as const]) {
    await dialog.getByLabel(label).fill(shownDay(dayFrom(days)));
    await dialog.getByLabel(label).press("Tab");
  }
  await dialog.getByRole("button", { name: "Move stay" }).click();
  await page.getByText(" moved.").waitFor();
  await write(stay.id, "move", { start_at: dayFrom(60), end_at: dayFrom(63) });
  await undo(page);
  await page.getByText("This was changed in the meantime.").waitFor();
  expect(String((await read(stay.id)).start_at).slice(0, 10)).toBe(dayFrom(60));
});

test("a cancelation by another person leaves the open dialog with its text", async () => {
  const stay = await aStay("Canceled House");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await page.getByRole("button", { name: "Cancel booking" }).click();
  const dialog = page.getByRole("dialog");
  const message = dialog.getByLabel("Message to the guest");
  await message.fill("We are sorry.");
  await write(stay.id, "cancel", {});
  await page.locator("main").getByText("Canceled").first().waitFor();
  expect(await message.inputValue()).toBe("We are sorry.");
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await dialog.getByText("Not saved").waitFor();
  expect(await message.inputValue()).toBe("We are sorry.");
});

test("Escape leaves a dialog open while its write runs, because the outcome is shown there", async () => {
  const stay = await aStay("Slow House");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await page.getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  const gate = Promise.withResolvers<void>();
  await page.route("**/payments", async (route) => {
    await gate.promise;
    return route.continue();
  });
  await dialog.getByRole("button", { name: "Record" }).click();
  await dialog.locator("[data-loading]").first().waitFor();
  await page.keyboard.press("Escape");
  expect(await dialog.count()).toBe(1);
  gate.resolve();
  await page.getByText("Payment of €300.00 recorded.").waitFor();
  expect(await read(stay.id)).toMatchObject({ paid_amount: "300.0" });
});

test("Today shows the new day in a window that stayed open overnight", async () => {
  await aStay("Night House", [1, 3]);
  const page = await roost.open({ path: "/today" });
  const next = dayFrom(1);
  const title = page.getByRole("heading", { level: 1 });
  const before = await title.innerText();
  const arrivals = page.locator("section", { has: page.getByRole("heading", { name: "Arrivals" }) });
  expect(await arrivals.getByText("Night House", { exact: true }).count()).toBe(0);
  await page.clock.setFixedTime(Date.parse(`${next}T07:00:00Z`));
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await arrivals.getByText("Night House", { exact: true }).waitFor();
  expect(await title.innerText()).not.toBe(before);
});

test("a double click on Undo undoes once", async () => {
  const stay = await aStay("Undone House");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await page.getByRole("button", { name: "Record payment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Record" }).click();
  const deletions: string[] = [];
  page.on("request", (request) => request.method() === "DELETE" && deletions.push(request.url()));
  await page.getByRole("button", { name: "Undo" }).dblclick();
  await page.getByText("Undone.").waitFor();
  expect(deletions.length).toBe(1);
});
