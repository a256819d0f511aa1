import { expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { actionsOf, aReader, aRule } from "./fixture.ts";

/** Rules about payments act some time after each one. No job runs here. */
const service = useService();

/** A stay with a payment of each amount in cents, and a rule three days after a payment. */
async function aPaidStay(amounts: readonly number[]) {
  const client = await service.aClient(await service.anAccount({ mails_booking_confirmations: false }));
  const rule = await aRule(client, { trigger: "payment_received", offset_days: 3, at: "12:00" });
  const guest = await aReader(client);
  const stay = await aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
  const payments: Json[] = [];
  for (const amount_in_cents of amounts) payments.push(await aPayment(client, stay, amount_in_cents));
  return { client, rule, payments, ofStay: `booking_id=${stay.id}&automation_id=${rule.id}` };
}

const aPayment = (client: ApiClient, stay: Json, amount_in_cents: number): Promise<Json> =>
  created(client, `/bookings/${stay.id}/payments`, "payments", {
    ...{ amount_in_cents, kind: "cash", currency: "EUR", paid_at: new Date().toISOString() },
  });

test("a rule that was about payments before acts once for a stay with several payments", async () => {
  const { client, rule, ofStay } = await aPaidStay([1000, 2000]);
  const pending = () => actionsOf(client, `${ofStay}&state=scheduled`);
  expect(await pending()).toHaveLength(2);
  const answer = await client.put(`/automations/${rule.id}`, { automations: [{ trigger: "arrival" }] });
  expect(answer.status, answer.text).toBe(200);
  expect((await pending()).map(({ occurrence }) => occurrence)).toEqual(["once"]);
});

test("a canceled payment cancels the actions that wait for a time after it", async () => {
  const { client, payments, ofStay } = await aPaidStay([1000, 2000]);
  const [first, second] = payments;
  expect((await client.delete(`/payments/${first?.id}`)).status).toBe(204);
  const states = async () =>
    new Map((await actionsOf(client, ofStay)).map(({ occurrence, state, reason }) => [occurrence, [state, reason]]));
  const canceled = new Map([
    [`payment ${first?.id}`, ["canceled", "conditions"]],
    [`payment ${second?.id}`, ["scheduled", null]],
  ]);
  expect(await states()).toEqual(canceled);
  // A further plan does not bring it back.
  expect((await client.delete(`/payments/${second?.id}`)).status).toBe(204);
  expect(await states()).toEqual(canceled.set(`payment ${second?.id}`, ["canceled", "conditions"]));
});
