import { expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { actionsOf, addressOf, aReader, aTemplate, performed } from "./fixture.ts";

/** The built-in rule that confirms bookings to their guests. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const mailsTo = (guest: Json) => mailer.sent.filter(({ to }) => to.address === addressOf(guest));

async function aConfirming(change?: Json) {
  const client = await service.aClient(await service.anAccount({ email: "stay@robles.example" }));
  const rule = recordsOf(await client.get("/automations"), "automations").find(
    ({ built_in }) => built_in === "booking_confirmation",
  );
  if (change) {
    const answer = await client.put(`/automations/${rule?.id}`, { automations: [change] });
    expect(answer.status, answer.text).toBe(200);
  }
  return { client, rule };
}

async function aConfirmed(client: ApiClient) {
  const guest = await aReader(client);
  const stay = await aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
  await performed(service);
  return { guest, stay };
}

test("confirms a booking once by the built-in rule, in Roost's own words", async () => {
  const { client, rule } = await aConfirming();
  expect(rule).toMatchObject({ trigger: "booking_confirmed", state: "on", effect: "message", if_late: "send" });
  const { guest, stay } = await aConfirmed(client);
  expect(mailsTo(guest).map(({ subject }) => subject)).toEqual([expect.stringContaining("is confirmed")]);
  const actions = () => actionsOf(client, `automation_id=${rule?.id}`);
  expect(await actions()).toMatchObject([{ state: "sent", occurrence: "once", links: { booking: stay.id } }]);
  await changing(client, stay, { tentative_expires_at: "2089-01-01T00:00:00Z" });
  await changing(client, stay, { booked: true });
  await performed(service);
  expect(mailsTo(guest)).toHaveLength(1);
  expect(await actions()).toHaveLength(1);
});

test("a rule that is off confirms nothing", async () => {
  const { client, rule } = await aConfirming({ state: "off" });
  const { guest } = await aConfirmed(client);
  expect(mailsTo(guest)).toEqual([]);
  expect(await actionsOf(client, `automation_id=${rule?.id}`)).toEqual([]);
});

test("a changed rule confirms in the manager's words and at another time", async () => {
  const { client, rule } = await aConfirming();
  const template = await aTemplate(client);
  const change = (attributes: Json) => client.put(`/automations/${rule?.id}`, { automations: [attributes] });
  expect((await change({ message_template_id: template.id })).status).toBe(200);
  const { guest } = await aConfirmed(client);
  expect(mailsTo(guest).map(({ subject, text }) => [subject, text.split("\n")[0]])).toEqual([
    ["Your stay", "Hello Ada, turn left."],
  ]);
  expect((await change({ offset_hours: 2 })).status).toBe(200);
  const later = await aConfirmed(client);
  expect(mailsTo(later.guest)).toEqual([]);
  expect(await actionsOf(client, `booking_id=${later.stay.id}&automation_id=${rule?.id}`)).toMatchObject([
    { state: "scheduled" },
  ]);
});

test("a booking that Roost does not write about gets no confirmation", async () => {
  const { client, rule } = await aConfirming();
  const guest = await aReader(client);
  await aBooking(client, await aRental(client), { booked: true, imported: true, client_id: guest.id });
  await aBooking(client, await aRental(client), { tentative_expires_at: "2089-01-01T00:00:00Z", client_id: guest.id });
  await performed(service);
  expect(await actionsOf(client, `automation_id=${rule?.id}`)).toEqual([]);
});
