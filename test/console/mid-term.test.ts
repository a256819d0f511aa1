import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aRental, linksOf } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, openConsole, sizes, useConsole } from "./open-console.ts";
import { undo } from "./undo.ts";

/** Prices for stays of 31 nights or more (console.md, Rates). */
const roost = useConsole();

test("long stays get prices by keyboard, which apply when they are switched on, and are undone", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Long House", base_rate: "100", currency: "EUR" });
  const map = linksOf(rental).mid_term_rate_map;
  const firstNights = async () =>
    String(recordsOf(await person.get(`/mid_term_rate_maps/${map}`), "mid_term_rate_maps")[0]?.map)
      .split(",")
      .map(Number)
      .slice(0, 3);
  const page = await roost.open({ path: `/rates?rental=${rental.id}&view=midTerm` });
  await page.getByText("The prices below don’t apply yet.").waitFor();
  const amount = page.getByLabel("Amount in EUR");
  await typeInto(page, amount, "60");
  expect(await faultsOf(page, "long stays")).toEqual([]);
  await press(page, page.getByRole("button", { name: "Save 1 night" }));
  await page.getByText("1 night saved.").waitFor();
  expect(await firstNights()).toEqual([0, 60, 0]);
  await undo(page);
  await expect.poll(firstNights).toEqual([0, 0, 0]);
  await press(page, page.getByRole("switch", { name: "Use these prices" }), "Space");
  await page.getByText("They cost the sum of these nights, without rules.").waitFor();
  expect(recordsOf(await person.get(`/rentals/${rental.id}`), "rentals")).toMatchObject([
    { mid_term_pricing_active: true },
  ]);
});

test("refuses a change based on an outdated version, on a phone", async () => {
  const { person } = roost;
  const rental = await aRental(person, { name: "Busy House", base_rate: "100", currency: "EUR" });
  const map = linksOf(rental).mid_term_rate_map;
  const page = await roost.open({
    path: `/rates?rental=${rental.id}&view=midTerm`,
    viewport: sizes.phone,
    // Without the feed, the page keeps the version that it has read.
    prepare: (opened) => opened.route("**/api/v3/events*", () => undefined),
  });
  await page.getByLabel("Amount in EUR").fill("60");
  const slice = { start_date: dayFrom(0), map: "70,70" };
  expect((await person.put(`/mid_term_rate_maps/${map}`, { mid_term_rate_maps: [slice] })).status).toBe(200);
  await page.getByRole("button", { name: "Save 1 night" }).click();
  await page.getByRole("alert").getByText("This was changed in the meantime.").waitFor();
});

test("a viewer sees no prices of long stays to change", async () => {
  const rental = await aRental(roost.person, { name: "Seen House" });
  const accountant = await aMember(roost.service, roost.account, "accountant");
  const page = await openConsole(roost.at, accountant, { path: `/rates?rental=${rental.id}&view=midTerm` });
  expect(await page.getByRole("button", { name: /^Save/ }).count()).toBe(0);
});
