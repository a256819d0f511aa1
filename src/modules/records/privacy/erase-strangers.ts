import Type from "typebox";
import type { Database } from "../../../database/connect/database.ts";
import { defineJob } from "../../../kernel/write/jobs/job.ts";
import { queueEach } from "../../../kernel/write/jobs/queue-each.ts";
import { eraseGuest, lockWithBookings } from "./forget-client.ts";
import { tablesOfStranger } from "./guest-tables.ts";

/** Erases a client who is only known from unpaid holds on the account's own site. */
export const eraseStranger = defineJob("erase stranger", {
  lane: "rest",
  payload: Type.Object({ client: Type.Integer() }),
  attempts: 5,
  run: ({ scope, account, queries: { registry } }, { client }) =>
    scope.transaction(async (transaction) => {
      const context = { transaction, account: { id: account }, registry };
      await lockWithBookings(context, client);
      const strangers = await transaction.run("select from unpaid_strangers($1, $2)", [account, client]);
      // The guest may have come back since the job was queued.
      if (strangers > 0) await eraseGuest(context, client, tablesOfStranger);
    }),
});

/** Queues the erasure of strangers whose holds ended unpaid, of all accounts. */
export const queueStrangers = (database: Database): Promise<number> =>
  queueEach(
    database,
    { text: "select account, client from unpaid_strangers(null, null)", values: [] },
    eraseStranger,
    (client) => ({ client }),
  );
