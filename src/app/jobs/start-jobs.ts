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
import { jobs as registeredJobs } from "../registry.ts";
import { tellUrls } from "../tell-urls.ts";
import { startJobRunner } from "./job-runner.ts";
import { recurringJobs } from "./recurring-jobs.ts";

/** What is open before jobs run. */
export type OpenForJobs = Pick<OpenDatabase, "database" | "jobs"> & {
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
};

/**
 * Works on all jobs of the database, queued and recurring ones, until told to end.
 * @param jobs those of the registry and the demo, unless told otherwise
 * @returns takes no more, and waits for those under way: 20 seconds at most, and 5 for noting how they ended
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
  tellUrls(queries, { baseUrl, secrets, clock });
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
