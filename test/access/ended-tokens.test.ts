import { expect, test } from "vitest";
import { ApiClient } from "../harness/client.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aToken, WireAgent } from "../mcp/fixture.ts";

/** An expired or revoked token is recognized, so its address's limit does not apply to it. */
const service = useService();

test("expired and revoked tokens and ended sessions get 401 even after their address's limit is used up", async () => {
  const account = await service.anAccount();
  const [expired, revoked, disabled] = [
    await service.aClient(account),
    await service.aClient(account),
    await service.aClient(account),
  ];
  const owner = await aMember(service, account, "owner");
  const agent = await aToken(service, [account]);
  const end = (set: string, client: ApiClient) =>
    service.sql(`update access_tokens set ${set} where digest = sha256(convert_to($1, 'UTF8'))`, [client.token]);
  await end("expires_at = now() - interval '1 second'", expired);
  await end("revoked_at = now()", revoked);
  await service.sql("update applications set disabled_at = now() where id = $1", [disabled.application]);
  await service.sql("update sessions set expires_at = now() where user_id = $1", [owner.user]);
  await service.sql("update agent_tokens set revoked_at = now() where id = $1", [agent.id]);

  const unknown = new ApiClient(service.url, `roost_${"a".repeat(43)}`);
  const nobody = new WireAgent(service.url, `mcp_${"0".repeat(43)}`);
  while ((await unknown.get("/accounts")).status !== 429);
  while ((await nobody.initialize()).status !== 429);

  for (const client of [expired, revoked, disabled]) {
    const answer = await client.get("/accounts");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="api", error="invalid_token"');
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
  }
  expect((await owner.get("/accounts")).status).toBe(401);
  expect((await new WireAgent(service.url, agent.token).initialize()).status).toBe(401);
  // Unknown and missing tokens stay limited by address.
  expect((await unknown.get("/accounts")).status).toBe(429);
  expect((await new ApiClient(service.url, undefined).get("/accounts")).status).toBe(429);
});

test("requests with expired or revoked tokens count toward no limit", async () => {
  const account = await service.anAccount();
  const application = await service.anApplication();
  const [live, ended] = [
    await service.aClient(account, { application }),
    await service.aClient(account, { application }),
  ];
  await service.sql("update access_tokens set revoked_at = now() where digest = sha256(convert_to($1, 'UTF8'))", [
    ended.token,
  ]);
  const remaining = async (client: ApiClient) =>
    Number((await client.get("/accounts")).headers.get("x-ratelimit-remaining"));
  const before = await remaining(live);
  for (let time = 0; time < 5; time++) expect((await ended.get("/accounts")).status).toBe(401);
  expect(await remaining(live)).toBe(before - 1);
});
