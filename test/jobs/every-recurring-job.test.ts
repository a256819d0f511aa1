import { expect, test } from "vitest";
import { recurringJobs } from "../../src/app/jobs/recurring-jobs.ts";
import { useFilledService } from "../harness/filled.ts";
import { queries } from "../harness/queries.ts";

/** On a cluster too, which refuses some forms of statements: each recurring job runs on an account with a record of everything. */
const service = useFilledService();

test("each recurring job runs on a filled database", async () => {
  const { database, files } = service;
  const failures: unknown[] = [];
  const jobs = recurringJobs({ database, files, queries, clock: Date.now, auditDays: 365, webhookDays: 30 });
  expect(jobs.length).toBeGreaterThan(20);
  const { signal } = new AbortController();
  for (const { name, run } of jobs) {
    const report = (step: string, error: unknown) => failures.push(`${name}, ${step}: ${error}`);
    await run({ signal, report }).catch((error: unknown) => failures.push(`${name}: ${error}`));
  }
  expect(failures).toEqual([]);
});
