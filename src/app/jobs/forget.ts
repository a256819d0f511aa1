import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Jobs that delete ended rows, through functions of the database owner: the application may not delete. */
const forgettable = {
  "forget idempotent answers": "select forget_idempotent_answers()",
  "forget task sends": "select forget_task_sends()",
  "forget ended sessions": "select forget_ended_sessions()",
  "forget ended tokens": "select forget_ended_tokens()",
  "forget ended agent sessions": "select forget_ended_agent_sessions()",
  "forget proposals": "select forget_proposals()",
} as const;

/** Deletes stored responses after a week, keys of task reports after three months, and ended sessions and tokens, for all accounts. */
export function forgetEndedRowsJobs(database: Database): ScheduledJob[] {
  return Object.entries(forgettable).map(([name, text]) => ({
    name,
    every: { cron: "3 * * * *" },
    run: () => database.read({ text }, []),
  }));
}
