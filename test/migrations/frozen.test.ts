import { expect, test } from "vitest";
import { type Migration, readMigrations, readPreview } from "../../src/database/migrate/migration-files.ts";
import { readFrozen } from "./frozen.ts";

const mend = "Put the file back as it was (git checkout), and write what is to change as a new migration.";

/** What is wrong with migrations that others have applied already, each in words for the person who changed them. */
function problems(migrations: readonly Migration[], frozen: Readonly<Record<string, string>>): string[] {
  const digests = new Map(migrations.map(({ name, digest }) => [name, digest]));
  const changed = Object.entries(frozen).flatMap(([name, digest]) => {
    const now = digests.get(name);
    if (now === digest) return [];
    const what = now === undefined ? "is gone" : "was changed";
    return [`${name} ${what}, but it has landed: every database that has it would refuse to start. ${mend}`];
  });
  const fresh = migrations
    .filter(({ name }) => !(name in frozen))
    .map(
      ({ name }) =>
        `${name} is new: once it is as it is to stay, run "npm run migrations:freeze" and commit frozen.json.`,
    );
  return [...changed, ...fresh];
}

test("no migration that has landed is changed or gone, and every new one is frozen", async () => {
  expect(problems([...(await readPreview()), ...(await readMigrations())], await readFrozen())).toEqual([]);
});

test("a changed, a missing and a new migration are each told what to do about them", () => {
  const file = (name: string, digest: string): Migration => ({ name, sql: "", digest });
  const frozen = { "0001_a.sql": "a", "0002_b.sql": "b", "0003_c.sql": "c" };
  expect(problems([file("0001_a.sql", "a"), file("0002_b.sql", "x"), file("0011_d.sql", "d")], frozen)).toEqual([
    expect.stringMatching(/^0002_b\.sql was changed, .* Put the file back .* as a new migration\.$/),
    expect.stringMatching(/^0003_c\.sql is gone, .* Put the file back .* as a new migration\.$/),
    expect.stringMatching(/^0011_d\.sql is new: .*npm run migrations:freeze/),
  ]);
});

test("no two migrations have one number, which would leave their order to their names", async () => {
  const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 5));
  expect(numbers.filter((number, index) => !/^\d{4}_$/.test(number) || numbers.indexOf(number) !== index)).toEqual([]);
});
