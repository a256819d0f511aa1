import { describe, expect, it } from "vitest";
import { useService } from "../harness/service.ts";
import {
  aCode,
  anApplication,
  apiStatus,
  callback,
  credentials,
  exchange,
  postForm,
  refresh,
  tokensOf,
} from "./fixture.ts";

const lines: string[] = [];
const service = useService({ log: (line) => lines.push(line) });

/** Returns every secret of one connection, from consent to an internal error. */
async function everySecret(): Promise<string[]> {
  const application = await anApplication(service);
  const { code } = await aCode(service, application, { state: "a-secret-state" });
  const first = await exchange(service, application, code);
  const query = new URLSearchParams({
    ...credentials(application),
    grant_type: "refresh_token",
    refresh_token: first.refresh,
  });
  const next = tokensOf(await postForm(service, `/oauth/token?${query}`, {}));
  await apiStatus(service, next.access);
  // Refused, misdirected, malformed, oversized and failing requests all reach the log.
  await refresh(service, application, first.refresh);
  await postForm(service, `/oauth/token?${query}`, { client_secret: "another" });
  await fetch(`${service.url}/oauth/token?${query}`);
  await fetch(`${service.url}/oauth/tokens?${query}`, { method: "POST" });
  await fetch(`${service.url}/oauth/%zz?${query}`, { method: "POST" });
  await postForm(service, `/oauth/token?${query}`, { filler: "x".repeat(100_000) });
  await fetch(`${service.url}/oauth/token?${query}`, {
    method: "POST",
    headers: { "content-type": "a/b" },
    body: `${query}`,
  });
  await service.sql("alter table token_pairs rename to token_pairs_away");
  const failed = await postForm(service, `/oauth/token?${query}`, {});
  await service.sql("alter table token_pairs_away rename to token_pairs");
  expect(failed.status).toBe(500);
  expect(failed.json).toEqual({
    error: "server_error",
    error_description: expect.stringMatching(/^Unexpected error/),
  });
  return [
    application.clientSecret,
    code,
    first.access,
    first.refresh,
    next.access,
    next.refresh,
    "a-secret-state",
    callback,
  ];
}

describe("secrets", () => {
  it("secrets never reach the log, even in errors", async () => {
    const secrets = await everySecret();
    const log = lines.join("\n");
    expect(log).toContain("unexpected error");
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/client_secret|refresh_token=|\/oauth\/tokens?\?/);
  });

  it("secrets are stored only as SHA-256 digests", async () => {
    const secrets = (await everySecret()).slice(0, 6);
    const tables = [
      "applications",
      "access_tokens",
      "token_pairs",
      "authorization_codes",
      "grants",
      "accounts_applications",
      "sessions",
    ];
    const rows = await Promise.all(tables.map((table) => service.sql(`select ${table}::text as row from ${table}`)));
    const text = rows
      .flat()
      .map(({ row }) => row)
      .join("\n");
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString("hex"));
    }
  });

  it("secrets are sent with no-store and without CORS headers", async () => {
    const application = await anApplication(service);
    const answer = await postForm(service, "/oauth/token", {
      ...credentials(application),
      grant_type: "client_credentials",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("pragma")).toBe("no-cache");
    const origin = { origin: "https://evil.example" };
    for (const path of ["/oauth/authorize", "/oauth/token", "/oauth/introspect"]) {
      const response = await fetch(service.url + path, { headers: origin });
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });
});
