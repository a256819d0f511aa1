import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { type AccountJob, accountJobs, retryAccountJob } from "../../../database/jobs/account-jobs.ts";
import { notFound } from "../../../kernel/errors.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { idInPath } from "../id-in-path.ts";
import type { SignedIn } from "../session.ts";
import { type ConsoleHandler, causeOf, consoleHandler, ownedAccount } from "./console-person.ts";

/** Jobs shown, the next ones first. */
const maxJobs = 200;

/** Owners list the account's running and queued jobs, and retry failed ones (events.md, Jobs; docs/design/jobs.md). */
export function jobRoutes(app: FastifyInstance, database: Database, baseUrl: string): void {
  const path = "/console/accounts/:account/jobs";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(path, serve(list));
  app.post(`${path}/:job/retry`, serve(retry));

  async function list(owner: SignedIn, request: FastifyRequest): Promise<unknown> {
    const account = await ownedAccount(database, owner, request);
    const jobs = await database
      .within([account])
      .transaction((transaction) => accountJobs(transaction, account, maxJobs), "read");
    return { jobs: jobs.map(shown) };
  }

  async function retry(owner: SignedIn, request: FastifyRequest): Promise<undefined> {
    const account = await ownedAccount(database, owner, request);
    const isRetried = await database
      .within([account], causeOf(owner, request))
      .transaction((transaction) => retryAccountJob(transaction, account, idInPath(request, "job")));
    if (!isRetried) throw notFound("Job not found, or it is running.");
    return undefined;
  }
}

const shown = ({ run_at: runAt, locked_at: lockedAt, ...job }: AccountJob) => ({
  ...job,
  run_at: formatInstant(runAt),
  running_since: lockedAt === null ? null : formatInstant(lockedAt),
});
