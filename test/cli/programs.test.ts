import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";
import { anApplication, aPerson, codeFrom, exchange, postForm, refresh } from "../oauth/fixture.ts";
import { operatorOf } from "./operator.ts";

/** operations.md: managing applications and tokens on the command line. */
const service = useService();
const operator = operatorOf(service);

const rentals = (token: string) =>
  fetch(`${service.url}/api/v3/rentals`, { headers: { authorization: `Bearer ${token}` } });
const asItself = (clientId: string, secret: string) =>
  postForm(service, "/oauth/token", { grant_type: "client_credentials", client_id: clientId, client_secret: secret });

test("shows an application by id, client id or name, without its secret", async () => {
  const application = await anApplication(service, { name: "Shown" });
  const client = await service.aClient(await service.anAccount({ business_name: "Shows it" }), {
    application: application.id,
  });
  const shown = await operator.json("application", "show", "shown");
  expect(shown).toMatchObject({
    ...{ id: application.id, client_id: application.clientId, accounts: [client.account], tokens: 1, rate_limit: 1000 },
    ...{ disabled: false, own: false, registered_by: null, used_this_hour: 0 },
  });
  expect(JSON.stringify(shown)).not.toContain(application.clientSecret);
  expect(await operator.json("application", "show", application.clientId)).toEqual(shown);
  expect(await operator.list("application", "list", "--account", "Shows it")).toEqual([shown]);
});

test("changes an application's name, redirect URIs, scopes and rate limit, which applies from the next request", async () => {
  const application = await anApplication(service, { name: "Changed" });
  const client = await service.aClient(await service.anAccount(), { application: application.id });
  const words = ["application", "change", String(application.id), "--name", "Changed name", "--rate-limit", "1"];
  const uris = ["https://one.example/back", "https://two.example/back"];
  const { changed } = await operator.json(
    ...words,
    "--scopes",
    "public",
    ...uris.flatMap((uri) => ["--redirect-uri", uri]),
  );
  expect(changed).toEqual(["name", "redirect_uris", "scopes", "rate_limit"]);
  expect(await operator.json("application", "show", "Changed name")).toMatchObject({
    ...{ redirect_uris: uris, scopes: ["public"], rate_limit: 1 },
  });
  expect([(await client.get("/rentals")).status, (await client.get("/rentals")).status]).toEqual([200, 429]);
  const refused = await operator.run(
    "application",
    "change",
    String(application.id),
    "--redirect-uri",
    "http://far.example/",
  );
  expect(refused).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^error: redirect-uri: http:\/\/far\.example\/ must be https/),
  });
});

test("prints a new secret once and invalidates the former one, or keeps it for the given time", async () => {
  const application = await anApplication(service, { name: "Renewed" });
  const { clientId, clientSecret } = application;
  const kept = await operator.json("application", "secret", "Renewed", "--keep-former", "3600");
  expect(kept).toMatchObject({ client_id: clientId, former_secret_until: expect.stringMatching(/Z$/) });
  const both = [clientSecret, String(kept.client_secret)];
  expect(await Promise.all(both.map(async (secret) => (await asItself(clientId, secret)).status))).toEqual([200, 200]);
  await service.sql("update applications set former_secret_until = now() where id = $1", [application.id]);
  expect((await asItself(clientId, clientSecret)).status).toBe(401);
  expect(await operator.run("application", "secret", "Renewed")).toMatchObject({ code: 1, out: "" });
  const renewed = await operator.json("application", "secret", "Renewed", "--yes");
  expect(renewed.former_secret_until).toBeNull();
  expect((await asItself(clientId, String(kept.client_secret))).status).toBe(401);
  expect((await asItself(clientId, String(renewed.client_secret))).status).toBe(200);
});

test("disabling an application blocks it everywhere, and enabling it restores everything", async () => {
  const application = await anApplication(service, { name: "Shut out" });
  const person = await aPerson(service, [{ account: await service.anAccount() }]);
  const tokens = await exchange(service, application, await codeFrom(person, application));
  const client = await service.aClient(await service.anAccount(), { application: application.id });
  expect(await operator.json("application", "disable", "Shut out", "--yes")).toMatchObject({ disabled: true });
  expect((await rentals(tokens.access)).status).toBe(401);
  expect((await client.get("/rentals")).status).toBe(401);
  expect((await refresh(service, application, tokens.refresh)).status).toBe(401);
  expect((await asItself(application.clientId, application.clientSecret)).status).toBe(401);
  const issue = [
    "token",
    "issue",
    "--account",
    String(client.account),
    "--application",
    "Shut out",
    "--scopes",
    "public",
  ];
  expect(await operator.run(...issue)).toMatchObject({ code: 1, err: expect.stringContaining("is disabled") });
  await operator.json("application", "enable", "Shut out");
  expect((await rentals(tokens.access)).status).toBe(200);
  expect((await refresh(service, application, tokens.refresh)).status).toBe(200);
});

test("changes only the rate limit of Roost's own application", async () => {
  await operator.json("token", "issue", "--account", String(await service.anAccount()), "--scopes", "public");
  expect(await operator.json("application", "change", "Roost", "--rate-limit", "2000")).toMatchObject({
    changed: ["rate_limit"],
  });
  for (const words of [["disable"], ["secret"]])
    expect(await operator.run("application", ...words, "roost", "--yes")).toMatchObject({
      ...{ code: 1, err: "error: application: Roost is part of Roost and cannot be changed.\n" },
    });
});

test("refuses to change an account's web console, even its rate limit", async () => {
  await operator.json("account", "create", "--name", "Has a console");
  const [row] = await service.sql(
    "select id from applications where client_id ^@ 'roost-console-' order by id desc limit 1",
  );
  expect(await operator.run("application", "change", String(row?.id), "--rate-limit", "2000")).toMatchObject({
    ...{ code: 1, err: "error: application: Roost Console is part of Roost and cannot be changed.\n" },
  });
});

test("uninstalls an application from one account and records it in the history", async () => {
  const application = await anApplication(service, { name: "Leaves" });
  const [one, other] = [await service.anAccount(), await service.anAccount()];
  const clients = [
    await service.aClient(one, { application: application.id }),
    await service.aClient(other, { application: application.id }),
  ];
  await operator.json("application", "uninstall", "Leaves", "--account", String(one), "--yes");
  expect(await Promise.all(clients.map(async (client) => (await client.get("/rentals")).status))).toEqual([401, 200]);
  const history = await (await service.aClient(one)).get("/audit_entries?resource=applications");
  expect(recordsOf(history, "audit_entries").at(-2)).toMatchObject({
    ...{ type: "application.uninstalled", record_id: application.id },
    actor: { type: "Command", name: "application uninstall" },
  });
});

test("lists tokens by fingerprint with their last use, and revokes them by fingerprint", async () => {
  const client = await service.aClient(await service.anAccount({ business_name: "Has tokens" }));
  const list = () => operator.list("token", "list", "--account", "Has tokens");
  expect(await list()).toMatchObject([{ application: client.application, good: true, user: null, last_used_at: null }]);
  await client.get("/rentals");
  const [token] = await list();
  expect(token).toMatchObject({ last_used_at: expect.stringMatching(/Z$/), account: client.account });
  expect(client.token).not.toContain(String(token?.fingerprint));
  expect(await operator.json("token", "revoke", String(token?.fingerprint))).toEqual({ revoked: true });
  expect((await client.get("/rentals")).status).toBe(401);
  expect(await list()).toEqual([]);
  expect(await operator.list("token", "list", "--account", "Has tokens", "--ended")).toMatchObject([{ good: false }]);
  expect(await operator.run("token", "revoke", String(token?.fingerprint))).toMatchObject({ code: 1 });
});

test("revokes all tokens of an application in an account, with its refresh tokens", async () => {
  const application = await anApplication(service, { name: "Loses all" });
  const [account, elsewhere] = [await service.anAccount(), await service.anAccount()];
  const people = [await aPerson(service, [{ account }]), await aPerson(service, [{ account: elsewhere }])];
  const [lost, kept] = await Promise.all(
    people.map(async (person) => exchange(service, application, await codeFrom(person, application))),
  );
  const words = ["token", "revoke", "--all", "--yes"];
  expect(await operator.run(...words)).toMatchObject({ code: 1, out: "" });
  const revoked = await operator.json(...words, "--application", "Loses all", "--account", String(account));
  expect(revoked).toEqual({ revoked: 1 });
  expect((await rentals(lost?.access ?? "")).status).toBe(401);
  expect((await refresh(service, application, lost?.refresh ?? "")).status).toBe(400);
  expect((await rentals(kept?.access ?? "")).status).toBe(200);
});

test("an agent token has its own rate limit", async () => {
  const account = await service.anAccount();
  const person = await aPerson(service, [{ account }]);
  const made = await operator.json("agent-token", "create", "--user", String(person.id), "--account", String(account));
  await operator.json("agent-token", "change", String(made.id), "--rate-limit", "7");
  expect(await operator.list("agent-token", "list", "--account", String(account))).toMatchObject([{ rate_limit: 7 }]);
  expect(await operator.run("agent-token", "change", String(made.id), "--rate-limit", "0")).toMatchObject({ code: 2 });
});
