import type { AnyJob, JobContext } from "../../src/kernel/write/jobs/job.ts";
import { noFiles } from "./files.ts";
import { noMailer } from "./mailers.ts";
import { noQueries } from "./queries.ts";
import { testSecrets } from "./secrets.ts";
import type { TestService } from "./service.ts";

const surroundings = {
  ...{ secrets: testSecrets, files: noFiles, mailer: noMailer, queries: noQueries },
  ...{ endpoints: {}, privateFetch: ["127.0.0.1"], localWebhooks: false, baseUrl: "https://roost.test" },
};

/** Removes an account's jobs of one kind from the queue. @returns their payloads */
export async function takeQueued(service: TestService, job: AnyJob, account: number): Promise<unknown[]> {
  const rows = await service.sql(
    `delete from graphile_worker._private_jobs as queued using graphile_worker._private_tasks as task
     where task.id = queued.task_id and task.identifier = $1 and (queued.payload ->> 'account')::bigint = $2
     returning queued.payload -> 'payload' as payload`,
    [job.name, account],
  );
  return rows.map(({ payload }) => payload);
}

/** Runs the jobs that one recurring run queues for an account, but none queued before. @returns the failures */
export async function runRound(
  service: TestService,
  round: () => Promise<unknown>,
  job: AnyJob,
  account: number,
  more: Partial<JobContext> = {},
): Promise<unknown[]> {
  await takeQueued(service, job, account);
  await round();
  const failed: unknown[] = [];
  const scope = service.database.within([account]);
  const signal = new AbortController().signal;
  for (const payload of await takeQueued(service, job, account)) {
    const context = { ...surroundings, scope, account, attempt: 1, last: false, now: Date.now(), signal, ...more };
    await job.perform(context, payload).catch((error: unknown) => failed.push(error));
  }
  return failed;
}
