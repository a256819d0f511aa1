import { expect, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { anApplication, aPerson, codeFrom, credentials, exchange, postForm, refresh } from "../oauth/fixture.ts";
import { operatorOf } from "./operator.ts";

/** operations.md: managing users on the command line. */
const service = useService();
const operator = operatorOf(service);

const emailOf = async (id: number): Promise<string> =>
  String((await service.sql("select email from users where id = $1", [id]))[0]?.email);

test("lists users with their roles, of all accounts or of one", async () => {
  const [one, other] = [await service.anAccount({ business_name: "One" }), await service.anAccount()];
  const person = await aPerson(service, [{ account: one }, { account: other, role: "cleaner" }]);
  const stranger = await aPerson(service, [{ account: other }]);
  const listed = await operator.list("user", "list", "--account", "One");
  expect(listed.map(({ id }) => id)).toEqual([person.id]);
  expect(listed[0]).toMatchObject({
    works_for: [
      { account: one, name: "One", role: "owner" },
      { account: other, name: "Les Robles", role: "cleaner" },
    ],
    ...{ disabled: false, has_password: true, last_seen_at: expect.stringMatching(/Z$/) },
  });
  expect((await operator.list("user", "list")).map(({ id }) => id)).toContain(stranger.id);
  const { out } = await operator.run("user", "show", await emailOf(person.id));
  expect(out).toMatch(new RegExp(`^works for +${one} \\(owner\\), ${other} \\(cleaner\\)$`, "m"));
  expect(out).not.toContain("nobody signs in with this");
});

test("changes an e-mail address and a name, but not to an address that is taken", async () => {
  const account = await service.anAccount();
  const [person, other] = [await aPerson(service, [{ account }]), await aPerson(service, [{ account }])];
  const words = ["user", "change", String(person.id), "--email", "ana@roost.example", "--name", "Ana Sol"];
  expect(await operator.json(...words)).toEqual({
    id: person.id,
    email: "ana@roost.example",
    changed: ["email", "name"],
  });
  expect(await operator.json("user", "show", "ANA@roost.example")).toMatchObject({ id: person.id, name: "Ana Sol" });
  const refused = await operator.run("user", "change", String(other.id), "--email", "Ana@Roost.example", "--name", " ");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(/name: is too short.*; email: Ana@Roost\.example belongs to user \d+\./);
});

test("changes a role, but not that of the last owner", async () => {
  const account = await service.anAccount();
  const [owner, second] = [await aPerson(service, [{ account }]), await aPerson(service, [{ account }])];
  const role = (person: { id: number }, to: string) =>
    operator.run("user", "role", String(person.id), "--account", String(account), "--role", to);
  const made = await operator.json("agent-token", "create", "--user", String(second.id), "--account", String(account));
  expect(await role(second, "cleaner")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Revoked agent tokens: 1."),
  });
  expect(await operator.list("agent-token", "list", "--user", String(second.id))).toMatchObject([
    { id: made.id, good: false },
  ]);
  expect(await role(owner, "manager")).toMatchObject({
    code: 1,
    err: expect.stringContaining("is the last owner of account"),
  });
  const remove = (person: { id: number }) =>
    operator.run("user", "remove", String(person.id), "--account", String(account), "--yes");
  expect(await remove(owner)).toMatchObject({ code: 1, err: expect.stringContaining("last owner") });
  expect(await remove(second)).toMatchObject({ code: 0 });
  expect(await remove(second)).toMatchObject({
    code: 1,
    err: expect.stringContaining("is not a member of account"),
  });
  expect(await service.sql("select user_id::integer from memberships where account_id = $1", [account])).toEqual([
    { user_id: owner.id },
  ]);
});

test("lists pending invitations and withdraws one", async () => {
  const account = String(await service.anAccount());
  const invite = ["user", "invite", "--email", "new@example.com", "--account", account, "--role", "manager"];
  const { invitation } = await operator.json(...invite);
  expect(await operator.list("user", "invitations", "--account", account)).toEqual([
    { id: invitation, email: "new@example.com", role: "manager", rentals: [], expires_at: expect.stringMatching(/Z$/) },
  ]);
  const uninvite = ["user", "uninvite", String(invitation), "--account", account];
  expect(await operator.json(...uninvite)).toEqual({ id: invitation, withdrawn: true });
  expect(await operator.list("user", "invitations", "--account", account)).toEqual([]);
  expect(await operator.run(...uninvite)).toMatchObject({
    code: 1,
    err: expect.stringContaining("no pending invitation"),
  });
});

test("turns off a lost second factor once and notifies the user by mail", async () => {
  const person = await aPerson(service, [{ account: await service.anAccount() }]);
  const off = (...more: string[]) => operator.run("user", "second-factor-off", String(person.id), ...more);
  expect(await off("--yes")).toMatchObject({ code: 1, err: expect.stringContaining("has no second factor") });
  await service.sql("insert into second_factors (user_id, sealed_secret, recovery_digests) values ($1, $2, $3)", [
    ...[person.id, testSecrets.seal("GEZDGNBVGY3TQOJQ", `second_factors ${person.id}`), "{\\\\x00}"],
  ]);
  await service.sql("update users set second_factor_at = now() where id = $1", [person.id]);
  const email = await emailOf(person.id);
  expect(await operator.json("user", "second-factor-off", email, "--yes")).toEqual({
    ...{ id: person.id, email, second_factor: false },
  });
  const [kept] = await service.sql(
    `select second_factor_at, sealed_secret, cardinality(recovery_digests) as codes
     from users join second_factors on user_id = id where id = $1`,
    [person.id],
  );
  expect(kept).toEqual({ second_factor_at: null, sealed_secret: null, codes: 0 });
  const mails = await service.sql("select template, content from mails where recipient = $1", [email]);
  expect(mails).toMatchObject([{ template: "second factor changed", content: { became: "off" } }]);
  expect(await off("--yes")).toMatchObject({ code: 1 });
});

test("disabling a user ends their sessions, agent tokens and authorizations, and enabling lets them sign in again", async () => {
  const application = await anApplication(service);
  const account = await service.anAccount();
  const [person, colleague] = [await aPerson(service, [{ account }]), await aPerson(service, [{ account }])];
  const tokens = await exchange(service, application, await codeFrom(person, application));
  const kept = await exchange(service, application, await codeFrom(colleague, application));
  const unused = await codeFrom(person, application);
  await operator.json("agent-token", "create", "--user", String(person.id), "--account", String(account));
  expect((await person.get("/password")).status).toBe(200);
  expect(await operator.json("user", "disable", await emailOf(person.id), "--yes")).toMatchObject({
    ...{ disabled: true, sessions: 1, agent_tokens: 1, authorizations: 1 },
  });
  expect((await person.get("/password")).status).toBe(303);
  const status = async (token: string) =>
    (await fetch(`${service.url}/api/v3/rentals`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await status(tokens.access), await status(kept.access)]).toEqual([401, 200]);
  expect((await refresh(service, application, tokens.refresh)).status).toBe(400);
  const late = { ...credentials(application), grant_type: "authorization_code", code: unused };
  expect(
    (await postForm(service, "/oauth/token", { ...late, redirect_uri: "https://channel.example/callback" })).status,
  ).toBe(400);
  const agent = ["agent-token", "create", "--user", String(person.id), "--account", String(account)];
  expect(await operator.run(...agent)).toMatchObject({ code: 1 });
  expect(await operator.run("user", "disable", String(person.id), "--yes")).toMatchObject({ code: 1 });
  expect(await operator.json("user", "enable", String(person.id))).toMatchObject({ disabled: false });
  expect((await person.get("/password")).status).toBe(303);
  expect(await operator.json(...agent)).toMatchObject({ user: person.id });
});

test("keeps a disabled user's authorizations with --keep-authorizations", async () => {
  const application = await anApplication(service);
  const account = await service.anAccount();
  const person = await aPerson(service, [{ account }]);
  const tokens = await exchange(service, application, await codeFrom(person, application));
  const words = ["user", "disable", String(person.id), "--yes", "--keep-authorizations"];
  expect(await operator.json(...words)).toMatchObject({ authorizations: 0 });
  expect((await refresh(service, application, tokens.refresh)).status).toBe(200);
});

test("invites, creates and changes a cleaner with assigned rentals, which must belong to the account", async () => {
  const client = await service.aClient(await service.anAccount());
  const account = String(client.account);
  const [first, second] = [Number((await aRental(client)).id), Number((await aRental(client)).id)];
  const foreign = Number((await aRental(await service.aClient(await service.anAccount()))).id);
  const cleaner = ["--account", account, "--role", "cleaner", "--rentals"];
  const invite = ["user", "invite", "--email", "mop@example.com", ...cleaner];
  expect(await operator.run(...invite, String(foreign))).toMatchObject({
    code: 1,
    err: expect.stringContaining(`the account has no rental ${foreign}`),
  });
  await operator.json(...invite, `${first},${second}`);
  expect(await operator.list("user", "invitations", "--account", account)).toMatchObject([
    { rentals: [first, second] },
  ]);
  const create = ["user", "create", "--email", "sam@example.com", "--name", "Sam", ...cleaner, String(first)];
  const { id } = await operator.json(...create);
  const worksFor = async () => Object(await operator.json("user", "show", String(id))).works_for;
  expect(await worksFor()).toMatchObject([{ role: "cleaner", rentals: [first] }]);
  await operator.json("user", "role", String(id), ...cleaner, String(second));
  expect(await worksFor()).toMatchObject([{ role: "cleaner", rentals: [second] }]);
});
