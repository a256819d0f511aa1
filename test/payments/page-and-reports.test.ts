import { describe, expect, test } from "vitest";
import { signBogusReport } from "../../src/modules/money/gateways/bogus.ts";
import { type ApiClient, errorsOf, type Json } from "../harness/client.ts";
import { aBooking, aRental, booking as booking_, changing, created, read } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import {
  aBusiness,
  aPayment,
  aRefund,
  cash,
  ledgerOf,
  moneyOf,
  order,
  paying,
  paymentsOf,
  performed,
  reconcile,
  refunding,
  stepsOf,
  webhookSecret,
} from "./factories.ts";

const service = useSharedService();

/** The path of a booking's payment page. */
const pathOf = (booking: Json): string => String(booking.payment_url).slice(baseUrl.length);
const visit = (booking: Json): Promise<Response> => fetch(`${service.url}${pathOf(booking)}`);
const words = async (booking: Json): Promise<string> =>
  (await (await visit(booking)).text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const pay = (booking: Json, card = "tok_visa"): Promise<Response> =>
  fetch(`${service.url}${pathOf(booking)}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ card }).toString(),
  });

const hold = () => ({ tentative_expires_at: inAnHour() });
const last = async (client: ApiClient): Promise<Json> => (await paymentsOf(client)).at(-1) ?? expect.fail("no payment");

describe("the page behind payment_url", () => {
  test("shows the rental, the dates and bill lines that add up to the final price", async () => {
    const fees = [
      { name_en: "Dog & cat", price: "25", kind: "pet_fee", times_booked: 2 },
      { name_en: "<b>Firewood</b>", price: "10.50", kind: "wood" },
    ];
    const taxes = [{ name_en: "City tax", amount: "7.25", included: false }];
    const { client, booking } = await aBusiness(service, { bookings_fees: fees, bookings_taxes: taxes });
    await aPayment(client, booking, cash(10_000));
    expect(booking.payment_url).toMatch(new RegExp(`^${baseUrl}/pay/\\d+-\\d+-[0-9a-f]{64}$`));
    const page = await visit(booking);
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect(await words(booking)).toMatch(
      /Cottage 1 4 January 2090 to 8 January 2090 Rental €400.00 Dog &amp; cat × 2 €50.00 &lt;b&gt;Firewood&lt;\/b&gt; €10.50 City tax €7.25 Total €467.75 Paid €100.00 Balance due €367.75 .*Pay €367.75/,
    );
  });

  test("shows the difference to an agreed final price as its own line", async () => {
    const { booking } = await aBusiness(service, { final_price: "350" });
    expect(await words(booking)).toContain("Rental €400.00 Adjustment -€50.00 Total €350.00");
  });

  test("charges the balance with one button, and shows that it is processing, then paid", async () => {
    const { client, booking } = await aBusiness(service);
    const pressed = await pay(booking, "tok_mastercard");
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, pathOf(booking)]);
    const page = await (await visit(booking)).text();
    expect(page).toContain('<meta http-equiv="refresh" content="3">');
    expect(page).toContain("being processed");
    expect(page).not.toContain("<button");
    const placed = await last(client);
    expect(placed).toMatchObject({
      kind: "service",
      amount_in_cents: 40_000,
      ip: expect.stringMatching(/127\.0\.0\.1/),
    });
    await performed(service, client, placed);
    expect(await words(booking)).toMatch(/Paid in full. Thank you! .*Paid €400.00 Balance due €0.00/);
    expect(await (await visit(booking)).text()).not.toContain("<button");
    await pay(booking);
    expect(await paymentsOf(client)).toHaveLength(1);
  });

  test("pays once when the button is pressed several times", async () => {
    const { client, booking } = await aBusiness(service);
    await Promise.all(Array.from({ length: 6 }, () => pay(booking)));
    const placed = await last(client);
    await performed(service, client, placed);
    expect(await ledgerOf(service, client)).toEqual(["charge 40000 done"]);
    expect(await paymentsOf(client)).toHaveLength(1);
  });

  test("creates no order while another application's order is pending", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { amount_in_cents: 40_000 }));
    expect(await words(booking)).toContain("is being processed");
    await pay(booking);
    await performed(service, client, placed);
    expect(await paymentsOf(client)).toHaveLength(1);
    expect(await words(booking)).toContain("Paid in full.");
  });

  test("shows why a card was declined and accepts another one", async () => {
    const { client, booking } = await aBusiness(service);
    await pay(booking, "tok_declined");
    await performed(service, client, await last(client));
    expect(await words(booking)).toMatch(
      /Your payment was declined: The card was declined. You were not charged. .*Pay €400.00/,
    );
    await pay(booking);
    await performed(service, client, await last(client));
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "400.0" });
  });

  test("confirms a hold once it is paid", async () => {
    const { client, booking } = await aBusiness(service, hold());
    await pay(booking);
    const placed = await last(client);
    expect(placed.kind).toBe("instant-booking");
    await performed(service, client, placed);
    expect(await moneyOf(client, booking)).toMatchObject({ status: "Booked", paid_amount: "400.0" });
  });

  test("shows that a booking is canceled and accepts no payment", async () => {
    const { client, booking } = await aBusiness(service);
    await client.delete(`/bookings/${booking.id}`);
    expect(await words(booking)).toContain("This booking is canceled. You can no longer pay for it.");
    expect(await (await visit(booking)).text()).not.toContain("<button");
    await pay(booking);
    expect(await paymentsOf(client)).toEqual([]);
  });

  test("refuses a card that the page does not offer", async () => {
    const { client, booking } = await aBusiness(service);
    await pay(booking, "4111111111111111");
    expect(await paymentsOf(client)).toEqual([]);
  });

  test("returns 404 for an altered or incomplete page address", async () => {
    const { booking } = await aBusiness(service);
    const path = pathOf(booking);
    const digit = path.at(-1) === "0" ? "1" : "0";
    for (const wrong of [`${path.slice(0, -1)}${digit}`, path.slice(0, -1), "/pay/1", "/pay/0-0-0", `${path}0`]) {
      expect((await fetch(`${service.url}${wrong}`)).status, wrong).toBe(404);
      expect((await fetch(`${service.url}${wrong}`, { method: "POST" })).status, wrong).toBe(404);
    }
  });

  test("has no payment_url without a gateway for the currency or for an unavailable block", async () => {
    const { client, rental } = await aBusiness(service);
    const pounds = await aRental(client, { currency: "GBP" });
    expect((await aBooking(client, pounds)).payment_url).toBeNull();
    const blocked = { unavailable: true, start_at: "2092-01-01", end_at: "2092-01-02" };
    expect((await aBooking(client, rental, blocked)).payment_url).toBeNull();
  });
});

describe("a gateway report", () => {
  let reports = 0;
  /** Sends a report about a payment, signed correctly by default. */
  async function report(
    client: ApiClient,
    gateway: Json,
    event: Json,
    signature?: string,
  ): Promise<{ status: number; text: string }> {
    const body = Buffer.from(JSON.stringify({ id: `evt_${++reports}`, currency: "EUR", ...event }));
    const answer = await fetch(`${service.url}/webhooks/gateways/${client.account}/${gateway.id}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "bogus-signature": signature ?? signBogusReport(body, webhookSecret),
      },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  }

  const metadata = (client: ApiClient, payment: Json, step: string) => ({
    roost_account: client.account,
    roost_payment: payment.id,
    roost_step: step,
  });
  /** Starts a checkout on the gateway's page, which only the guest completes. */
  const begun = async (client: ApiClient, stay: Json): Promise<Json> => {
    await pay(stay);
    const placed = await last(client);
    await service.sql("update payment_steps set step = 'checkout' where payment_id = $1", [placed.id]);
    return placed;
  };
  const paidOnPage = (client: ApiClient, payment: Json) => ({
    kind: "paid",
    transaction: `bogus_${payment.id}`,
    amount: 40_000,
    metadata: metadata(client, payment, "checkout"),
  });

  test("settles an order whose response was lost, after which the job changes nothing", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway, { credit_card_token: "tok_lost_once" }));
    await expect(performed(service, client, placed)).rejects.toThrow("cannot be reached");
    const event = {
      kind: "paid",
      transaction: "bogus_x",
      amount: 10_000,
      metadata: metadata(client, placed, "charge"),
    };
    expect(await report(client, gateway, event)).toEqual({ status: 200, text: "{}" });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
    await performed(service, client, placed);
    expect(await ledgerOf(service, client)).toEqual(["charge 10000 done"]);
  });

  test("ignores a report with another amount or currency than the order's", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway));
    const event = { kind: "paid", transaction: "t", amount: 1, metadata: metadata(client, placed, "charge") };
    for (const one of [event, { ...event, amount: 10_000, currency: "USD" }])
      expect((await report(client, gateway, one)).status).toBe(200);
    expect(await stepsOf(service, placed)).toEqual(["charge queued"]);
  });

  test("applies a report once when it arrives several times at once", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const event = { id: "evt_same", kind: "refunded", transaction: paid.transaction_id, amount: 4000 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(client, gateway, event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "60.0", bookings_payments_count: 2 });
  });

  test("adds nothing for a reported refund of our own and records one made at the gateway", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    await performed(service, client, await aRefund(client, paid, 1000));
    const event = { kind: "refunded", transaction: paid.transaction_id };
    await report(client, gateway, { ...event, amount: 1000 });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "90.0" });
    await report(client, gateway, { ...event, amount: 3500 });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "65.0", bookings_payments_count: 3 });
  });

  test("settles a refund whose response was lost", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const token = { credit_card_token: "tok_refund_lost_once" };
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway, token)));
    const refund = await aRefund(client, paid, 4000);
    await expect(performed(service, client, refund)).rejects.toThrow("cannot be reached");
    await report(client, gateway, { kind: "refunded", transaction: paid.transaction_id, amount: 4000 });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "60.0", bookings_payments_count: 2 });
  });

  test("rejects a payment whose authorization expired before its capture", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const later = { capturable_from: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10) };
    const placed = await performed(service, client, await aPayment(client, booking, order(gateway, later)));
    expect(await moneyOf(client, booking)).toMatchObject({ authorized_amount: "100.0" });
    const event = {
      kind: "ended",
      transaction: placed.transaction_id,
      metadata: metadata(client, placed, "authorize"),
    };
    await report(client, gateway, event);
    expect(await read(client, "payments", placed.id)).toMatchObject({
      rejection_reason: "could not be captured: The authorization has expired.",
    });
    expect(await moneyOf(client, booking)).toMatchObject({ authorized_amount: "0.0", paid_amount: "0.0" });
    expect(await stepsOf(service, placed)).toEqual(["authorize done", "capture refused"]);
  });

  test("rejects a refund that the bank returned and allows another one", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const refund = await performed(service, client, await aRefund(client, paid, 10_000));
    const event = { kind: "refund_failed", transaction: refund.transaction_id, reason: "The account is closed." };
    await report(client, gateway, event);
    expect(await read(client, "payments", refund.id)).toMatchObject({
      paid_at: null,
      rejection_reason: "The account is closed.",
    });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0", bookings_payments_count: 1 });
    expect(await aRefund(client, paid, 10_000)).toMatchObject({ amount_in_cents: -10_000 });
  });

  test("never refunds more than was paid when reported and requested refunds meet", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const reported = (amount: number) =>
      report(client, gateway, { kind: "refunded", transaction: paid.transaction_id, amount });
    const answers = await Promise.all([
      ...[4000, 4000, 4000].map((amount) => refunding(client, paid, amount)),
      ...[3000, 5000].map(reported),
      client.delete(`/payments/${paid.id}`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 204, 422].includes(status))).toEqual([]);
    const refunds = (await paymentsOf(client)).filter(({ amount_in_cents: amount }) => Number(amount) < 0);
    const sum = refunds.reduce((total, { amount_in_cents: amount }) => total + Number(amount), 0);
    expect(sum).toBeGreaterThanOrEqual(-10_000);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", bookings_payments_count: 0 });
  });

  test("the guest does not owe a refund that lowers the price", async () => {
    const { client, booking } = await aBusiness(service, { final_price: "390" });
    const paid = await aPayment(client, booking, cash(39_000));
    const gift = { amount_in_cents: 1_500, reduce_price: true };
    expect((await client.post(`/payments/${paid.id}/refund`, { payments: [gift] })).status).toBe(201);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "375.0", payment_left_to_collect: "0.0" });
    expect(await read(client, "bookings", booking.id)).toMatchObject({ final_price: "375.0", initial_price: "400.0" });
    expect(await words(booking)).toContain("Rental €400.00 Goodwill -€15.00 Adjustment -€10.00 Total €375.00");
    await created(client, `/payments/${paid.id}/refund`, "payments", { amount_in_cents: 1_000 });
    expect(await moneyOf(client, booking)).toMatchObject({ payment_left_to_collect: "10.0" });
    await changing(client, booking, { final_payback_to_owner: "370" });
    const refused = await client.post(`/payments/${paid.id}/refund`, { payments: [gift] });
    expect([refused.status, errorsOf(refused)]).toMatchObject([422, { reduce_price: [expect.any(String)] }]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "365.0" });
  });

  test("a lost dispute lowers the paid amount, and a won one restores it", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const happens = (kind: string, more: Json = {}) =>
      report(client, gateway, { kind, transaction: paid.transaction_id, ...more });
    await happens("disputed");
    expect(await read(client, "payments", paid.id)).toMatchObject({
      disputed_at: expect.any(String),
      dispute_status: "open",
    });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
    await happens("dispute_lost", { amount: 10_000, currency: "EUR", occurredAt: 2000 });
    expect(await read(client, "payments", paid.id)).toMatchObject({ dispute_status: "lost" });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", payment_left_to_collect: "400.0" });
    const line = await last(client);
    expect(line).toMatchObject({
      ...{ kind: "dispute", amount_in_cents: -10_000, refunded_payment_id: paid.id },
    });
    expect((await refunding(client, paid, 1)).status).toBe(422);
    await happens("dispute_won", { occurredAt: 3000 });
    expect(await read(client, "payments", paid.id)).toMatchObject({ disputed_at: null, dispute_status: "won" });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
    expect(await read(client, "payments", line.id)).toMatchObject({ canceled_at: expect.any(String) });
    const written = await paying(client, booking, { ...cash(), kind: "dispute" });
    expect([written.status, errorsOf(written)]).toMatchObject([422, { kind: [expect.stringContaining("dispute")] }]);
  });

  test("keeps the latest state of a dispute and its money, whatever the order of its reports", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const dispute = (kind: string, occurredAt?: number) => ({ kind, transaction: paid.transaction_id, occurredAt });
    const histories = [
      { events: [dispute("disputed"), dispute("dispute_won")], status: "won" },
      { events: [dispute("disputed", 1000), dispute("dispute_won", 1000)], status: "won" },
      { events: [dispute("disputed", 1000), dispute("dispute_lost", 1000)], status: "lost" },
      {
        events: [dispute("disputed", 1000), dispute("dispute_lost", 2000), dispute("dispute_won", 3000)],
        status: "won",
      },
      { events: [dispute("disputed", 1000), dispute("dispute_won", 2000), dispute("disputed", 3000)], status: "open" },
    ];
    for (const { events, status } of histories)
      for (const order of permutations(events)) {
        await service.sql(
          "update payments set dispute_status = null, disputed_at = null, dispute_reported_for = null where id = $1",
          [paid.id],
        );
        await service.sql("update payments set canceled_at = now() where refunded_payment_id = $1", [paid.id]);
        for (const event of [...order, ...order]) await report(client, gateway, event);
        const { dispute_status, disputed_at } = await read(client, "payments", paid.id);
        expect([dispute_status, disputed_at === null], JSON.stringify(order)).toEqual([status, status === "won"]);
        const { paid_amount } = await moneyOf(client, booking);
        expect(paid_amount, JSON.stringify(order)).toBe(status === "lost" ? "0.0" : "100.0");
      }
  });

  test("accepts a report about an unknown payment and refuses one with a wrong signature or gateway", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const other = await aBusiness(service);
    const event = { kind: "disputed", transaction: paid.transaction_id };
    expect((await report(other.client, other.gateway, event)).status).toBe(200);
    expect((await report(client, gateway, { kind: "paid", transaction: "t", amount: 1 })).status).toBe(200);
    const refused = { status: 400, text: expect.stringContaining("The report is not accepted.") };
    expect(await report(client, gateway, event, "00")).toEqual(refused);
    expect(await report(client, gateway, event, "")).toEqual(refused);
    expect(await report(other.client, gateway, event)).toEqual(refused);
    expect(await report(client, { id: 999_999 }, event)).toEqual(refused);
    expect(await read(client, "payments", paid.id)).toMatchObject({ disputed_at: null });
  });

  test("confirms a booking paid on the gateway's page and refunds one whose nights are no longer free", async () => {
    const { client, booking, gateway, rental } = await aBusiness(service, hold());
    const first = await begun(client, booking);
    expect(await words(booking)).toContain("Waiting for the payment service to confirm your payment.");
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      booking.id,
    ]);
    const second = JSON.parse((await booking_(client, rental, { initial_price: "400", ...hold() })).text).bookings[0];
    const placed = await begun(client, second);
    const failed = { kind: "failed", transaction: "bogus_attempt", metadata: metadata(client, placed, "checkout") };
    await report(client, gateway, failed);
    await report(client, gateway, paidOnPage(client, placed));
    expect(await moneyOf(client, second)).toMatchObject({ status: "Booked", paid_amount: "400.0" });
    await report(client, gateway, paidOnPage(client, first));
    const refund = await last(client);
    expect(refund).toMatchObject({
      amount_in_cents: -40_000,
      refunded_payment_id: first.id,
      notes: `the nights are taken by booking ${second.reference}`,
    });
    expect(await stepsOf(service, refund)).toEqual(["refund queued"]);
  });

  test("records and refunds a payment on the gateway's page that was canceled meanwhile", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const placed = await begun(client, booking);
    expect((await client.delete(`/payments/${placed.id}`)).status).toBe(204);
    await report(client, gateway, paidOnPage(client, placed));
    expect(await read(client, "payments", placed.id)).toMatchObject({ paid_at: expect.any(String) });
    const refund = await last(client);
    expect(refund).toMatchObject({ amount_in_cents: -40_000, notes: "the payment has been canceled" });
    expect(await stepsOf(service, refund)).toEqual(["refund queued"]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0" });
  });

  test("refunds a payment on the gateway's page for a booking canceled meanwhile", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const placed = await begun(client, booking);
    await client.delete(`/bookings/${booking.id}`);
    await report(client, gateway, paidOnPage(client, placed));
    expect(await last(client)).toMatchObject({
      amount_in_cents: -40_000,
      refunded_payment_id: placed.id,
      notes: "the booking has been canceled",
    });
  });

  test("ignores a report about an equal payment id of another installation or a restored database", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const placed = await aPayment(client, booking, order(gateway));
    const own = metadata(client, placed, "charge");
    const event = { kind: "paid", transaction: "bogus_other", amount: 10_000 };
    await report(client, gateway, { ...event, metadata: { ...own, roost_key: "roost-1-1-0-charge" } });
    expect(await stepsOf(service, placed)).toEqual(["charge queued"]);
    await performed(service, client, placed);
    await report(client, gateway, { kind: "refunded", transaction: "bogus_other", amount: 500, metadata: own });
    await report(client, gateway, { kind: "disputed", transaction: "bogus_other", metadata: own });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0", bookings_payments_count: 1 });
    expect(await read(client, "payments", placed.id)).toMatchObject({ disputed_at: null });
  });

  test("refuses to cancel a refund that was made at the gateway", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    await report(client, gateway, { kind: "refunded", transaction: paid.transaction_id, amount: 4000 });
    expect((await client.delete(`/payments/${(await last(client)).id}`)).status).toBe(422);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "60.0" });
  });
});

test("performs a payment only in its own account", async () => {
  const [mine, other] = [await aBusiness(service), await aBusiness(service)];
  const placed = await aPayment(mine.client, mine.booking, order(mine.gateway));
  await service.sql("update payment_steps set due_at = now() - interval '1 hour' where payment_id = $1", [placed.id]);
  await reconcile(service, other.client);
  expect(await ledgerOf(service, mine.client)).toEqual([]);
  await reconcile(service, mine.client);
  expect(await ledgerOf(service, mine.client)).toEqual(["charge 10000 done"]);
  expect(await ledgerOf(service, other.client)).toEqual([]);
});

/** All permutations of a list. */
const permutations = <T>(things: readonly T[]): T[][] =>
  things.length === 0
    ? [[]]
    : things.flatMap((first, index) => permutations(things.toSpliced(index, 1)).map((others) => [first, ...others]));
