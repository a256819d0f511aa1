import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { recordOf } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";
import { aToken } from "../mcp/fixture.ts";
import { anApplication, credentials } from "../oauth/fixture.ts";

/** Request bodies must be UTF-8 (conventions.md, Writing). */
const service = useSharedService();

const json = JSON.stringify({ sources: [{ name: "Café" }] });
const latin1 = Buffer.from(json, "latin1");

async function posting(body: Buffer | string, headers: Record<string, string>, path = "/sources") {
  const client = await service.aClient(await service.anAccount());
  const answer = await fetch(`${service.url}/api/v3${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, ...headers },
    body,
  });
  const text = await answer.text();
  const stored = await service.sql("select name from sources where account_id = $1", [client.account]);
  return { status: answer.status, text, stored };
}

const api = "application/vnd.api+json";

describe("a body of the API", () => {
  test.each([api, `${api}; charset=utf-8`, 'application/json;charset="UTF-8"', "application/json; charset=utf8"])(
    "as %s is taken, with every character in its place",
    async (type) => {
      const { status, text, stored } = await posting(json, { "content-type": type });
      expect(status, text).toBe(201);
      expect(stored).toEqual([{ name: "Café" }]);
    },
  );

  test.each(["iso-8859-1", '"ISO-8859-1"', "windows-1252", "utf-16", "us-ascii"])(
    "in the charset %s is 415, whatever its bytes are",
    async (charset) => {
      for (const body of [latin1, json]) {
        const { status, text, stored } = await posting(body, { "content-type": `${api}; charset=${charset}` });
        expect(status).toBe(415);
        const details = "The body's charset must be UTF-8.";
        expect(JSON.parse(text)).toEqual({ errors: [{ code: "unsupported_media_type", details }] });
        expect(stored).toEqual([]);
      }
    },
  );

  test("a body with a content encoding is 415, except identity", async () => {
    const gzipped = { "content-type": api, "content-encoding": "gzip" };
    const { status, text, stored } = await posting(gzipSync(json), gzipped);
    const details = "The body must not have a Content-Encoding.";
    expect([status, JSON.parse(text), stored]).toEqual([
      415,
      { errors: [{ code: "unsupported_media_type", details }] },
      [],
    ]);
    expect((await posting(json, { "content-type": api, "content-encoding": "identity" })).status).toBe(201);
  });

  test("a body of invalid UTF-8 is 400 in a write and a search, and nothing is stored", async () => {
    const half = Buffer.concat([Buffer.from('{"sources":[{"name":"Caf'), Buffer.from([0xc3]), Buffer.from('"}]}')]);
    const surrogate = Buffer.from('{"sources":[{"name":"\xed\xa0\x80"}]}', "latin1");
    const overlong = Buffer.from('{"sources":[{"name":"\xc0\xaf"}]}', "latin1");
    for (const body of [latin1, half, surrogate, overlong]) {
      for (const path of ["/sources", "/rentals/search"]) {
        const { status, text, stored } = await posting(body, { "content-type": api }, path);
        const errors = [{ code: "bad_request", details: "The body is not valid UTF-8." }];
        expect([status, JSON.parse(text), stored], path).toEqual([400, { errors }, []]);
      }
    }
  });

  test("ignores the charset of an absent body", async () => {
    const client = await service.aClient(await service.anAccount());
    const source = recordOf(await client.post("/sources", { sources: [{ name: "Channel" }] }), "sources");
    const wrong = { "content-type": `${api}; charset=iso-8859-1` };
    expect((await client.get(`/sources/${source.id}`, wrong)).status).toBe(200);
  });
});

describe("a form of the OAuth endpoints", () => {
  const form = "application/x-www-form-urlencoded";
  const asking = async (body: Buffer | string, headers: Record<string, string>) => {
    const answer = await fetch(`${service.url}/oauth/token`, { method: "POST", headers, body });
    return { status: answer.status, json: await answer.json() };
  };

  test("a form in another charset or encoding is 415", async () => {
    const body = new URLSearchParams({
      ...credentials(await anApplication(service)),
      grant_type: "client_credentials",
    }).toString();
    expect((await asking(body, { "content-type": `${form}; charset=utf-8` })).status).toBe(200);
    expect(await asking(body, { "content-type": `${form}; charset=iso-8859-1` })).toEqual({
      status: 415,
      json: { error: "invalid_request", error_description: "The body's charset must be UTF-8." },
    });
    expect(await asking(gzipSync(body), { "content-type": form, "content-encoding": "gzip" })).toEqual({
      status: 415,
      json: { error: "invalid_request", error_description: "The body must not have a Content-Encoding." },
    });
  });

  test.each([
    ["bytes", Buffer.from("state=Caf\xe9", "latin1"), "The body is not valid UTF-8."],
    ["escapes", "state=Caf%E9", "The form is not valid UTF-8."],
  ])("with %s that are no UTF-8 is 400", async (_, body, sentence) => {
    const { status, json } = await asking(body, { "content-type": form });
    expect([status, json]).toEqual([400, { error: "invalid_request", error_description: sentence }]);
  });

  test("a page's form of invalid UTF-8 is answered by a page", async () => {
    for (const [type, status] of [
      [form, 400],
      [`${form}; charset=iso-8859-1`, 415],
    ] as const) {
      const headers = { "content-type": type };
      const answer = await fetch(`${service.url}/oauth/authorize`, { method: "POST", headers, body: "state=Caf%E9" });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    }
  });
});

describe("a message to the agent endpoint", () => {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { note: "Café" } });

  test.each<[string, Buffer | string, Record<string, string>, number, string]>([
    ["with bytes that are no UTF-8", Buffer.from(ping, "latin1"), {}, 400, "The body is not valid UTF-8."],
    [
      "in another charset",
      ping,
      { "content-type": "application/json; charset=iso-8859-1" },
      415,
      "The body's charset must be UTF-8.",
    ],
    [
      "with a content encoding",
      gzipSync(ping),
      { "content-encoding": "gzip" },
      415,
      "The body must not have a Content-Encoding.",
    ],
  ])("%s is a parse error", async (_, body, headers, status, sentence) => {
    const token = await aToken(service, [await service.anAccount()]);
    const answer = await fetch(`${service.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token.token}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...headers,
      },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { jsonrpc: "2.0", id: null, error: { code: -32700, message: `Parse error: ${sentence}` } },
    ]);
  });
});
