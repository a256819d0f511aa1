import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

/** The visible arguments of `make_counted_table` for a table. */
interface CountedTable {
  readonly table: string;
  readonly triggers: number;
  readonly ended: string | undefined;
  readonly moment: string | undefined;
}

async function countedTables(): Promise<CountedTable[]> {
  const rows = await service.sql(
    `select tgrelid::regclass::text as table, count(*)::integer as triggers,
       (select prosrc from pg_proc where proname = 'recount_' || tgrelid::regclass) as source
     from pg_trigger where tgname like 'counted\\_with\\_%' group by tgrelid order by 1`,
  );
  return rows.map(({ table, triggers, source }) => ({
    table: String(table),
    triggers: Number(triggers),
    ended: /one\.(\w+) is null/.exec(String(source))?.[1],
    moment: /one\.(\w+) at time zone/.exec(String(source))?.[1],
  }));
}

const counted = resources.filter((resource: Resource) => resource.counted !== undefined);

test("creates counting triggers exactly for the resources declared as counted", async () => {
  const declared = counted.map(({ table, deletion, counted: { after } = {} }) => ({
    table,
    // Insert, update, delete and truncate.
    triggers: 4,
    ended: deletion?.column,
    moment: after?.column.replace(`${table}.`, ""),
  }));
  expect(declared.length).toBeGreaterThan(10);
  expect(await countedTables()).toEqual(declared.toSorted((a, b) => (a.table < b.table ? -1 : 1)));
});

test("excludes the same rows from a counted list and from its triggers", () => {
  for (const { name, deletion, visible, counted: { except } = {} } of counted) {
    const isPlain = visible === undefined && deletion?.live === undefined && deletion?.expression === undefined;
    expect(isPlain || except !== undefined, name).toBe(true);
  }
});

test("compares the same column in a time-limited count and its search parameter", () => {
  for (const { name, search, counted: { after } = {} } of counted) {
    if (!after) continue;
    const parameter = search[after.parameter];
    const given = `${after.column} > ${after.given}`;
    expect(parameter?.condition?.slice(0, given.length), name).toBe(given);
    const shown = `${after.column} > ${after.unlessGiven} and not (${after.exceptUnlessGiven})`;
    expect(parameter?.defaultCondition?.condition, name).toBe(shown);
  }
});
