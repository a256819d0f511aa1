import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, openConsole, sizes, useConsole } from "./open-console.ts";

/** Corrected payments, and payers' personal data (console.md, Money). */
const roost = useConsole();

async function aPayment(fullname: string) {
  const { person } = roost;
  const rental = await aRental(person, { name: `House of ${fullname}`, currency: "EUR" });
  const stay = await aBooking(person, rental, { booked: true, final_price: "500" });
  return created(person, `/bookings/${stay.id}/payments`, "payments", {
    ...{ kind: "cash", amount_in_cents: 20_000, currency: "EUR", paid_at: `${dayFrom(-3)}T00:00:00Z`, fullname },
  });
}

test("a recorded payment is corrected by keyboard, and another person's changes stay", async () => {
  const { person } = roost;
  const payment = await aPayment("Ada");
  const page = await roost.open({ path: "/money?tab=payments" });
  await press(page, page.getByRole("row", { name: /House of Ada/ }).getByRole("button", { name: "More: €200.00" }));
  await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Amount"), "250");
  expect(await faultsOf(page, "payment")).toEqual([]);
  await person.put(`/payments/${payment.id}`, { payments: [{ notes: "In an envelope" }] });
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await page.getByText("Payment saved.").waitFor();
  expect(recordsOf(await person.get(`/payments/${payment.id}`), "payments")).toMatchObject([
    { amount_in_cents: 25_000, notes: "In an envelope", kind: "cash", paid_at: `${dayFrom(-3)}T00:00:00Z` },
  ]);
});

test("a payer's data is restricted, and erased for good, on a phone", async () => {
  const { person } = roost;
  const payment = await aPayment("Dora");
  const page = await roost.open({ path: "/money?tab=payments", viewport: sizes.phone, colorScheme: "dark" });
  const row = page.getByRole("row").filter({ hasText: "House of Dora" });
  const open = async () => {
    await row.getByRole("button", { name: "More: €200.00" }).click();
    await page.getByRole("menuitem", { name: "Personal data" }).click();
  };
  const dialog = page.getByRole("dialog");
  await open();
  await dialog.getByRole("button", { name: "Restrict processing" }).click();
  await row.getByText("Processing restricted.").waitFor();
  await open();
  await dialog.getByRole("button", { name: "Erase personal data" }).click();
  expect(await faultsOf(page, "erasing a payer")).toEqual([]);
  await dialog.getByRole("button", { name: "Erase permanently" }).click();
  await row.getByText("Personal data was erased.").waitFor();
  expect(recordsOf(await person.get(`/payments/${payment.id}`), "payments")).toMatchObject([
    { amount_in_cents: 20_000, fullname: null, forget_me_at: expect.any(String) },
  ]);
});

test("a person who cannot write payments gets no menu", async () => {
  await aPayment("Eve");
  const accountant = await aMember(roost.service, roost.account, "accountant");
  const page = await openConsole(roost.at, accountant, { path: "/money?tab=payments" });
  await page.getByRole("row", { name: /House of Eve/ }).waitFor();
  expect(await page.getByRole("button", { name: /^More:/ }).count()).toBe(0);
});
