import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, shownDay, sizes, useConsole } from "./open-console.ts";

/** The increases that applications add to the prices that they show (console.md, Settings). */
const roost = useConsole();

test("an application's increase is set by keyboard, and an exception for a rental's summer on a phone", async () => {
  const { person, manager } = roost;
  const { application } = manager;
  await aRental(person, { name: "Mill House" });
  const [{ name } = { name: "" }] = recordsOf(await person.get(`/applications/${application}`), "applications");
  const page = await roost.open({ path: "/settings/programs" });
  const defaults = page.getByRole("region", { name: "Price increases", exact: true });
  await press(page, defaults.getByRole("button", { name: `Edit: ${name}` }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Increase in percent"), "100");
  await page.keyboard.press("Enter");
  await dialog.getByText("must be").first().waitFor();
  await typeInto(page, dialog.getByLabel("Increase in percent"), "12.5");
  await page.keyboard.press("Enter");
  await defaults.getByText("Adds 12.5%").waitFor();
  await page.setViewportSize(sizes.phone);
  const periods = page.getByRole("region", { name: "Increases by rental and period" });
  const fill = async (first: string, last: string, percent: string) => {
    await dialog.getByLabel("First arrival").fill(shownDay(first));
    await dialog.getByLabel("Last arrival").fill(shownDay(last));
    await dialog.getByLabel("Increase in percent").fill(percent);
  };
  await periods.getByRole("button", { name: "Add exception" }).click();
  await fill(dayFrom(30), dayFrom(60), "20");
  expect(await faultsOf(page, "exception")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await periods.getByText(/^20% · arrivals/).waitFor();
  await periods.getByRole("button", { name: "Add exception" }).click();
  await fill(dayFrom(50), dayFrom(70), "5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/overlaps the period/i).waitFor();
  await dialog.getByLabel("First arrival").fill(shownDay(dayFrom(61)));
  await dialog.getByRole("button", { name: "Save" }).click();
  await periods.getByText(/^5% · arrivals/).waitFor();
  await periods
    .getByRole("button", { name: `Remove: ${name} · Mill House` })
    .first()
    .click();
  await page.getByRole("button", { name: "Remove exception" }).click();
  await page.getByText("exception removed.").waitFor();
  const stored = recordsOf(await person.get("/applications_periods_rentals"), "applications_periods_rentals");
  expect(stored).toMatchObject([{ price_increase: "5.0" }]);
});
