import { setTimeout as wait } from "node:timers/promises";
import type { Statements } from "../harness/databases.ts";

/** Counts the remaining work by kind. */
const underway = `select
  (select count(*)::int from stale_rates(coalesce((select max(built_on) from rates_built), current_date), 0, 0, 1000)) as "rates to build",
  (select count(*)::int from change_outbox) as "changes to publish",
  (select count(*)::int from webhook_messages where delivered_at is null and given_up_at is null) as "webhooks to deliver",
  (select count(*)::int from payment_steps where state in ('queued', 'sent') and due_at < now() + interval '1 hour') as "payments at the gateway",
  (select count(*)::int from bookings where canceled_at is null and tentative_expires_at < now() + interval '2 minutes') as "holds to expire"`;

/** Skips the hours of waiting after a failed receiver or gateway, without other changes. */
const hastenings = [
  "update payment_steps set sent_at = sent_at - interval '2 hours', due_at = due_at - interval '2 hours' where state in ('queued', 'sent')",
  "update webhook_messages set next_attempt_at = null where delivered_at is null and given_up_at is null and next_attempt_at > now()",
  "update webhook_endpoints set held_until = null where held_until > now()",
  `update graphile_worker._private_jobs as jobs set run_at = now() from graphile_worker._private_tasks as tasks
   where tasks.id = jobs.task_id and tasks.identifier = 'deliver webhooks' and run_at > now() and locked_at is null`,
];

/**
 * Waits until no work remains.
 * @param patience seconds
 * @returns the work that remains after that time
 */
export async function settle(sql: Statements, patience: number, report: (line: string) => void): Promise<string[]> {
  let left: string[] = [];
  for (let tries = 0; tries < patience; tries++) {
    const [row = {}] = await sql.run<Record<string, number>>(underway);
    left = Object.entries(row).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
    if (left.length === 0) return [];
    if (tries % 10 === 0) {
      for (const hastening of hastenings) await sql.run(hastening);
      report(`Waiting for ${left.join(", ")} …`);
    }
    await wait(1000);
  }
  return left.map((what) => `After ${patience} seconds without requests, ${what} remain.`);
}
