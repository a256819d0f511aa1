import { expect, test } from "vitest";
import { performAction } from "../../src/modules/guests/automations/perform/perform-action.ts";
import { sendMail } from "../../src/modules/platform/mails/send-mail.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental, changing } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { ownPeople } from "../harness/people.ts";
import { runRound } from "../harness/queued-jobs.ts";
import { useService } from "../harness/service.ts";
import { aConversation, aHost, aParticipant } from "../inbox/fixture.ts";
import { actionsOf, addressOf, aReader, aRule, aTemplate } from "./fixture.ts";

/** Rules about a booking that gets another guest: nothing for the one reaches the other. The tests perform the actions themselves. */
const service = useService();

/** Ada's stay with a message that a rule plans for her, and Ben, who has none. */
async function aPlannedMessage(rule: Json = {}) {
  const account = await service.anAccount({ mails_booking_confirmations: false, mail_guests_from_api: true });
  const client = await ownPeople(service, account);
  const template = await aTemplate(client);
  await aRule(client, { effect: "message", message_template_id: template.id, ...rule });
  const [ada, ben] = [
    await aReader(client),
    await aReader(client, { fullname: "Ben Other", firstname: "Ben", lastname: "Other" }),
  ];
  const stay = await aBooking(client, await aRental(client), { booked: true, client_id: ada.id });
  const [action = {}] = await actionsOf(client, `booking_id=${stay.id}`);
  return { client, ada, ben, stay, action };
}

/** Performs an action, changes something before its mails are sent, and sends them. @returns each recipient with the first lines */
async function mailed(client: ApiClient, { id }: Json, change = async (): Promise<unknown> => undefined) {
  const { account } = client;
  const mailer = keptMails();
  await client.put(`/scheduled_actions/${id}/send_now`);
  const work = async (): Promise<void> => {
    await service.database
      .within([account])
      .transaction((transaction) =>
        performAction({ transaction, account: { id: account }, now: Date.now() }, Number(id)),
      );
    await change();
  };
  expect(await runRound(service, work, sendMail, account, { mailer })).toEqual([]);
  return mailer.sent.map(({ to, text }) => [to.address, text.split("\n\n--")[0]]);
}

const ownText = (client: ApiClient, { id }: Json, attributes: Json) =>
  client.put(`/scheduled_actions/${id}`, { scheduled_actions: [attributes] });

test.each([
  ["another", (ben: Json) => ben.id],
  ["an unknown", () => null],
])(
  "a mail that waits for the mail server is dropped if the booking gets %s guest: it leads to the payment page",
  async (_, next) => {
    const { client, ben, stay, action } = await aPlannedMessage();
    expect(await mailed(client, action, () => changing(client, stay, { client_id: next(ben) }))).toEqual([]);
    expect(await service.sql("select error from mails where booking_id = $1", [stay.id])).toEqual([
      { error: "The booking has another guest." },
    ]);
  },
);

test("a text that a person wrote for the former guest is dropped", async () => {
  const { client, ben, stay, action } = await aPlannedMessage();
  await ownText(client, action, { subject: "Your ring", content: "Dear Ada, it is in the drawer." });
  await changing(client, stay, { client_id: ben.id });
  expect(await actionsOf(client, `booking_id=${stay.id}`)).toMatchObject([{ subject: null, content: null }]);
  expect(await mailed(client, action)).toEqual([[addressOf(ben), "Hello Ben, turn left."]]);
});

test("a text that a person wrote stays when the guest's records are merged, or the same guest is named again", async () => {
  const { client, ada, stay, action } = await aPlannedMessage();
  await ownText(client, action, { content: "Dear Ada, it is in the drawer." });
  await changing(client, stay, { client_id: ada.id, notes: "Late" });
  const kept = await aReader(client);
  const merged = await client.post(`/clients/${kept.id}/merge`, { clients: [{ merged_client_id: ada.id }] });
  expect(merged.status, merged.text).toBe(200);
  expect(await mailed(client, action)).toEqual([[addressOf(kept), "Dear Ada, it is in the drawer."]]);
});

test("a message goes by mail if the conversation about the booking is with the former guest", async () => {
  const { client, ada, ben, stay, action } = await aPlannedMessage({ delivery: "conversation" });
  await aHost(client);
  const conversation = await aConversation(client, { default_channel: "email" });
  await aParticipant(client, conversation, "Client", ada);
  await client.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: stay.id }] });
  await changing(client, stay, { client_id: ben.id });
  expect(await mailed(client, action)).toEqual([[addressOf(ben), "Hello Ben, turn left."]]);
  expect(await service.sql("select from messages where account_id = $1", [client.account])).toEqual([]);
});

test("a message goes into an older conversation with the booking's guest rather than a newer one with another", async () => {
  const { client, ada, ben, stay, action } = await aPlannedMessage({ delivery: "conversation" });
  await aHost(client);
  for (const guest of [ada, ben]) {
    const conversation = await aConversation(client, { default_channel: "email" });
    await aParticipant(client, conversation, "Client", guest);
    await client.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: stay.id }] });
  }
  expect((await mailed(client, action)).map(([address]) => address)).toEqual([addressOf(ada)]);
  expect(await service.sql("select content from messages where account_id = $1", [client.account])).toEqual([
    { content: "Hello Ada, turn left." },
  ]);
});

/** A guest's act, and an answer two days later. @param effect of the rule */
async function anAnswer(trigger: string, rule: Json = {}) {
  const planned = await aPlannedMessage({ trigger, offset_days: 2, at: null, ...rule });
  const { client, stay } = planned;
  const happens = async (occurrence: string): Promise<Json[]> => {
    await service.database
      .within([client.account])
      .transaction((transaction) =>
        transaction.run("select note_automation_event($1, $2, $3, $4)", [client.account, stay.id, trigger, occurrence]),
      );
    return actionsOf(client, `booking_id=${stay.id}`);
  };
  return { ...planned, happens };
}

test.each([
  ...["agreement_signed", "guest_form_submitted", "message_received", "review_received", "extras_booked"],
  ...["payment_received", "payment_failed"],
])("an answer to the former guest's %s never reaches the next one", async (trigger) => {
  const { client, ada, ben, stay, happens } = await anAnswer(trigger);
  expect(await happens("event 1")).toMatchObject([{ state: "scheduled" }]);
  await changing(client, stay, { client_id: ben.id });
  const ended = { occurrence: "event 1", state: "canceled", reason: "another_guest" };
  expect(await actionsOf(client, `booking_id=${stay.id}`)).toMatchObject([ended]);
  // Another plan, of this booking or of the changed rule, does not take it up again.
  const [rule] = await service.sql("select automation_id::integer as id from scheduled_actions where booking_id = $1", [
    stay.id,
  ]);
  await changing(client, stay, { notes: "Late" });
  await client.put(`/automations/${rule?.id}`, { automations: [{ if_late: "send", offset_days: 1 }] });
  const both = [ended, { occurrence: "event 2", state: "scheduled" }];
  expect((await happens("event 2")).toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject(both);
  await changing(client, stay, { client_id: ada.id });
  const states = (await actionsOf(client, `booking_id=${stay.id}`)).map(({ state }) => state);
  expect(states).toEqual(["canceled", "canceled"]);
});

test("a task about the former guest's extras and an answer to the same person's merged record stay", async () => {
  const extras = await anAnswer("extras_booked", { effect: "task", task_kind: "other", message_template_id: null });
  await extras.happens("event 1");
  await changing(extras.client, extras.stay, { client_id: extras.ben.id });
  expect(await actionsOf(extras.client, `booking_id=${extras.stay.id}`)).toMatchObject([{ state: "scheduled" }]);
  const { client, ada, stay, happens } = await anAnswer("agreement_signed");
  await happens("event 1");
  const kept = await aReader(client);
  await client.post(`/clients/${kept.id}/merge`, { clients: [{ merged_client_id: ada.id }] });
  expect(await actionsOf(client, `booking_id=${stay.id}`)).toMatchObject([{ state: "scheduled" }]);
});
