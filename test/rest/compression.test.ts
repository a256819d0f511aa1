import { type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { acceptedCoding } from "../../src/interfaces/http/bodies/content-coding.ts";
import { type ApiClient, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;
const codings = ["gzip", "br", "zstd"] as const;

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The encoded bytes as received. */
  readonly bytes: Buffer;
}

/** Sends a request without automatic decompression. */
function ask(client: ApiClient, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Raw> {
  const url = path.startsWith("/api") || path.startsWith("/docs") ? path : `/api/v3${path}`;
  return new Promise((resolve, reject) => {
    const asked = request(
      client.url + url,
      { method, headers: { authorization: `Bearer ${client.token}`, ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
        );
      },
    );
    asked.on("error", reject).end();
  });
}

async function aManager(): Promise<{ client: ApiClient; id: number }> {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client);
  for (let more = 0; more < 4; more++) await aRental(client);
  return { client, id: Number(rental.id) };
}

const reads = ["/rentals", "/rentals/:id", "/los_records?rental_id=:id&kinds=final_price", "/nightly_rate_maps/:id"];
const documents = ["/api/v3/openapi.json", "/docs", "/docs/resources"];

describe("a large answer", () => {
  test.each([...reads, ...documents])(
    "a large response of %s decodes to the same bytes in each coding",
    async (path) => {
      const { client, id } = await aManager();
      const url = path.replace(":id", String(id));
      const plain = await ask(client, url);
      expect([plain.status, plain.headers["content-encoding"]]).toEqual([200, undefined]);
      expect(plain.headers.vary).toMatch(/\baccept-encoding\b/);
      for (const coding of codings) {
        const { status, headers, bytes } = await ask(client, url, { "accept-encoding": coding });
        expect([status, headers["content-encoding"]]).toEqual([200, coding]);
        expect(headers.vary).toBe(plain.headers.vary);
        expect(headers["content-type"]).toBe(plain.headers["content-type"]);
        expect(bytes.length).toBeLessThan(plain.bytes.length);
        expect(decoders[coding](bytes).equals(plain.bytes)).toBe(true);
      }
    },
  );

  test.each(reads)("a large response of %s has a strong tag per coding, and each one matches", async (path) => {
    const { client, id } = await aManager();
    const url = path.replace(":id", String(id));
    const tags = new Map<string, string>();
    for (const coding of ["identity", ...codings])
      tags.set(coding, String((await ask(client, url, { "accept-encoding": coding })).headers.etag));
    expect(new Set(tags.values()).size).toBe(4);
    for (const tag of tags.values()) expect(tag).toMatch(/^"[\w.-]+"$/);
    for (const known of tags.values()) {
      for (const [coding, tag] of tags) {
        const again = await ask(client, url, { "accept-encoding": coding, "if-none-match": known });
        // RFC 9110 §15.4.5: 304 carries the same ETag as 200.
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
        expect(again.headers["content-encoding"]).toBeUndefined();
      }
    }
    expect((await ask(client, url, { "if-none-match": '"other-gzip"' })).status).toBe(200);
  });

  test.each([...reads, ...documents])("a large response of %s has the same headers for HEAD", async (path) => {
    const { client, id } = await aManager();
    const url = path.replace(":id", String(id));
    const headers = { "accept-encoding": "br" };
    const [got, head] = [await ask(client, url, headers), await ask(client, url, headers, "HEAD")];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ["content-encoding", "etag", "vary", "content-type"])
      expect(head.headers[name], name).toBe(got.headers[name]);
    expect([undefined, got.headers["content-length"]]).toContain(head.headers["content-length"]);
  });

  test("compresses large responses of writes, errors and bulk requests, but not their operations", async () => {
    const { client } = await aManager();
    const accepting = { "accept-encoding": "gzip" };
    const written = await client.post("/rentals", { rentals: [{ name: "Barn" }] }, accepting);
    expect([written.status, written.headers.get("content-encoding")]).toEqual([201, "gzip"]);
    const unknown = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`unknown_attribute_${index}`, 1]));
    const refused = await client.post("/rentals", { rentals: [{ name: "Barn", ...unknown }] }, accepting);
    expect([refused.status, refused.headers.get("content-encoding")]).toEqual([422, "gzip"]);
    const bulk = await client.post("/bulk", { operations: [{ method: "GET", path: "/rentals" }] }, accepting);
    expect(bulk.headers.get("content-encoding")).toBe("gzip");
    const [result] = recordsOf(bulk, "results");
    expect(Object.keys(Object(result?.headers))).not.toContain("content-encoding");
    expect(Object(result?.body).rentals).toHaveLength(6);
  });
});

test("does not compress a small response", async () => {
  const { client } = await aManager();
  const { headers, bytes } = await ask(client, "/sources?fields=name", { "accept-encoding": "br, gzip" });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(bytes.length).toBeLessThan(1024);
  expect(headers.vary).toMatch(/accept-encoding/);
});

test("does not compress pages with a secret", async () => {
  const asked = await fetch(`${service.url}/sign_in`, { headers: { "accept-encoding": "gzip" } });
  expect((await asked.text()).length).toBeGreaterThan(1024);
  expect(asked.headers.get("content-encoding")).toBeNull();
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["deflate, compress", undefined],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["*", "zstd"],
  ["*;q=0, gzip", "gzip"],
  ["*, zstd;q=0", "br"],
  ["gzip;q=0", undefined],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["identity;q=1, gzip;q=0.5", undefined],
  ["identity, gzip", "gzip"],
  ["identity;q=0.5, *;q=0", undefined],
  ["br;q=0, gzip;q=1.5, zstd", "zstd"],
  ["gzip;q=x", undefined],
])("of %j the coding %j is chosen", (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});
