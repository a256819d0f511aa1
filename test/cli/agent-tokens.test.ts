import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Database } from "../../src/database/connect/database.ts";
import { agentTokens } from "../../src/modules/platform/access/agent-tokens/agent-tokens.ts";
import { TokenVerifier } from "../../src/modules/platform/access/tokens/token-verifier.ts";
import { aDatabase, runSql, type TestDatabase, urlOf } from "../harness/databases.ts";
import { roost, roostHere, roostJson } from "./roost.ts";

/** agents.md, Tokens: an administrator creates and revokes them. */
let own: TestDatabase;
let database: Database;
let settings: Record<string, string>;
let accounts: [string, string];

beforeAll(async () => {
  own = await aDatabase();
  database = new Database(own.application, { connections: 2 });
  settings = { DATABASE_URL: urlOf(own.owner) };
  accounts = [await anAccount("Les Robles"), await anAccount("Chez Ada")];
  for (const [account, role] of [
    [accounts[0], "owner"],
    [accounts[1], "manager"],
  ] as const) {
    await roostJson(settings, [
      "user",
      "create",
      "--email",
      "rosa@example.com",
      "--name",
      "Rosa",
      "--account",
      account,
      "--role",
      role,
    ]);
  }
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

async function anAccount(name: string): Promise<string> {
  return String((await roostJson(settings, ["account", "create", "--name", name])).id);
}

const create = (...words: string[]) => ["agent-token", "create", "--user", "rosa@example.com", ...words];
const validToken = async (token: string) =>
  (await new TokenVerifier(database.counting, agentTokens).verify({ token, session: undefined })).valid?.identity.token;

describe("agent-token create", () => {
  test("prints only a valid token, once", async () => {
    const ran = await roost(settings, create("--account", accounts[0]));
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(/^mcp_[0-9A-Za-z]{43}\n$/);
    expect(await validToken(ran.out.trim())).toMatchObject({ accounts: [Number(accounts[0])], multi: false });
    const { rows } = await runSql(own.owner, "select t::text as text from agent_tokens as t");
    for (const { text } of rows) expect(text).not.toContain(ran.out.trim().slice(8));
  });

  test("creates a token for several accounts with an expiry, for a user given by id", async () => {
    const made = await roostJson(settings, [
      "agent-token",
      "create",
      "--user",
      "1",
      "--accounts",
      accounts.join(","),
      "--expires",
      "2090-12-31",
    ]);
    expect(made).toMatchObject({
      user: 1,
      accounts: accounts.map(Number),
      multi: true,
      expires_at: "2090-12-31T00:00:00Z",
    });
    expect(await validToken(String(made.token))).toMatchObject({ accounts: accounts.map(Number), multi: true });
  });

  test.each<[string, () => string[], number, RegExp]>([
    [
      "an unknown user",
      () => ["agent-token", "create", "--user", "nobody@example.com", "--account", accounts[0]],
      1,
      /There is no user nobody@example\.com/,
    ],
    ["an account that is not theirs", () => create("--account", "987654"), 1, /There is no account 987654/],
    ["no account", () => create(), 1, /account: is required, or --accounts/],
    [
      "both",
      () => create("--account", accounts[0], "--accounts", accounts[1]),
      1,
      /account: is required, or --accounts/,
    ],
    ["an empty set", () => create("--accounts", ","), 1, /accounts: can't be blank/],
    [
      "an expiry in the past",
      () => create("--account", accounts[0], "--expires", "2020-01-01"),
      1,
      /expires: must be in the future/,
    ],
    [
      "an expiry that is none",
      () => create("--account", accounts[0], "--expires", "soon"),
      2,
      /It must be a date or time, such as 2027-12-31/,
    ],
    ["an account that is none", () => create("--accounts", `${accounts[0]},x`), 1, /There is no account x/],
    ["no user", () => ["agent-token", "create", "--account", accounts[0]], 2, /--user/],
  ])("refuses %s in one line", async (_, words, code, line) => {
    const ran = await roostHere(settings, words());
    expect(ran).toMatchObject({ code, out: "" });
    expect(ran.err).toMatch(line);
    expect(ran.err.trim().split("\n")).toHaveLength(1);
  });
});

describe("agent-token revoke", () => {
  test("revokes a token by its id or by the token itself", async () => {
    const first = await roostJson(settings, create("--account", accounts[0]));
    const second = await roostJson(settings, create("--account", accounts[0]));
    expect(await roostHere(settings, ["agent-token", "revoke", String(first.id)])).toMatchObject({
      code: 0,
      out: "Revoked the token.\n",
    });
    expect(await roostHere(settings, ["agent-token", "revoke", "-"], `${second.token}\n`)).toMatchObject({ code: 0 });
    for (const { token } of [first, second]) expect(await validToken(String(token))).toBeUndefined();
  });

  test("refuses an unknown or already revoked token", async () => {
    const { id } = await roostJson(settings, create("--account", accounts[0]));
    await roostHere(settings, ["agent-token", "revoke", String(id)]);
    for (const named of [String(id), "987654", `mcp_${"0".repeat(43)}`, "mcp_", "%"]) {
      expect(await roostHere(settings, ["agent-token", "revoke", named])).toEqual({
        code: 1,
        out: "",
        err: "error: Token not found, or already revoked.\n",
      });
    }
  });
});

test("agent-token list shows users, accounts and validity, but never a token", async () => {
  const good = await roostJson(
    settings,
    create("--accounts", accounts.join(" "), "--expires", "2090-12-31T12:00:00Z", "--may-propose"),
  );
  const gone = await roostJson(settings, create("--account", accounts[0]));
  await validToken(String(good.token));
  await roostHere(settings, ["agent-token", "revoke", String(gone.id)]);
  const listed: unknown = await roostJson(settings, ["agent-token", "list"]);
  const all = Array.isArray(listed) ? listed : [];
  expect(all.find(({ id }) => id === good.id)).toEqual({
    id: good.id,
    prefix: String(good.token).slice(0, 8),
    may_propose: true,
    user: "rosa@example.com",
    accounts: accounts.map(Number),
    multi: true,
    rate_limit: 1000,
    good: true,
    created_at: expect.stringMatching(/Z$/),
    expires_at: "2090-12-31T12:00:00Z",
    last_used_at: expect.stringMatching(/Z$/),
    revoked_at: null,
  });
  expect(all.find(({ id }) => id === gone.id)).toMatchObject({
    good: false,
    last_used_at: null,
    revoked_at: expect.stringMatching(/Z$/),
  });
  const { out } = await roostHere(settings, ["agent-token", "list"]);
  const line = out.split("\n").find((one) => one.includes(String(good.token).slice(0, 8)));
  expect(line?.split(/ {2,}/).slice(1, 6)).toEqual([
    ...[String(good.token).slice(0, 8), "rosa@example.com", accounts.join(", "), "yes", "1000"],
  ]);
  for (const { token } of [good, gone]) expect(out + JSON.stringify(all)).not.toContain(String(token).slice(8));
});
