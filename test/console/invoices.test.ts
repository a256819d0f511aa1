import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { letterhead } from "../invoices/factories.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, useConsole } from "./open-console.ts";

/** Invoices of a booking (docs/guides/invoices.md). */
const roost = useConsole();

test("an invoice is refused without a letterhead, issued by keyboard, found in Payments, mailed and credited", async () => {
  const { person } = roost;
  const guest = await created(person, "/clients", "clients", { fullname: "Ada Receipt" });
  const rental = await aRental(person, { name: "House of receipts", currency: "EUR", damage_deposit: "300" });
  const stay = await aBooking(person, rental, {
    ...{ start_at: dayFrom(20), end_at: dayFrom(23), booked: true, client_id: guest.id, initial_price: "400" },
    ...{ damage_deposit: "300" },
  });
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await press(page, page.getByRole("button", { name: "New invoice" }));
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText(/letterhead/i)
    .first()
    .waitFor();
  expect(await dialog.getByRole("button", { name: "Issue invoice" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await person.put(`/preferences_general_settings/${person.account}`, { preferences_general_settings: [letterhead] });
  await press(page, page.getByRole("button", { name: "New invoice" }));
  await dialog.getByRole("row", { name: /Total.*€400\.00/ }).waitFor();
  expect(await faultsOf(page, "a new invoice")).toEqual([]);
  await typeInto(page, dialog.getByLabel("Text below the lines"), "Thank you");
  await press(page, dialog.getByRole("button", { name: "Issue invoice" }));
  await page.getByText("Invoice issued.").waitFor();
  const [invoice] = recordsOf(await person.get("/invoices"), "invoices");
  expect(invoice).toMatchObject({ total_amount: "400.0", notes: "Thank you", buyer: { name: "Ada Receipt" } });
  await page.getByRole("row", { name: new RegExp(String(invoice?.number)) }).waitFor();
  expect(await faultsOf(page, "a booking with an invoice")).toEqual([]);

  await page.goto(page.url().replace(/\/bookings\/.*/, "/money?tab=invoices"));
  const row = page.getByRole("row", { name: new RegExp(`${invoice?.number}.*Ada Receipt`) });
  await row.waitFor();
  expect(await faultsOf(page, "the invoices")).toEqual([]);
  await press(page, row.getByRole("button", { name: `Send Invoice ${invoice?.number}` }));
  await typeInto(page, dialog.getByLabel("E-mail"), "ada@example.com");
  await press(page, dialog.getByRole("button", { name: "Send" }));
  await row.getByText(/^Mailed /).waitFor();
  await press(page, row.getByRole("button", { name: `Credit Invoice ${invoice?.number}` }));
  await typeInto(page, dialog.getByLabel("Reason"), "Wrong guest");
  await press(page, dialog.getByRole("button", { name: "Issue credit note" }));
  await page.getByText(`Invoice ${invoice?.number} credited.`).waitFor();
  await row.getByText("Credited").waitFor();
  expect(
    recordsOf(await person.get("/invoices"), "invoices")
      .map(({ total_amount }) => total_amount)
      .sort(),
  ).toEqual(["-400.0", "400.0"]);
});
