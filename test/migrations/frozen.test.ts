import { expect, test } from "vitest";
import { type Migration, readMigrations, readPreview } from "../../src/database/migrate/migration-files.ts";
import { readFrozen } from "./frozen.ts";

const remedy = "Restore the file (git checkout), and put the change into a new migration.";

/** Problems of migrations compared with the frozen digests, each with a remedy. */
function problems(migrations: readonly Migration[], frozen: Readonly<Record<string, string>>): string[] {
  const digests = new Map(migrations.map(({ name, digest }) => [name, digest]));
  const changed = Object.entries(frozen).flatMap(([name, digest]) => {
    const now = digests.get(name);
    if (now === digest) return [];
    const what = now === undefined ? "is gone" : "was changed";
    return [`${name} ${what}, but it is frozen: every database that has it would refuse to start. ${remedy}`];
  });
  const fresh = migrations
    .filter(({ name }) => !(name in frozen))
    .map(({ name }) => `${name} is new: when it is final, run "npm run migrations:freeze" and commit frozen.json.`);
  return [...changed, ...fresh];
}

test("no frozen migration is changed or missing, and every migration is frozen", async () => {
  expect(problems([...(await readPreview()), ...(await readMigrations())], await readFrozen())).toEqual([]);
});

test("reports a changed, a missing and a new migration with what to do", () => {
  const file = (name: string, digest: string): Migration => ({ name, sql: "", digest });
  const frozen = { "0001_a.sql": "a", "0002_b.sql": "b", "0003_c.sql": "c" };
  expect(problems([file("0001_a.sql", "a"), file("0002_b.sql", "x"), file("0011_d.sql", "d")], frozen)).toEqual([
    expect.stringMatching(/^0002_b\.sql was changed, .* Restore the file .* into a new migration\.$/),
    expect.stringMatching(/^0003_c\.sql is gone, .* Restore the file .* into a new migration\.$/),
    expect.stringMatching(/^0011_d\.sql is new: .*npm run migrations:freeze/),
  ]);
});

test("no two migrations have the same number", async () => {
  const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 5));
  expect(numbers.filter((number, index) => !/^\d{4}_$/.test(number) || numbers.indexOf(number) !== index)).toEqual([]);
});
