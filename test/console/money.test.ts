import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { importPayouts } from "../../src/modules/money/payouts/import-payouts.ts";
import { readPayoutsFile } from "../../src/modules/money/payouts/payouts-file.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental, aSource, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { aBogusGateway, aPayment, cash, paymentsOf } from "../payments/factories.ts";
import { dayFrom, openConsole } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Balances, payments and payouts in a real browser (console.md, Screens). */
const service = useSharedService();
let at: Window;
let account: number;
let client: ApiClient;
let owner: ConsoleClient;
let overdue: Json;
let later: Json;

const atNoon = (days: number): string => `${dayFrom(days)}T12:00:00Z`;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  client = await service.aClient(account);
  owner = await aMember(service, account, "owner");
  const mill = await aRental(client, { name: "Mill House", base_rate: "100" });
  const ada = await aGuest(client, { fullname: "Ada Lovelace" });
  const stay = (from: number, to: number) => ({ start_at: dayFrom(from), end_at: dayFrom(to), booked: true });
  const priced = { initial_price: "400", bookings_fees: [], bookings_taxes: [], client_id: ada.id };
  later = await aBooking(client, mill, { ...stay(40, 44), ...priced });
  overdue = await aBooking(client, mill, { ...stay(20, 24), ...priced, commission: "40" });
  const paid = await aBooking(client, mill, { ...stay(50, 54), ...priced });
  await service.sql("update bookings set balance_due_at = $2 where id = $1", [overdue.id, atNoon(-3)]);
  await service.sql("update bookings set balance_due_at = $2 where id = $1", [later.id, atNoon(10)]);
  const collected = await aPayment(client, paid, { ...cash(40_000), paid_at: atNoon(-30), notes: "In an envelope" });
  await aPayment(client, overdue, { ...cash(10_000), kind: "wiretransfer", paid_at: atNoon(-9) });
  const gateway = await aBogusGateway(client);
  const source = await aSource(client, { name: "Radio" });
  const lines = [
    { booking_id: paid.id, payment_id: collected.id, gross_in_cents: 40_000, fee_in_cents: 1200, net_in_cents: 38_800 },
  ];
  const common = { currency: "EUR", paid_at: atNoon(-2) };
  const channelLine = { booking_id: overdue.id, gross_in_cents: 40_000, commission_in_cents: 5000 };
  const file = {
    payouts: [
      {
        ...{ ...common, payment_gateway_id: gateway.id, reference: "P-1", amount_in_cents: 38_800 },
        ...{ related_channel_payout_references: [], lines: lines.map((line) => ({ ...line, kind: "payment" })) },
      },
    ],
    channel_payouts: [
      {
        ...{ ...common, source_id: source.id, channel: "Radio", reference: "C-1", amount_in_cents: 35_000 },
        lines: [
          {
            ...{ ...channelLine, cleaning_fee_in_cents: 0, city_tax_in_cents: 0, payment_charge_in_cents: null },
            ...{ deductions_in_cents: 0, net_in_cents: 35_000 },
          },
        ],
        movements: [],
      },
    ],
  };
  await service.database
    .within([account])
    .transaction((transaction) => importPayouts(transaction, account, readPayoutsFile(JSON.stringify(file))));
});

async function openMoney(who = owner, settings = {}): Promise<Page> {
  const page = await openConsole(at, who, { path: "/money?tab=due", ...settings });
  await page.getByText("2 bookings with a balance due").waitFor();
  return page;
}

/** Opens a section of the screen. */
const part = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Sections of Payments" }).getByRole("link", { name, exact: true }).click();

/** A list's rows, without its head. */
const rows = (page: Page): Promise<string[]> => page.locator("tbody tr").allInnerTexts();

describe("balances due", () => {
  test("list overdue balances first, and link to the booking, which records the payment", async () => {
    const page = await openMoney();
    const inGroup = (name: string) => page.getByRole("table", { name }).locator("tbody tr").allInnerTexts();
    expect(await inGroup("Overdue")).toEqual([expect.stringContaining("€300.00")]);
    expect(await inGroup("Due later")).toEqual([expect.stringContaining(String(later.reference))]);
    await page.getByRole("button", { name: `Record payment for ${later.reference}` }).click();
    await page.getByLabel("Amount in EUR").fill("150");
    await page.getByLabel("Payment method").selectOption("Bank transfer");
    await page.getByRole("button", { name: "Record", exact: true }).click();
    await page.getByText("Payment of €150.00 recorded.").waitFor();
    await page.getByRole("cell", { name: "€250.00" }).waitFor();
    expect(await read(client, "bookings", later.id)).toMatchObject({ paid_amount: "150.0" });
    await undo(page);
    await page.getByText("Undone.").waitFor();
    expect(await read(client, "bookings", later.id)).toMatchObject({ paid_amount: "0.0" });
    await page
      .getByRole("row")
      .filter({ hasText: String(overdue.reference) })
      .click();
    await page.getByRole("heading", { name: "Mill House" }).waitFor();
  });

  test("have an empty state, and are hidden from a viewer", async () => {
    const elsewhere = await service.anAccount();
    const page = await openConsole(at, await aMember(service, elsewhere, "owner"), { path: "/money?tab=due" });
    await page.getByText("No balances due").waitFor();
    await part(page, "Payments");
    await page.getByText("No payments match these filters").waitFor();
    await part(page, "Payouts");
    await page.getByText("No payment gateways").waitFor();
    const viewer = await openConsole(at, await aMember(service, account, "viewer"));
    expect(await viewer.getByRole("link", { name: "Payments" }).count()).toBe(0);
  });
});

describe("payments", () => {
  test("are filtered by day and kind, and exported", async () => {
    const page = await openMoney();
    await part(page, "Payments");
    await page.getByText("2 payments").waitFor();
    expect((await rows(page))[0]).toContain("€100.00");
    await page.getByLabel("Paid until").fill(dayFrom(-10));
    await page.getByText("1 payment", { exact: true }).waitFor();
    expect(await rows(page)).toEqual([expect.stringContaining("In an envelope")]);
    await page.reload();
    await page.getByText("1 payment", { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const [head, line] = (await readFile(await file.path(), "utf8")).slice(1).split("\r\n");
    expect(head).toBe('"Paid on","Payment method","Reference","Guest","Rental","Status","Payer","Amount","Currency"');
    expect(line).toMatch(
      new RegExp(`^"${dayFrom(-30)}","Cash","?\\w+"?,"Ada Lovelace","Mill House","Paid",("")?,400.00,"EUR"$`),
    );
    await page.getByLabel("Payment method").selectOption("Bank transfer");
    await page.getByText("No payments match these filters").waitFor();
  });

  test("are listed newest first, and earlier ones load on demand", async () => {
    const elsewhere = await service.anAccount();
    await service.sql(
      `insert into payments (account_id, kind, amount_in_cents, currency, paid_at)
       select $1, 'cash', number * 100, 'EUR', $2 from generate_series(1, 101) as number order by number`,
      [elsewhere, atNoon(-1)],
    );
    const page = await openConsole(at, await aMember(service, elsewhere, "owner"), { path: "/money" });
    await part(page, "Payments");
    await page.getByText("101 payments").waitFor();
    const amounts = () => page.locator('tbody td[data-name="Amount"]').allInnerTexts();
    expect([(await amounts())[0], (await amounts()).length]).toEqual(["€101.00", 51]);
    await page.getByRole("button", { name: "Show earlier" }).click();
    await expect.poll(async () => (await amounts()).length).toBe(101);
    expect((await amounts()).at(-1)).toBe("€1.00");
    expect(await page.getByRole("button", { name: "Show earlier" }).count()).toBe(0);
  });

  test("can be refunded in part up to the amount paid, and canceled after a confirmation", async () => {
    const page = await openMoney();
    const extra = await aPayment(client, overdue, { ...cash(5000), paid_at: atNoon(-1) });
    await part(page, "Payments");
    await page.getByRole("button", { name: "Refund payment of €50.00" }).click();
    await page.getByText("Return the money yourself").waitFor();
    const amount = page.getByLabel("Amount in EUR");
    await amount.fill("60");
    await page.getByRole("button", { name: "Refund €60.00" }).click();
    await expect.poll(() => amount.getAttribute("aria-invalid")).toBe("true");
    await amount.fill("20");
    await page.getByRole("button", { name: "Refund €20.00" }).dblclick();
    await page.getByText("€20.00 refunded.").waitFor();
    expect((await paymentsOf(client)).filter(({ refunded_payment_id: of }) => of === extra.id)).toHaveLength(1);
    const [refund] = (await paymentsOf(client)).filter(({ refunded_payment_id: of }) => of === extra.id);
    expect(refund).toMatchObject({ amount_in_cents: -2000 });
    for (const amount of ["-€20.00", "€50.00"]) {
      await page.getByRole("button", { name: `Cancel payment of ${amount}`, exact: true }).click();
      await page.getByRole("button", { name: "Cancel payment", exact: true }).click();
      await page.getByText(`Payment of ${amount} canceled.`).waitFor();
    }
    await page.getByText("2 payments").waitFor();
    expect(await paymentsOf(client)).toHaveLength(2);
  });
});

test("a refund shows the rest after another person's partial refund", async () => {
  const extra = await aPayment(client, later, { ...cash(7000), paid_at: atNoon(-2) });
  const page = await openConsole(at, owner, { path: "/money" });
  await page.getByRole("button", { name: "Refund payment of €70.00" }).click();
  await page.getByText("Up to €70.00 can be refunded.").waitFor();
  const refund = { payments: [{ amount_in_cents: 3000 }] };
  expect((await client.post(`/payments/${extra.id}/refund`, refund)).status).toBe(201);
  await page.getByRole("button", { name: "Refund €70.00" }).click();
  await page.getByText("Up to €40.00 can be refunded.").first().waitFor();
  await page.getByLabel("Amount in EUR").fill("40");
  await page.getByRole("button", { name: "Refund €40.00" }).click();
  await page.getByText("€40.00 refunded.").waitFor();
  expect(await read(client, "bookings", later.id)).toMatchObject({ paid_amount: "0.0" });
  for (const { id, refunded_payment_id: of } of await paymentsOf(client))
    if (of === extra.id) await client.delete(`/payments/${id}`);
  await client.delete(`/payments/${extra.id}`);
});

describe("payouts", () => {
  test("list their bookings, and differences from the expected amount", async () => {
    const page = await openMoney(await aMember(service, account, "accountant"));
    await part(page, "Payouts");
    await page.getByText("P-1").click();
    await expect.poll(() => rows(page)).toEqual([expect.stringMatching(/€400.00\s+€12.00\s+€388.00/)]);
    await page.getByText("P-1").click();
    await page.getByText("C-1").click();
    const { reconciliation } = await read(client, "bookings", overdue.id);
    expect(Number(reconciliation)).toBe(-10);
    await page.getByRole("cell", { name: "-€10.00" }).waitFor();
    expect(await page.getByRole("button", { name: "Record payment" }).count()).toBe(0);
  });

  test("are hidden from a manager", async () => {
    const manager = await aMember(service, account, "manager");
    for (const path of ["/payouts?payment_gateway_id=1", "/channel_payouts"])
      expect((await manager.get(path)).status, path).toBe(403);
    const page = await openMoney(manager);
    const parts = page.getByRole("navigation", { name: "Sections of Payments" }).getByRole("link");
    expect(await parts.allInnerTexts()).toEqual(["Payments", "Due", "Invoices", "Owners"]);
    await page.goto(page.url().replace(/\/money.*/, "/money?tab=payouts"));
    await page.getByText("2 payments").waitFor();
    expect(await page.getByText("P-1").count()).toBe(0);
  });
});
