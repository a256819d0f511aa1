import { expect, test } from "vitest";
import { openSession } from "../../src/modules/platform/people/sessions.ts";
import { aBooking, aRental, read } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { baseUrl } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, openConsole, useConsole } from "./open-console.ts";

/** A session that ends while a person types (console.md, How it feels: nothing typed is lost). */
const roost = useConsole();

test("a form keeps its text when the session ends, and saves it after the sign-in", async () => {
  const { service, manager } = roost;
  const person = await aMember(service, roost.account, "owner");
  const rental = await aRental(manager, { name: "Evening House", base_rate: "100" });
  const stay = await aBooking(manager, rental, { start_at: dayFrom(30), end_at: dayFrom(33), notes: "Quiet" });
  const page = await openConsole(roost.at, person, { path: `/bookings/${stay.id}` });
  await page.getByRole("button", { name: "Edit: Stay" }).click();
  const form = page.getByRole("form", { name: "Stay details" });
  await form.getByLabel("Notes").fill("Three cots");
  await service.sql("delete from sessions where user_id = $1", [person.user]);
  // The change feed may notice it first: the dialog then covers the button.
  await form.getByRole("button", { name: "Save" }).dispatchEvent("click");
  const dialog = page.getByRole("dialog", { name: "You were signed out" });
  await dialog.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("alert").waitFor();
  const session = await openSession(service.database, { id: person.user, passwordDigest: "none" });
  const value = session?.toString("base64url") ?? expect.fail("openSession returned no session");
  await page.context().addCookies([{ name: "roost_session", value, url: baseUrl }]);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await form.getByLabel("Notes").inputValue()).toBe("Three cots");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(`${stay.reference} saved.`).waitFor();
  expect(await read(manager, "bookings", stay.id)).toMatchObject({ notes: "Three cots" });
});

test("Back asks before it throws a typed text of a rental away", async () => {
  const rental = await aRental(roost.manager, { name: "Typed House" });
  const page = await roost.open({ path: "/rentals" });
  await page.getByRole("link", { name: "Typed House" }).first().click();
  await page.getByLabel("City").fill("Lisbon");
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goBack();
  await expect.poll(() => questions).toEqual(["Your changes are not saved. Leave this page?"]);
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/console/rentals/${rental.id}`);
  expect(await page.getByLabel("City").inputValue()).toBe("Lisbon");
});
