import { resources } from "../../../src/app/registry.ts";
import { ResourceRegistry } from "../../../src/kernel/registry.ts";
import { compareWithHistory } from "../../audit/comparison.ts";
import { recordedTables, type ToldChange } from "../../audit/replay.ts";
import type { Statements } from "../../harness/databases.ts";
import type { Check } from "./check.ts";

/** Checks that replaying each record's history yields the attributes that the API shows. */
export const checkAudit: Check = async ({ sql, markets }) => {
  const tables = await recordedTables(
    { sql: (text, values) => sql.run(text, values) },
    new ResourceRegistry(resources),
  );
  const violations: string[] = [];
  let count = 0;
  for (const { account, follower } of markets) {
    const { wrong, records } = await compareWithHistory(follower, tables, await historyOf(sql, account));
    count += records;
    violations.push(...wrong.map((one) => `The history yields another value: ${JSON.stringify(one)}`));
  }
  return { subject: "records replayed from their history", count, violations };
};

async function historyOf(sql: Statements, account: number): Promise<ToldChange[]> {
  const rows = await sql.run<{ resource: string; record_id: string; type: string; changes: ToldChange["changes"] }>(
    "select resource, record_id, type, changes from changes where account_id = $1 order by id",
    [account],
  );
  return rows.map(({ record_id, ...change }) => ({ ...change, recordId: record_id }));
}
