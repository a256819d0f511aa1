import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { aPort } from "../start/service.ts";
import { root } from "./production-packages.ts";

/** A stub service with only a health endpoint. */
async function aService(status: number, body: object, tls?: { cert: string; key: string }): Promise<number> {
  const port = await aPort();
  const answer: RequestListener = (request, response) => {
    response.statusCode = request.url === "/health/ready" ? status : 404;
    response.end(JSON.stringify(body));
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  await once(server.listen(port, "localhost"), "listening");
  onTestFinished(() => void server.close());
  return port;
}

async function check(environment: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const running = spawn(process.execPath, [join(root, "bin/health.js")], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  running.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(running, "close");
  return { code, output };
}

test("the health check exits with 0 when the service is ready", async () => {
  const port = await aService(200, { status: "ready" });
  const healthy = { code: 0, output: '200 {"status":"ready"}\n' };
  expect(await check({ ROOST_TLS: "proxy", ROOST_HTTP_PORT: String(port) })).toEqual(healthy);
});

test("the health check exits with 1 and the reason when the service is not ready", async () => {
  const port = await aService(503, { reason: "the disk is full" });
  const unhealthy = { code: 1, output: '503 {"reason":"the disk is full"}\n' };
  expect(await check({ ROOST_TLS: "off", ROOST_HTTP_PORT: String(port) })).toEqual(unhealthy);
});

test("the health check exits with 1 when nothing listens", async () => {
  const port = String(await aPort());
  const { code, output } = await check({ ROOST_TLS: "proxy", ROOST_HTTP_PORT: port });
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^http://localhost:${port}/health/ready: \\S+`));
});

test("the health check uses HTTPS when the service terminates TLS itself", async () => {
  const pair = await generate([{ name: "commonName", value: "roost.example.com" }], { keyType: "ec", curve: "P-256" });
  const port = await aService(200, { status: "ready" }, { cert: pair.cert, key: pair.private });
  expect((await check({ ROOST_TLS: "files", ROOST_HTTPS_PORT: String(port) })).code).toBe(0);
});

test("the health check reads blank settings as the service does", async () => {
  const { output } = await check({ ROOST_TLS: "", ROOST_HTTP_PORT: "80", ROOST_HTTPS_PORT: " " });
  expect(output).toMatch(/^https:\/\/localhost:3443\/health\/ready: /);
  const port = await aService(200, { status: "ready" });
  expect((await check({ ROOST_TLS: "proxy ", ROOST_HTTP_PORT: ` ${port}` })).code).toBe(0);
});
