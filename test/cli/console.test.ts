import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { installation } from "../../src/app/start/installation.ts";
import { runProgram } from "../../src/interfaces/cli/program.ts";
import { aDatabase, runSql, type TestDatabase, urlOf } from "../harness/databases.ts";
import { roost, roostHere, roostJson } from "./roost.ts";

let own: TestDatabase;
let settings: Record<string, string>;
let account: string;
let other: string;

beforeAll(async () => {
  own = await aDatabase();
  settings = { DATABASE_URL: urlOf(own.owner) };
});
beforeEach(async () => {
  account = String((await roostJson(settings, ["account", "create", "--name", "Les Robles"])).id);
  other = String((await roostJson(settings, ["account", "create", "--name", "Casa Azul"])).id);
  for (const id of [account, other]) {
    await runSql(own.owner, "insert into sources (account_id, name) values ($1, $2)", [id, `Channel ${id}`]);
  }
});
afterAll(() => own.drop());

const names = async (): Promise<unknown[]> =>
  (
    await runSql(own.owner, "select name from sources where account_id = any($1) order by id", [[account, other]])
  ).rows.map(({ name }) => name);

test("the console evaluates piped lines with await and sees only its account's rows", async () => {
  const input = [
    "const rows = await database.rows('select name from sources')",
    "JSON.stringify([account, rows])",
    "[registry.get('bookings').singular, resources.length, routes.length].join()",
  ];
  const ran = await roost(settings, ["console", "--account", account], `${input.join("\n")}\n`);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out.trim().split("\n").slice(1)).toEqual([
    `'[${account},[{"name":"Channel ${account}"}]]'`,
    `'booking,${resources.length},${routes.length}'`,
  ]);
});

test("the console writes only with --write, and only its account's rows", async () => {
  const line = `await database.run("update sources set name = 'Changed'")\n`;
  const before = await names();
  const refused = await roostHere(settings, ["console", "--account", account], line);
  expect(refused).toMatchObject({ code: 1, err: "error: A line of the input failed.\n" });
  expect(refused.out).toContain("cannot execute UPDATE in a read-only transaction");
  expect(await names()).toEqual(before);
  const ran = await roostHere(settings, ["console", "--account", account, "--write"], line);
  expect(ran).toEqual({ code: 0, out: "1\n", err: "" });
  expect(await names()).toEqual(["Changed", `Channel ${other}`]);
});

test.each([
  ["[1, 2].map((n) => {\n  return n * 2;\n}).join()\n\n6 * 7", { code: 0, out: "'2,4'\n42\n", err: "" }],
  [
    "throw new Error('Nope')\n6 * 7",
    { code: 1, out: expect.stringMatching(/^Uncaught Error: Nope\n/), err: "error: A line of the input failed.\n" },
  ],
  ["6 * (\n", { code: 1, out: "", err: "error: The input ends in the middle of a statement.\n" }],
])("the console evaluates %j statement by statement and stops at the first error", async (input, ran) => {
  const seen = await roostHere(settings, ["console", "--account", account], input);
  expect(seen).toEqual(ran);
  expect(seen.code === 1 && seen.out.includes("42")).toBe(false);
});

test("the console refuses an unknown account in one line", async () => {
  const ran = await roostHere(settings, ["console", "--account", "987654321"], "1 + 1\n");
  expect(ran).toEqual({ code: 1, out: "", err: "error: There is no account 987654321.\n" });
});

test("the interactive console shows a prompt, continues after an error and ends with .exit", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const seen = text(output);
  let err = "";
  const ended = runProgram(["console", "--account", account], {
    installation,
    environment: settings,
    out: (text) => void output.write(text),
    err: (text) => {
      err += text;
    },
    input: async () => "",
    screen: { input, output },
  });
  input.write("nonsense\n6 * 7\n.exit\n");
  expect(await ended).toBe(0);
  output.end();
  expect(err).toMatch(new RegExp(`^Account ${account}, read-only\\. .*await works`));
  const screen = await seen;
  expect(screen).toContain(`roost ${account}> `);
  expect(screen).toContain("nonsense is not defined");
  expect(screen).toMatch(/\b42\b/);
});
