import { expect, test } from "vitest";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { queries } from "../harness/queries.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { actionsOf, addressOf, aReader, aRule, aTemplate, performed } from "./fixture.ts";

/** Automations: their planned actions and their effects. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const aManager = async (more: Json = {}): Promise<ApiClient> =>
  service.aClient(
    await service.anAccount({ mails_booking_confirmations: false, email: "stay@robles.example", ...more }),
  );
const mailsTo = (guest: Json) => mailer.sent.filter(({ to }) => to.address === addressOf(guest));
const stayIn = (days: number, nights = 4): Json => ({
  start_at: dayAhead(days),
  end_at: dayAhead(days + nights),
  booked: true,
});
const actionOf = async (client: ApiClient, stay: Json, rule: Json): Promise<Json | undefined> =>
  (await actionsOf(client, `booking_id=${stay.id}&automation_id=${rule.id}`))[0];

test("plans an action when the booking is made, and moves and cancels it with the stay", async () => {
  const client = await aManager();
  const rule = await aRule(client);
  const rental = await aRental(client, { time_zone: "Europe/Berlin" });
  const stay = await aBooking(client, rental, {
    start_at: "2090-01-04T16:00:00Z",
    end_at: "2090-01-08T10:00:00Z",
    booked: true,
  });
  expect(await actionOf(client, stay, rule)).toMatchObject({
    ...{ state: "scheduled", occurrence: "once", due_at: "2090-01-02T16:00:00Z", local_due_at: "2090-01-02T17:00:00Z" },
  });
  await changing(client, stay, { start_at: "2090-07-04T16:00:00Z", end_at: "2090-07-08T10:00:00Z" });
  expect(await actionOf(client, stay, rule)).toMatchObject({ due_at: "2090-07-02T15:00:00Z", state: "scheduled" });
  await client.put(`/rentals/${rental.id}`, { rentals: [{ time_zone: "Asia/Tokyo" }] });
  expect(await actionOf(client, stay, rule)).toMatchObject({ due_at: "2090-07-02T08:00:00Z" });
  await client.delete(`/bookings/${stay.id}`);
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "canceled", reason: "booking_canceled" });
});

test("replans, pauses or cancels actions when their rule changes", async () => {
  const client = await aManager();
  const stay = await aBooking(client, await aRental(client), { booked: true });
  const rule = await aRule(client);
  expect(await actionOf(client, stay, rule)).toMatchObject({ due_at: "2090-01-02T17:00:00Z" });
  const change = (attributes: Json) => client.put(`/automations/${rule.id}`, { automations: [attributes] });
  await change({ at: null, offset_days: 0, offset_hours: -2 });
  expect(await actionOf(client, stay, rule)).toMatchObject({ due_at: "2090-01-04T14:00:00Z" });
  await change({ state: "paused" });
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "paused" });
  await change({ state: "on", min_nights: 5 });
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "canceled", reason: "conditions" });
  await change({ min_nights: null });
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "scheduled", reason: null });
  await client.delete(`/automations/${rule.id}`);
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "canceled", reason: "automation_off" });
});

test("mails a guest once in their language, fills in placeholders, and skips a guest without an address", async () => {
  const client = await aManager({ selected_locales: "{en,de}" });
  const template = await aTemplate(client);
  const rule = await aRule(client, {
    ...{ trigger: "booking_confirmed", offset_days: 0, at: null, effect: "message", message_template_id: template.id },
  });
  const [english, german, silent] = [
    await aReader(client),
    await aReader(client, { preferred_locale: "de" }),
    await aReader(client),
  ];
  await client.put(`/clients/${silent.id}`, { clients: [{ emails: [] }] });
  const stays = [];
  for (const guest of [english, german, silent])
    stays.push(await aBooking(client, await aRental(client), { booked: true, client_id: guest.id }));
  await performed(service);
  await performed(service);
  expect(mailsTo(english).map(({ subject, text }) => [subject, text.split("\n")[0]])).toEqual([
    ["Your stay", "Hello Ada, turn left."],
  ]);
  expect(mailsTo(german).map(({ text }) => text.split("\n")[0])).toEqual(["Links ab."]);
  expect(await actionOf(client, { ...stays[0] }, rule)).toMatchObject({ state: "sent", reason: null });
  expect(await actionOf(client, { ...stays[2] }, rule)).toMatchObject({ state: "skipped", reason: "no_address" });
  expect(mailsTo(silent)).toEqual([]);
});

test("replans a rule with a language condition when the account's language changes", async () => {
  const client = await aManager({ selected_locales: "{en,de}", default_communication_locale: "en" });
  const rule = await aRule(client, { languages: ["de"] });
  const stay = await aBooking(client, await aRental(client), { booked: true });
  expect(await actionOf(client, stay, rule)).toBeUndefined();
  const answer = await client.put(`/preferences_general_settings/${client.account}`, {
    preferences_general_settings: [{ default_communication_locale: "de" }],
  });
  expect(answer.status, answer.text).toBe(200);
  await performed(service);
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "scheduled" });
});

test("ignores events from before the rule was switched on", async () => {
  const client = await aManager();
  const stay = await aBooking(client, await aRental(client), { booked: true });
  const rule = await aRule(client, { trigger: "booking_confirmed", offset_days: 0, at: null });
  expect(await actionOf(client, stay, rule)).toBeUndefined();
});

test("sends or skips an overdue action, as if_late says", async () => {
  const client = await aManager();
  const late = { trigger: "arrival", offset_days: -9, at: "09:00" };
  const [skips, sends] = [await aRule(client, late), await aRule(client, { ...late, if_late: "send" })];
  const stay = await aBooking(client, await aRental(client), stayIn(1));
  expect(await actionOf(client, stay, skips)).toMatchObject({ state: "skipped", reason: "late" });
  await performed(service);
  expect(await actionOf(client, stay, sends)).toMatchObject({ state: "sent" });
  await changing(client, stay, stayIn(30));
  expect(await actionOf(client, stay, skips)).toMatchObject({ state: "scheduled" });
  expect(await actionOf(client, stay, sends)).toMatchObject({ state: "sent" });
});

test("plans nothing for blocks, imported history, restricted guests, and other conditions", async () => {
  const client = await aManager();
  const rule = await aRule(client, { offset_days: 1, if_late: "send" });
  const restricted = await aReader(client);
  await client.post(`/clients/${restricted.id}/restrict_processing`);
  const none = [
    await aBooking(client, await aRental(client), { unavailable: true }),
    await aBooking(client, await aRental(client), { booked: true, imported: true }),
    await aBooking(client, await aRental(client), { booked: true, client_id: restricted.id }),
    await aBooking(client, await aRental(client), { tentative_expires_at: "2089-01-01T00:00:00Z" }),
    await aBooking(client, await aRental(client), { ...stayIn(-30), booked: true }),
  ];
  for (const stay of none) expect(await actionOf(client, stay, rule)).toBeUndefined();
  const included = await aRule(client, { offset_days: 1, imported: "only" });
  expect(await actionOf(client, { ...none[1] }, included)).toMatchObject({ state: "scheduled" });
  const guest = await aReader(client);
  const stay = await aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "scheduled" });
  await client.post(`/clients/${guest.id}/forget`);
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "canceled", reason: "guest_forgotten" });
});

test("edits, pauses, resumes, drops and sends a single action on request", async () => {
  const client = await aManager();
  const template = await aTemplate(client);
  const rule = await aRule(client, { effect: "message", message_template_id: template.id });
  const guest = await aReader(client);
  const stay = await aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
  const id = (await actionOf(client, stay, rule))?.id;
  const act = (path: string) => client.put(`/scheduled_actions/${id}/${path}`);
  const edited = await client.put(`/scheduled_actions/${id}`, {
    scheduled_actions: [{ content: "The key is under {{rental.name}}." }],
  });
  expect(recordOf(edited, "scheduled_actions")).toMatchObject({ content: "The key is under {{rental.name}}." });
  expect(recordOf(await act("pause"), "scheduled_actions")).toMatchObject({ state: "paused", held: true });
  await changing(client, stay, { adults: 3, final_price: "900" });
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "paused" });
  await act("resume");
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "scheduled", held: false });
  expect((await act("send_now")).status).toBe(200);
  await performed(service);
  expect(mailsTo(guest).map(({ text }) => text.split("\n")[0])).toEqual(["The key is under Cottage 1."]);
  const again = await act("send_now");
  expect([again.status, again.json]).toEqual([422, { errors: { base: ["can no longer be changed"] } }]);

  const other = await aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
  const dropped = await actionOf(client, other, rule);
  await client.put(`/scheduled_actions/${dropped?.id}/drop`);
  await changing(client, other, { start_at: "2090-03-04T16:00:00Z", end_at: "2090-03-08T10:00:00Z" });
  expect(await actionOf(client, other, rule)).toMatchObject({ state: "canceled", reason: "dropped" });
});

test("a webhook rule publishes automation.fired, and a mail rule writes to people", async () => {
  const client = await aManager();
  const now = { trigger: "booking_confirmed", offset_days: 0, at: null };
  const hook = await aRule(client, now);
  await aRule(client, {
    ...now,
    effect: "mail",
    recipients: ["desk@robles.example"],
    content: "{{guest.fullname}} comes.",
  });
  const guest = await aReader(client, { fullname: "Ada Guest" });
  const stay = await aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
  await performed(service);
  await publishAll(service.database.within([client.account]), client.account, queries);
  const fired = await service.sql("select changes from changes where account_id = $1 and type = 'automation.fired'", [
    client.account,
  ]);
  expect(fired).toEqual([{ changes: { automation_id: [null, hook.id], booking_id: [null, stay.id] } }]);
  expect(
    mailer.sent.filter(({ to }) => to.address === "desk@robles.example").map(({ text }) => text.split("\n")[0]),
  ).toEqual(["Ada Guest comes."]);
});

test("forecasts an unsaved rule by day and changes nothing", async () => {
  const client = await aManager();
  const stay = await aBooking(client, await aRental(client), { booked: true });
  const rule = { trigger: "arrival", offset_days: -2, at: "17:00", effect: "webhook" };
  const answer = await client.post("/automations/forecast", { automations: [rule] });
  expect([answer.status, answer.json]).toMatchObject([
    200,
    {
      automation_forecasts: [
        {
          ...{ total: 1, days: [{ date: "2090-01-02", count: 1 }] },
          actions: [
            { booking_id: stay.id, due_at: "2090-01-02T17:00:00Z", local_due_at: "2090-01-02T17:00:00Z", late: false },
          ],
        },
      ],
    },
  ]);
  expect(await actionsOf(client, `booking_id=${stay.id}`)).toEqual([]);
});

test("refuses an inconsistent rule with every problem at once", async () => {
  const client = await aManager();
  const answer = await client.post("/automations", {
    automations: [
      {
        ...{ trigger: "booking_confirmed", offset_days: -1, at: "25:00", effect: "message" },
        rental_ids: [999_999_999],
      },
    ],
  });
  expect([answer.status, answer.json]).toEqual([
    422,
    {
      errors: {
        at: ["must be a time such as 17:00"],
        offset_days: ["can't be negative for booking_confirmed"],
        message_template_id: ["can't be blank for a message"],
        rental_ids: ["must exist"],
      },
    },
  ]);
});

test("refuses to delete a built-in rule, which can be switched off", async () => {
  const client = await aManager();
  const [row] = await service.sql(
    "select id from automations where account_id = $1 and built_in = 'balance_reminder'",
    [client.account],
  );
  const builtIn = await read(client, "automations", row?.id);
  expect(builtIn).toMatchObject({
    built_in: "balance_reminder",
    trigger: "balance_due",
    state: "on",
    effect: "message",
  });
  expect((await client.delete(`/automations/${row?.id}`)).status).toBe(422);
  expect((await client.put(`/automations/${row?.id}`, { automations: [{ state: "off" }] })).status).toBe(200);
});

test("plans a task with its checklist, once", async () => {
  const client = await aManager();
  const rule = await aRule(client, {
    ...{ trigger: "booking_confirmed", offset_days: 0, at: null, effect: "task", task_kind: "laundry" },
    ...{ task_checklist: ["Towels", "Sheets"], content: "For {{guest.firstname}}." },
  });
  const rental = await aRental(client);
  const stay = await aBooking(client, rental, { ...stayIn(20), client_id: (await aReader(client)).id });
  await performed(service);
  await performed(service);
  expect(recordsOf(await client.get("/tasks"), "tasks")).toMatchObject([
    {
      ...{ kind: "laundry", notes: "For Ada.", status: "open", moves_with: "departure" },
      ...{ due_from: stay.end_at, links: { booking: stay.id } },
      checklist: [
        { text: "Towels", done: false },
        { text: "Sheets", done: false },
      ],
    },
  ]);
  expect(await actionOf(client, stay, rule)).toMatchObject({ state: "sent" });
});

test("requires task_kind for a task, and refuses it for other effects", async () => {
  const client = await aManager();
  const refused = async (attributes: Json) =>
    (await client.post("/automations", { automations: [{ trigger: "arrival", ...attributes }] })).json;
  expect(await refused({ effect: "task" })).toMatchObject({ errors: { task_kind: ["can't be blank for a task"] } });
  expect(await refused({ effect: "webhook", task_kind: "laundry", task_checklist: ["Towels"] })).toMatchObject({
    errors: {
      task_kind: ["can't be set for the effect webhook"],
      task_checklist: ["can't be set for the effect webhook"],
    },
  });
  expect(await refused({ effect: "task", task_kind: "laundry", task_checklist: ["x".repeat(201)] })).toMatchObject({
    errors: { task_checklist: ["has an item that is too long (maximum is 200 characters)"] },
  });
});
