import type { Static, TSchema } from "typebox";
import type { Database } from "../../../database/connect/database.ts";
import { type Job, queueJob } from "./job.ts";

/**
 * Queues a job for each due record of all accounts, unless it is queued already. The work itself runs in the job's lane, where each
 * account has a share.
 * @param due a statement that returns account ids and record ids, in the service's scope
 * @returns the number of due records
 */
export async function queueEach<Payload extends TSchema>(
  database: Database,
  due: { readonly text: string; readonly values: readonly number[] },
  job: Job<Payload>,
  payloadOf: (id: number) => Static<Payload>,
): Promise<number> {
  const rows = await database.read({ text: due.text }, due.values);
  for (const row of rows) {
    const [account = 0, id = 0] = row.map(Number);
    await database.within([account]).transaction((transaction) =>
      queueJob({ transaction, account: { id: account } }, job, payloadOf(id), {
        key: String(id),
        unlessQueued: true,
      }),
    );
  }
  return rows.length;
}
