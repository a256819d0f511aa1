import { expect, test } from "vitest";
import { redactedUrl } from "../../src/app/logs/log.ts";
import { inviteUser } from "../../src/modules/platform/people/invite-user.ts";
import { argon2id } from "../../src/modules/platform/people/passwords/password.ts";
import { keptMails } from "../harness/mailers.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { PlainBrowser, type Seen } from "../web/plain-browser.ts";

/** Mails to users: password resets and invitations. */
const mailer = keptMails();
const lines: string[] = [];
const service = useService({ endpoints: {}, mailer, log: (line) => lines.push(line) });
const old = "a lighthouse in november";
const fresh = "seven herons over the quay";
const digest = argon2id.hash(old);
const word = (): string => crypto.randomUUID().slice(0, 13);

async function aPerson(role = "owner", account?: number) {
  const email = `${word()}@example.com`;
  const [row] = await service.sql(
    "insert into users (email, fullname, password_digest, locale) values ($1, 'Rosa Robles', $2, 'de') returning id::integer",
    [email, await digest],
  );
  const of = account ?? (await service.anAccount());
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, $3)", [of, row?.id, role]);
  return { id: Number(row?.id), email, account: of };
}

/** Waits for a number of mails to an address. @returns the path of the last one's link */
async function linkTo(email: string, times = 1): Promise<string> {
  await until(() => mailer.sent.filter(({ to }) => to.address === email).length >= times);
  const { text } = mailer.sent.findLast(({ to }) => to.address === email) ?? { text: "" };
  return /https:\/\/roost\.test(\/\S+)/.exec(text)?.[1] ?? "";
}

async function forget(email: string, browser = new PlainBrowser(service.url)): Promise<Seen> {
  // All tests share one address: reset its limit.
  await service.sql("delete from throttled");
  await browser.get("/password/forgot");
  return browser.post("/password/forgot", { email });
}

async function signedIn(email: string, password = old): Promise<PlainBrowser> {
  const browser = new PlainBrowser(service.url);
  expect((await browser.signIn(email, password)).status).toBe(303);
  await browser.get("/password");
  return browser;
}

/** Asks the console's address of an account's invitations, as its settings do. */
async function askInvitations(by: PlainBrowser, account: number, method: string, body?: object, id = "") {
  const headers = {
    cookie: `roost_session=${by.cookies.get("roost_session")}`,
    origin: "https://roost.test",
    "content-type": "application/json",
  };
  const session = await (await fetch(`${service.url}/console/session`, { headers })).json();
  const answer = await fetch(`${service.url}/console/accounts/${account}/invitations${id}`, {
    method,
    headers: { ...headers, "x-csrf-token": String(Object(session).csrf_token) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

test("a password reset sends a link in the user's language that works once", async () => {
  const { email } = await aPerson();
  const elsewhere = await signedIn(email);
  const response = await forget(` ${email.toUpperCase()} `);
  expect([response.status, response.headers.get("referrer-policy")]).toEqual([200, "no-referrer"]);
  const path = await linkTo(email);
  const mail = mailer.sent.find(({ to }) => to.address === email);
  expect(mail).toMatchObject({ subject: "Neues Passwort wählen", to: { name: "Rosa Robles" }, senderName: "Roost" });
  const browser = new PlainBrowser(service.url);
  expect((await browser.get(path)).text).toContain(email);
  expect(await browser.post(path, { chosen: "short", repeated: "short" })).toMatchObject({ status: 422 });
  expect(await browser.post(path, { chosen: fresh, repeated: `${fresh}!` })).toMatchObject({ status: 422 });
  const both = await Promise.all([1, 2].map(() => browser.post(path, { chosen: fresh, repeated: fresh })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 404]);
  expect((await browser.get(path)).status).toBe(404);
  expect((await elsewhere.get("/password")).location).toMatch(/^\/sign_in/);
  expect((await new PlainBrowser(service.url).signIn(email, old)).status).toBe(422);
  await signedIn(email, fresh);
});

test("a reset link is stored as a digest, sealed until it is sent, and never logged", async () => {
  const { email } = await aPerson();
  await forget(email);
  const path = await linkTo(email);
  const token = path.split("/").at(-1) ?? "";
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  await until(
    async () => (await service.sql("select from mails where recipient = $1 and state = 'sent'", [email])).length === 1,
  );
  const kept = await service.sql(
    "select sealed_link, content::text from mails where recipient = $1 union all select null, payload::text from graphile_worker._private_jobs",
    [email],
  );
  expect(kept[0]).toMatchObject({ sealed_link: null });
  expect(JSON.stringify(kept)).not.toContain(token);
  await new PlainBrowser(service.url).get(path);
  expect(lines.join("\n")).not.toContain(token);
  expect(redactedUrl(path)).toBe("/password/reset/[redacted]");
  expect(redactedUrl(`/invitations/${token}?a=b`)).toBe("/invitations/[redacted]?a=b");
  expect(redactedUrl(`/calendars/1-2-${token}.ics`)).toBe("/calendars/[redacted]");
});

test("using one reset link ends the others, and each expires after an hour", async () => {
  const { email } = await aPerson();
  await forget(email);
  const first = await linkTo(email);
  await forget(email);
  const second = await linkTo(email, 2);
  expect(second).not.toBe(first);
  const browser = new PlainBrowser(service.url);
  await browser.get(first);
  expect((await browser.post(first, { chosen: fresh, repeated: fresh })).status).toBe(303);
  expect((await browser.get(second)).status).toBe(404);
  await forget(email);
  const third = await linkTo(email, 3);
  await service.sql("update password_resets set expires_at = now() where used_at is null");
  expect((await browser.get(third)).status).toBe(404);
  expect((await browser.post(third, { chosen: fresh, repeated: fresh })).status).toBe(404);
});

test("an unknown address gets the same response after the same time, and no mail", async () => {
  const { email } = await aPerson();
  const stranger = `${word()}@example.com`;
  const timed = async (address: string) => {
    const began = performance.now();
    const seen = await forget(address);
    return { span: performance.now() - began, seen };
  };
  const [known, unknown] = [await timed(email), await timed(stranger)];
  expect(unknown.seen.text.replaceAll(stranger, "")).toBe(known.seen.text.replaceAll(email, ""));
  expect(unknown.seen.status).toBe(known.seen.status);
  for (const { span } of [known, unknown]) expect(span).toBeGreaterThanOrEqual(400);
  await linkTo(email);
  expect(await service.sql("select from mails where recipient = $1", [stranger])).toEqual([]);
});

test("limits reset links per mailbox, and refuses a form from another browser", async () => {
  const email = `${word()}@example.com`;
  const browser = new PlainBrowser(service.url);
  await forget(email, browser);
  const seen: number[] = [];
  for (let time = 0; time < 4; time++) {
    await browser.get("/password/forgot");
    seen.push((await browser.post("/password/forgot", { email })).status);
  }
  expect(seen).toEqual([200, 200, 200, 429]);
  await service.sql("delete from throttled");
  const other = new PlainBrowser(service.url);
  expect((await other.post("/password/forgot", { email })).status).toBe(403);
  expect((await other.post("/password/forgot", { email, csrf_token: browser.csrfToken() })).status).toBe(403);
});

test("an owner invites a new user, who chooses a password and joins the account", async () => {
  const owner = await aPerson();
  const browser = await signedIn(owner.email);
  const email = `${word()}@example.com`;
  expect((await askInvitations(browser, owner.account, "POST", { email, role: "manager" })).status).toBe(201);
  const path = await linkTo(email);
  expect(mailer.sent.find(({ to }) => to.address === email)?.text).toContain(
    "Rosa Robles invites you to work for Les Robles",
  );
  const guest = new PlainBrowser(service.url, { "accept-language": "fr-CA, en;q=0.5" });
  await guest.get(path);
  expect((await guest.post(path, { name: "", chosen: fresh, repeated: fresh })).status).toBe(422);
  expect((await guest.post(path, { name: "Ada", chosen: "short", repeated: "short" })).status).toBe(422);
  expect((await new PlainBrowser(service.url).post(path, { name: "Ada", chosen: fresh, repeated: fresh })).status).toBe(
    403,
  );
  const joined = await guest.post(path, { name: "Ada Lee", chosen: fresh, repeated: fresh });
  expect(joined).toMatchObject({ status: 303, location: "/console/calendar?notice=joined" });
  expect((await guest.get("/console/session")).text).toContain("Les Robles");
  expect((await guest.get(path)).status).toBe(404);
  const rows = await service.sql(
    "select fullname, locale, role from users join memberships on user_id = users.id where email = $1 and account_id = $2",
    [email, owner.account],
  );
  expect(rows).toEqual([{ fullname: "Ada Lee", locale: "fr", role: "manager" }]);
});

test("only the invited user can accept an invitation to an existing user", async () => {
  const owner = await aPerson();
  const known = await aPerson("cleaner");
  await service.database.transaction((transaction) =>
    inviteUser(transaction, testSecrets, { account: owner.account, email: known.email.toUpperCase(), role: "owner" }),
  );
  const path = await linkTo(known.email.toUpperCase());
  const stranger = new PlainBrowser(service.url);
  expect((await stranger.get(path)).text).toContain(`/sign_in?return_to=${encodeURIComponent(path)}`);
  expect((await stranger.post(path, { name: "Eve", chosen: fresh, repeated: fresh })).status).toBe(403);
  const other = await signedIn(owner.email);
  expect((await other.get(path)).text).toContain(`Sie sind als ${owner.email} angemeldet.`);
  expect((await other.post(path, {})).status).toBe(403);
  const browser = await signedIn(known.email);
  await browser.get(path);
  expect((await browser.post(path, { csrf_token: "another" })).status).toBe(403);
  expect((await browser.post(path, {})).status).toBe(303);
  expect((await browser.post(path, {})).status).toBe(404);
  const rows = await service.sql("select role from memberships where user_id = $1 order by role", [known.id]);
  expect(rows).toEqual([{ role: "cleaner" }, { role: "owner" }]);
});

test("an invitation ends when it is withdrawn or expires, or its inviter is no longer an owner", async () => {
  const owner = await aPerson();
  const browser = await signedIn(owner.email);
  const invite = async (): Promise<string> => {
    const email = `${word()}@example.com`;
    await askInvitations(browser, owner.account, "POST", { email, role: "cleaner" });
    const path = await linkTo(email);
    expect((await new PlainBrowser(service.url).get(path)).status).toBe(200);
    return path;
  };
  const withdrawn = await invite();
  const [row] = await service.sql("select id from invitations where account_id = $1", [owner.account]);
  const stranger = await signedIn((await aPerson()).email);
  for (const [by, status] of [
    [stranger, 404],
    [browser, 204],
  ] as const)
    expect((await askInvitations(by, owner.account, "DELETE", undefined, `/${row?.id}`)).status).toBe(status);
  const aged = await invite();
  await service.sql("update invitations set expires_at = now() where account_id = $1", [owner.account]);
  const orphaned = await invite();
  await service.sql("update memberships set role = 'manager' where user_id = $1", [owner.id]);
  for (const path of [withdrawn, aged, orphaned]) {
    const guest = new PlainBrowser(service.url);
    expect((await guest.get(path)).status).toBe(404);
    expect((await guest.post(path, { name: "Ada", chosen: fresh, repeated: fresh })).status).toBe(404);
  }
});

test("only an account's owner invites, and only a valid address that is not a member yet", async () => {
  const owner = await aPerson();
  const manager = await aPerson("manager", owner.account);
  const browser = await signedIn(owner.email);
  const wrong = [
    { email: "nobody", role: "manager" },
    { email: manager.email, role: "manager" },
    { email: "ada@example.com", role: "king" },
    { email: "ada@example.com\r\nBcc: eve@example.com", role: "manager" },
  ];
  for (const fields of wrong)
    expect((await askInvitations(browser, owner.account, "POST", fields)).status, fields.email).toBe(422);
  const { account } = await aPerson();
  const invited = { email: "ada@example.com", role: "manager" };
  expect((await askInvitations(browser, account, "POST", invited)).status).toBe(404);
  const other = await signedIn(manager.email);
  expect((await askInvitations(other, owner.account, "GET")).status).toBe(403);
  expect((await askInvitations(other, owner.account, "POST", invited)).status).toBe(403);
  expect(await service.sql("select from invitations where account_id = any($1)", [[account, owner.account]])).toEqual(
    [],
  );
});

test("spellings that the database equates share one reset limit and one sign-in limit", async () => {
  const { email } = await aPerson();
  const local = "iris";
  await service.sql("update users set email = $2 where email = $1", [email, `${local}-${email}`]);
  const browser = new PlainBrowser(service.url);
  await forget(`${local}-${email}`, browser);
  const seen: number[] = [];
  for (const spelling of ["\u0130r\u0130s", "ir\u0130s", "\u0130ris", "IR\u0130S"]) {
    await browser.get("/password/forgot");
    seen.push((await browser.post("/password/forgot", { email: `${spelling}-${email}` })).status);
  }
  expect(seen).toEqual([200, 200, 200, 429]);
  await service.sql("delete from throttled");
  const guesses: number[] = [];
  for (let time = 0; time < 12; time++)
    guesses.push((await browser.signIn(`${time % 2 ? "iris" : "\u0130ris"}-${email}`, "wrong")).status);
  expect(guesses).toEqual([...Array(10).fill(422), 429, 429]);
});

test("refuses to invite an address that mail server and database read differently", async () => {
  const { account } = await aPerson();
  for (const email of ["ada@examp\u0130e.com", "\u212ada@example.com"]) {
    const invited = service.database.transaction((transaction) =>
      inviteUser(transaction, testSecrets, { account, email, role: "manager" }),
    );
    await expect(invited).rejects.toMatchObject({ messages: { email: ["must be an e-mail address"] } });
  }
});
