import { describe, expect, test } from "vitest";
import { anotherService } from "../access/services.ts";
import { useService } from "../harness/service.ts";
import { anApplication, credentials, postForm, type TestApplication } from "./fixture.ts";

/** docs/design/sign-in.md: wrong secrets of applications, by address and client. */
const service = useService();

const asking = (application: TestApplication, changes: Record<string, string> = {}, path = "/oauth/token") =>
  postForm(service, path, { ...credentials(application), grant_type: "client_credentials", token: "x", ...changes });

const wrong = { client_secret: "wrong" };

/** Sends ten wrong secrets. */
async function useUp(application: TestApplication): Promise<void> {
  for (let time = 0; time < 10; time++) expect((await asking(application, wrong)).status).toBe(401);
}

describe("wrong secrets", () => {
  test("after ten wrong secrets even the right one waits at every endpoint; other applications do not", async () => {
    const [application, other] = [await anApplication(service), await anApplication(service)];
    await useUp(application);
    for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/introspect"]) {
      for (const secret of [wrong, {}]) {
        const answer = await asking(application, secret, path);
        expect([answer.status, answer.json.error]).toEqual([429, "temporarily_unavailable"]);
        expect(answer.json.error_description).toMatch(
          /^Too many attempts with wrong credentials\. Retry in \d+ seconds\.$/,
        );
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    }
    expect((await asking(other)).status).toBe(200);
    await service.sql("update throttled set forgotten_at = forgotten_at - interval '30 seconds'");
    expect((await asking(application)).status).toBe(200);
  });

  test("wrong secrets are counted across processes", async () => {
    const application = await anApplication(service);
    await useUp(application);
    const url = await anotherService(service);
    const body = new URLSearchParams({ ...credentials(application), grant_type: "client_credentials" });
    expect((await fetch(`${url}/oauth/token`, { method: "POST", body })).status).toBe(429);
  });

  test("many concurrent wrong secrets do not make the wait longer than the pace", async () => {
    const application = await anApplication(service);
    await Promise.all(Array.from({ length: 40 }, () => asking(application, wrong)));
    const answer = await asking(application);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
  });

  test("wrong secrets of unknown applications are limited too, and their names are not stored", async () => {
    const nobody = { ...(await anApplication(service)), clientId: "nobody-knows-this-one" };
    await service.sql("delete from throttled");
    await useUp(nobody);
    expect((await asking(nobody, wrong)).status).toBe(429);
    const rows = await service.sql("select encode(subject, 'escape') as subject from throttled");
    expect(JSON.stringify(rows)).not.toMatch(/nobody|127\.0/);
  });

  test("wrong secrets of many applications from one address are limited", async () => {
    await service.sql("delete from throttled");
    const application = await anApplication(service);
    const begun = performance.now();
    let tried = 0;
    for (let status = 401; status === 401; tried++)
      status = (await asking({ ...application, clientId: `client-${tried}` }, wrong)).status;
    // The limit admits one more attempt every ten seconds.
    expect(tried).toBeGreaterThan(50);
    expect(tried).toBeLessThanOrEqual(51 + (performance.now() - begun) / 10_000);
    await service.sql("delete from throttled");
  });
});

describe("the right secret", () => {
  test("the right secret is never counted, even concurrently or when the request is refused", async () => {
    const application = await anApplication(service);
    const answers = await Promise.all([
      ...Array.from({ length: 60 }, () => asking(application)),
      ...Array.from({ length: 60 }, () => asking(application, { grant_type: "authorization_code", code: "x" })),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });
});
