import { expect, test } from "vitest";
import { everyScope } from "../../src/modules/platform/access/scope-list.ts";
import { ApiClient, errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { aMember, joins } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

test("a session can call the API in its person's accounts and in no other", async () => {
  const [own, second, foreign] = [await service.anAccount(), await service.anAccount(), await service.anAccount()];
  const owner = await aMember(service, own, "owner");
  await joins(service, second, owner.user, "manager");
  const stranger = await aMember(service, foreign, "owner");
  const theirs = await aRental(stranger);
  const rental = await aRental(owner);
  expect(recordsOf(await owner.get("/rentals"), "rentals").map(({ id }) => id)).toEqual([rental.id]);
  expect(recordsOf(await owner.get("/rentals", { "roost-account": String(second) }), "rentals")).toEqual([]);
  expect((await owner.get(`/rentals/${theirs.id}`)).status).toBe(404);
  const refused = [String(foreign), "999999999", "x", "-1", `${own},${foreign}`, ""];
  const answers = await Promise.all(refused.map((account) => owner.get("/rentals", { "roost-account": account })));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(401);
  expect(errorsOf(answers[0] ?? (await owner.get("/")))).toMatchObject([{ code: "unauthorized" }]);
});

test("the session cookie alone is not accepted, and a token takes precedence over it", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  const { cookie = "" } = owner.headers;
  const nobody = new ApiClient(service.url, undefined);
  expect((await nobody.get("/rentals", { cookie })).status).toBe(401);
  expect((await nobody.get("/rentals", { "roost-account": String(account) })).status).toBe(401);
  const dead = cookie.replace(/=./, (start) => (start === "=_" ? "=-" : "=_"));
  expect((await nobody.get("/rentals", { cookie: dead, "roost-account": String(account) })).status).toBe(401);
  expect((await owner.get("/rentals", { authorization: "Bearer roost_none" })).status).toBe(401);
  const client = await service.aClient(account, { scopes: ["public"] });
  expect((await client.get("/fees", { cookie, "roost-account": String(account) })).status).toBe(
    (await client.get("/fees")).status,
  );
  expect((await client.get("/clients", { cookie, "roost-account": String(account) })).status).toBe(403);
});

test("a write needs the service's Origin and the session's CSRF token, also in bulk requests", async () => {
  const owner = await aMember(service, await service.anAccount(), "owner");
  const other = await aMember(service, await service.anAccount(), "owner");
  const body = { sources: [{ name: "Fairs" }] };
  const wrong: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "" },
    { "x-csrf-token": "" },
    { "x-csrf-token": other.headers["x-csrf-token"] ?? "" },
  ];
  for (const headers of wrong) {
    const answer = await owner.post("/sources", body, headers);
    expect([answer.status, errorsOf(answer)], JSON.stringify(headers)).toEqual([
      403,
      [{ code: "forbidden", details: expect.any(String) }],
    ]);
  }
  const operations = [
    { method: "POST", path: "/sources", body },
    { method: "GET", path: "/sources" },
  ];
  expect((await owner.post("/bulk", { operations }, { origin: "https://evil.example" })).status).toBe(403);
  expect(recordsOf(await owner.get("/sources"), "sources")).toEqual([]);
  const bulk = await owner.post("/bulk", { operations });
  expect(bulk.json.results).toMatchObject([{ status: 201 }, { status: 200, body: { sources: [{ name: "Fairs" }] } }]);
});

test("an idempotency key works for a session as for a token", async () => {
  const owner = await aMember(service, await service.anAccount(), "owner");
  const key = { "idempotency-key": crypto.randomUUID() };
  const first = await owner.post("/sources", { sources: [{ name: "Fairs" }] }, key);
  const again = await owner.post("/sources", { sources: [{ name: "Fairs" }] }, key);
  expect([first.status, again.text]).toEqual([201, first.text]);
});

test("an account's people share a limit of 50,000 requests per hour, separate from applications", async () => {
  const account = await service.anAccount();
  const [owner, manager] = [await aMember(service, account, "owner"), await aMember(service, account, "manager")];
  await owner.get("/rentals");
  const { headers } = await manager.get("/rentals");
  expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["50000", "49998"]);
  await service.sql("update request_counts set used = 50000 where application_id = $1", [await consoleOf(account)]);
  const over = await owner.get("/rentals");
  expect([over.status, over.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect((await (await service.aClient(account)).get("/rentals")).status).toBe(200);
});

test("the audit log names the person who acted through the console", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner", { name: "Olive Owner" });
  const { id } = recordOf(await owner.post("/clients", { clients: [{ fullname: "Gwen Guest" }] }), "clients");
  const entries = recordsOf(await owner.get(`/clients/${id}/history`), "audit_entries");
  expect(entries.map(({ actor }) => actor)).toEqual([
    { type: "User", id: owner.user, name: "Olive Owner (Roost Console)" },
  ]);
  await service.sql("delete from sessions where user_id = $1", [owner.user]);
  expect((await owner.get("/clients")).status).toBe(401);
});

test("the console is not listed as an application and cannot be uninstalled", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  expect(recordsOf(await owner.get("/applications"), "applications")).toEqual([]);
  expect((await owner.get(`/applications/${await consoleOf(account)}`)).status).toBe(404);
});

test("a person's access follows their current role and ends with their membership", async () => {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner");
  expect((await owner.get("/payouts?payment_gateway_id=1")).status).toBe(200);
  await service.sql("update memberships set role = 'manager' where user_id = $1", [owner.user]);
  expect((await owner.get("/payouts?payment_gateway_id=1")).status).toBe(403);
  await service.sql("update users set disabled_at = now() where id = $1", [owner.user]);
  expect((await owner.get("/rentals")).status).toBe(401);
  await service.sql("update users set disabled_at = null where id = $1", [owner.user]);
  expect((await owner.get("/rentals")).status).toBe(200);
  await service.sql("update accounts set closed_at = now() where id = $1", [account]);
  expect((await owner.get("/rentals")).status).toBe(401);
});

test("the console learns who is signed in, their roles, and the CSRF token", async () => {
  const account = await service.anAccount({ business_name: "Mill House" });
  const owner = await aMember(service, account, "owner");
  const { status, json } = await owner.session();
  expect([status, json]).toEqual([
    200,
    {
      user: {
        id: owner.user,
        name: "Rosa Robles",
        email: expect.stringContaining("@"),
        locale: "en",
        second_factor: false,
      },
      accounts: [
        {
          id: account,
          name: "Mill House",
          role: "owner",
          country: null,
          time_zone: "UTC",
          since: expect.stringMatching(/^\d{4}-.*Z$/),
          scopes: everyScope.filter((scope) => !scope.endsWith("_owned")).toSorted(),
          sees: null,
        },
      ],
      csrf_token: owner.headers["x-csrf-token"],
    },
  ]);
  const out = await fetch(`${service.url}/console/session`);
  expect([out.status, out.headers.get("cache-control"), await out.json()]).toEqual([
    401,
    "no-store",
    { errors: [{ code: "unauthorized", details: expect.any(String) }] },
  ]);
});

async function consoleOf(account: number): Promise<number> {
  const [row] = await service.sql("select id from applications where client_id = $1", [`roost-console-${account}`]);
  return Number(row?.id);
}
