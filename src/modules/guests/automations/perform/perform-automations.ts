import Type from "typebox";
import { defineJob, type JobContext } from "../../../../kernel/write/jobs/job.ts";
import { performAction } from "./perform-action.ts";

/** Actions per round. */
const batchSize = 100;

/** A failed action is retried after 30 seconds, and then after twice the time before: for most of a day. */
const [maxAttempts, firstPause, maxPause] = [12, "30 seconds", "6 hours"];

/** Performs the due actions of an account, of one booking or of one inquiry, each in its own transaction. */
export const performAutomations = defineJob("perform automations", {
  lane: "money and mail",
  payload: Type.Object({ booking: Type.Optional(Type.Integer()), inquiry: Type.Optional(Type.Integer()) }),
  run: performDue,
});

/** Only about one of them, if either is set. */
interface Only {
  readonly booking?: number;
  readonly inquiry?: number;
}

async function performDue(context: JobContext, only: Only): Promise<void> {
  const { scope, account: id, now, signal } = context;
  const failures: unknown[] = [];
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const due = await dueActions(context, after, only);
    for (const action of due) {
      await scope
        .transaction((transaction) => performAction({ transaction, account: { id }, now }, action))
        .catch(async (error: unknown) => {
          failures.push(error);
          await noteFailure(context, action);
        });
      after = action;
    }
    if (due.length < batchSize) break;
  }
  // The job's own retry comes before the actions', finds nothing due, and so delays no other action.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} actions failed.`);
}

/** By id, so that an action that fails is not taken twice in a run. */
async function dueActions(
  { scope, account }: JobContext,
  after: number,
  { booking, inquiry }: Only,
): Promise<number[]> {
  const rows = await scope.transaction(
    (transaction) =>
      transaction.rows<{ id: number }>(
        `select id from scheduled_actions where account_id = $1 and id > $2 and state = 'scheduled' and due_at <= now()
           and (retry_at is null or retry_at <= now())
           and ($4::bigint is null or booking_id = $4::bigint) and ($5::bigint is null or inquiry_id = $5::bigint)
         order by id limit $3`,
        [account, after, batchSize, booking ?? null, inquiry ?? null],
      ),
    "read",
  );
  return rows.map(({ id }) => id);
}

/** Lets an action wait for its retry, or gives it up. */
async function noteFailure({ scope, account }: JobContext, id: number): Promise<void> {
  await scope.transaction(async (transaction) => {
    await transaction.run(
      `update scheduled_actions set attempts = attempts + 1,
         retry_at = statement_timestamp() + least($3::interval * 2 ^ attempts, $4::interval)
       where account_id = $1 and id = $2 and state = 'scheduled'`,
      [account, id, firstPause, maxPause],
    );
    await transaction.run(
      `update scheduled_actions set state = 'failed', reason = 'error', acted_at = statement_timestamp(), updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and state = 'scheduled' and attempts >= $3`,
      [account, id, maxAttempts],
    );
  });
}
