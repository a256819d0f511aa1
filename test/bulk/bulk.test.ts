import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, aSource } from "../harness/factories.ts";
import { LockWaits } from "../harness/lock-waits.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { aBusiness, aPayment, cash, order, performed } from "../payments/factories.ts";

/** Bulk requests (conventions.md, Bulk). */
let isSlow = false;
let skippedMs = 0;
/** While the service is slow, each look at the clock takes seconds. */
const clock = (): number => {
  if (isSlow) skippedMs += 4000;
  return Date.now() + skippedMs;
};
const service = useService({ clock });

beforeAll(async () => {
  // PostgreSQL detects a deadlock only after this wait, by default one second.
  const [row] = await service.sql("select current_database() as name");
  await service.sql(`alter database "${row?.name}" set deadlock_timeout = '40ms'`);
});

const aManager = async () => service.aClient(await service.anAccount());

/** An operation's response within the bulk results. */
interface Result {
  readonly status: number;
  readonly headers: Json;
  readonly body: Json;
}

const object = (value: unknown): Json => Object(value);
const resultOf = (value: unknown): Result => {
  const { status, headers, body } = object(value);
  return { status: Number(status), headers: object(headers), body: object(body) };
};
const resultsOf = (answer: Answer): Result[] => {
  if (!Array.isArray(answer.json.results)) throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json.results.map(resultOf);
};
const statusesOf = (answer: Answer) => resultsOf(answer).map(({ status }) => status);
const bulk = (client: ApiClient, operations: readonly unknown[], more: Json = {}) =>
  client.post("/bulk", { operations, ...more });
const atomically = (client: ApiClient, operations: readonly unknown[]) => bulk(client, operations, { atomic: true });
const source = (name: string, more: Json = {}) => ({
  method: "POST",
  path: "/sources",
  body: { sources: [{ name }] },
  ...more,
});
const namesIn = async (client: ApiClient) => recordsOf(await client.get("/sources"), "sources").map(({ name }) => name);

/** Makes an operation's result comparable with the single request: same statuses, errors and record format. */
function comparable(body: unknown, headers: Iterable<[string, unknown]>): unknown {
  const text = JSON.stringify(body).replace(/"id":\d+|\d{4}-\d\d-\d\dT[\d:]+Z|request [0-9a-f-]+/g, "…");
  const changing =
    /^(date|connection|keep-alive|content-length|transfer-encoding|etag|location|x-(ratelimit|request|updated).*)$/;
  return [text, Object.fromEntries([...headers].filter(([name]) => !changing.test(name)))];
}

describe("operations on their own", () => {
  test("return results in order, each with the status, headers and body of a separate request", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const operations: Json[] = [
      { method: "GET", path: "/rentals?fields=sleeps" },
      { method: "GET", path: `/rentals/${rental.id}?fields=id` },
      { method: "GET", path: "/rentals/999999" },
      { method: "GET", path: "/rentals?colour=red" },
      { method: "GET", path: "/nothing" },
      { method: "GET", path: "/rentals/%zz" },
      { method: "DELETE", path: "/rentals" },
      { method: "POST", path: "/rentals", body: { rental: [] } },
      { method: "POST", path: "/rentals", body: { rentals: [{ name: "", sleeps: -1, colour: "red" }] } },
      { method: "POST", path: "/rentals" },
      { method: "PUT", path: `/rentals/${rental.id}`, body: { rentals: [{ name: "Cottage 2" }] } },
      { method: "PATCH", path: `/rentals/${rental.id}`, body: { rentals: [{ name: 7 }] } },
      { method: "POST", path: `/rentals/${rental.id}/bookings`, body: { bookings: [{ start_at: "2027-02-30" }] } },
      { method: "POST", path: "/sources?a=b", body: { sources: [{ name: "x" }] } },
      { method: "POST", path: "/sources", body: { sources: [{ name: "y" }] }, idempotency_key: "no-uuid" },
      { method: "GET", path: "/openapi.json/" },
    ];
    const together = resultsOf(await bulk(client, operations));
    for (const [index, { method, path, body, idempotency_key: key }] of operations.entries()) {
      // Compression applies to the whole response, not to single operations.
      const headers = {
        "accept-encoding": "identity",
        ...(key === undefined ? {} : { "idempotency-key": String(key) }),
      };
      const alone = await client.send(String(method), String(path), body, headers);
      const result = together[index];
      expect(result?.status, String(path)).toBe(alone.status);
      expect(comparable(result?.body, Object.entries(result?.headers ?? {}))).toEqual(
        comparable(alone.json, alone.headers),
      );
    }
    expect(new Set(together.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 405, 422]));
  });

  test("run separately, and later operations see the writes of earlier ones", async () => {
    const client = await aManager();
    const answer = await bulk(client, [source("A"), source(""), { method: "GET", path: "/sources" }, source("B")]);
    expect([answer.status, statusesOf(answer)]).toEqual([200, [201, 422, 200, 201]]);
    expect(recordsOf({ ...answer, json: resultsOf(answer)[2]?.body ?? {} }, "sources").map(({ name }) => name)).toEqual(
      ["A"],
    );
    expect(await namesIn(client)).toEqual(["A", "B"]);
    expect(resultsOf(answer)[0]?.headers.location).toMatch(/\/api\/v3\/sources\/\d+$/);
  });

  test("accept one hundred operations of all kinds, and a deletion has no body", async () => {
    const client = await aManager();
    const { id } = await aSource(client, { name: "Old" });
    const rental = await aRental(client);
    const operations = Array.from({ length: 25 }, (_, index) => [
      source(`S${index}`),
      { method: "GET", path: `/sources/${id}` },
      { method: "PUT", path: `/sources/${id}`, body: { sources: [{ name: `Old ${index}` }] } },
      index === 24 ? { method: "DELETE", path: `/rentals/${rental.id}` } : { method: "GET", path: "/rentals" },
    ]).flat();
    const results = resultsOf(await bulk(client, operations));
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 25 }, (_, index) => [201, 200, 200, index === 24 ? 204 : 200]).flat(),
    );
    expect([results[99]?.body, await namesIn(client)]).toEqual([{}, expect.arrayContaining(["S0", "S24", "Old 24"])]);
  });

  test("need their own scopes, and reach no record of another account", async () => {
    const owner = await aManager();
    const { id } = await aRental(owner);
    const reader = await service.aClient(await service.anAccount(), { scopes: ["rentals_read"] });
    const asked = [
      { method: "GET", path: "/rentals" },
      { method: "GET", path: `/rentals/${id}` },
      { method: "POST", path: "/rentals", body: { rentals: [{ name: "Mine" }] } },
      { method: "DELETE", path: `/rentals/${id}` },
    ];
    expect(statusesOf(await bulk(reader, asked))).toEqual([200, 404, 403, 403]);
    const stranger = await aManager();
    expect(statusesOf(await bulk(stranger, asked))).toEqual([200, 404, 201, 404]);
    expect((await owner.get(`/rentals/${id}`)).status).toBe(200);
    const nobody = new ApiClient(service.url, undefined);
    expect((await bulk(nobody, asked)).status).toBe(401);
  });

  test("replay under their idempotency keys, also as separate requests, with the bytes of compact JSON", async () => {
    const client = await aManager();
    const key = randomUUID();
    const first = resultsOf(await bulk(client, [source("Once", { idempotency_key: key })]))[0];
    const again = resultsOf(await bulk(client, [source("Once", { path: "/api/v3/sources", idempotency_key: key })]))[0];
    expect(again?.body).toEqual(first?.body);
    const alone = await client.post("/sources", '{"sources":[{"name":"Once"}]}', { "idempotency-key": key });
    expect([alone.status, alone.json]).toEqual([201, first?.body]);
    const other = resultsOf(await bulk(client, [source("Twice", { idempotency_key: key })]))[0];
    expect([other?.status, object(other?.body).errors]).toEqual([
      409,
      [{ code: "idempotency_key_mismatch", details: "Idempotency-Key has already been used for a different request." }],
    ]);
    expect(await namesIn(client)).toEqual(["Once"]);
  });

  test("each count against the rate limit, and answer 429 once it is exhausted", async () => {
    const client = await aManager();
    await service.sql("update applications set rate_limit = 4 where id = $1", [client.application]);
    const answer = await bulk(
      client,
      Array.from({ length: 5 }, (_, index) => source(`S${index}`)),
    );
    expect(statusesOf(answer)).toEqual([201, 201, 201, 201, 429]);
    const [first, , , , refused] = resultsOf(answer);
    expect([first?.headers["x-ratelimit-remaining"], answer.headers.get("x-ratelimit-remaining")]).toEqual(["3", "0"]);
    expect(refused?.headers["retry-after"]).toMatch(/^\d+$/);
    expect(refused?.body.message).toBe("API v3 rate limit exceeded.");
    expect((await client.get("/sources")).status).toBe(429);
  });

  test("refuse streams and forms, which need a separate request", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const results = resultsOf(await bulk(client, [{ method: "GET", path: `/los_records?rental_id=${rental.id}` }]));
    expect([results[0]?.status, JSON.stringify(results[0]?.body)]).toEqual([
      400,
      expect.stringContaining("as a separate request"),
    ]);
    const photos = { method: "POST", path: `/rentals/${rental.id}/photos` };
    const form = '--a\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nx\r\n--a--\r\n';
    const [asText] = resultsOf(await bulk(client, [{ ...photos, body: form }]));
    expect(asText?.status).toBe(400);
    const headers = { "content-type": "multipart/form-data; boundary=a" };
    const withHeaders = await bulk(client, [{ ...photos, body: form, headers }]);
    expect([withHeaders.status, errorsOf(withHeaders)]).toEqual([
      422,
      { operations: ["element 1: headers is not a member of an operation"] },
    ]);
    expect(recordsOf(await client.get("/photos"), "photos")).toEqual([]);
  });
});

describe("an atomic bulk request", () => {
  test("commits as a whole, and its reads see its own writes", async () => {
    const client = await aManager();
    const answer = await atomically(client, [source("A"), source("B"), { method: "GET", path: "/sources" }]);
    expect(statusesOf(answer)).toEqual([201, 201, 200]);
    expect(recordsOf({ ...answer, json: resultsOf(answer)[2]?.body ?? {} }, "sources")).toHaveLength(2);
    expect(await namesIn(client)).toEqual(["A", "B"]);
  });

  test("stops at the first failed operation with 422, its index and its answer, and changes nothing", async () => {
    const client = await aManager();
    const key = randomUUID();
    const answer = await atomically(client, [source("A", { idempotency_key: key }), source(""), source("C")]);
    expect(answer.status).toBe(422);
    expect(answer.json.index).toBe(1);
    expect(errorsOf(answer)).toEqual({
      operations: ["element 2: failed with 422, so nothing was changed"],
    });
    expect(resultOf(answer.json.result)).toMatchObject({ status: 422, body: { errors: { name: ["can't be blank"] } } });
    expect(await namesIn(client)).toEqual([]);
    // The key is free again, because its operation was rolled back.
    expect(statusesOf(await bulk(client, [source("Z", { idempotency_key: key })]))).toEqual([201]);
  });

  test("books neither of two stays when one is taken", async () => {
    const client = await aManager();
    const [one, two] = [await aRental(client), await aRental(client, { name: "Cottage 2" })];
    await aBooking(client, two);
    const stay = { bookings: [{ start_at: "2090-01-04", end_at: "2090-01-08" }] };
    const both = [one, two].map(({ id }) => ({ method: "POST", path: `/rentals/${id}/bookings`, body: stay }));
    const answer = await atomically(client, both);
    expect([answer.status, answer.json.index]).toEqual([422, 1]);
    expect(recordsOf(await client.get(`/bookings?rental_id=${one.id}`), "bookings")).toEqual([]);
  });

  test("refuses to wait for events: its locks would hold up everybody who books the same rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const change = { method: "PUT", path: `/rentals/${rental.id}`, body: { rentals: [{ sleeps: 5 }] } };
    const waiting = await atomically(client, [change, { method: "GET", path: "/events?wait=1" }]);
    expect([waiting.status, waiting.json.index]).toEqual([422, 1]);
    expect(object(resultOf(waiting.json.result).body).errors).toEqual([
      {
        code: "bad_request",
        details: "wait must be 0 in an atomic bulk request, because other requests would wait too.",
      },
    ]);
    const reading = { method: "GET", path: "/events?wait=0" };
    expect(statusesOf(await atomically(client, [change, reading]))).toEqual([200, 200]);
    expect(statusesOf(await bulk(client, [{ method: "GET", path: "/events?wait=1" }]))).toEqual([200]);
  });

  test("ends after thirty seconds, because it holds a connection and its locks, and changes nothing", async () => {
    const client = await aManager();
    isSlow = true;
    const operations = Array.from({ length: 50 }, (_, at) => source(`Site ${at}`));
    const answer = await atomically(client, operations).finally(() => {
      isSlow = false;
    });
    const { status, body } = resultOf(answer.json.result);
    expect([answer.status, status]).toEqual([422, 503]);
    expect(Number(answer.json.index)).toBeGreaterThan(0);
    expect(body.errors).toEqual([
      { code: "unavailable", details: "This atomic bulk request took longer than 30 seconds. Send fewer operations." },
    ]);
    expect(await namesIn(client)).toEqual([]);
    expect((await atomically(client, operations)).status).toBe(200);
  });

  test("replays a repeated key inside itself, and counts each operation once", async () => {
    const client = await aManager();
    await service.sql("update applications set rate_limit = 50 where id = $1", [client.application]);
    const once = source("A", { idempotency_key: randomUUID() });
    const answer = await atomically(client, [once, once]);
    const [first, second] = resultsOf(answer);
    expect(second?.body).toEqual(first?.body);
    expect(await namesIn(client)).toEqual(["A"]);
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("48");
    const others = [
      { method: "GET", path: "/openapi.json" },
      { method: "GET", path: "/nowhere" },
    ];
    expect(statusesOf(await bulk(client, others.slice(0, 1)))).toEqual([200]);
    expect(statusesOf(await bulk(client, others.slice(1)))).toEqual([404]);
    expect((await client.get("/sources")).headers.get("x-ratelimit-remaining")).toBe("44");
  });

  test("refuses orders for charges and refunds, but records payments that were made", async () => {
    const { client, gateway, booking } = await aBusiness(service);
    const pay = (attributes: Json) =>
      atomically(client, [
        { method: "POST", path: `/bookings/${booking.id}/payments`, body: { payments: [attributes] } },
      ]);
    expect(statusesOf(await pay(cash()))).toEqual([201]);
    const refused = await pay(order(gateway));
    expect([refused.status, resultOf(refused.json.result).body.errors]).toEqual([
      422,
      { base: ["is a payment order and cannot be part of an atomic bulk request"] },
    ]);
    expect(recordsOf(await client.get("/payments"), "payments")).toHaveLength(1);

    const paid = await performed(service, client, await aPayment(client, booking, order(gateway)));
    const inCash = recordsOf(await client.get("/payments"), "payments").find(({ id }) => id !== paid.id);
    const refund = (payment: Json | undefined) => ({
      method: "POST",
      path: `/payments/${payment?.id}/refund`,
      body: { payments: [{ amount_in_cents: 1000 }] },
    });
    const both = await atomically(client, [refund(inCash), refund(paid)]);
    expect([both.status, both.json.index, resultOf(both.json.result).body.errors]).toEqual([
      422,
      1,
      { base: ["is a payment order and cannot be part of an atomic bulk request"] },
    ]);
    expect(recordsOf(await client.get("/payments"), "payments")).toHaveLength(2);
    expect(statusesOf(await atomically(client, [refund(inCash)]))).toEqual([201]);
    expect(statusesOf(await bulk(client, [refund(paid)]))).toEqual([201]);
  });

  test("succeeds for eight clients that lock the same rentals in opposite orders, without selling a night twice", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const rentals = [await aRental(client), await aRental(client, { name: "Cottage 2" })];
    const bookings = (order: readonly Json[], day: number) =>
      order.map(({ id }) => ({
        method: "POST",
        path: `/rentals/${id}/bookings`,
        body: { bookings: [{ start_at: `2091-03-${10 + day}`, end_at: `2091-03-${11 + day}` }] },
      }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        atomically(client, bookings(index % 2 === 0 ? rentals : rentals.toReversed(), Math.floor(index / 2))),
      ),
    );
    // Two operations want each day: one gets both nights, the other none.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 422, 422, 422, 422]);
    for (const { status, json } of answers) if (status === 422) expect(resultOf(json.result).status).toBe(422);
    const nights = await service.sql("select count(*)::integer as booked from bookings where account_id = $1", [
      account,
    ]);
    expect(nights).toEqual([{ booked: 8 }]);
  });

  test("changes nothing when its database connection breaks, and the service continues", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = { bookings: [{ start_at: "2091-03-10", end_at: "2091-03-11" }] };
    const path = `/rentals/${rental.id}/bookings`;
    const waits = new LockWaits(await ownerOf(service));
    const holding = service.database.within([client.account]).transaction(async (transaction) => {
      await transaction.run("select from rentals where account_id = $1 and id = $2 for update", [
        client.account,
        rental.id,
      ]);
      const answer = atomically(client, [source("A"), { method: "POST", path, body: stay }]);
      while ((await waits.cutOff()) === 0);
      return answer;
    });
    const answer = await holding;
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await namesIn(client)).toEqual([]);
    expect(statusesOf(await atomically(client, [source("A"), { method: "POST", path, body: stay }]))).toEqual([
      201, 201,
    ]);
  });

  test("leaves nothing in the caches when it is rolled back", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "100", base_rate_kind: "nightly", currency: "EUR" });
    const path = `/rentals/${rental.id}`;
    const availability = { method: "GET", path: `/availabilities/${rental.id}` };
    const before = recordsOf(await client.get(`/availabilities/${rental.id}`), "availabilities");
    const stay = { bookings: [{ start_at: before[0]?.start_date, end_at: "2090-01-01" }] };
    const answer = await atomically(client, [
      { method: "POST", path: `${path}/bookings`, body: stay },
      availability,
      source(""),
    ]);
    expect(answer.status).toBe(422);
    expect(recordsOf(await client.get(`/availabilities/${rental.id}`), "availabilities")).toEqual(before);
  });
});

describe("an invalid bulk request is refused as a whole", () => {
  const refusals: [what: string, body: unknown, status: number, errors: unknown][] = [
    ["without operations", {}, 422, { operations: ["can't be blank"] }],
    ["as a list", [], 400, expect.anything()],
    ["with operations that are not a list", { operations: {} }, 422, { operations: ["must be an array"] }],
    [
      "with too many operations",
      { operations: Array.from({ length: 101 }, () => source("A")) },
      422,
      { operations: ["has too many elements (maximum is 100)"] },
    ],
    [
      "with unknown members and an invalid flag",
      { operations: [], parallel: 4, atomic: "yes" },
      422,
      { parallel: ["is not an attribute of a bulk request"], atomic: ["must be true or false"] },
    ],
    [
      "with invalid operations",
      {
        operations: [
          source("A"),
          7,
          { method: "TRACE", path: "rentals" },
          { method: "GET", path: "/../../oauth/token", body: {}, headers: {} },
          { method: "POST", path: "/%62ulk/../bulk/", body: { operations: [] } },
          { method: "POST", path: "//other.example/../../../bulk?a=b", idempotency_key: 7 },
        ],
      },
      422,
      {
        operations: [
          "element 2: must be an object",
          "element 3: method must be one of: GET, POST, PUT, PATCH, DELETE",
          'element 3: path must be a path of the API, such as "/rentals"',
          "element 4: headers is not a member of an operation",
          'element 4: path must be a path of the API, such as "/rentals"',
          "element 4: body must be absent with GET",
          "element 5: path must not be another bulk request",
          'element 6: path must be a path of the API, such as "/rentals"',
          "element 6: idempotency_key must be a UUID",
        ],
      },
    ],
    [
      "with a number that is too large to represent",
      '{"operations":[{"method":"POST","path":"/sources","body":{"a":[1e999]}}]}',
      422,
      { operations: ["element 1: body has a number that is out of range"] },
    ],
    [
      "with arrays nested too deeply",
      `{"operations":[{"method":"POST","path":"/sources","body":${"[".repeat(200_000)}${"]".repeat(200_000)}}]}`,
      422,
      { body: ["is nested too deeply (JSON may be 32 levels deep)"] },
    ],
  ];
  test.each(refusals)("%s", async (_, body, status, errors) => {
    const client = await aManager();
    const answer = await client.post("/bulk", body);
    expect([answer.status, errorsOf(answer)]).toEqual([status, errors]);
    expect(await namesIn(client)).toEqual([]);
  });

  test("when nested or too large, or with a key, a parameter, or another media type or method", async () => {
    const client = await aManager();
    const nested = await bulk(client, [{ method: "POST", path: "/%62ulk", body: { operations: [source("A")] } }]);
    expect(statusesOf(nested)).toEqual([422]);
    const body = { operations: [source("A")] };
    const keyed = await client.post("/bulk", body, { "idempotency-key": randomUUID() });
    expect([keyed.status, JSON.stringify(errorsOf(keyed))]).toEqual([400, expect.stringContaining("Idempotency-Key")]);
    expect((await client.post("/bulk?a=b", body)).status).toBe(400);
    expect((await client.post("/bulk", "a=b", { "content-type": "text/plain" })).status).toBe(415);
    expect((await client.post("/bulk", "a", { "content-type": "multipart/form-data; boundary=a" })).status).toBe(415);
    expect((await client.post("/bulk", body, { accept: "text/html" })).status).toBe(406);
    expect((await client.post("/bulk", { operations: [], more: "x".repeat(1_048_576) })).status).toBe(413);
    const got = await client.get("/bulk");
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect(await namesIn(client)).toEqual([]);
  });

  test("except with an empty list of operations", async () => {
    const client = await aManager();
    for (const atomic of [true, false]) expect((await bulk(client, [], { atomic })).json).toEqual({ results: [] });
  });
});
