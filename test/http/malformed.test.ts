import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { redirectToHttps } from "../../src/interfaces/http/redirect.ts";
import { readRaw, sendRaw } from "../harness/raw-socket.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const common = ["x-request-id", "x-updated-since-request-synced-at", "x-ratelimit-limit", "x-ratelimit-remaining"];

const send = async (...pieces: (string | Buffer)[]) => readRaw(await sendRaw(service.url, ...pieces));
const get = (path: string, ...lines: string[]) => [`GET ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
const closing = "Connection: close";

describe("answers malformed HTTP in the usual error form", () => {
  test.each<[string, () => string | Buffer, number, string]>([
    ["no Host", () => get("/api/v3/rentals", closing), 400, "The request has no Host header."],
    ["two Hosts", () => get("/api/v3/rentals", "Host: a", "Host: a", closing), 400, "more than one host header"],
    [
      "two Authorizations",
      () => get("/api/v3/rentals", "Host: a", "Authorization: Bearer a", "Authorization: Bearer b", closing),
      400,
      "more than one authorization header",
    ],
    ["an unknown method", () => "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "The method is not supported."],
    ["another unknown method", () => "M-SEARCHES * HTTP/1.1\r\nHost: a\r\n\r\n", 501, "The method is not supported."],
    ["garbage", () => "hello\r\n\r\n", 400, "not valid HTTP"],
    ["the beginning of TLS", () => Buffer.from("16030100a5010000a10303", "hex"), 400, "not valid HTTP"],
    ["a header without a colon", () => get("/", "Host: a", "nonsense"), 400, "not valid HTTP"],
    ["two lengths", () => get("/", "Host: a", "Content-Length: 1", "Content-Length: 2"), 400, "not valid HTTP"],
    ["long headers", () => get("/", "Host: a", `X-Long: ${"x".repeat(300_000)}`), 431, "larger than 80 KiB"],
    ["a long URL", () => get(`/${"x".repeat(300_000)}`, "Host: a"), 431, "larger than 80 KiB"],
    ["a NUL in a header", () => get("/", "Host: a", "X-Nul: a\0b"), 400, "not valid HTTP"],
  ])("%s", async (_, request, status, sentence) => {
    const answer = await send(request());
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(sentence);
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code: expect.any(String) }] });
    for (const name of common) expect(answer.headers.get(name), name).toBeTruthy();
  });

  test("an HTTP/1.0 request needs no Host", async () => {
    expect((await send("GET /health/live HTTP/1.0\r\n\r\n")).status).toBe(200);
  });

  test("an unknown expectation is ignored", async () => {
    const answer = await send(get("/api/v3/rentals", "Host: a", "Expect: a-miracle", closing));
    expect(answer.status).toBe(401);
    for (const name of common) expect(answer.headers.get(name), name).toBeTruthy();
  });

  test("OPTIONS * lists every method", async () => {
    const answer = await send("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
  });
});

test("the redirect to HTTPS has the standard headers and a line in the log", async () => {
  const logged: string[] = [];
  const app = redirectToHttps(
    "https://roost.test",
    (id) => ({ "x-request-id": id, "x-ratelimit-limit": "300" }),
    pino({ level: "silent" }),
    ({ id }, { statusCode }) => logged.push(`${id} ${statusCode}`),
  );
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const answer = readRaw(await sendRaw(url, get("/api/v3/rentals?page=2", "Host: a", closing)));
  const nameless = readRaw(await sendRaw(url, get("/api/v3/rentals?page=2", "Expect: a-miracle", closing)));
  const broken = readRaw(await sendRaw(url, get("/%zz", "Host: a", closing)));
  const refused = readRaw(await sendRaw(url, "hello\r\n\r\n"));
  const long = readRaw(await sendRaw(url, get(`/${"x".repeat(9000)}`, "Host: a", closing)));
  await app.close();
  expect([long.status, long.headers.get("location") ?? null]).toEqual([413, null]);
  for (const { status, headers } of [answer, nameless])
    expect([status, headers.get("location")]).toEqual([302, "https://roost.test/api/v3/rentals?page=2"]);
  expect([broken.status, broken.headers.get("location")]).toEqual([302, "https://roost.test/%zz"]);
  const answered = [answer, nameless, broken, long];
  expect(logged).toEqual(answered.map(({ status, headers }) => `${headers.get("x-request-id")} ${status}`));
  for (const { headers } of [...answered, refused]) {
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("x-ratelimit-limit")).toBe("300");
  }
});

test("405 and OPTIONS list the same methods on every path", async () => {
  const client = await service.aClient(await service.anAccount());
  let compared = 0;
  for (const path of new Set(routes.map((route) => route.path))) {
    const named = path.replace(/:[a-z_]+/g, "1");
    const taken = routes.filter((route) => route.path === path).map(({ method }) => method);
    const other = ["DELETE", "PATCH", "PUT", "POST"].find((method) => !taken.some((one) => one === method));
    if (other === undefined) continue;
    const [refused, options] = [await client.send(other, named), await client.send("OPTIONS", named)];
    // A fixed path may match another route's id parameter, as `DELETE /rentals/meta` does.
    if (refused.status !== 405) continue;
    expect(refused.headers.get("allow"), path).toBe(options.headers.get("allow"));
    compared++;
  }
  expect(compared).toBeGreaterThan(100);
});
