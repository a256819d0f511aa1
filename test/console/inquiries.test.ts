import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, shownDay, sizes, useConsole } from "./open-console.ts";

/** Inquiries: written down, answered, booked and held (console.md, The job decides). */
const roost = useConsole();

const anInquiry = (rental: unknown, attributes: object = {}) =>
  created(roost.person, `/rentals/${rental}/inquiries`, "inquiries", {
    ...{ firstname: "Ada", lastname: "Lovelace", email: "ada@example.com", message: "Is the garden fenced?" },
    ...{ start_at: dayFrom(30), end_at: dayFrom(35), adults: 2, ...attributes },
  });

test("a phone inquiry is written down by keyboard, completed with its dates, and held at the price shown", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Mill House", base_rate: "120" });
  const page = await roost.open({ path: "/inbox" });
  await press(page, page.getByRole("link", { name: "Inquiries" }));
  await press(page, page.getByRole("button", { name: "New inquiry" }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Rental" }).click();
  await page.getByRole("option", { name: "Mill House" }).click();
  await typeInto(page, dialog.getByLabel("First name"), "Grace");
  await typeInto(page, dialog.getByLabel("Last name"), "Hopper");
  await typeInto(page, dialog.getByLabel("E-mail address"), "grace@example.com");
  await typeInto(page, dialog.getByLabel("Phone number"), "+44 1797 222222");
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await dialog.getByText("can't be blank when there is a phone number").waitFor();
  expect(await faultsOf(page, "new inquiry")).toEqual([]);
  await dialog.getByLabel("Phone number").fill("");
  await press(page, dialog.getByRole("button", { name: "Save" }));
  const item = page.getByRole("listitem").filter({ hasText: "Grace Hopper" });
  await item.getByText("No dates yet").waitFor();
  expect(await item.getByRole("button", { name: "Book: Grace Hopper" }).count()).toBe(0);
  await press(page, item.getByRole("button", { name: "Edit: Grace Hopper" }));
  await typeInto(page, dialog.getByLabel("Arrival"), shownDay(dayFrom(60)));
  await typeInto(page, dialog.getByLabel("Departure"), shownDay(dayFrom(63)));
  await typeInto(page, dialog.getByLabel("Adults"), "2");
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await press(page, item.getByRole("button", { name: "Book: Grace Hopper" }));
  await dialog.getByText("Hold for one day").click();
  await dialog.getByText("€360.00").first().waitFor();
  expect(await faultsOf(page, "booking an inquiry")).toEqual([]);
  await press(page, dialog.getByRole("button", { name: "Hold for one day" }));
  await expect
    .poll(async () => recordsOf(await person.get(`/bookings?rental_id=${rental.id}`), "bookings"))
    .toMatchObject([{ status: "Tentative", final_price: "360.0", adults: 2 }]);
  await page.getByRole("button", { name: "Confirm booking" }).first().waitFor();
});

test("a price that changes before booking is shown before it is accepted", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Dear House", base_rate: "100" });
  await anInquiry(rental.id, { firstname: "Bob", email: "bob@example.com" });
  const page = await roost.open({ path: "/inquiries", viewport: sizes.phone, colorScheme: "dark" });
  await page.getByRole("button", { name: "Book: Bob Lovelace" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("€500.00").first().waitFor();
  await page.route("**/search?**", (route) => route.abort());
  await person.put(`/rentals/${rental.id}`, { rentals: [{ base_rate: "130" }] });
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await dialog.getByText("€650.00").first().waitFor();
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await expect
    .poll(async () => recordsOf(await person.get(`/bookings?rental_id=${rental.id}`), "bookings"))
    .toMatchObject([{ status: "Booked", final_price: "650.0" }]);
});

test("taken nights refuse the booking with the reason, and a booked inquiry leads to its booking and its answer", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Full House", base_rate: "100" });
  await anInquiry(rental.id, { firstname: "Cleo", email: "cleo@example.com" });
  const booked = await anInquiry(rental.id, {
    ...{ firstname: "Dan", email: "dan@example.com", start_at: dayFrom(40), end_at: dayFrom(42) },
  });
  expect((await person.post(`/inquiries/${booked.id}/book`, {})).status).toBe(201);
  const page = await roost.open({ path: "/inquiries" });
  await page.getByRole("button", { name: "Book: Cleo Lovelace" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("€500.00").first().waitFor();
  await aBooking(person, rental, { start_at: `${dayFrom(31)}T16:00:00Z`, end_at: `${dayFrom(32)}T10:00:00Z` });
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await dialog.getByText("taken").first().waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByText("Dan Lovelace").count()).toBe(0);
  await page.getByText("Booked", { exact: true }).click();
  const item = page.getByRole("listitem").filter({ hasText: "Dan Lovelace" });
  await item.getByRole("link", { name: /^Booking / }).waitFor();
  expect(await item.getByRole("button", { name: /^Book/ }).count()).toBe(0);
  expect(await faultsOf(page, "booked inquiries")).toEqual([]);
  await item.getByRole("link", { name: "Answer" }).click();
  await page.getByText("Is the garden fenced?").first().waitFor();
});
