import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aSource, created } from "../harness/factories.ts";
import { aMember } from "../harness/people.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { openConsole, useConsole } from "./open-console.ts";

/** The people who answer guests (console.md, Settings). */
const roost = useConsole();

test("a host is added by keyboard, gets a channel, and is not overwritten", async () => {
  const { person } = roost;
  await aSource(person, { name: "Beach portal" });
  const page = await roost.open({ path: "/settings/hosts" });
  await press(page, page.getByRole("button", { name: "New host" }).first());
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("First name"), "Tom");
  await typeInto(page, dialog.getByLabel("Last name"), "Baker");
  await typeInto(page, dialog.getByLabel("E-mail address"), "tom@example");
  await page.keyboard.press("Enter");
  await dialog.getByText("must be an e-mail address").waitFor();
  expect(await faultsOf(page, "host")).toEqual([]);
  await typeInto(page, dialog.getByLabel("E-mail address"), "tom@example.com");
  await page.keyboard.press("Enter");
  await page.getByText("Doesn’t sign in · all channels").waitFor();
  const [host] = recordsOf(await person.get("/hosts"), "hosts");
  await page.getByRole("button", { name: "Edit: Tom Baker" }).click();
  await dialog.getByRole("combobox", { name: "Channel" }).click();
  await page.getByRole("option", { name: "Beach portal" }).click();
  await person.put(`/hosts/${host?.id}`, { hosts: [{ email: "other@example.com" }] });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Doesn’t sign in · only Beach portal").waitFor();
  await page.getByText("other@example.com").waitFor();
});

test("a manager sees whom a host signs in as only for themselves, and an accountant sees no hosts", async () => {
  const manager = await aMember(roost.service, roost.account, "manager");
  await created(manager, "/hosts", "hosts", { firstname: "Ann", lastname: "Other" });
  const theirs = await openConsole(roost.at, manager, { path: "/settings/hosts" });
  await theirs.getByRole("button", { name: "Edit: Ann Other" }).click();
  await theirs.getByRole("dialog").getByRole("combobox", { name: "Signs in as" }).click();
  expect(await theirs.getByRole("option").count()).toBe(1);
  const accountant = await aMember(roost.service, roost.account, "accountant");
  const page = await openConsole(roost.at, accountant, { path: "/settings/hosts" });
  await page.getByRole("heading", { name: "Name and language" }).waitFor();
});
