import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installation } from "../../src/app/start/installation.ts";
import { runProgram } from "../../src/interfaces/cli/program.ts";
import { aDatabase, runSql, type TestDatabase, urlOf } from "../harness/databases.ts";
import { roost, roostHere, roostJson } from "./roost.ts";

/** The command `import` (docs/guides/import.md). test/imports covers the import itself. */
let own: TestDatabase;
let directory: string;
let settings: Record<string, string>;

beforeAll(async () => {
  own = await aDatabase();
  directory = await mkdtemp(join(tmpdir(), "roost-test-"));
  settings = { DATABASE_URL: urlOf(own.owner), ROOST_DATA_DIR: directory };
});
afterAll(async () => {
  await own.drop();
  await rm(directory, { recursive: true });
});

const anAccount = async () => String((await roostJson(settings, ["account", "create", "--name", "Les Robles"])).id);
const rentalsOf = async (account: string) =>
  (await runSql(own.owner, "select name from rentals where account_id = $1 order by id", [account])).rows.map(
    ({ name }: { name: string }) => name,
  );

/** Writes a file. @returns its path */
async function aFile(name: string, content: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

const importing = (file: string, account: string, kind: string, ...more: string[]) => [
  "import",
  file,
  "--account",
  account,
  "--kind",
  kind,
  ...more,
];
const twoRentals = "external_reference,name,sleeps\nR1,Villa Aurora,6\nR2,Casa Luz,2\n";

describe("the command import", () => {
  test("previews changes without --apply, applies them with it, and leaves existing records unchanged", async () => {
    const account = await anAccount();
    const words = importing(await aFile("rentals.csv", twoRentals), account, "rentals");
    expect(await roostHere(settings, words)).toEqual({
      code: 0,
      err: "",
      out: "2 would be created, 0 would be updated, 0 unchanged, 0 invalid.\nNothing was changed. Add --apply to apply the changes.\n",
    });
    expect(await rentalsOf(account)).toEqual([]);
    // On a slow machine, standard error also has progress.
    expect(await roost(settings, [...words, "--apply"])).toMatchObject({
      code: 0,
      out: "2 created, 0 updated, 0 unchanged, 0 invalid.\n",
    });
    expect(await rentalsOf(account)).toEqual(["Villa Aurora", "Casa Luz"]);
    expect((await roostHere(settings, [...words, "--apply"])).out).toBe(
      "0 created, 0 updated, 2 unchanged, 0 invalid.\n",
    );
  });

  test("reports each invalid line with its column and reason, changes nothing and exits with 1", async () => {
    const account = await anAccount();
    const file = await aFile("wrong.csv", `${twoRentals}R3,,-1\n,Mill,2\n`);
    const ran = await roost(settings, importing(file, account, "rentals", "--apply"));
    expect([ran.code, ran.err]).toEqual([
      1,
      expect.stringMatching(/^error: 2 lines are invalid\. Nothing was imported\.\n$/m),
    ]);
    expect(ran.out.split("\n")).toEqual([
      expect.stringMatching(/^line 4, sleeps: must be greater than or equal to/),
      "line 4, name: can't be blank",
      "line 5, external_reference: can't be blank: it identifies the record in the next import",
      "2 would be created, 0 would be updated, 0 unchanged, 2 invalid.",
      "",
    ]);
    expect(await rentalsOf(account)).toEqual([]);
  });

  test("reads JSON lines, maps another system's names and prints JSON", async () => {
    const account = await anAccount();
    await roostHere(settings, importing(await aFile("rentals.csv", twoRentals), account, "rentals", "--apply"));
    const lines = [
      {
        Nr: 1,
        Objekt: "R1",
        Von: "03.01.2090",
        Bis: "05.01.2090",
        client: { email: "ada@example.com", fullname: "Ada" },
      },
      { Nr: 2, Objekt: "Casa Luz", Von: "03.01.2090", Bis: "05.01.2090" },
    ];
    const file = await aFile("stays.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
    const mapping = await aFile(
      "mapping.json",
      JSON.stringify({
        columns: { Nr: "external_reference", Objekt: "rental", Von: "start_at", Bis: "end_at" },
        dates: "DD.MM.YYYY",
      }),
    );
    const words = importing(file, account, "bookings", "--mapping", mapping);
    const nothing = { updated: 0, unchanged: 0, wrong: 0, problems: [] };
    expect(await roostJson(settings, words)).toMatchObject({ ...nothing, created: 2, clients: 1, applied: false });
    expect(await roostJson(settings, [...words, "--apply"])).toMatchObject({
      ...nothing,
      created: 2,
      clients: 1,
      applied: true,
    });
    const again = await roostHere(settings, [...importing(file, account, "bookings"), "--json", "--apply"]);
    expect([again.code, again.err]).toEqual([
      1,
      "error: Unknown columns for bookings: Nr, Objekt, Von, Bis. Map or ignore them with --mapping.\n",
    ]);
  });

  test("reports invalid lines in the JSON output and still exits with 1", async () => {
    const account = await anAccount();
    const file = await aFile("wrong.csv", "external_reference,name\nR1,\n");
    const ran = await roostHere(settings, importing(file, account, "rentals", "--json", "--apply"));
    expect([ran.code, JSON.parse(ran.out)]).toEqual([
      1,
      {
        created: 0,
        updated: 0,
        unchanged: 0,
        wrong: 1,
        clients: 0,
        forgotten: 0,
        problems: [{ line: 2, column: "name", reason: "can't be blank" }],
        encoding: "utf-8",
        skipped: [],
        applied: false,
      },
    ]);
  });

  test.each([
    ["a kind that there is not", (file: string, account: string) => importing(file, account, "houses"), 2],
    ["no account", (file: string) => ["import", file, "--kind", "rentals"], 2],
    ["an account that is not there", (file: string) => importing(file, "999999", "rentals"), 1],
    ["a file that is not there", (file: string, account: string) => importing(`${file}.no`, account, "rentals"), 1],
    [
      "a mapping that is none",
      (file: string, account: string) => importing(file, account, "rentals", "--mapping", file),
      1,
    ],
  ])("refuses %s in one sentence", async (_, words, code) => {
    const ran = await roostHere(settings, words(await aFile("rentals.csv", twoRentals), await anAccount()));
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toMatch(/^error: [^\n]+\n$/);
  });
});

describe("the progress of an import", () => {
  test("is printed as log lines, and of many invalid lines only the first hundred are reported", async () => {
    const account = await anAccount();
    const stays = Array.from({ length: 1000 }, (_, index) => `B${index},`).join("\n");
    const file = await aFile("many.csv", `external_reference,rental\n${stays}\n`);
    const ran = await roostHere(settings, importing(file, account, "bookings"), "", { pace: { after: 0, every: 0 } });
    const told = ran.err.split("\n");
    expect(told.slice(-3)).toEqual([
      ...["import: 1000 of 1000 lines", "error: 1000 lines are invalid. Nothing was imported.", ""],
    ]);
    expect(told.slice(0, -2).every((line) => /^import: \d+ of 1000 lines$/.test(line))).toBe(true);
    expect(ran.out.split("\n").filter((line) => line.endsWith("rental: can't be blank"))).toHaveLength(100);
  });

  test("is a bar on a terminal, which disappears at the end", async () => {
    const account = await anAccount();
    const file = await aFile("rentals.csv", twoRentals);
    let [out, shown] = ["", ""];
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    output.on("data", (piece) => {
      shown += String(piece);
    });
    const code = await runProgram(importing(file, account, "rentals"), {
      installation,
      environment: settings,
      out: (text) => {
        out += text;
      },
      err: () => undefined,
      input: async () => "",
      errorScreen: output,
      pace: { after: 0, every: 0 },
    });
    expect([code, out.split("\n")[0]]).toEqual([0, "2 would be created, 0 would be updated, 0 unchanged, 0 invalid."]);
    expect(shown).toMatch(/import .* 100% 2\/2 lines/);
    // The line is cleared and the cursor restored.
    const cleared = shown.indexOf("\u001b[0K");
    expect(cleared).toBeGreaterThan(0);
    expect(shown.indexOf("\u001b[?25h", cleared)).toBeGreaterThan(0);
  });
});

describe("the command export", () => {
  test("writes files into a new directory that only its owner can read, and import reads them back", async () => {
    const [from, into] = [await anAccount(), await anAccount()];
    await roost(settings, importing(await aFile("own-rentals.csv", twoRentals), from, "rentals", "--apply"));
    const exported = join(directory, "exported");
    const words = ["export", exported, "--account", from, "--kinds", "rentals", "rates"];
    expect(await roost(settings, words)).toMatchObject({
      code: 0,
      out: "rentals.csv: 2 lines\nrentals.jsonl: 2 lines\nrates.csv: 0 lines\nrates.jsonl: 0 lines\n",
    });
    expect(await readdir(exported)).toEqual(["rates.csv", "rates.jsonl", "rentals.csv", "rentals.jsonl"]);
    expect([(await stat(exported)).mode & 0o077, (await stat(join(exported, "rentals.csv"))).mode & 0o077]).toEqual([
      0, 0,
    ]);
    expect(await readFile(join(exported, "rentals.jsonl"), "utf8")).toContain('"name":"Villa Aurora"');
    expect((await roost(settings, words)).err).toContain("already exists");
    const back = await roost(settings, importing(join(exported, "rentals.csv"), into, "rentals", "--apply"));
    expect(back).toMatchObject({ code: 0, out: "2 created, 0 updated, 0 unchanged, 0 invalid.\n" });
    expect(await rentalsOf(into)).toEqual(["Villa Aurora", "Casa Luz"]);
  });
});
