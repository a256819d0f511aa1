import { describe, expect, test } from "vitest";
import { Transport } from "../../src/interfaces/http/transport.ts";
import { ApiClient } from "../harness/client.ts";
import { useService } from "../harness/service.ts";
import { anotherService } from "./services.ts";

/** Security headers for browsers: HTTPS only, and CORS. test/start/https.test.ts covers the real ports. */
const service = useService();
const base = "https://roost.example";
const secure = { "x-forwarded-proto": "https" };
const page = { origin: "https://dashboard.example" };

const behindAProxy = () => anotherService(service, new Transport("proxy", base, ["127.0.0.1"]));

describe("HTTPS", () => {
  test("sends Strict-Transport-Security with every response, whatever its status", async () => {
    const url = await behindAProxy();
    const { token } = await service.aClient(await service.anAccount());
    const client = new ApiClient(url, token);
    const answers = [
      await client.get("/rentals", secure),
      await client.get("/rentals?page=0", secure),
      await client.get("/nothing", secure),
      await client.post("/rentals", {}, secure),
      await new ApiClient(url, undefined).get("/rentals", secure),
      await client.get("/api/v3/openapi.json", secure),
      await client.get("/oauth/authorize", secure),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 400, 401, 200, 400]);
    for (const { headers } of answers)
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  });

  test("redirects every plain request to HTTPS without processing, counting or revealing anything", async () => {
    const url = await behindAProxy();
    const { token, account, application } = await service.aClient(await service.anAccount());
    const client = new ApiClient(url, token, account, application);
    const tag = { bookings_tags: [{ name_en: "Beach", color: "#008080" }] };
    const asked = [
      await client.get("/rentals?page=2&per_page=1"),
      await client.post("/bookings_tags", tag),
      await client.delete("/rentals/1"),
      await client.get("/nothing"),
      await client.send("OPTIONS", "/rentals", undefined, page),
      await client.get("/oauth/authorize?client_id=1"),
    ];
    for (const { status, headers, text } of asked) {
      expect(status).toBe(302);
      expect(headers.get("location")?.startsWith(`${base}/`)).toBe(true);
      expect(headers.get("strict-transport-security")).toBeNull();
      expect(text).toBe("");
    }
    expect(asked[0]?.headers.get("location")).toBe(`${base}/api/v3/rentals?page=2&per_page=1`);
    expect(await service.sql("select from request_counts where application_id = $1", [application])).toEqual([]);
    expect(await service.sql("select from bookings_tags where account_id = $1", [account])).toEqual([]);
  });
});

test("API responses forbid sniffing and caching, and do not name the server", async () => {
  const client = await service.aClient(await service.anAccount());
  const answers = [await client.get("/rentals"), await client.get("/nothing"), await client.post("/rentals", "{")];
  for (const { headers } of answers) {
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
    expect(headers.get("server")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("set-cookie")).toBeNull();
  }
  expect(answers[0]?.headers.get("cache-control")).toBe("private, no-cache");
  expect(answers[0]?.headers.get("vary")).toContain("authorization");
});

describe("pages of other origins", () => {
  const names = (header: string | null) => (header ?? "").toLowerCase().split(/, */).toSorted();

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "may ask, without a token, whether they may %s",
    async (method) => {
      const answer = await new ApiClient(service.url, undefined).send("OPTIONS", "/rentals/1", undefined, {
        ...page,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization, content-type, idempotency-key, if-match, if-none-match",
      });
      expect(answer.status).toBe(204);
      expect(answer.text).toBe("");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(names(answer.headers.get("access-control-allow-methods"))).toContain(method.toLowerCase());
      expect(names(answer.headers.get("access-control-allow-headers"))).toEqual(
        ["accept", "authorization", "content-type", "idempotency-key", "if-match", "if-none-match"].toSorted(),
      );
      expect(answer.headers.get("access-control-max-age")).toBe("86400");
    },
  );

  test("can read every response and its headers, including refusals", async () => {
    const client = await service.aClient(await service.anAccount());
    const stranger = new ApiClient(service.url, undefined);
    const answers = [
      await client.get("/rentals", page),
      await client.get("/rentals/999", page),
      await client.get("/nothing", page),
      await client.send("DELETE", "/rentals", undefined, page),
      await client.post("/rentals", {}, page),
      await stranger.get("/rentals", page),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 405, 400, 401]);
    for (const { status, headers } of answers) {
      expect(headers.get("access-control-allow-origin"), String(status)).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(names(headers.get("access-control-expose-headers"))).toEqual(
        expect.arrayContaining([
          "etag",
          "link",
          "location",
          "retry-after",
          "x-per-page",
          "x-ratelimit-limit",
          "x-ratelimit-remaining",
          "x-ratelimit-reset",
          "x-request-id",
          "x-total-count",
          "x-total-pages",
          "x-updated-since-request-synced-at",
        ]),
      );
    }
  });

  test("can read a 429 response", async () => {
    const client = await service.aClient(await service.anAccount());
    await service.sql("update applications set rate_limit = 1 where id = $1", [client.application]);
    await client.get("/rentals");
    const answer = await client.get("/rentals", page);
    expect(answer.status).toBe(429);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("cannot call pages for people or the token endpoint", async () => {
    const stranger = new ApiClient(service.url, undefined);
    for (const path of ["/oauth/authorize", "/oauth/token", "/oauth/revoke"]) {
      const answer = await stranger.send("POST", path, undefined, page);
      expect(answer.headers.get("access-control-allow-origin"), path).toBeNull();
    }
  });
});
