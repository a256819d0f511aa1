import type { Database } from "../../../../database/connect/database.ts";
import { queueJob } from "../../../../kernel/write/jobs/job.ts";
import { queuePlan } from "../plan/plan-rule.ts";
import { performAutomations } from "./perform-automations.ts";

/** Accounts per round. */
const batchSize = 500;

/** Queues a job for each account with due actions, and for each rule that is not planned yet. */
export async function pollAutomations(database: Database): Promise<void> {
  const rows = await database.read({ text: "select account, due from accounts_with_automations($1)" }, [batchSize]);
  for (const [account, due] of rows) {
    const id = Number(account);
    await database.within([id], { actor: "Job:automations" }).transaction(async (transaction) => {
      const context = { transaction, account: { id } };
      if (due === "t") await queueJob(context, performAutomations, {}, { key: "due", unlessQueued: true });
      const rules = await transaction.rows<{ id: number }>(
        "select id from automations where account_id = $1 and planned_version <> version order by id",
        [id],
      );
      for (const rule of rules) await queuePlan(context, rule.id);
    });
  }
}
