import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { rotateSecrets } from "../../src/app/secrets/rotate-secrets.ts";
import { type Secrets, secretsUnder } from "../../src/kernel/access/secrets.ts";
import { openSecret } from "../../src/modules/records/webhooks/endpoint/endpoint-secret.ts";
import { type ApiClient, recordOf } from "../harness/client.ts";
import { testKey, testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { aDirectory } from "../start/service.ts";
import { anEndpoint, createdEndpoint, endpointOf } from "./factories.ts";

const log: string[] = [];
const service = useService({ log: (line) => log.push(line) });
const aClient = async () => service.aClient(await service.anAccount());

/** The decrypted signing secrets, as a delivery uses them. */
async function signing({ account }: ApiClient, id: unknown, secrets: Secrets = testSecrets): Promise<unknown[]> {
  const [row] = await service.sql(
    "select sealed_secret, sealed_former_secret from webhook_endpoints where account_id = $1 and id = $2",
    [account, id],
  );
  return Object.values(row ?? {}).map((sealed) =>
    Buffer.isBuffer(sealed) ? openSecret(secrets, account, Number(id), sealed) : sealed,
  );
}

test("a secret has 24 random bytes, is shown only on creation, and is stored sealed", async () => {
  const client = await aClient();
  const { id, secret } = await createdEndpoint(client);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(Buffer.from(String(secret).slice("whsec_".length), "base64")).toHaveLength(24);
  expect((await createdEndpoint(client)).secret).not.toBe(secret);
  for (const answer of [
    await client.get(`/webhook_endpoints/${id}`),
    await client.get("/webhook_endpoints"),
    await client.get("/webhook_endpoints?fields=id,url"),
    await client.put(`/webhook_endpoints/${id}`, { webhook_endpoints: [{ secret, description: "Echoed whole" }] }),
    await client.post(`/webhook_endpoints/${id}/ping`),
  ])
    expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining("whsec_")]);
  expect((await client.get("/webhook_endpoints?fields=secret")).status).toBe(400);
  expect(await signing(client, id)).toEqual([secret, null]);
  const [row] = await service.sql("select webhook_endpoints::text as row from webhook_endpoints where id = $1", [id]);
  expect(row?.row).not.toContain(String(secret));
  expect(log.join("\n")).not.toContain(String(secret).slice("whsec_".length));
});

test("a repeated idempotent request returns the same secret, which is stored sealed", async () => {
  const client = await aClient();
  const headers = { "idempotency-key": "7a1c3d5e-0000-4000-8000-000000000401" };
  const first = await client.post("/webhook_endpoints", anEndpoint(), headers);
  const again = await client.post("/webhook_endpoints", anEndpoint(), headers);
  expect([again.status, again.text]).toEqual([201, first.text]);
  const made = await service.sql("select id from webhook_endpoints where account_id = $1", [client.account]);
  expect(made).toHaveLength(1);
  const secret = String(recordOf(first, "webhook_endpoints").secret);
  const [stored] = await service.sql(
    "select sealed, encode(body, 'escape') as body, resource from idempotent_answers where account_id = $1",
    [client.account],
  );
  expect(stored).toEqual({ sealed: true, body: expect.not.stringContaining(secret), resource: "webhook_endpoints" });
});

test("a rotation shows the new secret once, and the former one also signs for 24 hours", async () => {
  const client = await aClient();
  const { id, secret: first } = await createdEndpoint(client);
  const before = Date.now();
  const rotated = await client.post(`/webhook_endpoints/${id}/rotate_secret`);
  const { secret: second, former_secret_until: until } = recordOf(rotated, "webhook_endpoints");
  expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(second).not.toBe(first);
  const hours = (Date.parse(String(until)) - before) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);
  expect(await signing(client, id)).toEqual([second, first]);
  const read = await endpointOf(client, id);
  expect(read).toMatchObject({ former_secret_until: until });
  expect(read).not.toHaveProperty("secret");
  const third = recordOf(await client.post(`/webhook_endpoints/${id}/rotate_secret`), "webhook_endpoints").secret;
  expect(await signing(client, id)).toEqual([third, second]);
  await service.sql("update webhook_endpoints set former_secret_until = now() where id = $1", [id]);
  expect(await endpointOf(client, id)).toMatchObject({ former_secret_until: null });
});

test("a key change reseals both secrets of every endpoint", async () => {
  const client = await aClient();
  const { id, secret: first } = await createdEndpoint(client);
  const { secret: second } = recordOf(await client.post(`/webhook_endpoints/${id}/rotate_secret`), "webhook_endpoints");
  const newKey = Buffer.alloc(32, "another key");
  const [old64, new64] = [testKey.toString("base64"), newKey.toString("base64")];
  const config = async (keys: string) =>
    readConfig({ ROOST_TLS: "off", ROOST_DATA_DIR: join(await aDirectory(), "data"), ROOST_SECRETS_KEY: keys });
  await rotateSecrets(await config(`${new64},${old64}`), service.database);
  expect(await signing(client, id, secretsUnder([newKey]))).toEqual([second, first]);
  await rotateSecrets(await config(`${old64},${new64}`), service.database);
  expect(await signing(client, id)).toEqual([second, first]);
});
