import { afterEach, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { actionsOf, aRule, performed } from "./fixture.ts";

/** An action that fails is retried by itself, and delays no other. */
const service = useService({ endpoints: {}, mailer: keptMails() });

afterEach(() => service.sql("drop function if exists break_action() cascade"));

/** Lets the database refuse to mark one action as sent. */
const broken = async ({ id }: Json): Promise<void> => {
  await service.sql(
    `create function break_action() returns trigger language plpgsql as $$
     begin
       raise exception 'broken';
     end $$`,
  );
  await service.sql(
    `create trigger break_action before update on scheduled_actions for each row
     when (new.id = ${Number(id)} and new.state = 'sent') execute function break_action()`,
  );
};

async function anAction(client: ApiClient): Promise<Json> {
  const stay = await aBooking(client, await aRental(client), { booked: true });
  const [action = {}] = await actionsOf(client, `booking_id=${stay.id}`);
  return action;
}

const aManager = async (): Promise<ApiClient> => {
  const client = await service.aClient(await service.anAccount({ mails_booking_confirmations: false }));
  await aRule(client);
  return client;
};
const due = ({ id }: Json) =>
  service.sql("update scheduled_actions set due_at = now(), requested_at = now() where id = $1", [id]);
const states = async (client: ApiClient) =>
  (await actionsOf(client, "")).toSorted((one, other) => Number(one.id) - Number(other.id)).map(({ state }) => state);

test("actions that become due are performed while another one fails again and again", async () => {
  const client = await aManager();
  const [failing, second, third] = [await anAction(client), await anAction(client), await anAction(client)];
  await broken(failing);
  await due(failing);
  await due(second);
  await performed(service);
  expect(await states(client)).toEqual(["scheduled", "sent", "scheduled"]);
  await due(third);
  await performed(service);
  expect(await states(client)).toEqual(["scheduled", "sent", "sent"]);
  // Once its cause is gone, the retry succeeds.
  await service.sql("drop function break_action() cascade");
  await performed(service);
  expect(await states(client)).toEqual(["scheduled", "sent", "sent"]);
  await service.sql("update scheduled_actions set retry_at = now() where id = $1", [failing.id]);
  await performed(service);
  expect(await states(client)).toEqual(["sent", "sent", "sent"]);
});

test("an action is given up after its last attempt, and a person may send it again", async () => {
  const client = await aManager();
  const action = await anAction(client);
  await broken(action);
  await due(action);
  await service.sql("update scheduled_actions set attempts = 11 where id = $1", [action.id]);
  await performed(service);
  expect(await actionsOf(client, "")).toMatchObject([{ state: "failed", reason: "error" }]);
  await service.sql("drop function break_action() cascade");
  expect((await client.put(`/scheduled_actions/${action.id}/send_now`)).status).toBe(200);
  await performed(service);
  expect(await actionsOf(client, "")).toMatchObject([{ state: "sent", reason: null }]);
});
