import { expect, test } from "vitest";
import type { Role } from "../../src/modules/platform/access/roles.ts";
import { argon2id } from "../../src/modules/platform/people/passwords/password.ts";
import type { Json } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";

/** The console's endpoints outside the API: members, invitations and the user's profile (console.md, Settings). */
const service = useSharedService();

interface ConsoleResponse {
  readonly status: number;
  readonly json: Json;
  readonly cookie: string | undefined;
}

async function ask(
  { headers }: ConsoleClient,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<ConsoleResponse> {
  const answer = await fetch(`${service.url}/console${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }), ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json: Json = text === "" ? {} : JSON.parse(text);
  return { status: answer.status, json, cookie: /roost_session=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] };
}

async function aHouse() {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner", { name: "Olive Owner" });
  return { account, owner, path: `/accounts/${account}` };
}

test("owners list members, change their role and rentals, and remove them", async () => {
  const { account, owner, path } = await aHouse();
  const rental = Number((await aRental(owner)).id);
  const sam = await aMember(service, account, "viewer", { name: "Sam Sweep" });
  const { json } = await ask(owner, "GET", `${path}/people`);
  expect(json.people).toEqual([
    {
      ...{ id: owner.user, name: "Olive Owner", email: expect.stringContaining("@"), role: "owner", rentals: [] },
      ...{ disabled: false, last_seen_at: expect.stringMatching(/Z$/) },
    },
    expect.objectContaining({ id: sam.user, role: "viewer" }),
  ]);
  expect((await sam.get("/clients")).status).toBe(403);
  const change = { role: "cleaner", rentals: [rental] };
  expect(await ask(owner, "PUT", `${path}/people/${sam.user}`, change)).toMatchObject({
    status: 200,
    json: { person: { id: sam.user, ...change } },
  });
  expect((await sam.get("/clients")).status).toBe(200);
  expect((await ask(owner, "DELETE", `${path}/people/${sam.user}`)).status).toBe(204);
  expect((await sam.get("/clients")).status).toBe(401);
  expect((await ask(owner, "DELETE", `${path}/people/${sam.user}`)).status).toBe(404);
});

test("an invalid change is refused with every problem and changes nothing", async () => {
  const { owner, path } = await aHouse();
  const self = `${path}/people/${owner.user}`;
  expect(await ask(owner, "PUT", self, { role: "king", rentals: "all", more: 1 })).toMatchObject({
    status: 422,
    json: {
      errors: { role: [expect.any(String)], rentals: [expect.any(String)], more: ["is not a field of this request"] },
    },
  });
  expect(await ask(owner, "PUT", self, { role: "manager" })).toMatchObject({
    status: 422,
    json: { errors: { user: [expect.stringContaining("last owner")] } },
  });
  expect((await ask(owner, "DELETE", self)).status).toBe(422);
  expect((await ask(owner, "PUT", self, { rentals: [999_999_999] })).json.errors).toMatchObject({
    rentals: [expect.stringContaining("999999999")],
  });
  expect((await ask(owner, "PUT", self, [])).status).toBe(400);
  expect((await ask(owner, "GET", `${path}/people`)).json.people).toMatchObject([{ role: "owner", rentals: [] }]);
});

test("only an owner on a page of this service manages members", async () => {
  const { account, owner, path } = await aHouse();
  const stranger = (await aHouse()).owner;
  const others: readonly Role[] = ["manager", "accountant", "cleaner", "viewer"];
  const members = await Promise.all(others.map((role) => aMember(service, account, role)));
  const target = `${path}/people/${owner.user}`;
  const invited = { email: "new@example.com", role: "owner" };
  const attempts = [
    ["GET", `${path}/people`, undefined],
    ["PUT", target, { role: "viewer" }],
    ["DELETE", target, undefined],
    ["GET", `${path}/invitations`, undefined],
    ["POST", `${path}/invitations`, invited],
    ["DELETE", `${path}/invitations/1`, undefined],
  ] as const;
  for (const [method, at, body] of attempts) {
    for (const member of members) expect((await ask(member, method, at, body)).status).toBe(403);
    expect((await ask(stranger, method, at, body)).status).toBe(404);
    expect((await ask(owner, method, at, body, { cookie: "" })).status).toBe(401);
    if (method === "GET") continue;
    expect((await ask(owner, method, at, body, { origin: "https://evil.example" })).status).toBe(403);
    expect((await ask(owner, method, at, body, { "x-csrf-token": "" })).status).toBe(403);
  }
  // A member of another account is not found here.
  expect((await ask(owner, "PUT", `${path}/people/${stranger.user}`, { role: "viewer" })).status).toBe(404);
  const client = await service.aClient(account);
  const bearer = { authorization: `Bearer ${client.token}`, cookie: "" };
  expect((await ask(owner, "GET", `${path}/people`, undefined, bearer)).status).toBe(401);
});

test("owners invite people with a role and rentals, list invitations and withdraw them", async () => {
  const { owner, path } = await aHouse();
  const rental = Number((await aRental(owner)).id);
  const input = { email: "mop@example.com", role: "cleaner", rentals: [rental] };
  const made = await ask(owner, "POST", `${path}/invitations`, input);
  expect(made).toMatchObject({
    status: 201,
    json: { invitation: { ...input, expires_at: expect.stringMatching(/Z$/) } },
  });
  const { invitations } = (await ask(owner, "GET", `${path}/invitations`)).json;
  expect(invitations).toEqual([made.json.invitation]);
  expect((await ask(owner, "POST", `${path}/invitations`, { email: "nobody", rentals: [] })).json.errors).toEqual({
    email: [expect.any(String)],
  });
  const { id } = Object(made.json.invitation);
  expect((await ask(owner, "DELETE", `${path}/invitations/${id}`)).status).toBe(204);
  expect((await ask(owner, "DELETE", `${path}/invitations/${id}`)).status).toBe(404);
  expect((await ask(owner, "GET", `${path}/invitations`)).json.invitations).toEqual([]);
});

test("users change their own name and language", async () => {
  const viewer = await aMember(service, await service.anAccount(), "viewer");
  expect((await ask(viewer, "PUT", "/me", { name: "Rosa Prado", locale: "es" })).status).toBe(204);
  expect((await viewer.session()).json.user).toMatchObject({ name: "Rosa Prado", locale: "es" });
  expect((await ask(viewer, "PUT", "/me", { name: " ", locale: "xx", email: "a@example.com" })).status).toBe(422);
  expect((await ask(viewer, "PUT", "/me", { name: " ", locale: "xx" })).json.errors).toMatchObject({
    name: [expect.any(String)],
    locale: [expect.any(String)],
  });
});

test("users change their own password with the current one, which ends every other session", async () => {
  const person = await aMember(service, await service.anAccount(), "viewer");
  const [current, password] = ["a lighthouse in november", "a lighthouse in december"];
  const change = (body: Json, more: Record<string, string> = {}) => ask(person, "PUT", "/me/password", body, more);
  await service.sql("update users set password_digest = $2 where id = $1", [person.user, await argon2id.hash(current)]);
  expect((await change({ current: "wrong", password })).json.errors).toEqual({ current: ["is not your password"] });
  expect((await change({ current, password: "short" })).json.errors).toMatchObject({
    password: [expect.stringContaining("too short")],
  });
  const { status, json, cookie = "" } = await change({ current, password });
  expect([status, json.csrf_token]).toEqual([200, expect.any(String)]);
  expect((await person.session()).status).toBe(401);
  const anew = { cookie, "x-csrf-token": String(json.csrf_token) };
  expect((await ask(person, "PUT", "/me", { name: "Rosa" }, anew)).status).toBe(204);
  for (let attempt = 0; attempt < 10; attempt++) await change({ current: "guess", password: "x" }, anew);
  expect((await change({ current: password, password: current }, anew)).status).toBe(429);
});
