import { readdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { aDatabase, runSql } from "../harness/databases.ts";

/** The benchmarks' data, in short series: a changed table or trigger must not break a benchmark unnoticed. */
const directory = new URL("../../bench/", import.meta.url);
const textOf = (file: string): string =>
  readFileSync(new URL(file, directory), "utf8")
    .replaceAll(":rentals)", "3)")
    .replaceAll(/(generate_series\(\d+), \d+\) as slot/g, "$1, 1) as slot");

/** Statements that run before a file. */
const before: Readonly<Record<string, string>> = {
  "book-fixture.sql": textOf("fixture.sql"),
  "console-rentals.sql": textOf("console-fixture.sql"),
  "growth-fixture.sql": "create temporary table asked as select 3 as rentals, 2 as others;",
};

const shortSeries = `
  create schema short;
  create function short.generate_series(integer, integer) returns setof integer language sql
    as $$ select * from pg_catalog.generate_series($1, least($2, $1 + 199)) $$;
  create function short.generate_series(bigint, bigint) returns setof bigint language sql
    as $$ select * from pg_catalog.generate_series($1, least($2, $1 + 199)) $$;
  set search_path = short, pg_catalog, public;
`;

const files = readdirSync(directory).filter((file) => file.endsWith(".sql"));

test.each(files)("%s fills the present schema, and leaves its triggers enabled", async (file) => {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  await runSql(database.owner, `${shortSeries} ${before[file] ?? ""} ${textOf(file)}`);
  const { rows } = await runSql(
    database.owner,
    `select exists (select from accounts) as "isFilled", (select count(*)::integer from pg_trigger where tgenabled = 'D') as disabled`,
  );
  expect(rows).toEqual([{ isFilled: true, disabled: 0 }]);
});
