import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import Fastify from "fastify";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { agent } from "../../src/interfaces/mcp/routes.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { queries } from "../harness/queries.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import { conformanceOffering } from "./conformance/offering.ts";
import { aToken, type TestToken } from "./fixture.ts";

/** Runs the official conformance suite against the endpoint, which serves the suite's own tools. */
const service = useService();
const suite = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

let token: TestToken;
beforeAll(async () => {
  token = await aToken(service, [await service.anAccount()]);
});

/** The suite sends local origins, so the endpoint must know its own port. */
async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const probe = createServer().listen(0, "localhost", resolve);
  await promise;
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (typeof address !== "object" || address === null) throw new Error("The probe has no port.");
  return address.port;
}

async function endpointUrl(): Promise<string> {
  const baseUrl = `http://localhost:${await freePort()}`;
  const app = Fastify();
  // The suite cannot send a token.
  app.addHook("onRequest", async (request) => {
    request.headers.authorization = `Bearer ${token.token}`;
  });
  const { database } = service;
  await app.register((instance) =>
    agent(instance, {
      ...{ database, queries, routes: [], baseUrl, clock: Date.now, cache: new ApplicationCache() },
      ...{ secrets: testSecrets, files: service.files },
      agentOffering: conformanceOffering(),
    }),
  );
  await app.listen({ host: "localhost", port: Number(new URL(baseUrl).port) });
  onTestFinished(() => app.close());
  return `${baseUrl}/mcp`;
}

/** Scenarios that do not apply to a server like Roost, with the reason. All others pass. */
const exceptions: Readonly<Record<string, string>> = {
  "http-custom-header-server-validation":
    "needs a tool that repeats an argument in a header (x-mcp-header); Roost has none",
  "server-sse-polling": "only recommends resumable streams, which Roost lacks: each answer is one event",
};

/**
 * Runs the suite's program.
 * @param watch receives the output so far, whenever it grows
 * @returns the output, whether or not all checks pass
 */
function runSuite(args: readonly string[], watch?: (output: string) => void): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = execFile(
    process.execPath,
    [suite, ...args],
    { maxBuffer: 64 * 1024 * 1024 },
    (_error, stdout, stderr) => resolve(stdout + stderr),
  );
  let seen = "";
  child.stdout?.on("data", (part) => {
    seen += String(part);
    watch?.(seen);
  });
  return promise;
}

// The suite has no scenarios of 2024-11-05, which transport.test.ts covers.
test.each(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])(
  "passes all scenarios of the official suite for %s",
  async (revision) => {
    const listed = await runSuite(["list", "--server", "--spec-version", revision]);
    const scenarios = [...listed.matchAll(/^ +- ([\w-]+) \[/gm)].map(([, name = ""]) => name);
    expect(scenarios).toContain(revision === "2026-07-28" ? "server-stateless" : "server-session-lifecycle");
    const url = await endpointUrl();
    const output = await runSuite(["server", "--url", url, "--spec-version", revision, "--suite", "all"]);
    const passed = [...output.matchAll(/✓ ([\w-]+): [1-9]\d* passed, 0 failed/g)].map(([, name = ""]) => name);
    const needed = scenarios.filter((name) => !Object.hasOwn(exceptions, name));
    expect(passed, output.slice(-6000)).toEqual(needed);
  },
);

test("passes the official suite of authorization servers with its sign-in", async () => {
  const url = await endpointUrl();
  const [port, browser] = [await freePort(), new PlainBrowser(new URL(url).origin)];
  let visit: Promise<void> | undefined;
  /** Pastes the token, as a person does in a browser, once the suite shows the page's address. */
  const signIn = async (page: string): Promise<void> => {
    const { pathname, search, searchParams } = new URL(page);
    await browser.get(`${pathname}${search}`);
    const { location } = await browser.post(pathname, { ...Object.fromEntries(searchParams), token: token.token });
    expect((await fetch(location ?? "")).status).toBe(200);
  };
  const args = ["authorization", "--url", url, "--client-id", "agent-1", "--port", String(port), "--resource", url];
  const output = await runSuite(args, (seen) => {
    const [page] = /^http\S+\/mcp\/oauth\/authorize\?\S+(?=\n)/m.exec(seen) ?? [];
    if (page !== undefined) visit ??= signIn(page);
  });
  await visit;
  const passed = [...output.matchAll(/✓ ([\w-]+): [1-9]\d* passed, 0 failed/g)].map(([, name = ""]) => name);
  expect(passed, output.slice(-6000)).toEqual(["authorization-server-metadata-endpoint", "authorization-code-grant"]);
});
