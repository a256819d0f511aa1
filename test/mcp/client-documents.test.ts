import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent } from "../../src/interfaces/mcp/routes.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import type { PublicRequest } from "../../src/modules/platform/outgoing/fetch-public.ts";
import type { Json } from "../harness/client.ts";
import { queries } from "../harness/queries.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";

/** Client ID Metadata Documents at the connector's sign-in (MCP 2026-07-28). */
const service = useService();
const clientId = "https://agents.example.com/client.json";
const redirectUri = "http://127.0.0.1:7777/callback";
const document = { client_id: clientId, client_name: "Ada's <agent>", redirect_uris: ["http://127.0.0.1/callback"] };

let app: FastifyInstance;
let served: { status: number; headers: Record<string, string>; bytes: Buffer };
const fetched: PublicRequest[] = [];

beforeAll(async () => {
  app = Fastify();
  const { database } = service;
  await app.register((instance) =>
    agent(instance, {
      ...{ database, queries, routes: [], baseUrl: "https://roost.test", clock: Date.now },
      ...{ cache: new ApplicationCache(), secrets: testSecrets, files: service.files },
      fetchDocument: async (request) => {
        fetched.push(request);
        return { ...served, url: request.url, size: served.bytes.length };
      },
    }),
  );
});
afterAll(() => app.close());

const serve = (body: unknown, headers: Record<string, string> = { "cache-control": "no-store" }, status = 200) => {
  served = { status, headers, bytes: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) };
};

async function signIn(parameters: Json = {}): Promise<{ status: number; body: string }> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
    ...parameters,
  });
  const { statusCode, body } = await app.inject({ url: `/mcp/oauth/authorize?${query}` });
  return { status: statusCode, body };
}

test("shows the client's name and host, escaped, and fetches with limits", async () => {
  serve(document);
  const { status, body } = await signIn();
  expect(status).toBe(200);
  expect(body).toContain("Ada’s &lt;agent&gt;".replace("’", "&#39;"));
  expect(body).toContain("agents.example.com");
  expect(fetched.at(-1)).toMatchObject({ url: clientId, maxBytes: 16_384, timeout: 5000, redirects: 0, secure: true });
});

test.each<[string, unknown, RegExp]>([
  [
    "another client's document",
    { ...document, client_id: "https://agents.example.com/other.json" },
    /another client_id/,
  ],
  ["no JSON", "<html>", /not a JSON object/],
  ["no name", { ...document, client_name: "" }, /no client_name/],
  ["no redirect URI", { ...document, redirect_uris: [7] }, /no redirect_uris/],
  ["a client secret", { ...document, token_endpoint_auth_method: "client_secret_basic" }, /client authentication/],
  ["another redirect URI", { ...document, redirect_uris: ["http://127.0.0.1/other"] }, /another redirect address/],
])("refuses %s on the page, without asking for the token", async (_, body, problem) => {
  serve(body);
  const answer = await signIn();
  expect(answer.status).toBe(400);
  expect(answer.body).toMatch(problem);
  expect(answer.body).not.toContain('name="token"');
});

test("refuses a document that is missing, and a URL without a path or with two spellings", async () => {
  serve(document, {}, 404);
  expect((await signIn()).body).toContain("answered with the status 404");
  const before = fetched.length;
  for (const id of ["https://agents.example.com/", "https://agents.example.com/a/../c", "https://a:b@example.com/c"])
    expect((await signIn({ client_id: id })).body).toContain("has no valid URL");
  expect(fetched.length).toBe(before);
});

test("a document does not widen the redirect policy", async () => {
  const elsewhere = "https://attacker.example/callback";
  serve({ ...document, redirect_uris: [elsewhere] });
  const before = fetched.length;
  const answer = await signIn({ redirect_uri: elsewhere });
  expect([answer.status, fetched.length]).toEqual([400, before]);
  expect(answer.body).not.toContain('name="token"');
});

test("caches a document as long as its response allows", async () => {
  const cachedId = "https://agents.example.com/cached.json";
  serve({ ...document, client_id: cachedId }, { "cache-control": "public, max-age=60" });
  const before = fetched.length;
  for (let round = 0; round < 3; round++) expect((await signIn({ client_id: cachedId })).status).toBe(200);
  expect(fetched.length).toBe(before + 1);
});

test("the service fetches from no private address", async () => {
  for (const id of ["https://127.0.0.1/client.json", "https://[::1]/client.json", "https://10.0.0.1/client.json"]) {
    const query = new URLSearchParams({
      ...{ client_id: id, redirect_uri: redirectUri, response_type: "code" },
      ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256" },
    });
    const answer = await fetch(`${service.url}/mcp/oauth/authorize?${query}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("is not public")]);
  }
});

test("the metadata announces client documents", async () => {
  const { body } = await app.inject({ url: "/.well-known/oauth-authorization-server/mcp" });
  expect(JSON.parse(body)).toMatchObject({ client_id_metadata_document_supported: true });
});
