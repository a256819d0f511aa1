import { describe, expect, test } from "vitest";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created, idsOf, linksOf, read } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import {
  aBogusGateway,
  aBusiness,
  aPayment,
  aRefund,
  cash,
  moneyOf,
  order,
  paying,
  paymentsOf,
  refunding,
} from "./factories.ts";

const lines: string[] = [];
const service = useService({ log: (line) => lines.push(line) });

/** The errors of a refused payment. */
async function refusalOf(attributes: Json): Promise<unknown> {
  const { client, booking } = await aBusiness(service);
  const answer = await paying(client, booking, attributes);
  expect(answer.status, answer.text).toBe(422);
  expect(await paymentsOf(client)).toEqual([]);
  return errorsOf(answer);
}

describe("a record of money that has moved", () => {
  test("returns all attributes of a recorded payment and updates the booking's sums", async () => {
    const { client, booking, rental } = await aBusiness(service);
    const input = {
      ...cash(12_345),
      fullname: "John Doe",
      email: "john@example.com",
      locale: "en",
      address1: "Bernhard Creek",
      zip: "07671-8254",
      city: "East Winifred",
      state: "Montana",
      country_code: "US",
      notes: "By hand",
      offsite_payment: true,
      transaction_id: "R-17",
    };
    const paid = await aPayment(client, booking, input);
    expect(paid).toMatchObject({
      ...input,
      paid_at: "2024-01-01T10:00:00Z",
      order_id: null,
      canceled_at: null,
      rejected_at: null,
      locked: null,
      chargeable: true,
      description: `Payment for ${rental.name} from Wednesday 04 Jan 2090, 04:00 PM to Sunday 08 Jan 2090, 10:00 AM`,
    });
    const { bookings_payments } = linksOf(paid);
    expect(linksOf(paid)).toMatchObject({ account: client.account, bookings: [booking.id], payment_gateway: null });
    const [line] = recordsOf(await client.get("/bookings_payments"), "bookings_payments");
    expect(line).toMatchObject({
      amount_in_cents: 12_345,
      currency: "EUR",
      links: { account: client.account, booking: booking.id, rental: rental.id, payment: paid.id },
    });
    expect([line?.id]).toEqual(bookings_payments);
    const stay = await read(client, "bookings", booking.id);
    expect(linksOf(stay)).toMatchObject({ payments: [paid.id], bookings_payments });
    expect(stay).toMatchObject({
      paid_amount: "123.45",
      paid_or_authorized_amount: "123.45",
      payment_left_to_collect: "276.55",
      bookings_payments_count: 1,
    });
  });

  test("refuses a payment with all its problems", async () => {
    const long = "x".repeat(101);
    expect(
      await refusalOf({
        amount_in_cents: 0,
        currency: "USD",
        kind: "cash",
        paid_at: "2090-01-01",
        email: "john",
        fullname: "John\u0007",
        locale: "ja",
        country_code: "US",
        zip: "12345678901",
        address1: long,
        address2: long,
        city: long,
      }),
    ).toEqual({
      amount_in_cents: ["must be greater than 0"],
      currency: ["must be the booking's: EUR"],
      paid_at: ["must be in the past"],
      email: ["must be an e-mail address"],
      fullname: ["cannot contain non-printing characters"],
      locale: ["must be one of the account's locales: en, fr"],
      state: ["can't be blank when country_code is US"],
      zip: ["is too long (maximum is 10 characters)"],
      address1: ["is too long (maximum is 100 characters)"],
      address2: ["is too long (maximum is 100 characters)"],
      city: ["is too long (maximum is 100 characters)"],
    });
    expect(await refusalOf({ ...cash(), country_code: "ZZ", kind: "shells" })).toMatchObject({
      country_code: [expect.stringContaining("country code")],
      kind: [expect.stringContaining("one of the payment kinds: service, instant-booking")],
    });
  });

  test("requires paid_at for a record, and a gateway and token for an order", async () => {
    expect(await refusalOf({ ...cash(), paid_at: null })).toEqual({ paid_at: ["can't be blank for the kind cash"] });
    const needed = ["can't be blank for the kinds instant-booking and service"];
    for (const kind of ["service", "instant-booking"]) {
      expect(await refusalOf({ ...cash(), kind })).toEqual({
        gateway_id: needed,
        gateway_type: needed,
        gateway_name: needed,
      });
    }
    const { client, booking, gateway } = await aBusiness(service);
    const refused = await paying(client, booking, {
      ...order(gateway, { gateway_type: "PaypalExpressGateway", gateway_name: "stripe", credit_card_token: null }),
    });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        gateway_type: ["must be PaymentGateway for a charge. Only payments with paid_at can use PaypalExpressGateway."],
        gateway_name: ["must be the gateway's: bogus"],
        credit_card_token: ["can't be blank without paid_at or authorized_at"],
      },
    ]);
    const pounds = await aBogusGateway(client, { supported_currencies: ["GBP"] });
    const foreign = await paying(client, booking, order(pounds, { transaction_id: "T" }));
    expect(errorsOf(foreign)).toEqual({
      gateway_id: ["does not accept EUR"],
      transaction_id: ["must be blank for an order: the gateway sets it"],
    });
  });

  test("counts money authorized elsewhere as authorized until paid_at is set", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const made = await aPayment(client, booking, {
      ...order(gateway, { credit_card_token: null, authorized_at: "2024-01-01" }),
    });
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", authorized_amount: "100.0" });
    const paid = await client.put(`/payments/${made.id}`, { payments: [{ paid_at: "2024-01-02" }] });
    expect(paid.status, paid.text).toBe(200);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0", authorized_amount: "0.0" });
  });

  test("allows an overpayment with a negative balance that is not chargeable", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking, cash(50_000));
    expect(paid.chargeable).toBe(false);
    expect(await moneyOf(client, booking)).toMatchObject({ payment_left_to_collect: "-100.0" });
    const refused = await paying(client, booking, cash(999_999_999_999));
    expect(errorsOf(refused)).toEqual({
      amount_in_cents: ["exceeds the maximum together with the amounts already paid"],
    });
  });

  test("counts a payment in yen without decimals", async () => {
    const { client } = await aBusiness(service);
    const rental = await aRental(client, { currency: "JPY" });
    const booking = await aBooking(client, rental, { initial_price: "40000", currency: "JPY" });
    await aPayment(client, booking, { ...cash(15_000), currency: "JPY" });
    expect(await moneyOf(client, booking)).toMatchObject({
      paid_amount: "15000.0",
      payment_left_to_collect: "25000.0",
    });
  });

  test("records a payment for a canceled booking, which is not chargeable", async () => {
    const { client, booking } = await aBusiness(service);
    await client.delete(`/bookings/${booking.id}`);
    expect(await aPayment(client, booking)).toMatchObject({ chargeable: false });
  });
});

describe("card numbers", () => {
  const number = "4111 1111 1111 1111";
  const digits = number.replaceAll(" ", "");

  test("masks card numbers on input and stores only four digits", async () => {
    const { client, booking } = await aBusiness(service);
    for (const card of [number, digits, "4111-1111-1111-1111", "XXXX-XXXX-XXXX-1111", "**** 1111", "1111"]) {
      expect((await aPayment(client, booking, { ...cash(1), card })).card).toBe("XXXX-XXXX-XXXX-1111");
    }
    const [held] = await service.sql(
      "select count(*)::integer as count from payments where account_id = $1 and payments::text like '%41111111%'",
      [client.account],
    );
    expect(held).toEqual({ count: 0 });
  });

  test.each(["notes", "credit_card_token", "fullname", "address1", "transaction_id", "city", "card"])(
    "refuses a card number in %s without repeating it in the response, log or database",
    async (name) => {
      const value = name === "card" ? `Visa ${number}` : name === "notes" ? `Card ${number}, 12/29` : number;
      const { client, booking } = await aBusiness(service);
      const answer = await paying(client, booking, { ...cash(), [name]: value });
      expect([answer.status, Object.keys(Object(errorsOf(answer)))]).toEqual([422, [name]]);
      expect(answer.text).not.toContain("1111");
      expect(lines.join("")).not.toMatch(/4111.?1111/);
    },
  );

  test.each([
    "4111 1111 1111 1111 12/29",
    "4111-1111-1111-1111-123",
    "Visa4111111111111111 123",
    "4111\u00a01111\u00a01111\u00a01111",
    "４１１１１１１１１１１１１１１１",
    "room 2, 3782 822463 10005",
  ])("finds a card number within other text: %s", async (notes) => {
    const { client, booking } = await aBusiness(service);
    expect(errorsOf(await paying(client, booking, { ...cash(), notes }))).toEqual({
      notes: ["must not contain a card number"],
    });
  });

  test("does not repeat a card number when it refuses an unreadable body", async () => {
    const { client, booking } = await aBusiness(service);
    const body = `{"payments":[{"card":nope, "x":"${digits}"}]}`;
    const answer = await client.post(`/bookings/${booking.id}/payments`, body);
    expect([answer.status, answer.text]).toEqual([400, expect.not.stringContaining("4111")]);
  });

  test("accepts other long numbers that fail the card check digit", async () => {
    const { client, booking } = await aBusiness(service);
    const notes = "Call +33 1 23 45 67 89, invoice 4111111111111112, DE89 3704 0044 0532 0130 00";
    expect((await aPayment(client, booking, { ...cash(), notes })).notes).toBe(notes);
  });
});

describe("a change of a record", () => {
  test("changes the paid sum with a record's amount, never below the refunded amount", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    await aRefund(client, paid, 4000);
    const changed = await client.put(`/payments/${paid.id}`, { payments: [{ amount_in_cents: 6000, notes: "Less" }] });
    expect([changed.status, recordOf(changed, "payments").amount_in_cents]).toEqual([200, 6000]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "20.0" });
    const refused = await client.put(`/payments/${paid.id}`, { payments: [{ amount_in_cents: 3999 }] });
    expect(errorsOf(refused)).toEqual({
      amount_in_cents: ["must be greater than or equal to 4000, the amount already refunded"],
    });
    for (const record of await paymentsOf(client)) {
      const whole = await client.put(`/payments/${record.id}`, { payments: [record] });
      expect(whole.status, whole.text).toBe(200);
    }
  });

  test("refuses to clear paid_at after a partial refund", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const { credit_card_token: _, ...taken } = order(gateway, { paid_at: "2024-01-01T10:00:00Z" });
    const paid = await aPayment(client, booking, taken);
    await aRefund(client, paid, 1000);
    const change = { paid_at: null, authorized_at: "2024-01-01T10:00:00Z" };
    const refused = await client.put(`/payments/${paid.id}`, { payments: [change] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { paid_at: ["can't be blank, because part of the payment was refunded"] },
    ]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "90.0" });
  });

  test("refuses to turn a record into an order or to change a canceled one", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    const refused = await client.put(`/payments/${paid.id}`, { payments: [{ ...order(gateway), paid_at: null }] });
    expect(errorsOf(refused)).toEqual({ base: ["cannot become an order. Create another payment"] });
    await client.delete(`/payments/${paid.id}`);
    expect((await client.put(`/payments/${paid.id}`, { payments: [{ notes: "x" }] })).status).toBe(422);
  });

  test("refuses to change a booking's currency while it has payments", async () => {
    const { client, booking } = await aBusiness(service);
    await aPayment(client, booking);
    const refused = await client.put(`/bookings/${booking.id}`, { bookings: [{ currency: "GBP" }] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { currency: ["cannot be changed while the booking has payments"] },
    ]);
  });
});

test("Payment | active | DELETE /payments/:payment_id (scope payments_write or payments_write_owned) | canceled (canceled_at set) | 204 empty response", async () => {
  const { client, booking } = await aBusiness(service);
  const paid = await aPayment(client, booking);
  await aRefund(client, paid, 1000);
  const reader = await service.aClient(client.account, { scopes: ["public", "payments_read", "bookings_write"] });
  expect((await reader.delete(`/payments/${paid.id}`)).status).toBe(403);
  const answer = await client.delete(`/payments/${paid.id}`);
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(await read(client, "payments", paid.id)).toMatchObject({ canceled_at: expect.any(String), chargeable: false });
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", bookings_payments_count: 0 });
  expect((await client.delete(`/payments/${paid.id}`)).status).toBe(204);
});

describe("a refund of a recorded payment", () => {
  test("counts a recorded refund immediately and never refunds more than was paid", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    const refund = await aRefund(client, paid, 2500);
    expect(refund).toMatchObject({
      amount_in_cents: -2500,
      kind: "cash",
      refunded_payment_id: paid.id,
      paid_at: expect.any(String),
    });
    const amounts = recordsOf(await client.get("/bookings_payments"), "bookings_payments");
    expect(amounts.map(({ amount_in_cents }) => amount_in_cents)).toEqual([10_000, -2500]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "75.0", bookings_payments_count: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => refunding(client, paid, 7500)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0" });
  });

  test("requires a refund amount above zero and undoes a canceled refund", async () => {
    const { client, booking } = await aBusiness(service);
    const paid = await aPayment(client, booking);
    expect((await refunding(client, paid, 0)).status).toBe(422);
    expect((await client.post(`/payments/${paid.id}/refund`, { payments: [{}] })).status).toBe(422);
    const refund = await aRefund(client, paid, 10_000);
    await client.delete(`/payments/${refund.id}`);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "100.0" });
  });
});

describe("an application with payments_write_owned", () => {
  const scopes = ["payments_write_owned", "bookings_write_owned", "public"] as const;

  test("lets an application with payments_write_owned pay its own bookings and locks its payments", async () => {
    const { client, rental, booking } = await aBusiness(service);
    const theirs = await aPayment(client, booking);
    const portal = await service.aClient(client.account, { scopes });
    const own = await aBooking(portal, rental, { start_at: "2091-01-01", end_at: "2091-01-05", initial_price: "9" });
    const paid = await aPayment(portal, own);
    expect(paid.locked).toBe(`application-${portal.application}`);
    expect((await paymentsOf(portal)).map(({ id }) => id)).toEqual([paid.id]);
    expect((await portal.get(`/payments/${theirs.id}`)).status).toBe(404);
    expect((await paying(portal, booking, cash())).status).toBe(403);
    for (const refused of [
      await portal.delete(`/payments/${theirs.id}`),
      await refunding(portal, theirs, 1),
      await portal.put(`/payments/${theirs.id}`, { payments: [{ notes: "x" }] }),
    ])
      expect(refused.status).toBe(404);
    for (const refused of [
      await client.delete(`/payments/${paid.id}`),
      await refunding(client, paid, 1),
      await client.put(`/payments/${paid.id}`, { payments: [{ notes: "x" }] }),
    ])
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining(`application-${portal.application}`),
      ]);
    expect((await refunding(portal, paid, 1)).status).toBe(201);
    await client.delete(`/bookings/${booking.id}`);
    expect((await paying(portal, booking, cash())).status).toBe(404);
  });

  test("refuses payments to an application without a payments scope", async () => {
    const { client } = await aBusiness(service);
    const guest = await service.aClient(client.account, { scopes: ["public", "bookings_read"] });
    expect((await guest.get("/payments")).status).toBe(403);
    expect((await guest.get("/bookings_payments")).status).toBe(403);
  });
});

test("refuses a payment for a mirror and names the original booking", async () => {
  const { client, rental, gateway } = await aBusiness(service);
  const villa = await aRental(client, { base_rate: "100" });
  await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: [rental.id, villa.id] });
  const stay = await aBooking(client, villa, { start_at: "2093-01-04", end_at: "2093-01-08" });
  const there = recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings");
  const mirror = there.find(({ created_by_type: type }) => type === "Booking") ?? expect.fail("no mirror");
  for (const attributes of [cash(), order(gateway), order(gateway, { kind: "instant-booking" })]) {
    const answer = await paying(client, mirror, attributes);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(`is a mirror of ${stay.reference}`)]);
  }
  expect(mirror.payment_url).toBeNull();
  expect(await paymentsOf(client)).toEqual([]);
});

test("hides payment_gateway without the gateways scope and finds orders by order_id", async () => {
  const { client, booking, gateway } = await aBusiness(service);
  const [first, second] = [
    await aPayment(client, booking, order(gateway)),
    await aPayment(client, booking, order(gateway)),
  ];
  expect(linksOf(first).payment_gateway).toBe(gateway.id);
  const teller = await service.aClient(client.account, { scopes: ["payments_read", "bookings_read"] });
  expect(linksOf(await read(teller, "payments", first.id))).not.toHaveProperty("payment_gateway");
  const found = await paymentsOf(client, `?order_id=${second.order_id},P0`);
  expect(found.map(({ id }) => id)).toEqual([second.id]);
});

describe("the list of payments", () => {
  test("filters payments by day paid, kind, status, gateway and rental, with an exact count", async () => {
    const { client, booking, gateway } = await aBusiness(service);
    const barn = await aBooking(client, await aRental(client), { initial_price: "400" });
    const early = await aPayment(client, booking, cash());
    const late = await aPayment(client, barn, { ...cash(), kind: "wiretransfer", paid_at: "2024-03-01T10:00:00Z" });
    const ordered = await aPayment(client, barn, order(gateway));
    const refused = await aPayment(client, booking, cash(500));
    await service.sql("update payments set rejected_at = now() where id = $1", [refused.id]);
    const found = async (query: string) => idsOf(await paymentsOf(client, `?${query}`));
    expect(await found("from=2024-03-01&until=2024-03-01")).toEqual([late.id]);
    expect(await found("until=2024-03-01T10:00:00Z")).toEqual([early.id, refused.id]);
    expect(await found("kind=wiretransfer,service")).toEqual([late.id, ordered.id]);
    expect(await found("status=paid")).toEqual([early.id, late.id]);
    expect(await found("status=pending,rejected")).toEqual([ordered.id, refused.id]);
    expect(await found(`payment_gateway_id=${gateway.id}`)).toEqual([ordered.id]);
    expect(await found(`rental_id=${linksOf(barn).rental}&status=paid`)).toEqual([late.id]);
    const page = await client.get("/payments?kind=cash&per_page=1");
    expect(page.json.meta).toMatchObject({ "X-Total-Count": "2" });
    expect((await client.get("/payments?status=lost")).status).toBe(400);
  });

  test("refuses payment filters on gateways or rentals without their scopes and hides other accounts", async () => {
    const { client, booking, rental, gateway } = await aBusiness(service);
    await aPayment(client, booking, cash());
    const teller = await service.aClient(client.account, { scopes: ["payments_read"] });
    expect((await teller.get("/payments?kind=cash")).status).toBe(200);
    const refused = [`payment_gateway_id=${gateway.id}`, `rental_id=${rental.id}`];
    for (const query of refused) expect((await teller.get(`/payments?${query}`)).status, query).toBe(403);
    const other = await service.aClient(await service.anAccount());
    expect(await paymentsOf(other, `?rental_id=${rental.id}`)).toEqual([]);
  });
});

test("includes all concurrent payments in a booking's sums", async () => {
  const { client, booking } = await aBusiness(service);
  const answers = await Promise.all(Array.from({ length: 12 }, () => paying(client, booking, cash(100))));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "12.0", bookings_payments_count: 12 });
});
