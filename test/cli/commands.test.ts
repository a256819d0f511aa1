import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { Database } from "../../src/database/connect/database.ts";
import { apiTokens } from "../../src/modules/platform/access/tokens/api-tokens.ts";
import { TokenVerifier } from "../../src/modules/platform/access/tokens/token-verifier.ts";
import { aDatabase, type Statements, statementsOn, type TestDatabase, urlOf } from "../harness/databases.ts";
import { roost, roostHere, roostJson } from "./roost.ts";

let own: TestDatabase;
let database: Database;
let statements: Statements;
let settings: Record<string, string>;

beforeAll(async () => {
  own = await aDatabase();
  database = new Database(own.application, { connections: 2 });
  statements = statementsOn(own.owner);
  settings = { DATABASE_URL: urlOf(own.owner), ROOST_DATA_DIR: join(inject("ofTheRun"), "commands") };
});
afterAll(async () => {
  await Promise.all([database.close(), statements.end()]);
  await own.drop();
});

const sql = (text: string, values: unknown[] = []) => statements.run(text, values);

/** Creates an account. @returns its id, for the next command */
async function anAccount(): Promise<string> {
  return String((await roostJson(settings, ["account", "create", "--name", "Les Robles"])).id);
}

/** Counts the rows in the whole database that contain a text. */
async function rowsWith(secret: string): Promise<number> {
  const tables = await sql(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const counts = await Promise.all(
    tables.map(({ name }) =>
      statements.run<{ count: number }>(
        `select count(*)::integer as count from ${name} as t where strpos(t::text, $1) > 0`,
        [secret],
      ),
    ),
  );
  return counts.flat().reduce((sum, { count }) => sum + count, 0);
}

describe("accounts and users", () => {
  test("creates an account and adds a user to it only once", async () => {
    const words = [
      "account",
      "create",
      "--name",
      "Ferienhaus Süd",
      "--email",
      "a@example.com",
      "--locale",
      "de",
      "--locales",
      "en,de",
    ];
    const { id } = await roostJson(settings, words);
    const rows = await sql(
      "select business_name, email, default_locale, selected_locales from accounts where id = $1",
      [id],
    );
    expect(rows).toEqual([
      { business_name: "Ferienhaus Süd", email: "a@example.com", default_locale: "de", selected_locales: ["de", "en"] },
    ]);
    const ada = [
      "user",
      "create",
      "--email",
      "ada@example.com",
      "--name",
      "Ada Stone",
      "--account",
      String(id),
      "--role",
      "owner",
    ];
    const user = await roostJson(settings, ada);
    expect(user).toMatchObject({ name: "Ada Stone", role: "owner", account: id });
    expect(await sql("select user_id, role from memberships where account_id = $1", [id])).toEqual([
      { user_id: String(user.id), role: "owner" },
    ]);
    const again = await roostHere(settings, ada.with(3, "ADA@example.com"));
    expect(again).toEqual({
      code: 1,
      out: "",
      err: `error: email: ada@example.com is already a member of account ${id}.\n`,
    });
    const elsewhere = await roostJson(settings, ada.with(7, await anAccount()));
    expect(elsewhere.id).toBe(user.id);
  });

  test("reports every problem with a new account in one line", async () => {
    const ran = await roostHere(settings, [
      "account",
      "create",
      "--name",
      " ",
      "--email",
      "nowhere",
      "--locales",
      "en,xx",
    ]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(
      /^error: name: is too short .*; email: must be an e-mail address; locales: cannot include xx; valid locales are: bg, .*\n$/,
    );
  });
});

describe("tokens", () => {
  test("prints only a valid token and installs Roost's own application", async () => {
    const account = await anAccount();
    const ran = await roost(settings, ["token", "issue", "--account", account, "--scopes", "public bookings_write"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(/^roost_[\w-]{43}\n$/);
    const token = ran.out.trim();
    const verifier = new TokenVerifier(database.counting, apiTokens);
    const caller = (await verifier.verify({ token })).valid?.identity;
    expect(caller).toMatchObject({ accounts: [Number(account)], scopes: new Set(["public", "bookings_write"]) });
    expect(await rowsWith(token)).toBe(0);

    const wider = await roostJson(settings, [
      "token",
      "issue",
      "--account",
      account,
      "--scopes",
      "rates_read,public",
      "--expires-in",
      "3600",
    ]);
    expect(wider).toMatchObject({ application: caller?.application, scopes: ["rates_read", "public"] });
    expect(Date.parse(String(wider.expires_at))).toBeGreaterThan(Date.now());
    // The account's console is the other one.
    const installed = "select scopes from accounts_applications where account_id = $1 and application_id = $2";
    expect(await sql(installed, [account, caller?.application])).toEqual([
      { scopes: ["bookings_write", "public", "rates_read"] },
    ]);

    expect(await roost(settings, ["token", "revoke", "-"], `${token}\n`)).toMatchObject({ code: 0, err: "" });
    expect((await verifier.verify({ token })).valid).toBeUndefined();
    expect(await roostHere(settings, ["token", "revoke", token])).toEqual({
      code: 1,
      out: "",
      err: "error: Token not found, or already revoked.\n",
    });
  });

  test.each<[string[], RegExp]>([
    [
      ["--account", "1", "--scopes", "public bookings_raed"],
      /^error: scopes: cannot include bookings_raed; valid scopes are: public .* webhooks_write\.\n$/,
    ],
    [["--account", "987654321", "--scopes", "public"], /^error: There is no account 987654321\.\n$/],
  ])("token issue refuses %j", async (words, line) => {
    const ran = await roostHere(settings, ["token", "issue", ...words]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(line);
    expect(ran.err.trim()).not.toContain("\n");
  });
});

describe("applications", () => {
  test("registers an application, shows its secret once and stores only the digest", async () => {
    const words = ["application", "create", "--name", "Channel sync", "--scopes", "public bookings_read"];
    const uris = ["https://sync.example.com/back", "http://127.0.0.1:8080/back", "urn:ietf:wg:oauth:2.0:oob"];
    const made = await roostJson(settings, [...words, ...uris.flatMap((uri) => ["--redirect-uri", uri])]);
    expect(made).toMatchObject({ client_id: expect.any(String), client_secret: expect.stringMatching(/^[\w-]{43}$/) });
    const [row] = await sql("select redirect_uris, scopes from applications where id = $1", [made.id]);
    expect(row).toEqual({ redirect_uris: uris, scopes: ["public", "bookings_read"] });
    expect(await rowsWith(String(made.client_id))).toBe(1);
    expect(await rowsWith(String(made.client_secret))).toBe(0);

    const issue = ["token", "issue", "--account", await anAccount(), "--application", String(made.id), "--scopes"];
    expect(await roostHere(settings, [...issue, "bookings_read"])).toMatchObject({ code: 0 });
    const beyond = await roostHere(settings, [...issue, "bookings_read bookings_write"]);
    expect(beyond).toMatchObject({ code: 1, out: "" });
    expect(beyond.err).toMatch(
      /bookings_write not registered for application \d+ \(Channel sync\), which has: public bookings_read/,
    );
  });

  test.each([
    "http://sync.example.com/back",
    "http://localhost.example.com/",
    "https://sync.example.com/#here",
    "https://user@sync.example.com/",
    "https://*.example.com/",
    "https://sync.example.com/a b",
    "sync://back",
    "https://sync.example.com/back?code=1",
    "https://sync.example.com/back?a=b&st%61te=x",
    "javascript:alert(1)",
    "/back",
  ])("refuses the redirect URI %s", async (uri) => {
    const { redirectUriProblem } = await import("../../src/modules/platform/access/applications/redirect-uri.ts");
    expect(redirectUriProblem(uri)).toBeDefined();
  });
});

describe("other commands", () => {
  test("client export prints all data about a client, including staff-only data", async () => {
    const account = await anAccount();
    const [client] = await sql(
      `insert into clients (account_id, fullname, processing_restricted_at) values ($1, 'Ada Guest', now()) returning id::integer`,
      [account],
    );
    const words = ["client", "export", "--account", account, "--client"];
    const exported = await roostHere(settings, [...words, String(client?.id)]);
    expect(JSON.parse(exported.out)).toMatchObject({
      id: client?.id,
      fullname: "Ada Guest",
      bookings: [],
      left_out: [],
    });
    const missing = await roostHere(settings, [...words, "999999999"]);
    expect([missing.code, missing.out, missing.err]).toEqual([
      1,
      "",
      `error: Account ${account} has no client 999999999.\n`,
    ]);
  });

  test("closes an account with an export and reopens it", async () => {
    const account = await anAccount();
    const directory = mkdtempSync(join(tmpdir(), "roost-cli-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "all.jsonl");
    const unconfirmed = ["account", "close", "--account", account, "--export", file];
    const refused = await roostHere(settings, unconfirmed);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("add --yes")]);
    const words = ["account", "close", "--account", account, "--yes", "--export", file];
    const now = await roostHere(settings, [...words, "--now"]);
    expect([now.code, now.err]).toEqual([2, expect.stringContaining("unknown option '--now'")]);
    const closed = await roostJson(settings, words);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    // The first line lists what is left out, the last one the number of rows.
    expect(closed).toMatchObject({ id: Number(account), name: "Les Robles", file, rows: lines.length - 2 });
    const days = Date.parse(String(closed.erased_at)) - Date.parse(String(closed.closed_at));
    expect(days / 86_400_000).toBe(30);
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ resource: "accounts", record: { business_name: "Les Robles" } });
    const again = await roostHere(settings, words);
    expect([again.code, again.err]).toEqual([1, `error: export: ${file} already exists.\n`]);
    const token = await roostHere(settings, ["token", "issue", "--account", account, "--scopes", "public"]);
    expect([token.code, token.err]).toEqual([1, `error: account: ${account} is closed.\n`]);
    const closedAgain = await roostHere(settings, [...words.slice(0, -1), `${file}.2`]);
    expect(closedAgain.out).toContain(`npm run -s roost -- account reopen --account ${account}`);
    const reopen = ["account", "reopen", "--account", account];
    expect(await roostJson(settings, reopen)).toEqual({ id: Number(account), name: "Les Robles" });
    expect(await roostHere(settings, reopen)).toMatchObject({
      code: 1,
      err: `error: account: ${account} is not closed.\n`,
    });
  });

  test("lists routes with their scopes", async () => {
    const ran = await roost({}, ["routes"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out.trim().split("\n")).toHaveLength(routes.length);
    expect(ran.out).toMatch(/^POST +\/api\/v3\/rentals\/:rental_id\/bookings +bookings_write_owned bookings_write$/m);
  });

  test("migrate reports an up-to-date database", async () => {
    expect(await roostJson(settings, ["migrate"])).toEqual({ applied: [] });
  });

  test("the demo leaves a database with an account unchanged", async () => {
    await anAccount();
    const ran = await roostJson(settings, ["demo"]);
    expect(ran).toMatchObject({ made: false, rentals: 0, bookings: 0 });
  });

  test.each<[string[]]>([
    [["tokn"]],
    [["token", "issue"]],
    [["token", "issue", "--account", "1", "--scopes", "public", "--expires-in", "soon"]],
    [["user", "create", "--email", "a@example.com", "--name", "A", "--account", "1", "--role", "king"]],
    [["migrate", "--fast"]],
    [["application", "create", "--account", "1"]],
  ])("rejects %j in one line and exits with 2", async (words) => {
    const ran = await roostHere(settings, words);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toMatch(/^error: [^\n]+\n$/);
  });

  test("suggests the most similar option for an unknown one, or lists all", async () => {
    const required = ["--name", "A", "--redirect-uri", "https://a.example/", "--scopes", "public"];
    const errors = [
      ["--nmae", "A"],
      ["--account", "1"],
    ].map(async (words) => (await roostHere(settings, ["application", "create", ...required, ...words])).err);
    expect(await Promise.all(errors)).toEqual([
      "error: unknown option '--nmae' (Did you mean --name?)\n",
      "error: unknown option '--account' (Options: --name, --redirect-uri, --scopes, --json.)\n",
    ]);
  });

  test("the process exits with 2 for a usage error and with 1 for a refusal", async () => {
    const ended = await Promise.all(
      [["tokn"], ["account", "create", "--name", " "]].map((words) => roost(settings, words)),
    );
    expect(ended.map(({ code }) => code)).toEqual([2, 1]);
    expect(ended.map(({ err }) => err)).toEqual([
      "error: unknown command 'tokn' (Did you mean token?)\n",
      expect.stringMatching(/^error: name: [^\n]+\n$/),
    ]);
  });

  test("reports an unreachable database in one line without the password", async () => {
    const ran = await roostHere({ DATABASE_URL: "postgres://roost:geheim@127.0.0.1:1/roost" }, ["migrate"]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/^error: cannot use the database of DATABASE_URL: .*ECONNREFUSED[^\n]*\n$/);
    expect(ran.err).not.toContain("geheim");
  });

  test("every command has help", async () => {
    const all = [
      ["account", "create"],
      ["user", "create"],
      ["application", "create"],
      ["token", "issue"],
      ["token", "revoke"],
      ["demo"],
      ["jobs"],
      ["migrate"],
      ["routes"],
    ];
    const helps = await Promise.all(all.map((words) => roostHere({}, [...words, "--help"])));
    for (const help of helps) {
      expect(help).toMatchObject({ code: 0, err: "" });
      expect(help.out).toContain("--json");
    }
  });
});
