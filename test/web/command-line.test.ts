import { beforeAll, describe, expect, test } from "vitest";
import { createDemoPeople, issueDemoPassword } from "../../src/modules/platform/people/demo-user.ts";
import { type Ran, roost, roostHere } from "../cli/roost.ts";
import { urlOf } from "../harness/databases.ts";
import { useFixture } from "./fixture.ts";
import { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();

let settings: Record<string, string>;
let account: string;
beforeAll(async () => {
  settings = { DATABASE_URL: urlOf(fixture.owner) };
  const [row] = await fixture.sql("insert into accounts (business_name) values ('Les Robles') returning id");
  account = String(row?.id);
});

/** Adds a user to an account by the command line. */
function create(email: string, extra: readonly string[] = [], input = "", to = account): Promise<Ran> {
  const words = ["user", "create", "--email", email, "--name", "Ada", "--account", to, "--role", "owner", ...extra];
  return roostHere(settings, words, input);
}

async function canSignIn(email: string, password: string): Promise<boolean> {
  return (await new PlainBrowser(fixture.url).signIn(email, password)).status === 303;
}

describe("user create", () => {
  test("user create generates a strong password and prints it once", async () => {
    const ran = await create("made@example.com");
    expect(ran).toMatchObject({ code: 0, err: "" });
    const password = /^Password: (\S+) \(shown only once\)$/m.exec(ran.out)?.[1] ?? "";
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
    expect(await canSignIn("made@example.com", password)).toBe(true);
    const json = JSON.parse((await create("json@example.com", ["--json"])).out);
    expect(await canSignIn("json@example.com", json.password)).toBe(true);
  });

  test("user create reads a password and prints none", async () => {
    const ran = await create("given@example.com", ["--password-stdin"], "a harbour in december\n");
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).not.toMatch(/password|harbour/);
    expect(await canSignIn("given@example.com", "a harbour in december")).toBe(true);
  });

  test("user create refuses a weak password in one line and creates no user", async () => {
    const ran = await create("weak@example.com", ["--password-stdin"], "password1234");
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/^error: password: is too easy to guess[^\n]*\n$/);
    expect(await fixture.sql("select from users where email = 'weak@example.com'")).toEqual([]);
  });

  test("user create keeps an existing user's password", async () => {
    await create("both@example.com", ["--password-stdin"], "a harbour in december");
    const open = "insert into accounts (business_name) values ('Second'), ('Third') returning id";
    const [second, third] = (await fixture.sql(open)).map(({ id }) => String(id));
    const joined = await create("both@example.com", [], "", second);
    expect(joined).toMatchObject({ code: 0, err: "" });
    expect(joined.out).not.toContain("password");
    const refused = await create("both@example.com", ["--password-stdin"], "another harbour in may", third);
    expect(refused).toMatchObject({
      code: 1,
      out: "",
      err: 'error: password: is already set; change it with "user password".\n',
    });
    expect(await canSignIn("both@example.com", "a harbour in december")).toBe(true);
  });
});

describe("user password", () => {
  const change = (email: string, input: string) =>
    roostHere(settings, ["user", "password", "--email", email, "--password-stdin"], input);

  test("user password replaces the password and ends all sessions", async () => {
    const rosa = await fixture.aPerson();
    const browser = await fixture.signedIn(rosa);
    expect(await change(rosa.email.toUpperCase(), "a harbour in december\r\n")).toMatchObject({ code: 0, err: "" });
    expect((await browser.get("/password")).status).toBe(303);
    expect(await canSignIn(rosa.email, "a harbour in december")).toBe(true);
  });

  test("user password refuses an unknown user or a short password in one line", async () => {
    const rosa = await fixture.aPerson();
    const nobody = await change("nobody@example.com", "a harbour in december");
    expect(nobody).toMatchObject({ code: 1, out: "", err: "error: There is no user nobody@example.com.\n" });
    const short = await change(rosa.email, "short\n");
    expect(short).toMatchObject({ code: 1, err: "error: password: is too short (minimum is 12 characters).\n" });
  });

  test("user password takes no password as an argument", async () => {
    const rosa = await fixture.aPerson();
    for (const words of [["--password", "a harbour in december"], ["a harbour in december"]]) {
      const ran = await roostHere(settings, ["user", "password", "--email", rosa.email, ...words]);
      expect(ran).toMatchObject({ code: 2, out: "" });
    }
  });

  test("user password generates and prints one without --password-stdin, as the first start suggests", async () => {
    const rosa = await fixture.aPerson();
    const words = ["user", "password", "--email", rosa.email];
    const ran = await roostHere(settings, words);
    expect(ran).toMatchObject({ code: 0, err: "" });
    const [, password = ""] =
      /^Changed the password of \S+ and ended their sessions\.\nPassword: (\S+) \(shown only once\)\n$/.exec(ran.out) ??
      [];
    expect(await canSignIn(rosa.email, password)).toBe(true);
    const json: unknown = JSON.parse((await roostHere(settings, [...words, "--json"])).out);
    expect(json).toEqual({ email: rosa.email, changed: true, password: expect.any(String) });
    expect(await canSignIn(rosa.email, password)).toBe(false);
  });

  test("user password reads from a pipe", async () => {
    const rosa = await fixture.aPerson();
    const words = ["user", "password", "--email", rosa.email, "--password-stdin"];
    const ran = await roost(settings, words, "a harbour in december\n");
    expect(ran).toEqual({ code: 0, out: `Changed the password of ${rosa.email} and ended their sessions.\n`, err: "" });
    expect(await canSignIn(rosa.email, "a harbour in december")).toBe(true);
  });
});

test("the demo's owner owns its accounts and has a unique password", async () => {
  const first = Number(account);
  const issue = () => fixture.database.transaction(issueDemoPassword);
  await fixture.database.transaction((transaction) => createDemoPeople(transaction, [first]));
  const { email, password } = (await issue()) ?? { email: "", password: "" };
  expect(email).toBe("demo@example.com");
  expect(await issue()).toBeUndefined();
  expect(await canSignIn(email, password)).toBe(true);
  const rows = await fixture.sql(
    "select account_id::integer as account, role from memberships join users on users.id = user_id where email = $1",
    [email],
  );
  expect(rows).toEqual([{ account: first, role: "owner" }]);
});

describe("user disable", () => {
  test("user disable blocks sign-in until the user is enabled", async () => {
    await create("gone@example.com", ["--password-stdin"], "a harbour in december");
    expect(await canSignIn("gone@example.com", "a harbour in december")).toBe(true);
    expect(await roostHere(settings, ["user", "disable", "gone@example.com"])).toMatchObject({ code: 1, out: "" });
    const disabled = await roostHere(settings, ["user", "disable", "gone@example.com", "--yes"]);
    expect(disabled.out).toContain("Ended 1 sessions");
    expect(await canSignIn("gone@example.com", "a harbour in december")).toBe(false);
    expect(await roostHere(settings, ["user", "enable", "GONE@example.com"])).toMatchObject({ code: 0, err: "" });
    expect(await canSignIn("gone@example.com", "a harbour in december")).toBe(true);
  });
});
