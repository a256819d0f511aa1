import { expect, test } from "vitest";
import { type Migration, readMigrations } from "../../src/database/migrate/migration-files.ts";
import { preReleaseFolder } from "../../src/database/migrate/pre-release.ts";
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
  expect(problems(await readMigrations(), await readFrozen())).toEqual([]);
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

/** Of before 0.1.0: applied to databases of that time alone, which are recognised by these digests. */
const ofBefore = [
  "dd987f09dcf9e926963c041dda6c64361051d161bd07df4fd056cf6d46998512",
  "4c94eb27b7ba8de09ae58c747c4e7a4dbed072b83e2ab43a50e65d17da21be17",
  "614876471300ab1690147d7d3379f8b942c1e1b7f834c8dd2d7cdbe626fba3fd",
  "5ecaabc2373986bee08d3249b2a0d5e2093d694b3f968b3033c031ff5595b496",
  "c0d6882f591ed391be16eb274429bbd850e93c78cb25aff165902a571c055a70",
  "f5880caa91066344c7556aef66ec549d2a6dac3985516a6abb718f08ef9307ed",
  "cb21ae8c1cec72de5f49e65cc4937831e34fa42038ad9afd46ad2c40dfd238ad",
  "c02d54675cd049aaaab53d30ad9788d4398768a93b3dee8dbc4de281808ab029",
  "6d4a822835d136f7295fbaad26b5b956edc1f0016c4d7f3135633f4795c8f9a6",
  "a588c8e98d7f9eaeaf9079f0bc613fb1c56fcc902f3dc697ac91933acfeb44d9",
];

test("the migrations before 0.1.0 stand as they stood", async () => {
  expect((await readMigrations(preReleaseFolder)).map(({ digest }) => digest)).toEqual(ofBefore);
});
