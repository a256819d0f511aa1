import { describe, expect, test } from "vitest";
import { exchangeRaw, readRaw, sendRaw } from "../harness/raw-socket.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const MB = 1_000_000;

/** Pieces of a request with a body of zeros. A request without a Content-Length is chunked. */
function posting(path: string, bytes: number, lines: readonly string[], chunked = false): (string | Buffer)[] {
  const piece = Buffer.alloc(50_000);
  const pieces = Array.from({ length: bytes / piece.length }, () =>
    chunked ? [`${piece.length.toString(16)}\r\n`, piece, "\r\n"] : [piece],
  ).flat();
  const length = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes}`;
  const head = [`POST ${path} HTTP/1.1`, "Host: a", length, ...lines, "", ""].join("\r\n");
  return [head, ...pieces, ...(chunked ? ["0\r\n\r\n"] : [])];
}

const json = "Content-Type: application/json";
const form = "Content-Type: multipart/form-data; boundary=x";

describe("a client that writes before it reads gets its response", () => {
  test.each<[string, number, string, readonly string[], number]>([
    ["of 1.1 MB", 1.1 * MB, "/clients", [json], 413],
    ["of 5 MB", 5 * MB, "/clients", [json], 413],
    ["of 10 MB", 10 * MB, "/clients", [json], 413],
    ["of 30 MB", 30 * MB, "/clients", [json], 413],
    ["of 10 MB on a connection that closes", 10 * MB, "/clients", [json, "Connection: close"], 413],
    ["of 40 MB where a file may come", 40 * MB, "/inbox/attachments", [json], 413],
    ["of another type", 10 * MB, "/clients", ["Content-Type: text/xml"], 415],
    ["of another coding", 10 * MB, "/clients", [json, "Content-Encoding: gzip"], 415],
  ])("%s", async (_, bytes, path, lines, status) => {
    const { token } = await service.aClient(await service.anAccount());
    for (const chunked of [false, true]) {
      const request = posting(`/api/v3${path}`, bytes, [...lines, `Authorization: Bearer ${token}`], chunked);
      const answer = readRaw(await sendRaw(service.url, ...request));
      expect(answer.status, `chunked: ${chunked}`).toBe(status);
      expect(JSON.parse(answer.body.slice(answer.body.indexOf("{"), answer.body.lastIndexOf("}") + 1))).toMatchObject({
        errors: [{ code: expect.any(String) }],
      });
    }
  });

  test("answers a 40 MB form that exceeds its limit", async () => {
    const { token } = await service.aClient(await service.anAccount());
    for (const [chunked, status] of [
      [false, 413],
      [true, 400],
    ] as const) {
      const lines = [form, `Authorization: Bearer ${token}`];
      const request = posting("/api/v3/inbox/attachments", 40 * MB, lines, chunked);
      expect(readRaw(await sendRaw(service.url, ...request)).status).toBe(status);
    }
  });

  test.each<[string, string]>([
    ["without a token", "/api/v3/clients"],
    ["where nothing is", "/api/v3/nothing"],
    ["to an agent's endpoint", "/mcp"],
    ["to a token endpoint", "/oauth/token"],
    ["to a page", "/sign_in"],
    ["to a gateway's reports", "/webhooks/gateways/1/1"],
  ])("%s", async (_, path) => {
    const answer = readRaw(await sendRaw(service.url, ...posting(path, 10 * MB, [json])));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test("the client can reuse the connection after an early response", async () => {
    const next = "GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const text = await exchangeRaw(service.url, [...posting("/api/v3/clients", 5 * MB, [json]), next], 2);
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["401", "200"]);
  });
});
