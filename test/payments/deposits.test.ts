import { describe, expect, test } from "vitest";
import { tendDeposits } from "../../src/modules/money/payments/deposits/tend-deposit.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, read } from "../harness/factories.ts";
import { daysBefore } from "../harness/moments.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import {
  aDepositStay,
  depositAction,
  depositOf,
  dueDeposits,
  performedIn,
  rulesActed,
  tendedIn,
} from "./deposit-factories.ts";
import { ledgerOf, moneyOf, paymentsOf, refunding, stepsOf } from "./factories.ts";

/** Damage deposits by authorization (bookings.md, Payments; issue 41). */
const service = useSharedService();

const pathOf = (booking: Json): string => `${service.url}${String(booking.payment_url).slice(baseUrl.length)}`;
const wordsOf = async (booking: Json): Promise<string> =>
  (await (await fetch(pathOf(booking))).text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const onPage = (booking: Json, fields: Record<string, string>): Promise<Response> =>
  fetch(pathOf(booking), { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });

const tended = (client: ApiClient, booking: Json, days: number) => tendedIn(service, client, booking, days);
const mailsOf = async (client: ApiClient): Promise<string[]> => {
  await rulesActed(service, client);
  const rows = await service.sql(
    "select template from mails where account_id = $1 and template like 'damage deposit%' order by id",
    [client.account],
  );
  return rows.map(({ template }) => String(template));
};

/** A stay whose card is saved, because a person authorized once and released; the plan goes on. */
async function withCard(token = "tok_visa", given: Parameters<typeof aDepositStay>[1] = {}) {
  const stay = await aDepositStay(service, given);
  await depositAction(stay.client, stay.booking, "authorize", { credit_card_token: token });
  await performedIn(service, stay.client, 0).catch(() => performedIn(service, stay.client, 0));
  // As if the guest had left the card with an earlier payment.
  await service.sql(
    `update damage_deposits set state = 'planned', payment_id = null, authorized_until = null, retry_at = null, by_hand = false, deposit = null
     where account_id = $1`,
    [stay.client.account],
  );
  await service.sql("update payments set canceled_at = now() where account_id = $1", [stay.client.account]);
  await service.sql("delete from bogus_ledger where account_id = $1", [stay.client.account]);
  return stay;
}

describe("the plan of a damage deposit", () => {
  test("is shown with its days on the rental's clock, and in the payment schedule", async () => {
    const { client, booking } = await aDepositStay(service);
    expect(await depositOf(client, booking)).toEqual({
      state: "planned",
      amount: "500.0",
      authorize_at: `${dayAhead(3)}T16:00:00Z`,
      authorized_until: null,
      release_at: `${dayAhead(22)}T10:00:00Z`,
      has_card: false,
      asked_at: null,
      failure_reason: null,
      payment_id: null,
      captured_amount: null,
      capture_reason: null,
      message_to_guest: null,
    });
    expect((await read(client, "bookings", booking.id)).payment_schedule).toMatchObject([
      { kind: "balance" },
      { kind: "damage_deposit", amount: "500.0", due_at: `${dayAhead(3)}T16:00:00Z`, paid: "0.0" },
    ]);
  });

  test("takes the rental's days before the account's, never begins before the booking, and needs a setting", async () => {
    const { client, rental, booking } = await aDepositStay(service, {
      rental: { damage_deposit_authorized_before: 20, refund_damage_deposit_after: 0 },
    });
    const { authorize_at, release_at } = await depositOf(client, booking);
    expect([String(authorize_at).slice(0, 10), release_at]).toEqual([
      expect.stringMatching(new RegExp(`^(${dayAhead(0)}|${dayAhead(1)})$`)),
      `${dayAhead(19)}T10:00:00Z`,
    ]);
    const off = await aDepositStay(service, { settings: { damage_deposit_authorized_before: null } });
    expect(await read(off.client, "bookings", off.booking.id)).toMatchObject({ damage_deposit_authorization: null });
    const external = await aBooking(client, rental, {
      ...{ start_at: dayAhead(40), end_at: dayAhead(42), booked: true },
      ...{ damage_deposit_collection_method: "external" },
    });
    expect(external).toMatchObject({ damage_deposit_authorization: null });
  });

  test("refuses days out of range", async () => {
    const { client, rental } = await aDepositStay(service);
    const answer = await client.put(`/rentals/${rental.id}`, { rentals: [{ damage_deposit_authorized_before: 61 }] });
    expect([answer.status, errorsOf(answer)]).toMatchObject([
      422,
      { damage_deposit_authorized_before: [expect.any(String)] },
    ]);
  });
});

describe("an authorization by the plan", () => {
  test("is placed on its day and released after the stay, and does not count as paid", async () => {
    const { client, booking } = await withCard();
    expect(await tended(client, booking, 2)).toMatchObject({ state: "planned" });
    expect(await tended(client, booking, 4)).toMatchObject({ state: "authorized", failure_reason: null });
    expect(await moneyOf(client, booking)).toMatchObject({
      paid_amount: "0.0",
      authorized_amount: "0.0",
      payment_left_to_collect: "1400.0",
    });
    const [first] = await paymentsOf(client, "?status=authorized");
    expect(first).toMatchObject({ kind: "damage-deposit", amount_in_cents: 50_000 });
    expect(await tended(client, booking, 23)).toMatchObject({ state: "released", payment_id: null });
    expect(await ledgerOf(service, client)).toEqual(["authorize 50000 done", "cancel 50000 done"]);
    expect(await tended(client, booking, 24)).toMatchObject({ state: "released" });
  });

  test("is authorized once, despite repeated jobs and lost responses", async () => {
    const { client, booking } = await withCard("tok_lost_once");
    await expect(tended(client, booking, 4)).rejects.toThrow("cannot be reached");
    expect(await depositOf(client, booking)).toMatchObject({ state: "authorizing" });
    expect(await tended(client, booking, 4)).toMatchObject({ state: "authorized" });
    expect(await tended(client, booking, 4)).toMatchObject({ state: "authorized" });
    expect(await ledgerOf(service, client)).toEqual(["authorize 50000 done"]);
  });

  test("gives up a gateway that is silent for twenty hours, and voids an authorization that still arrives", async () => {
    const { client, booking } = await withCard("tok_lost_once");
    await expect(tended(client, booking, 4)).rejects.toThrow("cannot be reached");
    await service.sql("update damage_deposits set pending_since = now() - interval '1 day' where account_id = $1", [
      client.account,
    ]);
    expect(await dueDeposits(service, client)).toEqual([booking.id]);
    await expect(tended(client, booking, 4)).rejects.toThrow("cannot be reached");
    expect(await depositOf(client, booking)).toMatchObject({
      state: "authorizing",
      failure_reason: "The gateway did not answer.",
    });
    await performedIn(service, client, 4);
    expect((await ledgerOf(service, client)).toSorted()).toEqual([
      ...Array(2).fill("authorize 50000 done"),
      "cancel 50000 done",
    ]);
    expect(await depositOf(client, booking)).toMatchObject({ state: "authorized", failure_reason: null });
  });

  test("asks a guest without a card once, by mail, and takes the card that they enter on the page", async () => {
    const { client, booking } = await aDepositStay(service);
    const asked = await tended(client, booking, 4);
    expect(asked).toMatchObject({ state: "planned", has_card: false, asked_at: expect.any(String) });
    await tended(client, booking, 4);
    expect(await mailsOf(client)).toEqual(["damage deposit"]);
    expect(await wordsOf(booking)).toContain("Authorize €500.00 on your card. Nothing is charged.");
    const changed = await onPage(booking, { for: "deposit", card: "tok_mastercard", "shown-deposit": "40000" });
    expect([changed.status, await changed.text()]).toEqual([409, expect.stringContaining("You were not charged.")]);
    const shown = { for: "deposit", card: "tok_mastercard", "shown-deposit": "50000" };
    await onPage(booking, shown);
    await onPage(booking, shown);
    expect(await wordsOf(booking)).toContain("Your bank is checking the authorization.");
    await performedIn(service, client, 0);
    expect(await depositOf(client, booking)).toMatchObject({ state: "authorized", has_card: true, asked_at: null });
    expect(await wordsOf(booking)).toContain("€500.00 is authorized on your card. Nothing was charged.");
    expect(await ledgerOf(service, client)).toEqual(["authorize 50000 done"]);
  });

  test("asks by a rule that a manager can switch off or give a text, and no guest who has acted since", async () => {
    const { client, booking } = await aDepositStay(service);
    const rules = recordsOf(await client.get("/automations"), "automations");
    const rule = rules.find(({ built_in }) => built_in === "deposit_request");
    expect(rule).toMatchObject({ trigger: "deposit_requested", state: "on", effect: "message" });
    const change = (attributes: Json) => client.put(`/automations/${rule?.id}`, { automations: [attributes] });
    expect((await change({ state: "off" })).status).toBe(200);
    await tended(client, booking, 4);
    expect(await mailsOf(client)).toEqual([]);

    const other = await aDepositStay(service);
    await tended(other.client, other.booking, 4);
    await onPage(other.booking, { for: "deposit", card: "tok_visa" });
    await performedIn(service, other.client, 0);
    expect(await mailsOf(other.client)).toEqual([]);
    const [action] = recordsOf(
      await other.client.get(`/scheduled_actions?booking_id=${other.booking.id}`),
      "scheduled_actions",
    ).filter(({ occurrence }) => String(occurrence).startsWith("of "));
    expect(action).toMatchObject({ state: "skipped", reason: "nothing_due" });
  });

  test("asks the guest when the bank refuses, retries for three days, and then waits for a person", async () => {
    const { client, booking } = await withCard("tok_declined_later");
    for (const day of [3.8, 4.9, 6, 7.1, 8.2]) {
      await tended(client, booking, day);
      await rulesActed(service, client);
    }
    expect(await depositOf(client, booking)).toMatchObject({
      state: "failed",
      failure_reason: "The card was declined.",
    });
    expect(await ledgerOf(service, client)).toEqual(Array(3).fill("authorize 50000 refused"));
    expect(await mailsOf(client)).toEqual(Array(3).fill("damage deposit"));
    expect(await wordsOf(booking)).toContain("The last authorization was declined: The card was declined.");
    await onPage(booking, { for: "deposit", card: "tok_visa" });
    await performedIn(service, client, 8);
    expect(await depositOf(client, booking)).toMatchObject({ state: "authorized", failure_reason: null });
  });

  test("keeps the card of an earlier payment on the page, and says so there", async () => {
    const { client, booking } = await aDepositStay(service);
    expect(await wordsOf(booking)).toContain("The card you pay with is saved for it.");
    await onPage(booking, { amount: "all", card: "tok_visa" });
    await performedIn(service, client, 0);
    expect(await depositOf(client, booking)).toMatchObject({ state: "planned", has_card: true });
    expect(await tended(client, booking, 4)).toMatchObject({ state: "authorized" });
    const [{ sealed } = { sealed: "" }] = await service.sql(
      "select sealed_card::text as sealed from damage_deposits where account_id = $1",
      [client.account],
    );
    expect(String(sealed)).not.toContain(Buffer.from("tok_visa").toString("hex"));
  });
});

describe("a deposit follows its booking", () => {
  test("a canceled booking releases it, a reinstated one authorizes it again", async () => {
    const { client, booking } = await withCard();
    await tended(client, booking, 4);
    await client.delete(`/bookings/${booking.id}`);
    expect(await dueDeposits(service, client)).toEqual([booking.id]);
    expect(await tended(client, booking, 4)).toMatchObject({ state: "released" });
    expect(await ledgerOf(service, client)).toEqual(["authorize 50000 done", "cancel 50000 done"]);
    await client.put(`/bookings/${booking.id}`, { bookings: [{ canceled_at: null }] });
    expect(await tended(client, booking, 4)).toMatchObject({ state: "authorized" });
  });

  test("a stay moved to later postpones it, and one moved to earlier hastens it", async () => {
    const { client, booking } = await withCard();
    await tended(client, booking, 4);
    const move = (from: number, to: number) =>
      client.put(`/bookings/${booking.id}`, { bookings: [{ start_at: dayAhead(from), end_at: dayAhead(to) }] });
    await move(100, 104);
    expect(await dueDeposits(service, client)).toEqual([booking.id]);
    expect(await tended(client, booking, 4)).toMatchObject({
      state: "planned",
      authorize_at: `${dayAhead(98)}T16:00:00Z`,
    });
    expect(await tended(client, booking, 97)).toMatchObject({ state: "planned" });
    await move(30, 34);
    expect(await tended(client, booking, 29)).toMatchObject({ state: "authorized" });
  });

  test("an extended stay keeps it, a shortened one releases it earlier", async () => {
    const { client, booking } = await withCard();
    await tended(client, booking, 4);
    const until = (day: number) => client.put(`/bookings/${booking.id}`, { bookings: [{ end_at: dayAhead(day) }] });
    await until(60);
    // The card's bank lets the first authorization lapse; the card is saved.
    await service.sql(
      "update damage_deposits set authorized_until = now() + interval '60 days' where account_id = $1",
      [client.account],
    );
    await service.sql("update damage_deposits set retry_at = null where account_id = $1", [client.account]);
    expect(await tended(client, booking, 23)).toMatchObject({ state: "authorized" });
    await until(7);
    expect(await tended(client, booking, 10.5)).toMatchObject({ state: "released" });
    await until(40);
    expect(await tended(client, booking, 11)).toMatchObject({ state: "authorized" });
  });

  test("another amount replaces it, none releases it, and another rental's days apply after a move", async () => {
    const { client, booking } = await withCard();
    await tended(client, booking, 4);
    await client.put(`/bookings/${booking.id}`, { bookings: [{ damage_deposit: "300" }] });
    expect(await dueDeposits(service, client)).toEqual([booking.id]);
    expect(await tended(client, booking, 4)).toMatchObject({ state: "authorized", amount: "300.0" });
    await performedIn(service, client, 4);
    expect(await ledgerOf(service, client)).toEqual([
      "authorize 50000 done",
      "authorize 30000 done",
      "cancel 50000 done",
    ]);
    await client.put(`/bookings/${booking.id}`, { bookings: [{ damage_deposit: "0" }] });
    expect(await tended(client, booking, 4)).toMatchObject({ state: "released" });
  });

  test("the recurring job finds due authorizations and releases", async () => {
    const { client, booking } = await withCard();
    expect(await dueDeposits(service, client)).toEqual([]);
    await service.withoutTriggers(
      `update bookings set start_at = ${daysBefore("start_at", 4)}, end_at = ${daysBefore("end_at", 4)} where id = ${booking.id}`,
    );
    expect(await dueDeposits(service, client)).toEqual([booking.id]);
    expect(await tendDeposits(service.database)).toBeGreaterThan(0);
    await service.sql("update damage_deposits set state = 'failed', retry_at = null where account_id = $1", [
      client.account,
    ]);
    expect(await dueDeposits(service, client)).toEqual([]);
    await service.withoutTriggers(
      `update bookings set start_at = ${daysBefore("start_at", 30)}, end_at = ${daysBefore("end_at", 30)} where id = ${booking.id}`,
    );
    expect(await dueDeposits(service, client)).toEqual([booking.id]);
  });
});

describe("a person", () => {
  test("authorizes before the day, and the plan keeps that", async () => {
    const { client, booking } = await aDepositStay(service);
    const blank = await depositAction(client, booking, "authorize");
    expect([blank.status, errorsOf(blank)]).toEqual([
      422,
      { credit_card_token: ["can't be blank: the guest has left no card"] },
    ]);
    const number = await depositAction(client, booking, "authorize", { credit_card_token: "4242424242424242" });
    expect(number.status).toBe(422);
    const answer = await depositAction(client, booking, "authorize", { credit_card_token: "tok_visa" });
    expect([answer.status, recordOf(answer, "bookings").damage_deposit_authorization]).toMatchObject([
      200,
      { state: "authorizing" },
    ]);
    expect((await depositAction(client, booking, "authorize", { credit_card_token: "tok_visa" })).status).toBe(422);
    await performedIn(service, client, 0);
    expect(await tended(client, booking, 1)).toMatchObject({ state: "authorized" });
    expect(await dueDeposits(service, client)).toEqual([]);
  });

  test("releases it, and the plan does not authorize it again", async () => {
    const { client, booking } = await withCard();
    await tended(client, booking, 4);
    expect((await depositAction(client, booking, "release")).status).toBe(200);
    await performedIn(service, client, 4);
    expect(await tended(client, booking, 5)).toMatchObject({ state: "released" });
    expect(await ledgerOf(service, client)).toEqual(["authorize 50000 done", "cancel 50000 done"]);
    await depositAction(client, booking, "authorize");
    await performedIn(service, client, 5);
    expect(await depositOf(client, booking)).toMatchObject({ state: "authorized" });
  });

  test("captures a part with a reason, tells the guest, and can refund it", async () => {
    const { client, booking } = await withCard();
    await tended(client, booking, 4);
    const wrong = await depositAction(client, booking, "capture", { amount_in_cents: 50_001 });
    expect([wrong.status, errorsOf(wrong)]).toEqual([
      422,
      { amount_in_cents: ["must be less than or equal to 50000, the authorized amount"], reason: ["can't be blank"] },
    ]);
    const words = { reason: "Broken window", message_to_guest: "The glazier's bill is attached." };
    const answer = await depositAction(client, booking, "capture", { amount_in_cents: 8_000, ...words });
    expect([answer.status, recordOf(answer, "bookings").damage_deposit_authorization]).toMatchObject([
      200,
      { state: "capturing" },
    ]);
    await performedIn(service, client, 20);
    expect(await depositOf(client, booking)).toMatchObject({
      state: "captured",
      captured_amount: "80.0",
      capture_reason: words.reason,
      message_to_guest: words.message_to_guest,
    });
    const payment = (await paymentsOf(client)).find(({ paid_at }) => paid_at !== null) ?? {};
    expect(payment).toMatchObject({ kind: "damage-deposit", amount_in_cents: 8_000 });
    expect(await stepsOf(service, payment)).toEqual(["authorize done", "capture done"]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0", payment_left_to_collect: "1400.0" });
    expect((await read(client, "bookings", booking.id)).payment_schedule).toMatchObject([
      { kind: "balance", paid: "0.0" },
      { kind: "damage_deposit", amount: "500.0", paid: "80.0" },
    ]);
    expect(await mailsOf(client)).toEqual(["damage deposit captured"]);
    expect(await wordsOf(booking)).toContain("€80.00 of the deposit was charged: Broken window");
    // It is over: the plan, a release and another authorization leave it.
    expect(await tended(client, booking, 40)).toMatchObject({ state: "captured" });
    expect((await depositAction(client, booking, "release")).status).toBe(422);
    expect((await depositAction(client, booking, "authorize")).status).toBe(422);
    expect((await refunding(client, payment, 9_000)).status).toBe(422);
    const gift = { amount_in_cents: 3_000, reduce_price: true };
    expect((await client.post(`/payments/${payment.id}/refund`, { payments: [gift] })).status).toBe(422);
    expect((await refunding(client, payment, 3_000)).status).toBe(201);
    await performedIn(service, client, 20);
    expect(await ledgerOf(service, client)).toEqual(["authorize 50000 done", "capture 8000 done", "refund 3000 done"]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0" });
  });

  test("learns that a capture failed, and can authorize again", async () => {
    const { client, booking } = await withCard("tok_capture_declined");
    await tended(client, booking, 4);
    await depositAction(client, booking, "capture", { reason: "Broken window" });
    await performedIn(service, client, 4);
    expect(await depositOf(client, booking)).toMatchObject({
      state: "failed",
      failure_reason: "The capture was declined.",
      captured_amount: null,
    });
    expect(await mailsOf(client)).toEqual([]);
    await depositAction(client, booking, "authorize", { credit_card_token: "tok_visa" });
    await performedIn(service, client, 4);
    expect(await depositOf(client, booking)).toMatchObject({ state: "authorized" });
  });

  test("forgets the card and the words with the guest, and still releases", async () => {
    const { client, guest, booking } = await withCard();
    await tended(client, booking, 4);
    await service.sql("update damage_deposits set capture_reason = 'x', message_to_guest = 'y' where account_id = $1", [
      client.account,
    ]);
    await client.post(`/clients/${guest.id}/forget`);
    expect(await depositOf(client, booking)).toMatchObject({
      ...{ state: "authorized", has_card: false, capture_reason: null, message_to_guest: null },
    });
    expect(await tended(client, booking, 23)).toMatchObject({ state: "released" });
  });

  test("needs a scope for payments, and an own booking with the owned one", async () => {
    const { client, booking } = await withCard();
    const reader = await service.aClient(client.account, { scopes: ["bookings_read", "bookings_write"] });
    const owner = await service.aClient(client.account, { scopes: ["bookings_read", "payments_write_owned"] });
    const stranger = await service.aClient(await service.anAccount());
    for (const action of ["authorize", "release", "capture"] as const) {
      expect((await depositAction(reader, booking, action, { reason: "x" })).status).toBe(403);
      expect((await depositAction(owner, booking, action, { reason: "x" })).status).toBe(403);
      expect((await depositAction(stranger, booking, action, { reason: "x" })).status).toBe(404);
    }
  });

  test("reaches a deposit's payment only through the deposit", async () => {
    const { client, booking } = await withCard();
    await tended(client, booking, 4);
    const [payment = {}] = await paymentsOf(client, "?status=authorized");
    const canceled = await client.delete(`/payments/${payment.id}`);
    expect([canceled.status, errorsOf(canceled)]).toMatchObject([
      422,
      { base: [expect.stringContaining("release_damage_deposit")] },
    ]);
    const written = await client.post(`/bookings/${booking.id}/payments`, {
      payments: [{ kind: "damage-deposit", amount_in_cents: 100, currency: "EUR", paid_at: "2024-01-01T10:00:00Z" }],
    });
    expect([written.status, errorsOf(written)]).toMatchObject([
      422,
      { kind: [expect.stringContaining("authorize_damage_deposit")] },
    ]);
  });
});
