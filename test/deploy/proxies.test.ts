import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { uploadLimit } from "../../src/kernel/request-body.ts";
import { aDatabaseUrl, aPort, plainSettings, Service } from "../start/service.ts";
import { root } from "./production-packages.ts";
import { startCaddy, startNginx, through, whyNot } from "./proxies.ts";

/** Maximum seconds of a long poll of GET /events (docs/reference/events.md). */
const maxPollSeconds = 30;

const mebibyte = 1024 * 1024;

/** Answers with the request's headers, and whether its connection was reused. */
async function anEcho(): Promise<number> {
  const port = await aPort();
  const known = new WeakSet();
  const server = createServer((request, response) => {
    const again = known.has(request.socket);
    known.add(request.socket);
    request.resume().on("end", () => response.end(JSON.stringify({ ...request.headers, again })));
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

describe.each([
  ["nginx", whyNot("nginx", "-v"), startNginx],
  ["Caddy", whyNot("caddy", "version"), startCaddy],
] as const)("the example for %s", (name, missing, start) => {
  const leftOut = missing ? ` (${missing})` : "";

  test.skipIf(missing)(`${name} forwards requests to a service with ROOST_TLS=proxy${leftOut}`, async () => {
    const own = await plainSettings();
    const behind = { ROOST_TLS: "proxy", ROOST_BASE_URL: "https://roost.example.com" };
    await new Service({ ...own, ...behind, DATABASE_URL: await aDatabaseUrl() }).ready();
    const proxy = await start(Number(own.ROOST_HTTP_PORT));
    const answer = await through(proxy, "/api/v3/rentals");
    // Not a redirect: the service trusts that the request came over HTTPS.
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toHaveProperty("errors");
    const long = await through(proxy, `/api/v3/rentals?ids=${"1,".repeat(20_000)}`);
    expect(long.status).toBe(401);
  });

  test.skipIf(missing)(`${name} forwards the client's address and ignores forged headers${leftOut}`, async () => {
    const proxy = await start(await anEcho());
    const claims = {
      "x-forwarded-for": "203.0.113.7",
      "x-forwarded-proto": "http",
      "x-forwarded-host": "evil.example",
    };
    const headers = JSON.parse((await through(proxy, "/", claims)).text);
    expect(headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "roost.example.com",
      host: "roost.example.com",
    });
    const second = JSON.parse((await through(proxy, "/")).text);
    expect(second.again, "connections to the service are kept").toBe(true);
    const plain = await fetch(`http://127.0.0.1:${proxy.http}/docs?page=2`, {
      headers: { host: "roost.example.com" },
      redirect: "manual",
    });
    expect(plain.status).toBe(308);
  });

  test.skipIf(missing)(`${name} accepts the largest upload and refuses much larger ones${leftOut}`, async () => {
    const proxy = await start(await anEcho());
    expect((await through(proxy, "/", {}, Buffer.alloc(uploadLimit))).status).toBe(200);
    const tooLarge = await through(
      proxy,
      "/",
      { expect: "100-continue" },
      Buffer.alloc(uploadLimit + 2 * mebibyte),
    ).catch(() => ({ status: 413 }));
    expect(tooLarge.status).not.toBe(200);
  });
});

test("both proxies wait longer than a long poll and close idle connections before the service does", async () => {
  const [nginx, caddy] = await Promise.all(
    ["nginx.conf", "Caddyfile"].map((file) => readFile(join(root, "deploy", file), "utf8")),
  );
  const seconds = (text: string | undefined, name: string) =>
    Number(new RegExp(`${name} (\\d+)s`).exec(text ?? "")?.[1]);
  for (const waits of [seconds(nginx, "proxy_read_timeout"), seconds(caddy, "response_header_timeout")])
    expect(waits).toBeGreaterThan(2 * maxPollSeconds);
  // Fastify's default, in milliseconds.
  const kept = 72_000;
  for (const idle of [seconds(nginx, "keepalive_timeout"), seconds(caddy, "keepalive")])
    expect(idle * 1000).toBeLessThan(kept);
});
