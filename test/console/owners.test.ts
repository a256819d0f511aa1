import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { keptMails } from "../harness/mailers.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { accessibilityFaults, openConsole, sizes } from "./open-console.ts";
import { anOwnedHouse, lastMonth } from "./owned-house.ts";
import { aWindow, type Window } from "./windows.ts";

/** The owners' month: statements and what is left to do (console.md, The job decides). */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

const openOwners = (person: ConsoleClient, settings = {}) =>
  openConsole(at, person, { path: "/money?tab=owners", ...settings });

test("an owner's statement is read, exported and mailed, and the checklist follows", async () => {
  const { owner, email, stay } = await anOwnedHouse(service);
  const page = await openOwners(owner);
  await page.getByText("0 of 1 statements sent").waitFor();
  await page.getByText("1 rental without an owner").waitFor();
  await page.getByText("Due to owners: €850.00").waitFor();
  await page.getByText(/^1 overdue balance: €1,000.00$/).waitFor();
  const row = page.getByRole("row").filter({ hasText: "Rosa Robles" });
  expect(await row.innerText()).toMatch(/Mill House\s+3\s+€1,000.00\s+€0.00\s+€850.00\s+Open/);
  await row.click();
  await page.getByRole("heading", { name: "Statement for Rosa Robles" }).waitFor();
  const line = page.getByRole("row").filter({ hasText: String(stay.reference) });
  expect(await line.innerText()).toMatch(/3\s+€1,000.00\s+€150.00\s+€850.00/);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const [, cells] = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(cells).toContain(`${lastMonth}-02","${lastMonth}-05",3,1000.00,0.00,150.00,0.00,0.00,0.00,850.00,"EUR"`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`Rosa Robles, ${email}`).waitFor();
  await dialog.getByLabel("Message (optional)").fill("The roof is mended.");
  await dialog.getByRole("button", { name: "Send", exact: true }).dblclick();
  await page.getByText("Statement is being sent.").waitFor();
  await page.getByRole("button", { name: "Send again" }).waitFor();
  await until(() => mailer.sent.some(({ to }) => to.address === email));
  const mails = mailer.sent.filter(({ to }) => to.address === email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("The roof is mended.");
  await page.getByRole("link", { name: "All owners" }).click();
  await page.getByText("1 of 1 statements sent").waitFor();
  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByText("0 of 1 statements sent").waitFor();
});

test("all open statements are sent together", async () => {
  const { owner, email } = await anOwnedHouse(service);
  const page = await openOwners(owner);
  await page.getByRole("button", { name: "Send 1 open statement" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("1 of 1 statements sent").waitFor();
  await until(() => mailer.sent.some(({ to }) => to.address === email));
  expect(await page.getByRole("button", { name: /open statement/ }).count()).toBe(0);
});

test("an accountant sees the rentals' months without their owners' addresses", async () => {
  const { account } = await anOwnedHouse(service);
  const page = await openOwners(await aMember(service, account, "accountant"));
  await page.getByText("Mill House").waitFor();
  expect(await page.getByRole("button", { name: /Send/ }).count()).toBe(0);
});

test.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("the owners' screens are accessible and fit the window (%s, %s)", async (size, colorScheme) => {
  const { owner, contact } = await anOwnedHouse(service);
  const page = await openOwners(owner, { viewport: sizes[size], colorScheme });
  const look = async (name: string) => {
    expect(await accessibilityFaults(page), name).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name).toBe(true);
  };
  await page.getByText("0 of 1 statements sent").waitFor();
  await look("owners");
  await page.goto(page.url().replace(/\/money.*/, `/money/statements?month=${lastMonth}&owner=${contact.id}`));
  await page.getByRole("heading", { name: "Mill House" }).waitFor();
  await look("statement");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByLabel("Message (optional)").waitFor();
  await look("sending");
});
