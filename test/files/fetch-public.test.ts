import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fetchPublic, type PublicRequest } from "../../src/modules/platform/outgoing/fetch-public.ts";
import { letsAddress } from "../../src/modules/platform/outgoing/private-networks.ts";
import { isPublicAddress } from "../../src/modules/platform/outgoing/public-address.ts";

/** Fetching third-party URLs (docs/design/files.md). */

let server: Server;
let port = 0;
const seen: { url: string | undefined; headers: Record<string, unknown>; method: string | undefined; body: string }[] =
  [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    seen.push({
      url: request.url,
      headers: request.headers,
      method: request.method,
      body: Buffer.concat(chunks).toString(),
    });
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    const to = searchParams.get("to");
    if (to !== null) response.writeHead(Number(searchParams.get("status") ?? 302), { location: to }).end();
    else if (pathname === "/endless") for (let count = 0; count < 100; count++) response.write("x".repeat(1000));
    else if (pathname === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end("xxxx");
    else if (pathname === "/long-head") response.writeHead(200, { "x-long": "x".repeat(20_000) }).end();
    else if (pathname === "/same")
      response.writeHead(request.headers["if-none-match"] === '"1"' ? 304 : 200, { etag: '"1"' }).end();
    else if (pathname !== "/never") response.writeHead(200, { "content-type": "text/plain" }).end("here");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const loopback = [{ address: "127.0.0.1", family: 4 }];
const open = { privateFetch: ["files.test", "other.test"], signal: new AbortController().signal };
const shut = { privateFetch: [], signal: new AbortController().signal };
const resolve = vi.fn(async () => loopback);

/** Fetches from the test's server under a name that only `resolve` knows. */
const fetched = (path: string, request: Partial<PublicRequest> = {}) =>
  fetchPublic(open, { url: `http://files.test:${port}${path}`, maxBytes: 10_000, ...request }, resolve);

describe("refuses addresses that are not public", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.0.0.1/",
    "http://0/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://198.18.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[64:ff9b:1::10.0.0.1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
    "http://localhost/",
    "http://localhost./",
  ])("%s", async (url) => {
    expect(await fetchPublic(shut, { url, maxBytes: 10 })).toEqual({
      problem: "leads to an address that is not public",
      passes: false,
    });
  });

  test.each([
    ["a name that leads to loopback", loopback],
    [
      "a name of which one address is public, and one is not",
      [
        { address: "93.184.215.14", family: 4 },
        { address: "::1", family: 6 },
      ],
    ],
  ])("%s", async (_what, addresses) => {
    const answer = await fetchPublic(shut, { url: "http://anything.test/", maxBytes: 10 }, async () => addresses);
    expect(answer).toEqual({ problem: "leads to an address that is not public", passes: false });
  });

  test("accepts public addresses", () => {
    expect(["93.184.215.14", "8.8.8.8", "2606:4700::6810:85e5"].filter(isPublicAddress)).toHaveLength(3);
    expect(["", "localhost", "4000::1", "1.2.3"].filter(isPublicAddress)).toEqual([]);
  });
});

test.each([
  ["nonsense", "is not a URL"],
  ["ftp://files.test/", "is not an http or https URL"],
  ["file:///etc/passwd", "is not an http or https URL"],
  ["http://me:secret@files.test/", "holds a name or a password"],
  ["http://elsewhere.test:8080/", "names another port than 80 or 443"],
])("%s is refused because it %s", async (url, problem) => {
  const answer = await fetchPublic(shut, { url, maxBytes: 10 }, async () => [{ address: "93.184.215.14", family: 4 }]);
  expect(answer).toEqual({ problem, passes: false });
});

test("resolves a name once per request and connects to the checked address", async () => {
  resolve.mockClear();
  const answer = await fetched("/");
  expect(answer).toMatchObject({
    status: 200,
    size: 4,
    bytes: Buffer.from("here"),
    headers: { "content-type": "text/plain" },
  });
  // Only `resolve` knows the name, so resolving it again would fail.
  expect(resolve).toHaveBeenCalledTimes(1);
});

test("refuses a redirect to a name that then resolves to another address", async () => {
  const [once, ...later] = [loopback, [{ address: "10.0.0.1", family: 4 }]];
  let asked = 0;
  const turning = async () => (asked++ === 0 ? (once ?? []) : (later[0] ?? []));
  const reach = { ...shut, privateFetch: ["127.0.0.1"] };
  const answer = await fetchPublic(reach, { url: `http://turning.test:${port}/?to=/again`, maxBytes: 10 }, turning);
  expect(answer).toEqual({ problem: "leads to an address that is not public", passes: false });
});

describe("a redirect", () => {
  test("a redirect to an address that is not public is refused", async () => {
    for (const to of ["http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/"])
      expect(await fetched(`/?to=${to}`)).toMatchObject({ problem: "leads to an address that is not public" });
  });

  test("is followed at most five times, or not at all if disabled", async () => {
    expect(await fetched("/?to=/end")).toMatchObject({ status: 200, url: `http://files.test:${port}/end` });
    expect(await fetched("/?to=%3Fto%3D/end", { redirects: 1 })).toMatchObject({ problem: "redirects too often" });
    const round = encodeURIComponent("?to=?");
    expect(
      await fetchPublic(open, { url: `http://files.test:${port}/?to=${round}`, maxBytes: 10, redirects: 0 }, resolve),
    ).toMatchObject({ status: 302 });
    seen.length = 0;
    expect(await fetched("/round?to=/round%3Fto%3D/round")).toMatchObject({ status: 200 });
    expect(await fetched("/?to=/end", { method: "POST", body: "x" })).toMatchObject({ status: 302 });
  });

  test("a redirect to another server does not forward the first server's headers", async () => {
    seen.length = 0;
    const headers = { authorization: "Bearer secret", "if-none-match": '"1"' };
    await fetched(`/?to=http://other.test:${port}/end`, { headers });
    expect(seen.map(({ headers: { authorization, "if-none-match": tag } }) => [authorization, tag])).toEqual([
      ["Bearer secret", '"1"'],
      [undefined, '"1"'],
    ]);
  });
});

test("sends the requested method, headers and body", async () => {
  seen.length = 0;
  const request = { method: "POST", body: '{"ü":1}', headers: { "content-type": "application/json" } } as const;
  expect(await fetched("/hook", request)).toMatchObject({ status: 200 });
  expect(seen).toMatchObject([
    {
      method: "POST",
      url: "/hook",
      body: '{"ü":1}',
      headers: { "content-type": "application/json", "content-length": "8", "accept-encoding": "identity" },
    },
  ]);
  expect(await fetched("/same", { headers: { "if-none-match": '"1"' } })).toMatchObject({ status: 304, size: 0 });
});

test.each([
  ["/endless", {}, { problem: "is too large", passes: false }],
  ["/packed", {}, { problem: "answers a compressed body", passes: false }],
  ["/long-head", {}, { problem: "could not be reached", passes: true }],
  ["/never", { timeout: 50 }, { problem: "did not answer in time", passes: true }],
])("returns an unusable response of %s as a value, not an error", async (path, request, outcome) => {
  expect(await fetched(path, request)).toEqual(outcome);
});

test("reports an unknown name and an unreachable server as temporary", async () => {
  const unknown = await fetchPublic(open, { url: "http://files.test/", maxBytes: 10 }, async () => []);
  expect(unknown).toEqual({ problem: "names a host that is not known", passes: true });
  expect(await fetchPublic(open, { url: "http://files.test:1/", maxBytes: 10 }, resolve)).toEqual({
    problem: "could not be reached",
    passes: true,
  });
});

test("throws if the caller aborts", async () => {
  const giving = new AbortController();
  const answer = fetchPublic(
    { ...open, signal: giving.signal },
    { url: `http://files.test:${port}/never`, maxBytes: 10 },
    resolve,
  );
  giving.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
});

test("the setting allows only its hosts, addresses and ranges", () => {
  const allowed = ["10.0.0.0/8", "::1", "192.168.1.7"];
  expect(
    ["10.2.3.4", "::1", "192.168.1.7", "::ffff:10.0.0.1"].filter((address) => letsAddress(allowed, address)),
  ).toHaveLength(4);
  expect(["11.0.0.1", "::2", "192.168.1.8", "fd00::1"].filter((address) => letsAddress(allowed, address))).toEqual([]);
});
