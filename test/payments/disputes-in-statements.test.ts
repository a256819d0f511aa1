import * as fc from "fast-check";
import { expect, test } from "vitest";
import { signBogusReport } from "../../src/modules/money/gateways/bogus.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { depositAction } from "./deposit-factories.ts";
import { aBogusGateway, aPayment, cash, order, performed, webhookSecret } from "./factories.ts";

/** A lost dispute is money gone, in statements and reports as in what is paid (bookings.md, Payments). */
const service = useSharedService();
let reports = 0;

const month = "2090-01";
const times = { start_at: "2090-01-04T16:00:00Z", end_at: "2090-01-08T10:00:00Z", booked: true };

async function aPaidStay(money: Json, cents: number) {
  const client = await service.aClient(await service.anAccount());
  const gateway = await aBogusGateway(client);
  const rental = await aRental(client, { currency: "EUR" });
  const booking = await aBooking(client, rental, { ...times, bookings_fees: [], bookings_taxes: [], ...money });
  const ordered = await aPayment(client, booking, order(gateway, { amount_in_cents: cents }));
  const paid = await performed(service, client, ordered);
  return { client, rental, booking, paid, happens: reportsOn({ client, gateway, paid }) };
}

/** Sends the gateway's reports on a payment. */
const reportsOn =
  ({ client, gateway, paid }: { client: ApiClient; gateway: Json; paid: Json }) =>
  async (kind: string, more: Json) => {
    const event = { id: `evt_${++reports}`, kind, transaction: paid.transaction_id, currency: "EUR", ...more };
    const body = Buffer.from(JSON.stringify(event));
    const headers = { "content-type": "application/json", "bogus-signature": signBogusReport(body, webhookSecret) };
    const url = `${service.url}/webhooks/gateways/${client.account}/${gateway.id}`;
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
  };

async function lineOf(client: ApiClient, rental: Json): Promise<Json> {
  const answer = await client.get(`/owner_statements?rental_id=${rental.id}&month=${month}`);
  const [line] = [recordOf(answer, "owner_statements").stays].flat();
  return { ...Object(line) };
}

async function moneyDue(client: ApiClient): Promise<unknown> {
  const answer = await client.get("/reports?from=2090-01-01&to=2090-01-31");
  return Object([Object(recordOf(answer, "reports").total).money].flat()[0]).money_due;
}

test("statements show an open dispute, deduct a lost one, and restore the money of a won one", async () => {
  const { client, rental, booking, happens } = await aPaidStay({ initial_price: "400", commission: "40" }, 40_000);
  const undisputed = { final_price: "400.0", commission: "40.0", payback_to_owner: "360.0", kept_by_manager: "0.0" };
  const quiet = { disputes_lost: "0.0", disputes_open: "0.0" };
  expect(await lineOf(client, rental)).toMatchObject({ ...undisputed, ...quiet });
  await happens("disputed", { occurredAt: 1000, amount: 10_000 });
  expect(await lineOf(client, rental)).toMatchObject({ ...undisputed, disputes_open: "400.0", disputes_lost: "0.0" });
  await happens("dispute_lost", { occurredAt: 2000, amount: 10_000 });
  // A quarter of the price is gone: a quarter of the owner's share, too. The manager bears the rest, as the channel keeps its commission.
  const lost = { ...undisputed, payback_to_owner: "270.0", kept_by_manager: "-10.0" };
  expect(await lineOf(client, rental)).toMatchObject({ ...lost, disputes_lost: "100.0", disputes_open: "0.0" });
  expect(await moneyDue(client)).toBe("100.0");
  const again = await aPayment(client, booking, cash(10_000));
  expect(await lineOf(client, rental)).toMatchObject({ ...undisputed, ...quiet });
  expect(await moneyDue(client)).toBe("0.0");
  await client.delete(`/payments/${again.id}`);
  expect(await lineOf(client, rental)).toMatchObject({ ...lost, disputes_lost: "100.0" });
  await happens("dispute_won", { occurredAt: 3000 });
  expect(await lineOf(client, rental)).toMatchObject({ ...undisputed, ...quiet });
  expect(await moneyDue(client)).toBe("0.0");
});

test("a dispute of a captured damage deposit takes nothing of the owner's share", async () => {
  const client = await service.aClient(await service.anAccount());
  const gateway = await aBogusGateway(client);
  const rental = await aRental(client, { currency: "EUR" });
  const stay = { ...times, initial_price: "400", damage_deposit: "300" };
  const booking = await aBooking(client, rental, stay);
  await depositAction(client, booking, "authorize", { credit_card_token: "tok_visa" });
  const [deposit = expect.fail("no deposit")] = recordsOf(await client.get("/payments"), "payments");
  await performed(service, client, deposit);
  await depositAction(client, booking, "capture", { reason: "Broken window" });
  const captured = await performed(service, client, deposit);
  // The guest still owes the price, and disputes the deposit.
  const happens = reportsOn({ client, gateway, paid: captured });
  const whole = { final_price: "400.0", payback_to_owner: "400.0", disputes_lost: "0.0", disputes_open: "0.0" };
  await happens("disputed", { occurredAt: 1000, amount: 30_000 });
  expect(await lineOf(client, rental)).toMatchObject(whole);
  await happens("dispute_lost", { occurredAt: 2000, amount: 30_000 });
  expect(await read(client, "payments", deposit.id)).toMatchObject({ dispute_status: "lost" });
  expect(await lineOf(client, rental)).toMatchObject(whole);
});

test("a canceled stay's statement keeps only the money that a lost dispute left", async () => {
  const { client, rental, booking, happens } = await aPaidStay({ initial_price: "400" }, 40_000);
  await client.delete(`/bookings/${booking.id}`);
  await happens("dispute_lost", { occurredAt: 1000, amount: 30_000 });
  const kept = { rental_revenue: "100.0", final_price: "100.0", payback_to_owner: "100.0", disputes_lost: "0.0" };
  expect(await lineOf(client, rental)).toMatchObject(kept);
});

test("payments, refunds and disputes add up to what is paid, and every statement adds up", async () => {
  const cents = (most: number) => fc.integer({ min: 100, max: most });
  const stays = fc.record({
    price: cents(90_000),
    commission: fc.integer({ min: 0, max: 9_000 }),
    tax: fc.integer({ min: 0, max: 5_000 }),
    paid: cents(90_000),
    disputed: cents(90_000),
    refund: fc.integer({ min: 0, max: 5_000 }),
    outcome: fc.constantFrom("disputed", "dispute_lost", "dispute_won"),
  });
  await fc.assert(
    fc.asyncProperty(stays, async ({ price, commission, tax, paid, disputed, refund, outcome }) => {
      const taxes = [{ name: "Tax", amount: String(tax / 100), included: false }];
      const money = { initial_price: String(price / 100), commission: String(commission / 100), bookings_taxes: taxes };
      const stay = await aPaidStay(money, paid);
      const { client, rental, booking, happens } = stay;
      if (refund > 0 && refund <= paid)
        await client.post(`/payments/${stay.paid.id}/refund`, { payments: [{ amount_in_cents: refund }] });
      await happens("disputed", { occurredAt: 1000, amount: disputed });
      await happens(outcome, { occurredAt: 2000, amount: disputed });
      const payments = recordsOf(await client.get("/payments"), "payments");
      const counted = payments.filter(({ paid_at, canceled_at }) => paid_at !== null && canceled_at === null);
      const sum = counted.reduce((total, { amount_in_cents: amount }) => total + Number(amount), 0);
      const { paid_amount, final_price } = await read(client, "bookings", booking.id);
      expect(Math.round(Number(paid_amount) * 100)).toBe(sum);
      const line = await lineOf(client, rental);
      const inCents = (...names: string[]) =>
        names.reduce((total, name) => total + Math.round(Number(line[name]) * 100), 0);
      const shares = ["taxes", "commission", "payment_charge_commission", "payback_to_owner", "kept_by_manager"];
      const whole = Math.round(Number(final_price) * 100);
      expect(inCents(...shares, "disputes_lost")).toBe(whole);
      const taken = counted
        .filter(({ kind }) => kind === "dispute")
        .reduce((all, one) => all - Number(one.amount_in_cents), 0);
      expect(inCents("disputes_lost")).toBe(Math.min(taken, Math.max(0, whole - sum)));
      expect(inCents("disputes_open")).toBe(outcome === "disputed" ? paid : 0);
    }),
    { numRuns: 20 },
  );
});
