import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { read } from "../harness/factories.ts";
import { openBooking } from "./edited-booking.ts";
import { aHold } from "./held-booking.ts";
import { accessibilityFaults, useConsole } from "./open-console.ts";

/** Money that comes with a hold (console.md, The job decides). */
const roost = useConsole();

const paymentsOf = async (stay: Json): Promise<Json[]> =>
  Object(recordsOf(await roost.manager.get(`/bookings/${stay.id}?include=payments`), "bookings")[0]).payments;

const dialogOf = (page: Page) => page.getByRole("dialog");

describe("a hold’s money", () => {
  /** Refuses payments, as a proxy in front of the service might. @returns a function that ends it */
  async function withoutPayments(page: Page): Promise<() => Promise<void>> {
    const json = { errors: [{ code: "forbidden", details: "No payments today." }] };
    await page.route("**/bookings/*/payments", (route) => route.fulfill({ status: 403, json }));
    return () => page.unroute("**/bookings/*/payments");
  }

  test("is not lost when only the confirmation succeeds: the dialog says so and retries the payment once", async () => {
    const hold = await aHold(roost.manager, "Half House");
    const page = await openBooking(roost.at, roost.person, hold);
    const allow = await withoutPayments(page);
    await page.getByRole("button", { name: "Confirm booking" }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("radio", { name: /^Down payment 25%: €150.00/ }).click();
    await dialog.getByLabel("Payment method").selectOption("wiretransfer");
    await dialog.getByRole("button", { name: "Confirm and record €150.00" }).click();
    await dialog.getByText("The booking is confirmed, but the payment of €150.00 was not recorded.").waitFor();
    await dialog.getByText("No payments today.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await read(roost.manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "0.0" });
    await allow();
    await dialog.getByRole("button", { name: "Retry payment of €150.00" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await paymentsOf(hold)).toMatchObject([{ amount_in_cents: 15000, kind: "wiretransfer" }]);
  });

  test("recorded on its page confirms it, unless the manager declines", async () => {
    const hold = await aHold(roost.manager, "Cash House");
    const page = await openBooking(roost.at, roost.person, hold);
    await page.getByRole("button", { name: "Record payment" }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Amount in EUR").fill("100");
    const confirms = dialog.getByRole("checkbox", { name: "Confirm the booking too" });
    expect(await confirms.isChecked()).toBe(true);
    await confirms.click();
    await dialog.getByRole("button", { name: "Record" }).click();
    await page.getByText("Payment of €100.00 recorded.").waitFor();
    expect(await read(roost.manager, "bookings", hold.id)).toMatchObject({ status: "Tentative", paid_amount: "100.0" });
    await page.getByRole("button", { name: "Record payment" }).click();
    await dialog.getByLabel("Amount in EUR").fill("50");
    await dialog.getByRole("button", { name: "Record" }).click();
    await page.getByText("Payment of €50.00 recorded.").waitFor();
    expect(await read(roost.manager, "bookings", hold.id)).toMatchObject({ status: "Booked", paid_amount: "150.0" });
  });

  test("is not recorded for a hold that has expired meanwhile", async () => {
    const hold = await aHold(roost.manager, "Gone House");
    const page = await openBooking(roost.at, roost.person, hold);
    await page.getByRole("button", { name: "Record payment" }).click();
    await roost.service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      hold.id,
    ]);
    await dialogOf(page).getByRole("button", { name: "Confirm and record" }).click();
    await dialogOf(page)
      .getByText(/This hold expired: .* Its nights are free again\./)
      .waitFor();
    expect(await paymentsOf(hold)).toEqual([]);
  });

  test("is recorded once by a double click", async () => {
    const hold = await aHold(roost.manager, "Twice House");
    const page = await openBooking(roost.at, roost.person, hold);
    await page.getByRole("button", { name: "Confirm booking" }).click();
    await dialogOf(page)
      .getByRole("radio", { name: /Full amount/ })
      .click();
    await dialogOf(page)
      .getByRole("button", { name: "Confirm and record" })
      .evaluate((button) => {
        const form = button.closest("form");
        form?.requestSubmit();
        form?.requestSubmit();
      });
    await page.getByText(/Payment of €600.00 recorded/).waitFor();
    expect(await paymentsOf(hold)).toHaveLength(1);
  });
});
