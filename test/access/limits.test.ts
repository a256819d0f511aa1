import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Transport } from "../../src/interfaces/http/transport.ts";
import { ApiClient, errorsOf, recordsOf } from "../harness/client.ts";
import { aBookingsTag, aRental, idsOf } from "../harness/factories.ts";
import { leadsTo } from "../harness/moments.ts";
import { useService } from "../harness/service.ts";
import { anApplication } from "../oauth/fixture.ts";
import { anotherService } from "./services.ts";

/**
 * A test for each row of service.md's tables Errors and Limits, named after the row. Rows that other tests cover:
 * - Errors: `/payouts` without `payment_gateway_id`; Agent endpoint rate limit exceeded; Agent endpoint token expired, revoked or
 *   missing; Agent endpoint account selection missing or unauthorized.
 * - Limits: Agent endpoint request rate (and its rate-limit headers); `per_page` on /payouts; Rates table `name`; Rates rule
 *   `period_name`; Rates rule `percentage`; Payment `address1`, `address2`, `city`, `state`; Payment `zip`; Rental link group
 *   `rental_ids`.
 * The rate limit, idempotency and HTTPS have their own files with all edge cases.
 */
const service = useService();

const aClient = async () => service.aClient(await service.anAccount());
const tag = { bookings_tags: [{ name_en: "Beach", color: "#008080" }] };

describe("Errors", () => {
  test("`Idempotency-Key` reused with a different method, path or body: 409", async () => {
    const client = await aClient();
    const { id } = await aBookingsTag(client);
    const key = { "idempotency-key": randomUUID() };
    await client.put(`/bookings_tags/${id}`, tag, key);
    const different = [
      await client.send("PATCH", `/bookings_tags/${id}`, tag, key),
      await client.put("/bookings_tags/999", tag, key),
      await client.put(`/bookings_tags/${id}`, { bookings_tags: [{ color: "#000000" }] }, key),
    ];
    for (const answer of different) {
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual({
        errors: [
          {
            code: "idempotency_key_mismatch",
            details: "Idempotency-Key has already been used for a different request.",
          },
        ],
      });
    }
  });

  test("Idempotency key not a valid UUID: not accepted", async () => {
    const answer = await (await aClient()).post("/bookings_tags", tag, { "idempotency-key": "order-1" });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([expect.objectContaining({ code: "invalid_idempotency_key" })]);
  });

  test("Access token expired: 401", async () => {
    const client = await aClient();
    await service.sql("update access_tokens set expires_at = now() - interval '1 second' where application_id = $1", [
      client.application,
    ]);
    expect((await client.get("/rentals")).status).toBe(401);
  });

  test("HTTP used instead of HTTPS: 302 redirect to the HTTPS URL", async () => {
    const base = "https://roost.example";
    const url = await anotherService(service, new Transport("proxy", base, ["127.0.0.1"]));
    const answer = await new ApiClient(url, undefined).get("/rentals?page=2");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`${base}/api/v3/rentals?page=2`);
  });

  test("API rate limit exceeded: 429, message `API v3 rate limit exceeded.`, header `Retry-After`", async () => {
    const client = await aClient();
    await service.sql("update applications set rate_limit = 1 where id = $1", [client.application]);
    await client.get("/fees");
    const began = Date.now();
    const answer = await client.get("/fees");
    expect(answer.status).toBe(429);
    expect(answer.json).toMatchObject({ message: "API v3 rate limit exceeded." });
    const wait = Number(answer.headers.get("retry-after"));
    expect(leadsTo(Number(answer.headers.get("x-ratelimit-reset")), wait, began), String(wait)).toBe(true);
  });

  test("Unknown path, such as a non-nested inbox path: 404", async () => {
    const client = await aClient();
    for (const path of ["/inbox_conversations", "/nothing", "/rentals/1/nothing"]) {
      const answer = await client.get(path);
      expect(answer.status).toBe(404);
      expect(errorsOf(answer)).toEqual([{ code: "not_found", details: "Path not found." }]);
    }
  });

  test("Successful DELETE: 204 empty", async () => {
    const client = await aClient();
    const answer = await client.delete(`/rentals/${(await aRental(client)).id}`);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe("");
    expect(answer.headers.get("content-length")).toBeNull();
  });
});

describe("Limits", () => {
  test("API request rate: 1000 requests per hour, one bucket per OAuth application, may be raised", async () => {
    const client = await aClient();
    const other = await service.aClient(client.account, { application: client.application });
    await client.get("/fees");
    await service.sql("update request_counts set used = 998 where application_id = $1", [client.application]);
    const statuses: number[] = [];
    for (const one of [client, other, client]) statuses.push((await one.get("/rentals")).status);
    expect(statuses).toEqual([200, 200, 429]);
    await service.sql("update applications set rate_limit = 2000 where id = $1", [client.application]);
    expect((await client.get("/rentals")).status).toBe(200);
  });

  test("Rate-limit headers on every response; `Retry-After` only on 429", async () => {
    const client = await aClient();
    for (const path of ["/fees", "/fees?page=x", "/fees/0", "/nothing"]) {
      const { headers } = await client.get(path);
      expect(headers.get("x-ratelimit-limit")).toBe("1000");
      expect(headers.get("x-ratelimit-remaining")).toMatch(/^99\d$/);
      expect(Number(headers.get("x-ratelimit-reset")) % 3600).toBe(0);
      expect(headers.get("retry-after")).toBeNull();
    }
  });

  test("`per_page`: capped by a default limit; use `page` for more", async () => {
    const client = await aClient();
    await service.sql(
      "insert into bookings_tags (account_id, color) select $1, '#000000' from generate_series(1, 130)",
      [client.account],
    );
    const lists = [
      await client.get("/bookings_tags"),
      await client.get("/bookings_tags?per_page=1000"),
      await client.get("/bookings_tags?per_page=1000&page=2"),
    ];
    const records = lists.map((answer) => idsOf(recordsOf(answer, "bookings_tags")));
    expect(records.map(({ length }) => length)).toEqual([100, 100, 30]);
    expect(new Set(records.flat()).size).toBe(130);
    for (const { headers } of lists) expect(headers.get("x-per-page")).toBe("100");
  });

  test("Idempotency retention: up to one week, stored 200 to 399 responses", async () => {
    const client = await aClient();
    const [kept, refused] = [randomUUID(), randomUUID()];
    await client.post("/bookings_tags", tag, { "idempotency-key": kept });
    await client.post("/bookings_tags", { bookings_tags: [{}] }, { "idempotency-key": refused });
    const stored = await service.sql("select key, status from idempotent_answers where account_id = $1", [
      client.account,
    ]);
    expect(stored).toEqual([{ key: kept, status: 201 }]);
    await service.sql("update idempotent_answers set created_at = now() - interval '7 days' where key = $1", [kept]);
    await client.post("/bookings_tags", tag, { "idempotency-key": kept });
    expect(recordsOf(await client.get("/bookings_tags"), "bookings_tags")).toHaveLength(2);
  });

  test("Access token lifetime: 7200 seconds", async () => {
    const application = await anApplication(service, { scopes: ["public"] });
    await service.aClient(await service.anAccount(), { application: application.id, scopes: ["public"] });
    const response = await fetch(`${service.url}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: application.clientId,
        client_secret: application.clientSecret,
      }),
    });
    const issued: unknown = await response.json();
    expect(issued).toMatchObject({ token_type: "bearer", expires_in: 7200 });
    const client = new ApiClient(service.url, String(Object(issued).access_token));
    const later = (seconds: number) =>
      service.sql(
        "update access_tokens set expires_at = expires_at - make_interval(secs => $2) where digest = sha256($1::text::bytea)",
        [client.token, seconds],
      );
    expect((await client.get("/rentals")).status).toBe(200);
    await later(7170);
    expect((await client.get("/rentals")).status).toBe(200);
    await later(31);
    expect((await client.get("/rentals")).status).toBe(401);
  });
});
