import { expect, onTestFinished, test, vi } from "vitest";
import { foldCountsJob } from "../../src/app/jobs/fold-counts.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { aDatabase, runSql } from "../harness/databases.ts";

test("folds all count changes and queries again only after a full batch", async () => {
  const own = await aDatabase();
  const database = await openApplicationDatabase(own.application, 2);
  onTestFinished(async () => {
    await database.close();
    await own.drop();
  });
  database.onConnectionLost(() => undefined);
  const { rows } = await runSql(own.owner, "insert into accounts (business_name) values ('Les Robles') returning id");
  const asks = vi.spyOn(database, "read");
  const { run } = foldCountsJob(database);
  const turn = { signal: new AbortController().signal, report: () => undefined };
  await run(turn);
  // A job that queried until nothing is left would never pause while others write.
  for (const [notes, times] of [
    [3, 1],
    [10_001, 2],
  ]) {
    asks.mockClear();
    await runSql(
      own.owner,
      "insert into record_count_changes (account_id, counted, change) select $1, 'clients', 1 from generate_series(1, $2::integer)",
      [rows[0].id, notes],
    );
    await run(turn);
    expect(asks).toHaveBeenCalledTimes(times ?? 0);
    // Notes of content versions wait for transactions that are under way in any database.
    const left = await runSql(own.owner, "select from record_count_changes where counted <> 'content'");
    expect(left.rowCount).toBe(0);
  }
});
