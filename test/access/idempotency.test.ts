import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { aBookingsTag, aRental, idsOf } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { anotherService } from "./services.ts";

/** service.md, Idempotency, rules 1 to 5; conventions.md, Idempotency. */
const service = useService();

const aClient = async () => service.aClient(await service.anAccount());
const aKey = () => ({ "idempotency-key": randomUUID() });
const tag = (name = "Beach") => ({ bookings_tags: [{ name_en: name, color: "#008080" }] });
const mismatch = {
  errors: [
    {
      code: "idempotency_key_mismatch",
      details: "Idempotency-Key has already been used for a different request.",
    },
  ],
};

/** The number of records in a client's account. */
const tagsOf = async (client: ApiClient) => idsOf(recordsOf(await client.get("/bookings_tags"), "bookings_tags"));

/** A response byte by byte, without connection headers and the date. */
function verbatim({ status, headers, text }: Answer) {
  const own = ["connection", "date", "keep-alive"];
  return { status, text, headers: [...headers].filter(([name]) => !own.includes(name)).sort() };
}

describe("rules 1 and 2: a repeated request", () => {
  test("gets the same response and is not processed again", async () => {
    const client = await aClient();
    const key = aKey();
    const first = await client.post("/bookings_tags", tag(), key);
    expect(first.status).toBe(201);
    await client.get("/bookings_tags");
    const second = await client.post("/bookings_tags", tag(), key);
    expect(verbatim(second)).toEqual(verbatim(first));
    const { id } = recordOf(first, "bookings_tags");
    expect(second.headers.get("location")).toBe(`https://roost.test/api/v3/bookings_tags/${id}`);
    for (const header of ["x-request-id", "x-updated-since-request-synced-at", "x-ratelimit-remaining", "content-type"])
      expect(second.headers.get(header), header).toBe(first.headers.get(header));
    expect(await tagsOf(client)).toEqual([id]);
  });

  test("counts against the limit, although its headers are the stored ones", async () => {
    const client = await aClient();
    const key = aKey();
    for (let time = 0; time < 3; time++) {
      const answer = await client.post("/bookings_tags", tag(), key);
      expect(answer.headers.get("x-ratelimit-remaining")).toBe("999");
    }
    expect((await client.get("/fees")).headers.get("x-ratelimit-remaining")).toBe("996");
  });

  test("gets the stored response from another service on the same database", async () => {
    const client = await aClient();
    const key = aKey();
    const first = await client.post("/bookings_tags", tag(), key);
    const url = await anotherService(service);
    const response = await fetch(`${url}/api/v3/bookings_tags`, {
      method: "POST",
      headers: { ...key, authorization: `Bearer ${client.token}`, "content-type": "application/vnd.api+json" },
      body: JSON.stringify(tag()),
    });
    const again = { status: response.status, headers: response.headers, text: await response.text(), json: {} };
    expect(verbatim(again)).toEqual(verbatim(first));
  });

  test.each(["PUT", "PATCH"])("a repeated %s shows the record as it was at the first response", async (method) => {
    const client = await aClient();
    const { id } = await aBookingsTag(client);
    const key = aKey();
    const first = await client.send(method, `/bookings_tags/${id}`, tag("First"), key);
    expect(first.status).toBe(200);
    await client.put(`/bookings_tags/${id}`, tag("Second"));
    expect(verbatim(await client.send(method, `/bookings_tags/${id}`, tag("First"), key))).toEqual(verbatim(first));
    expect(recordOf(await client.get(`/bookings_tags/${id}`), "bookings_tags").name).toEqual({ en: "Second" });
  });

  test("a repeated DELETE gets 204 again, but 404 without the key", async () => {
    const client = await aClient();
    const { id } = await aRental(client);
    const key = aKey();
    const first = await client.send("DELETE", `/rentals/${id}`, undefined, key);
    expect(first.status).toBe(204);
    const second = await client.send("DELETE", `/rentals/${id}`, undefined, key);
    expect(verbatim(second)).toEqual(verbatim(first));
    expect(second.text).toBe("");
    expect((await client.delete(`/rentals/${id}`)).status).toBe(404);
  });

  test("matches a key in upper case", async () => {
    const client = await aClient();
    const key = randomUUID();
    const first = await client.post("/bookings_tags", tag(), { "idempotency-key": key });
    const second = await client.post("/bookings_tags", tag(), { "idempotency-key": key.toUpperCase() });
    expect(verbatim(second)).toEqual(verbatim(first));
  });

  test("a repeated request without a key is processed as a new one", async () => {
    const client = await aClient();
    await client.post("/bookings_tags", tag());
    await client.post("/bookings_tags", tag());
    expect(await tagsOf(client)).toHaveLength(2);
  });
});

describe("rule 3: the key of a different request", () => {
  const differences: [string, (client: ApiClient, id: unknown, key: Record<string, string>) => Promise<Answer>][] = [
    ["another method", (client, id, key) => client.send("PATCH", `/bookings_tags/${id}`, tag("First"), key)],
    ["another path", (client, id, key) => client.put(`/bookings_tags/${Number(id) + 1}`, tag("First"), key)],
    ["another query", (client, id, key) => client.put(`/bookings_tags/${id}?a=b`, tag("First"), key)],
    ["a path that names no id", (client, _, key) => client.put("/bookings_tags/x", tag("First"), key)],
    ["another body", (client, id, key) => client.put(`/bookings_tags/${id}`, tag("Second"), key)],
    ["no body", (client, id, key) => client.put(`/bookings_tags/${id}`, undefined, key)],
    ["a body that is no JSON", (client, id, key) => client.put(`/bookings_tags/${id}`, "{", key)],
    [
      "the same JSON in other bytes",
      (client, id, key) => client.put(`/bookings_tags/${id}`, JSON.stringify(tag("First"), null, 1), key),
    ],
    ["another route", (client, _, key) => client.post("/bookings_tags", tag("First"), key)],
    ["a deletion", (client, _, key) => client.send("DELETE", "/rentals/1", undefined, key)],
  ];
  test.each(differences)("%s gets the documented 409 and is not executed", async (_, differently) => {
    const client = await aClient();
    const { id } = await aBookingsTag(client);
    const key = aKey();
    const first = await client.put(`/bookings_tags/${id}`, tag("First"), key);
    expect(first.status).toBe(200);
    const refused = await differently(client, id, key);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.text).toBe(JSON.stringify(mismatch));
    expect(await tagsOf(client)).toEqual([id]);
    expect(recordOf(await client.get(`/bookings_tags/${id}`), "bookings_tags").name).toEqual({ en: "First" });
    // A 409 is not stored: the key still has the first response.
    expect(verbatim(await client.put(`/bookings_tags/${id}`, tag("First"), key))).toEqual(verbatim(first));
  });
});

describe("rule 4: only success is stored", () => {
  const refusals: [number, (client: ApiClient) => Promise<[string, string, unknown]>][] = [
    [400, async () => ["POST", "/bookings_tags", { wrong: [] }]],
    [400, async () => ["POST", "/bookings_tags?a=b", tag()]],
    [400, async () => ["POST", "/bookings_tags", "{"]],
    [404, async () => ["PUT", "/bookings_tags/999999", tag()]],
    [422, async () => ["POST", "/bookings_tags", { bookings_tags: [{}] }]],
    [405, async () => ["DELETE", "/bookings_tags", undefined]],
    [413, async () => ["POST", "/bookings_tags", JSON.stringify(tag("x".repeat(1_100_000)))]],
  ];
  test.each(refusals)("%i leaves the key unused", async (status, request) => {
    const client = await aClient();
    const key = aKey();
    const [method, path, body] = await request(client);
    expect((await client.send(method, path, body, key)).status).toBe(status);
    expect((await client.send(method, path, body, key)).status).toBe(status);
    expect((await client.post("/bookings_tags", tag(), key)).status).toBe(201);
  });

  test("executes a refused request when it is sent again", async () => {
    const client = await aClient();
    const key = aKey();
    expect((await client.put("/bookings_tags/123456789", tag(), key)).status).toBe(404);
    await service.sql("insert into bookings_tags (account_id, id, color) values ($1, 123456789, '#000000')", [
      client.account,
    ]);
    expect((await client.put("/bookings_tags/123456789", tag(), key)).status).toBe(200);
  });
});

describe("the owner of a key", () => {
  test("separates equal keys of different applications and accounts", async () => {
    const client = await aClient();
    const others = [
      await service.aClient(client.account),
      await service.aClient(await service.anAccount(), { application: client.application }),
    ];
    const key = aKey();
    const first = await client.post("/bookings_tags", tag(), key);
    for (const other of others) {
      const answer = await other.post("/bookings_tags", tag("Elsewhere"), key);
      expect(answer.status).toBe(201);
      expect(recordOf(answer, "bookings_tags").id).not.toBe(recordOf(first, "bookings_tags").id);
    }
  });

  test("shares a key between an application's tokens for an account, but not with a token that may not write", async () => {
    const client = await aClient();
    const { account, application } = client;
    const key = aKey();
    const first = await client.post("/bookings_tags", tag(), key);
    const same = await service.aClient(account, { application });
    expect(verbatim(await same.post("/bookings_tags", tag(), key))).toEqual(verbatim(first));
    const reading = await service.aClient(account, { application, scopes: ["bookings_read"] });
    const refused = await reading.post("/bookings_tags", tag(), key);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain("Beach");
    await service.sql("update access_tokens set revoked_at = now() where application_id = $1", [application]);
    expect((await client.post("/bookings_tags", tag(), key)).status).toBe(401);
  });
});

describe("the key itself", () => {
  test.each(["1", "", "not-a-uuid", `${randomUUID()}0`, `{${randomUUID()}}`, randomUUID().replaceAll("-", ""), "é"])(
    "%j is no UUID: 400, and nothing is done",
    async (key) => {
      const client = await aClient();
      const answer = await client.post("/bookings_tags", tag(), { "idempotency-key": key });
      expect(answer.status).toBe(400);
      expect(errorsOf(answer)).toEqual([
        { code: "invalid_idempotency_key", details: "Idempotency-Key must be a UUID." },
      ]);
      expect(await tagsOf(client)).toEqual([]);
    },
  );

  test("on a POST that only reads must be a UUID that no write used, and the answer is always current", async () => {
    const client = await aClient();
    const key = aKey();
    const search = (headers: Record<string, string>) => client.post("/rentals/search", {}, headers);
    expect(recordsOf(await search(key), "rentals")).toEqual([]);
    await aRental(client);
    expect(recordsOf(await search(key), "rentals")).toHaveLength(1);
    expect(errorsOf(await search({ "idempotency-key": "1" }))).toMatchObject([{ code: "invalid_idempotency_key" }]);
    expect((await client.post("/bookings_tags", tag(), key)).status).toBe(201);
    const used = await search(key);
    expect([used.status, used.json]).toEqual([409, mismatch]);
  });

  test("is ignored on a GET", async () => {
    const client = await aClient();
    const key = aKey();
    expect((await client.get("/bookings_tags", { "idempotency-key": "mine" })).status).toBe(200);
    expect((await client.get("/bookings_tags", key)).status).toBe(200);
    expect((await client.post("/bookings_tags", tag(), key)).status).toBe(201);
    expect(recordsOf(await client.get("/bookings_tags", key), "bookings_tags")).toHaveLength(1);
  });
});

describe("after a week", () => {
  const age = (client: ApiClient, interval: string) =>
    service.sql("update idempotent_answers set created_at = now() - $2::interval where account_id = $1", [
      client.account,
      interval,
    ]);
  const stored = async (client: ApiClient) =>
    (await service.sql("select from idempotent_answers where account_id = $1", [client.account])).length;

  test("the key can be reused, even before the cleanup job runs", async () => {
    const client = await aClient();
    const key = aKey();
    const first = await client.post("/bookings_tags", tag(), key);
    await age(client, "6 days 23 hours 59 minutes");
    expect(verbatim(await client.post("/bookings_tags", tag(), key))).toEqual(verbatim(first));
    await age(client, "7 days 1 second");
    const second = await client.post("/bookings_tags", tag("Forest"), key);
    expect(second.status).toBe(201);
    expect(verbatim(await client.post("/bookings_tags", tag("Forest"), key))).toEqual(verbatim(second));
    expect(await tagsOf(client)).toHaveLength(2);
  });

  test("the job deletes the expired responses of every account and no younger ones", async () => {
    const [old, older, young] = [await aClient(), await aClient(), await aClient()];
    for (const client of [old, older, young]) await client.post("/bookings_tags", tag(), aKey());
    await age(old, "7 days 1 second");
    await age(older, "30 days");
    await age(young, "6 days 23 hours");
    expect(await forgetOldAnswers()).toBe(2);
    expect(await Promise.all([old, older, young].map(stored))).toEqual([0, 0, 1]);
    expect(await forgetOldAnswers()).toBe(0);
  });
});

/** Runs the job's function as the application. */
async function forgetOldAnswers(): Promise<number> {
  const [row] = await service.database.read({ text: "select forget_idempotent_answers()" }, []);
  return Number(row?.[0]);
}
