import { expect, test } from "vitest";
import { performAction } from "../../src/modules/guests/automations/perform/perform-action.ts";
import { performAutomations } from "../../src/modules/guests/automations/perform/perform-automations.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental, changing, created, linksOf } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { actionsOf, aReader, aRule, aTemplate } from "./fixture.ts";

/** No job runs here: the tests perform the actions themselves, concurrently. */
const service = useService();

interface Due {
  readonly client: ApiClient;
  readonly rule: Json;
  readonly stay: Json;
  readonly action: Json;
  readonly rental: Json;
}

/** A message that is due now. */
async function aDueMessage(): Promise<Due> {
  const client = await service.aClient(await service.anAccount({ mails_booking_confirmations: false }));
  const template = await aTemplate(client);
  const rule = await aRule(client, { effect: "message", message_template_id: template.id });
  const guest = await aReader(client);
  const rental = await aRental(client);
  const stay = await aBooking(client, rental, { booked: true, client_id: guest.id });
  const [action] = await actionsOf(client, `booking_id=${stay.id}&automation_id=${rule.id}`);
  await client.put(`/scheduled_actions/${action?.id}/send_now`);
  return { client, rule, stay, rental, action: { ...action } };
}

/** A message about an inquiry that is due now. Its stay is the inquiry. */
async function aDueAnswer(): Promise<Due> {
  const client = await service.aClient(await service.anAccount({ mails_booking_confirmations: false }));
  const template = await aTemplate(client);
  const rule = await aRule(client, {
    ...{ trigger: "inquiry_received", offset_days: 1, effect: "message", message_template_id: template.id },
  });
  const rental = await aRental(client);
  const stay = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
    ...{ firstname: "Ada", lastname: "Asker", email: "asker@example.com", message: "Is there a cot?" },
    ...{ start_at: "2090-01-04", end_at: "2090-01-08" },
  });
  const [action] = await actionsOf(client, `inquiry_id=${stay.id}`);
  await client.put(`/scheduled_actions/${action?.id}/send_now`);
  return { client, rule, stay, rental, action: { ...action } };
}

const perform = ({ client, action }: Due): Promise<void> =>
  service.database
    .within([client.account])
    .transaction((transaction) =>
      performAction({ transaction, account: { id: client.account }, now: Date.now() }, Number(action.id)),
    );

const mailsOf = ({ client }: Due) => service.sql("select from mails where account_id = $1", [client.account]);
const stateOf = async ({ client, rule }: Due) =>
  (await actionsOf(client, `automation_id=${rule.id}`)).map(({ state, reason }) => [state, reason]);

test.each([
  ["a booking", aDueMessage],
  ["an inquiry", aDueAnswer],
])("twenty processes perform an action about %s once", async (_, makeDue) => {
  const due = await makeDue();
  await Promise.all(Array.from({ length: 20 }, () => perform(due)));
  expect(await mailsOf(due)).toHaveLength(1);
  expect(await stateOf(due)).toEqual([["sent", null]]);
});

test("an action and its mail are stored together or not at all", async () => {
  const due = await aDueMessage();
  const failing = service.database.within([due.client.account]).transaction(async (transaction) => {
    await performAction({ transaction, account: { id: due.client.account }, now: Date.now() }, Number(due.action.id));
    throw new Error("The process died before the commit.");
  });
  await expect(failing).rejects.toThrow("The process died");
  expect(await mailsOf(due)).toEqual([]);
  expect(await stateOf(due)).toEqual([["scheduled", null]]);
  await perform(due);
  expect(await mailsOf(due)).toHaveLength(1);
});

test("a rule that is switched off while its action is due, and a stay that is canceled, send nothing afterwards", async () => {
  for (const end of [
    ({ client, rule }: Due) => client.put(`/automations/${rule.id}`, { automations: [{ state: "off" }] }),
    ({ client, stay }: Due) => client.delete(`/bookings/${stay.id}`),
    ({ client, stay, rental }: Due) => changing(client, { ...stay, rental }, { unavailable: true }),
  ]) {
    const due = await aDueMessage();
    const [answer] = await Promise.all([end(due), perform(due)]);
    expect([200, 204]).toContain(answer.status);
    const before = await mailsOf(due);
    await perform(due);
    // In either order, the mail went out before the change or never does.
    expect(await mailsOf(due)).toEqual(before);
    const [[state] = []] = await stateOf(due);
    expect(state).toBe(before.length === 1 ? "sent" : "canceled");
  }
});

test("an inquiry that is booked, or marked as spam, while its action is due sends nothing afterwards", async () => {
  for (const end of [
    ({ client, stay }: Due) => client.post(`/inquiries/${stay.id}/book`),
    ({ client, stay }: Due) =>
      client.put(`/inbox/conversations/${linksOf(stay).conversation}`, { conversations: [{ marked_as_spam: true }] }),
  ]) {
    const due = await aDueAnswer();
    const [answer] = await Promise.all([end(due), perform(due)]);
    expect([200, 201]).toContain(answer.status);
    const before = await mailsOf(due);
    await perform(due);
    expect(await mailsOf(due)).toEqual(before);
    const [[state] = []] = await stateOf(due);
    expect(state).toBe(before.length === 1 ? "sent" : "canceled");
  }
});

test("concurrent changes of a rule and its booking leave the action that both imply", async () => {
  const client = await service.aClient(await service.anAccount());
  const rule = await aRule(client);
  const stay = await aBooking(client, await aRental(client), { booked: true });
  for (const [day, hour] of [
    ["10", "09"],
    ["12", "11"],
    ["14", "13"],
  ]) {
    const answers = await Promise.all([
      client.put(`/automations/${rule.id}`, { automations: [{ at: `${hour}:00` }] }),
      changing(client, stay, {
        start_at: `2090-02-${day}T16:00:00Z`,
        end_at: `2090-02-${day}T16:00:00Z`.replace(/02-\d\d/, "03-01"),
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await service.database
      .within([client.account])
      .transaction((transaction) =>
        transaction.run("select plan_bookings($1, array[$2::bigint], array[$3::bigint])", [
          client.account,
          stay.id,
          rule.id,
        ]),
      );
    const [action] = await actionsOf(client, `booking_id=${stay.id}&automation_id=${rule.id}`);
    expect(action).toMatchObject({ due_at: `2090-02-${String(Number(day) - 2).padStart(2, "0")}T${hour}:00:00Z` });
  }
});

test("the job is declared with the name that the database queues", () => {
  expect(performAutomations.name).toBe("perform automations");
});
