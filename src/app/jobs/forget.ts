import type { Database } from "../../database/connect/database.ts";
import type { ScheduledJob } from "./recurring.ts";

/** Ended rows that are deleted, by functions of the database's owner: the application may not delete. */
const forgettable = {
  "forget idempotent answers": "select forget_idempotent_answers()",
  "forget ended sessions": "select forget_ended_sessions()",
  "forget ended tokens": "select forget_ended_tokens()",
  "forget ended agent sessions": "select forget_ended_agent_sessions()",
} as const;

/** The jobs that forget: stored answers after a week, sessions and tokens that have ended. For all accounts, and nobody's request. */
export function forgettingJobs(database: Database): ScheduledJob[] {
  return Object.entries(forgettable).map(([name, text]) => ({
    name,
    every: { cron: "3 * * * *" },
    run: () => database.read({ text }, []),
  }));
}
