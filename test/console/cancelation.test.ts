import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, read } from "../harness/factories.ts";
import { baseUrl } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, sizes, useConsole } from "./open-console.ts";

/** Canceling a booking with its money (console.md, The job decides). */
const roost = useConsole();

beforeAll(async () => {
  await created(roost.manager, "/rental_cancelation_policies", "rental_cancelation_policies", {
    rental_cancelation_policy_items: [{ eligible_days: 7, penalty_percentage: "50" }],
  });
});

const paid = (stay: Json, kind: string, amount_in_cents: number, day: string): Promise<Json> =>
  created(roost.manager, `/bookings/${stay.id}/payments`, "payments", {
    ...{ kind, amount_in_cents, currency: "EUR", paid_at: `${day}T10:00:00Z` },
  });

/** Four nights in five days for €400.00, of which the guest paid 300 in cash and then 50 by transfer. The policy keeps half. */
async function aPaidStay(name: string): Promise<Json> {
  const rental = await aRental(roost.manager, { name, base_rate: "100", time_zone: "UTC" });
  const guest = await aGuest(roost.manager, { fullname: "Ada Lovelace" });
  const dates = { start_at: dayFrom(5), end_at: dayFrom(9), client_id: guest.id };
  const stay = await aBooking(roost.manager, rental, dates);
  await paid(stay, "cash", 30_000, "2024-01-01");
  await paid(stay, "wiretransfer", 5000, "2024-01-02");
  return stay;
}

const openBooking = (stay: Json, settings = {}): Promise<Page> =>
  roost.open({ path: `/bookings/${stay.id}`, ...settings });

async function cancelDialog(page: Page) {
  await page.getByRole("button", { name: "Cancel booking" }).click();
  const dialog = page.getByRole("dialog", { name: /^Cancel Ada Lovelace/ });
  await dialog.getByText("This frees the nights at once. You can’t undo it.").waitFor();
  return dialog;
}

const paymentsOf = async (stay: Json): Promise<Json[]> =>
  Object(recordsOf(await roost.manager.get(`/bookings/${stay.id}?include=payments`), "bookings")[0]).payments;

const refundsOf = async (stay: Json): Promise<unknown[]> =>
  (await paymentsOf(stay))
    .map(({ amount_in_cents }) => Number(amount_in_cents))
    .filter((amount) => amount < 0)
    .sort();

describe.each([
  ["desktop", { viewport: { width: 1440, height: 900 } }],
  ["phone", { viewport: sizes.phone, hasTouch: true, colorScheme: "dark" }],
] as const)("a cancelation (%s)", (size, settings) => {
  test("shows the penalty and why, and refunds what the policy leaves unless the manager changes it", async () => {
    const stay = await aPaidStay(`Settled House ${size}`);
    const page = await openBooking(stay, settings);
    const dialog = await cancelDialog(page);
    const keep = dialog.getByRole("button", { name: "Keep the booking" });
    await expect.poll(() => keep.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    await dialog.getByRole("row", { name: /^Paid €350.00/ }).waitFor();
    await dialog.getByRole("row", { name: /50% from 7 days before arrival.*left\. €200.00$/ }).waitFor();
    await dialog.getByRole("row", { name: "Total refund €150.00" }).waitFor();
    expect(await dialog.getByLabel(/^Bank transfer/).inputValue()).toBe("50.00");
    expect(await dialog.getByLabel(/^Cash/).inputValue()).toBe("100.00");
    await dialog.getByLabel(/^Cash/).fill("120.5");
    await dialog.getByRole("row", { name: "Total refund €170.50" }).waitFor();
    await dialog.getByLabel("Reason", { exact: true }).selectOption("Other reason");
    await dialog.getByLabel("Other reason").fill("The roof leaks");
    await dialog.getByLabel("Message to the guest").fill("We are sorry.");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel and refund €170.50" }).dblclick();
    await page.getByText(`${stay.reference} canceled. €170.50 refunded.`).waitFor();
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({
      ...{ status: "Canceled", paid_amount: "179.5" },
      ...{ cancelation_reason: "The roof leaks", cancelation_message_to_guest: "We are sorry." },
    });
    expect(await refundsOf(stay)).toEqual([-12_050, -5000]);
  });
});

test("a cancelation without refunds moves no money, and its reason is a short choice", async () => {
  const stay = await aPaidStay("Kept House");
  const page = await openBooking(stay);
  const dialog = await cancelDialog(page);
  await dialog.getByLabel(/^Cash/).fill("0");
  await dialog.getByLabel(/^Bank transfer/).fill("");
  await dialog.getByLabel("Reason", { exact: true }).selectOption("Channel canceled");
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await page.getByText(`${stay.reference} canceled.`).waitFor();
  expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ cancelation_reason: "Channel canceled" });
  expect(await refundsOf(stay)).toEqual([]);
});

test("a refund of more than is left is refused and cancels nothing", async () => {
  const stay = await aPaidStay("Overdrawn House");
  const page = await openBooking(stay);
  const dialog = await cancelDialog(page);
  await page.route("**/api/v3/events*", () => undefined);
  const [cash] = (await paymentsOf(stay)).filter(({ kind }) => kind === "cash");
  const refund = { payments: [{ amount_in_cents: 25_000 }] };
  expect((await roost.manager.post(`/payments/${cash?.id}/refund`, refund)).status).toBe(201);
  await dialog.getByRole("button", { name: /^Cancel/ }).click();
  await dialog.getByRole("alert").filter({ hasText: "5000" }).waitFor();
  expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ status: "Booked" });
});

test("a person who may not refund cancels without moving money", async () => {
  const stay = await aPaidStay("Foreign Money House");
  const page = await roost.open();
  await page.route("**/console/session", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const account of json.accounts)
      account.scopes = account.scopes.filter((scope: string) => scope !== "payments_write");
    await route.fulfill({ response, json });
  });
  await page.goto(`${baseUrl}/console/bookings/${stay.id}`);
  const dialog = await cancelDialog(page);
  await dialog.getByText("€200.00").waitFor();
  expect(await dialog.getByLabel(/^Cash|^Bank/).count()).toBe(0);
  expect(await dialog.getByText("Total refund").count()).toBe(0);
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await page.getByText(`${stay.reference} canceled.`).waitFor();
  expect(await refundsOf(stay)).toEqual([]);
});
