import { pollAutomations } from "../../src/modules/guests/automations/perform/poll-automations.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aGuest, created } from "../harness/factories.ts";
import { daysBefore } from "../harness/moments.ts";
import type { TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/** A rule that is on, by default a webhook two days before arrival at five. */
export const aRule = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/automations", "automations", {
    ...{ name: "Rule", state: "on", trigger: "arrival", offset_days: -2, at: "17:00", effect: "webhook" },
    ...attributes,
  });

export const aTemplate = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/inbox/message_templates", "message_templates", {
    ...{
      name: "Directions",
      subject: { en: "Your stay" },
      body: { en: "Hello {{guest.firstname}}, turn left.", de: "Links ab." },
    },
    ...attributes,
  });

/** A guest with an address of their own. */
export async function aReader(client: ApiClient, attributes: Json = {}): Promise<Json> {
  const guest = await aGuest(client, { firstname: "Ada", lastname: "Guest", ...attributes });
  await client.put(`/clients/${guest.id}`, { clients: [{ emails: [{ email: addressOf(guest), label: "home" }] }] });
  return guest;
}

export const addressOf = (guest: Json): string => `reader-${guest.id}@example.com`;

/** The actions of a filter, such as `booking_id=3`, by rule. */
export async function actionsOf(client: ApiClient, filter: string): Promise<Json[]> {
  return recordsOf(await client.get(`/scheduled_actions?${filter}&per_page=100`), "scheduled_actions");
}

/**
 * Runs rounds of the recurring work, and waits until the job queue is empty, also of jobs that failed once and wait for their retry. On a
 * cluster, only a second round performs what the first one planned.
 */
export async function performed(service: TestService): Promise<void> {
  for (const _ of ["plans", "performs"]) {
    await pollAutomations(service.database);
    await until(
      async () =>
        (await service.sql("select from graphile_worker._private_jobs where run_at <= now() or attempts > 0"))
          .length === 0,
    );
  }
}

/** Lets time pass for an account: everything that it holds lies so many whole days further back. */
export async function daysPass(service: TestService, account: number, days: number): Promise<void> {
  const shift = (table: string, columns: readonly string[]): string =>
    `update ${table} set ${columns.map((column) => `${column} = ${daysBefore(column, days)}`).join(", ")} where account_id = ${account}`;
  await service.withoutTriggers(
    shift("bookings", [
      ...["start_at", "end_at", "created_at", "booked_at", "canceled_at", "balance_due_at", "tentative_expires_at"],
    ]),
    shift("scheduled_actions", ["due_at", "local_due_at", "event_at", "acted_at"]),
    shift("inquiries", ["start_at", "end_at", "created_at"]),
    shift("automations", ["active_since"]),
  );
}
