import { expect, test } from "vitest";
import { performAction } from "../../src/modules/guests/automations/perform/perform-action.ts";
import { pollAutomations } from "../../src/modules/guests/automations/perform/poll-automations.ts";
import { planRule } from "../../src/modules/guests/automations/plan/plan-rule.ts";
import { sendMail } from "../../src/modules/platform/mails/send-mail.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental, changing, created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { queries } from "../harness/queries.ts";
import { runRound } from "../harness/queued-jobs.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { actionsOf, addressOf, aReader, aRule, aTemplate, daysPass } from "./fixture.ts";

/** Faults that a stranger found in rules. No job runs here: the tests perform the actions themselves. */
const service = useService();

const aManager = async (): Promise<ApiClient> =>
  service.aClient(await service.anAccount({ mails_booking_confirmations: false }));
const messageRule = async (client: ApiClient, attributes: Json = {}): Promise<Json> =>
  aRule(client, { effect: "message", message_template_id: (await aTemplate(client)).id, ...attributes });
const aStay = async (client: ApiClient, guest: Json) =>
  aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
const actionFor = async (client: ApiClient, stay: Json, rule: Json): Promise<Json | undefined> =>
  (await actionsOf(client, `booking_id=${stay.id}&automation_id=${rule.id}`))[0];
const sendNow = (client: ApiClient, action: Json | undefined) =>
  client.put(`/scheduled_actions/${action?.id}/send_now`);
const perform = ({ account }: ApiClient, action: Json | undefined): Promise<void> =>
  service.database
    .within([account])
    .transaction((transaction) =>
      performAction({ transaction, account: { id: account }, now: Date.now() }, Number(action?.id)),
    );

/** Performs an action, changes something before its mail is sent, and sends it. @returns the recipients */
async function mailedAfter(client: ApiClient, action: Json | undefined, change: () => Promise<unknown>) {
  const mailer = keptMails();
  const work = async (): Promise<void> => {
    await perform(client, action);
    await change();
  };
  expect(await runRound(service, work, sendMail, client.account, { mailer })).toEqual([]);
  return mailer.sent.map(({ to }) => to.address);
}

test("drops the waiting mail of a stay that is canceled before the mail server takes it", async () => {
  const client = await aManager();
  const [rule, farewell] = [
    await messageRule(client),
    await messageRule(client, { trigger: "booking_canceled", offset_days: 0, at: null }),
  ];
  const guest = await aReader(client);
  const stay = await aStay(client, guest);
  const action = await actionFor(client, stay, rule);
  await sendNow(client, action);
  expect(await mailedAfter(client, action, () => client.delete(`/bookings/${stay.id}`))).toEqual([]);
  // A rule about the cancelation still writes.
  const about = await actionFor(client, stay, farewell);
  expect(await mailedAfter(client, about, async () => undefined)).toEqual([addressOf(guest)]);
});

test("accepts the longest text in characters of two units each, or names the attribute", async () => {
  const client = await aManager();
  const note = (content: string): Json => ({ trigger: "arrival", effect: "note", content });
  for (const content of ["😀".repeat(9_000), "😀".repeat(20_000), "😀".repeat(20_001)]) {
    const answer = await client.post("/automations", { automations: [note(content)] });
    expect([answer.status, Object.keys(answer.status === 422 ? Object(answer.json).errors : {})]).toEqual(
      content.length === 18_000 ? [201, []] : [422, ["content"]],
    );
  }
});

test("plans the former guest's stays again when a booking gets another guest", async () => {
  const client = await aManager();
  const rule = await aRule(client, { guests: "new" });
  const [ada, grace] = [await aReader(client), await aReader(client)];
  const rental = await aRental(client);
  const stayOf = (month: string) =>
    aBooking(client, rental, {
      ...{
        booked: true,
        client_id: ada.id,
        start_at: `2090-${month}-04T16:00:00Z`,
        end_at: `2090-${month}-08T10:00:00Z`,
      },
    });
  const [first, second] = [await stayOf("02"), await stayOf("05")];
  expect(await actionFor(client, second, rule)).toBeUndefined();
  expect((await changing(client, first, { client_id: grace.id })).status).toBe(200);
  expect(await actionFor(client, second, rule)).toMatchObject({ state: "scheduled" });
});

test("an action that was skipped or failed can be sent once its cause is gone", async () => {
  const client = await aManager();
  const rule = await messageRule(client);
  const guest = await aReader(client);
  await client.put(`/clients/${guest.id}`, { clients: [{ emails: [] }] });
  const stay = await aStay(client, guest);
  const action = await actionFor(client, stay, rule);
  await sendNow(client, action);
  await perform(client, action);
  expect(await actionFor(client, stay, rule)).toMatchObject({ state: "skipped", reason: "no_address" });
  await client.put(`/clients/${guest.id}`, { clients: [{ emails: [{ email: addressOf(guest), label: "home" }] }] });
  await service.sql(
    "update scheduled_actions set state = 'failed', reason = 'error' where account_id = $1 and id = $2",
    [...[client.account, action?.id]],
  );
  expect((await sendNow(client, action)).status).toBe(200);
  expect(await mailedAfter(client, action, async () => undefined)).toEqual([addressOf(guest)]);
  expect(await actionFor(client, stay, rule)).toMatchObject({ state: "sent", reason: null });
  expect((await sendNow(client, action)).status).toBe(422);
});

test("plans a task and mails people for a guest whose name is unknown", async () => {
  const client = await aManager();
  const content = "Welcome {{guest.firstname}} in {{rental.name}}.";
  const [task, mail] = [
    await aRule(client, { effect: "task", task_kind: "welcome", content }),
    await aRule(client, { effect: "mail", recipients: ["desk@robles.example"], content }),
  ];
  const stay = await aBooking(client, await aRental(client), { booked: true });
  for (const rule of [task, mail]) {
    const action = await actionFor(client, stay, rule);
    await sendNow(client, action);
    await perform(client, action);
    expect(await actionFor(client, stay, rule)).toMatchObject({ state: "sent", reason: null });
  }
});

test("a message of a channel's history causes nothing, and one of today does", async () => {
  const client = await aManager();
  const rule = await aRule(client, { trigger: "message_received", offset_days: 0, at: null });
  const guest = await aReader(client);
  const stay = await aStay(client, guest);
  const conversation = await created(client, "/inbox/conversations", "conversations", { subject: "Key" });
  await client.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: stay.id }] });
  const participant = await created(client, "/inbox/participants", "participants", {
    ...{ conversation_id: conversation.id, member_type: "Client", member_id: guest.id },
  });
  const write = (attributes: Json) =>
    created(client, "/inbox/messages", "messages", {
      ...{
        conversation_id: conversation.id,
        sender_id: participant.id,
        content: "Hello",
        origin: "email",
        visibility: "external",
      },
      channel: "email",
      ...attributes,
    });
  await write({ sent_at: "2020-01-01T00:00:00Z" });
  const actions = () => actionsOf(client, `booking_id=${stay.id}&automation_id=${rule.id}&state=scheduled,sent`);
  expect(await actions()).toEqual([]);
  await write({ sent_at: new Date().toISOString() });
  expect(await actions()).toHaveLength(1);
});

test("the audit names the person who paused, edited, dropped or sent an action, and never the text", async () => {
  const client = await aManager();
  const rule = await messageRule(client);
  const stay = await aStay(client, await aReader(client));
  const action = await actionFor(client, stay, rule);
  const at = `/scheduled_actions/${action?.id}`;
  for (const path of ["pause", "resume", "send_now", "drop"])
    expect((await client.put(`${at}/${path}`)).status).toBe(200);
  const edited = await client.put(at, { scheduled_actions: [{ content: "Only for Ada." }] });
  expect(recordOf(edited, "scheduled_actions")).toMatchObject({ content: "Only for Ada." });
  await publishAll(service.database.within([client.account]), client.account, queries);
  const rows = await service.sql(
    `select type, actor_type, changes from changes where account_id = $1 and resource = 'scheduled_actions' order by id`,
    [client.account],
  );
  const updated = (changes: Json) => ({ type: "scheduled_action.updated", actor_type: "Application", changes });
  expect(rows).toMatchObject([
    updated({ state: ["scheduled", "paused"] }),
    updated({ state: ["paused", "scheduled"] }),
    updated({ state: ["scheduled", "scheduled"] }),
    updated({ state: ["scheduled", "canceled"], reason: [null, "dropped"] }),
    updated({ own_text: [false, true] }),
  ]);
  expect(JSON.stringify(rows)).not.toContain("Only for Ada");
});

test("due actions of closed accounts do not keep the others waiting", async () => {
  const [closed, open] = [await aManager(), await aManager()];
  const stays = new Map<number, Json>();
  for (const client of [closed, open]) {
    const rule = await aRule(client);
    const stay = await aBooking(client, await aRental(client), { booked: true });
    stays.set(client.account, { ...(await actionFor(client, stay, rule)) });
  }
  await service.sql(
    `insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, due_at, local_due_at, state)
     select account_id, automation_id, booking_id, 'old ' || number, '2020-01-01', '2020-01-01', 'scheduled'
     from scheduled_actions cross join generate_series(1, 10000) as number where account_id = $1 and id = $2`,
    [closed.account, stays.get(closed.account)?.id],
  );
  await service.sql("update accounts set closed_at = now() where id = $1", [closed.account]);
  await service.sql(
    "update scheduled_actions set due_at = now() - interval '1 minute' where account_id = $1 and id = $2",
    [...[open.account, stays.get(open.account)?.id]],
  );
  const due = await service.sql("select account::integer from accounts_with_automations(500) where due");
  await service.sql("delete from scheduled_actions where account_id = $1", [closed.account]);
  expect(due.map(({ account }) => account)).toContain(open.account);
});

test("an application cannot mail itself what it cannot read", async () => {
  const manager = await aManager();
  const program = await service.aClient(manager.account, { scopes: ["automations_write"] });
  const mail = (attributes: Json) => ({
    automations: [{ trigger: "arrival", effect: "mail", recipients: ["spy@program.example"], ...attributes }],
  });
  const texts = [
    { content: "{{guest.fullname}}" },
    { content: "{% if booking.price > 10 %}rich{% endif %}" },
    { message_template_id: (await aTemplate(manager)).id },
  ];
  for (const text of texts) {
    expect((await program.post("/automations", mail(text))).status).toBe(403);
    expect((await manager.post("/automations", mail(text))).status).toBe(201);
  }
  const plain = await program.post("/automations", mail({ content: "Somebody arrives." }));
  expect(plain.status).toBe(201);
  const { id } = recordOf(plain, "automations");
  const change = (attributes: Json) => program.put(`/automations/${id}`, { automations: [attributes] });
  expect((await change({ content: "{{booking.arrival}}" })).status).toBe(403);
  expect((await change({ state: "on" })).status).toBe(200);
});

test("an application cannot show itself in a task, a conversation or a changed template what it cannot read", async () => {
  const manager = await aManager();
  const program = await service.aClient(manager.account, {
    scopes: ["automations_write", "inbox_write", "tasks_write"],
  });
  const rule = (client: ApiClient, attributes: Json) =>
    client.post("/automations", { automations: [{ state: "on", trigger: "arrival", ...attributes }] });
  const ofGuest = { message_template_id: (await aTemplate(manager)).id };
  const texts = [
    { effect: "task", task_kind: "other", content: "{{guest.fullname}}" },
    { effect: "message", delivery: "conversation", ...ofGuest },
  ];
  for (const attributes of texts) {
    expect((await rule(program, attributes)).status).toBe(403);
    expect((await rule(manager, attributes)).status).toBe(201);
  }
  expect((await rule(program, { effect: "message", ...ofGuest })).status).toBe(201);

  const template = await aTemplate(program, { body: { en: "Somebody arrives." } });
  const change = (client: ApiClient, attributes: Json) =>
    client.put(`/inbox/message_templates/${template.id}`, { message_templates: [attributes] });
  expect((await change(program, { body_en: "Hello {{guest.firstname}}" })).status).toBe(200);
  expect((await change(program, { body_en: "Somebody arrives." })).status).toBe(200);
  const mail = { effect: "mail", recipients: ["spy@program.example"], message_template_id: template.id };
  expect((await rule(program, mail)).status).toBe(201);
  for (const attributes of [{ body_en: "{{guest.fullname}}" }, { subject_en: "{{booking.price}}" }]) {
    expect((await change(program, attributes)).status).toBe(403);
    expect((await change(manager, attributes)).status).toBe(200);
  }
  expect((await change(program, { name: "Other" })).status).toBe(200);

  const stay = await aStay(manager, await aReader(manager));
  const [action] = await actionsOf(manager, `booking_id=${stay.id}`);
  const edit = (client: ApiClient) =>
    client.put(`/scheduled_actions/${action?.id}`, { scheduled_actions: [{ content: "{{guest.fullname}}" }] });
  expect([(await edit(program)).status, (await edit(manager)).status]).toEqual([403, 200]);
});

test("refuses a language that no guest can have", async () => {
  const client = await aManager();
  const answer = await client.post("/automations", {
    automations: [{ trigger: "arrival", effect: "webhook", languages: ["de", "deutsch"] }],
  });
  expect([answer.status, answer.json]).toEqual([422, { errors: { languages: ["has an unknown language: deutsch"] } }]);
});

test("a rule's mail leads to the payment page, whose address is stored nowhere", async () => {
  const client = await aManager();
  const template = await aTemplate(client, {
    ...{ subject: { en: "Balance" }, body: { en: "Pay here:\n{{links.payment | upcase}}\nThank you." } },
  });
  const rule = await aRule(client, { effect: "message", message_template_id: template.id });
  const stay = await aStay(client, await aReader(client));
  const action = await actionFor(client, stay, rule);
  await sendNow(client, action);
  const mailer = keptMails();
  expect(await runRound(service, () => perform(client, action), sendMail, client.account, { mailer })).toEqual([]);
  expect(mailer.sent.map(({ text }) => text.replace(/[0-9a-f]{64}/, "SECRET"))).toEqual([
    expect.stringMatching(/^Pay here:\n\n.*:\nhttps:\/\/roost.test\/pay\/\d+-\d+-SECRET\n\nThank you\.\n/),
  ]);
  const [stored] = await service.sql("select content::text as content from mails where account_id = $1", [
    client.account,
  ]);
  expect(stored?.content).not.toContain("/pay/");
});

test("plans rules about languages again when the account's own language changes", async () => {
  const client = await aManager();
  const rule = await aRule(client, { languages: ["de"] });
  const stay = await aStay(client, await aReader(client));
  expect(await actionFor(client, stay, rule)).toBeUndefined();
  await service.sql("update accounts set default_communication_locale = 'de' where id = $1", [client.account]);
  const round = () => pollAutomations(service.database);
  expect(await runRound(service, round, planRule, client.account)).toEqual([]);
  expect(await actionFor(client, stay, rule)).toMatchObject({ state: "scheduled" });
});

test("an action of an imported stay that was planned ahead is performed when it is due", async () => {
  const client = await aManager();
  const rule = await aRule(client, { imported: "only", offset_days: -1, at: null });
  const stay = await aBooking(client, await aRental(client), {
    ...{ booked: true, imported: true, start_at: dayAhead(3), end_at: dayAhead(6) },
  });
  expect(await actionFor(client, stay, rule)).toMatchObject({ state: "scheduled" });
  await daysPass(service, client.account, 3);
  await perform(client, await actionFor(client, stay, rule));
  expect(await actionFor(client, stay, rule)).toMatchObject({ state: "sent", reason: null });
  // A moment that had passed when the stay was imported stays without an action.
  const late = await aBooking(client, await aRental(client), {
    ...{ booked: true, imported: true, start_at: dayAhead(0), end_at: dayAhead(4) },
  });
  expect(await actionFor(client, late, rule)).toBeUndefined();
});

test("an action that was to be sent at once waits for its moment when its stay is canceled and reinstated", async () => {
  const client = await aManager();
  const rule = await aRule(client);
  const stay = await aStay(client, await aReader(client));
  await sendNow(client, await actionFor(client, stay, rule));
  await client.delete(`/bookings/${stay.id}`);
  expect(await actionFor(client, stay, rule)).toMatchObject({ state: "canceled", reason: "booking_canceled" });
  expect((await changing(client, stay, { canceled_at: null })).status).toBe(200);
  expect(await actionFor(client, stay, rule)).toMatchObject({ state: "scheduled", due_at: "2090-01-02T17:00:00Z" });
});

test("the audit tells that a resumed action stays paused with its rule", async () => {
  const client = await aManager();
  const rule = await aRule(client);
  const stay = await aStay(client, await aReader(client));
  const action = await actionFor(client, stay, rule);
  await client.put(`/scheduled_actions/${action?.id}/pause`);
  await client.put(`/automations/${rule.id}`, { automations: [{ state: "paused" }] });
  await client.put(`/scheduled_actions/${action?.id}/resume`);
  await publishAll(service.database.within([client.account]), client.account, queries);
  const rows = await service.sql(
    "select changes from changes where account_id = $1 and resource = 'scheduled_actions' order by id",
    [client.account],
  );
  expect(rows.at(-1)).toEqual({ changes: { state: ["paused", "paused"] } });
});
