import { expect, test } from "vitest";
import { aMember } from "../harness/people.ts";
import { faultsOf } from "./looks.ts";
import { openConsole, sizes, useConsole } from "./open-console.ts";

/** Links that lead to nothing, and reads and screens that a role cannot have (console.md, How it feels). */
const roost = useConsole();

test.each([
  ["/nowhere", "Not found", "Calendar", "/console/calendar"],
  ["/bookings/999999999", "Booking not found", "Bookings", "/console/bookings"],
  ["/rentals/999999999", "Rental not found", "Rentals", "/console/rentals"],
  ["/money/statements?owner=999999999", "Owner not found", "Payments", "/console/money"],
])("the link %s says what is missing, and leads on", async (path, heading, screen, next) => {
  const page = await roost.open({ path });
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  await page.getByText("Check that you have the full link.").waitFor();
  expect(await faultsOf(page, path)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: screen, exact: true }).click();
  await page.waitForURL((url) => url.pathname === next);
});

test("a page that does not exist says so in the person's language", async () => {
  const person = await aMember(roost.service, roost.account, "owner");
  await roost.service.sql("update users set locale = 'de' where id = $1", [person.user]);
  const page = await openConsole(roost.at, person, { path: "/nowhere" });
  await page.getByRole("heading", { level: 1, name: "Nicht gefunden" }).waitFor();
  await page.getByText("Prüfen Sie, ob der Link vollständig ist.").waitFor();
});

test.each([
  ["a role", 403, "Rooms needs one of these scopes: rentals_read.", "Ihre Rolle erlaubt das nicht."],
  ["no reason", 400, "", "Etwas ist schiefgelaufen."],
])("a read that is refused for %s is explained in the person's language", async (_, status, details, sentence) => {
  const person = await aMember(roost.service, roost.account, "owner");
  await roost.service.sql("update users set locale = 'de' where id = $1", [person.user]);
  const page = await openConsole(roost.at, person, {
    path: "/today",
    prepare: (empty) =>
      empty.route("**/api/v3/bookings**", (route) =>
        route.fulfill({ status, json: { errors: details ? [{ code: "forbidden", details }] : [] } }),
      ),
  });
  await page.getByRole("alert").getByText(sentence).first().waitFor();
});

test.each([
  ["/guests?guest=999999999", "Guests"],
  ["/inbox?conversation=999999999", "Conversations"],
])("a phone that cannot read %s leads back to the list", async (path, list) => {
  const page = await openConsole(roost.at, roost.person, { path: path.replace(/\?.*/, "") });
  await page.setViewportSize(sizes.phone);
  await page.goto(page.url() + path.replace(/.*\?/, "?"));
  await page.getByRole("alert").getByText("Not found").waitFor();
  await page.getByRole("main").getByRole("link", { name: /‹/ }).click();
  await page.getByRole("region", { name: list }).waitFor();
});

test("a viewer who follows a link to a new rental gets the calendar instead of a form that cannot be saved", async () => {
  const viewer = await aMember(roost.service, roost.account, "viewer");
  const page = await openConsole(roost.at, viewer, { path: "/rentals/new" });
  await page.waitForURL("**/console/calendar");
});

test("a person who no longer belongs to any account can sign out", async () => {
  const account = await roost.service.anAccount();
  const person = await aMember(roost.service, account, "owner");
  await roost.service.sql("delete from memberships where user_id = $1", [person.user]);
  const page = await openConsole(roost.at, person, { path: "/today" });
  await page.getByText("You are not a member of any account.").waitFor();
  expect(await faultsOf(page, "no account")).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign_in/);
});
