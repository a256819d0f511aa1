import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aDepositStay, depositAction, depositOf, performedIn } from "../payments/deposit-factories.ts";
import { ledgerOf } from "../payments/factories.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { openConsole } from "./open-console.ts";
import { aContext, aWindow, type Window } from "./windows.ts";

/** Steps of a damage deposit (bookings.md, Payments). */
const service = useService();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

test("an authorized damage deposit is captured in part by keyboard", async () => {
  const { client, booking } = await aDepositStay(service);
  const owner = await aMember(service, client.account, "owner");
  const authorize = async () => {
    await depositAction(client, booking, "authorize", { credit_card_token: "tok_visa" });
    await performedIn(service, client, 0);
  };
  await authorize();
  const page = await openConsole(at, owner, { path: `/bookings/${booking.id}` });
  await press(page, page.getByRole("button", { name: "Release" }));
  const dialog = page.getByRole("dialog");
  expect(await faultsOf(page, "releasing a deposit")).toEqual([]);
  await page.keyboard.press("Escape");
  await press(page, page.getByRole("button", { name: "Charge deposit" }));
  expect(await faultsOf(page, "capturing a deposit")).toEqual([]);
  await typeInto(page, dialog.getByLabel(/^Amount/), "120");
  await typeInto(page, dialog.getByLabel("Reason"), "A broken window");
  await press(page, dialog.getByRole("button", { name: "Charge deposit" }));
  await dialog.waitFor({ state: "hidden" });
  await performedIn(service, client, 0);
  expect(await depositOf(client, booking)).toMatchObject({ state: "captured", captured_amount: "120.0" });
});

/** Authorizes the deposit of a stay on the guest's page, with the stand-in's card. */
async function authorizedByGuest({ payment_url }: Json, perform: () => Promise<void>): Promise<Page> {
  const context = await aContext(at, { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(String(payment_url));
  const deposit = page.locator("section", { has: page.getByRole("heading", { name: "Damage deposit", exact: true }) });
  await deposit.getByLabel("Test card").selectOption("tok_visa");
  await shoot(page, "guest-before");
  await deposit.getByRole("button", { name: "Authorize €500.00", exact: true }).click();
  await deposit.getByRole("status").waitFor();
  await perform();
  await page.goto(String(payment_url));
  await deposit.getByText("€500.00 is authorized on your card. Nothing was charged.").waitFor();
  await shoot(page, "guest-authorized");
  return page;
}

/** ROOST_SCREENSHOTS names a folder for screenshots. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.ROOST_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `deposit-${name}.png`), fullPage: true });
}

test.each(["charges a part", "releases it"] as const)(
  "a guest authorizes the deposit on their page, and the manager %s in the console",
  async (outcome) => {
    const { client, booking } = await aDepositStay(service, { settings: { damage_deposit_authorized_before: 6 } });
    const owner = await aMember(service, client.account, "owner");
    const perform = () => performedIn(service, client, 0);
    const guest = await authorizedByGuest(booking, perform);
    const page = await openConsole(at, owner, { path: `/bookings/${booking.id}` });
    await page.getByText("Authorized", { exact: true }).first().waitFor();
    await shoot(page, "console-authorized");
    const dialog = page.getByRole("dialog");
    const isCharged = outcome === "charges a part";
    await page.getByRole("button", { name: isCharged ? "Charge deposit" : "Release", exact: true }).click();
    if (isCharged) {
      await dialog.getByLabel(/^Amount/).fill("120");
      await dialog.getByRole("textbox", { name: "Reason", exact: true }).fill("A broken window");
    }
    await shoot(page, isCharged ? "console-charge" : "console-release");
    await dialog.getByRole("button", { name: isCharged ? "Charge deposit" : "Release", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await perform();
    await guest.reload();
    const notice = isCharged ? "€120.00 of the deposit was charged: A broken window" : "The deposit was released.";
    await guest.getByText(notice).waitFor();
    await shoot(guest, isCharged ? "guest-charged" : "guest-released");
    await page.reload();
    await page
      .getByText(isCharged ? "A broken window" : "Released", { exact: true })
      .first()
      .waitFor();
    await shoot(page, isCharged ? "console-charged" : "console-released");
    expect(await ledgerOf(service, client)).toEqual(
      isCharged ? ["authorize 50000 done", "capture 12000 done"] : ["authorize 50000 done", "cancel 50000 done"],
    );
    expect(await depositOf(client, booking)).toMatchObject({ state: isCharged ? "captured" : "released" });
  },
);
