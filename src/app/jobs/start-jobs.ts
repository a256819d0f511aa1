import type { FastifyBaseLogger } from "fastify";
import type { OpenDatabase } from "../../database/open.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import type { AnyJob } from "../../kernel/write/jobs/job.ts";
import type { Config } from "../config.ts";
import { makeDemoHistory } from "../demo/history-job.ts";
import { drawDemoPictures } from "../demo/pictures/picture-job.ts";
import { mailerOf } from "../mail/mailer.ts";
import { allQueries } from "../queries.ts";
import { setRecordUrls } from "../record-urls.ts";
import { startJobRunner } from "./job-runner.ts";
import { recurringJobs } from "./recurring-jobs.ts";
import { registeredJobs } from "./registered-jobs.ts";

/** The open resources that jobs need. */
export type OpenForJobs = Pick<OpenDatabase, "database" | "jobs"> & {
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
};

/**
 * Runs the database's queued and recurring jobs until stopped.
 * @param jobs defaults to those of the registry and the demo
 * @returns stops claiming jobs and waits for the running ones: 20 seconds at most, and 5 for recording their outcome
 */
export function startJobs(
  config: Config,
  { database, jobs: pool, secrets, files }: OpenForJobs,
  logger: FastifyBaseLogger,
  clock: () => number,
  jobs: readonly AnyJob[] = [...registeredJobs, drawDemoPictures, makeDemoHistory],
): () => Promise<void> {
  const mailer = mailerOf(config);
  const { endpoints, privateFetch, localWebhooks, baseUrl } = config;
  const queries = allQueries();
  setRecordUrls(queries, { baseUrl, secrets, clock });
  const surroundings = { secrets, files, endpoints, privateFetch, localWebhooks, queries, mailer, baseUrl };
  const recurring = recurringJobs({
    ...{ database, files, queries, clock },
    webhookDays: config.webhookDays,
    auditDays: config.retention.auditDays,
  });
  const stop = startJobRunner({ database, pool, jobs, recurring, surroundings, logger, clock });
  return async () => {
    await stop();
    await mailer.close();
  };
}
