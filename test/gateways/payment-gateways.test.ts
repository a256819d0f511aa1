import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { keyFileOf } from "../../src/app/secrets/key-file.ts";
import { openSecrets } from "../../src/app/secrets/open-secrets.ts";
import { rotateSecrets } from "../../src/app/secrets/rotate-secrets.ts";
import { startupErrorLine } from "../../src/app/start/startup-error.ts";
import { type Secrets, secretsUnder } from "../../src/kernel/access/secrets.ts";
import { openGateway } from "../../src/modules/money/gateways/open-gateway.ts";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { testKey, testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { aDirectory } from "../start/service.ts";

const log: string[] = [];
const service = useService({ log: (line) => log.push(line) });
const aManager = async () => service.aClient(await service.anAccount());

const credentials = {
  secret_key: "sk_test_Kq8vTz3mWn5x1234",
  publishable_key: "pk_test_Jb4cRd6fYh7k",
  webhook_secret: "whsec_Lp9sXg2uEo8r5678",
};
const masked = { ...credentials, secret_key: "sk_…1234", webhook_secret: "whsec_…5678" };
const aGateway = (more: Json = {}): Json => ({
  name: "Cards",
  gateway_name: "stripe",
  credentials,
  supported_cardtypes: ["visa", "master"],
  supported_currencies: ["EUR"],
  ...more,
});
const created = async (client: ApiClient, more: Json = {}) =>
  recordOf(await client.post("/payment_gateways", { payment_gateways: [aGateway(more)] }), "payment_gateways");
const changing = (client: ApiClient, id: unknown, change: Json) =>
  client.put(`/payment_gateways/${id}`, { payment_gateways: [change] });

/** A gateway's credentials in plain text. */
async function storedCredentials(client: ApiClient, id: unknown): Promise<unknown> {
  const [row] = await service.sql("select sealed_credentials from payment_gateways where id = $1", [id]);
  const { sealed_credentials: sealed } = row ?? {};
  if (!Buffer.isBuffer(sealed)) throw new Error("The gateway has no credentials.");
  return JSON.parse(testSecrets.open(sealed, `payment_gateways ${client.account} ${id}`));
}

describe("a payment gateway", () => {
  test("masks a gateway's secrets in responses and opens it with the full secrets", async () => {
    const client = await aManager();
    const { id, ...shown } = await created(client);
    expect(shown).toMatchObject({
      credentials: masked,
      test: false,
      tokenize_credit_card_details: false,
      host_service_pay_wallet_id: null,
    });
    const read = recordOf(await client.get(`/payment_gateways/${id}`), "payment_gateways");
    expect(read).toMatchObject({ id, credentials: masked, links: { account: client.account } });
    expect(await storedCredentials(client, id)).toEqual(credentials);
    const scope = service.database.within([client.account]);
    const gateway = await openGateway(scope, testSecrets, {}, client.account, Number(id));
    expect(gateway.name).toBe("stripe");
    const other = await aManager();
    const theirs = service.database.within([other.account]);
    await expect(openGateway(theirs, testSecrets, {}, other.account, Number(id))).rejects.toThrow("Payment gateway");
    expect((await other.get(`/payment_gateways/${id}`)).status).toBe(404);
  });

  test("keeps stored secrets when masked values are sent back, also beside a new one", async () => {
    const client = await aManager();
    const before = await created(client);
    const echoed = recordOf(await changing(client, before.id, { credentials: masked }), "payment_gateways");
    expect(echoed).toEqual(before);
    expect(await storedCredentials(client, before.id)).toEqual(credentials);
    const changed = await changing(client, before.id, {
      credentials: { ...masked, secret_key: "sk_test_another98765" },
    });
    expect(recordOf(changed, "payment_gateways").credentials).toEqual({ ...masked, secret_key: "sk_…8765" });
    expect(await storedCredentials(client, before.id)).toEqual({ ...credentials, secret_key: "sk_test_another98765" });
  });

  test.each<[string, Json, Json]>([
    [
      "unknown and missing fields",
      { credentials: { secret_key: credentials.secret_key, login: "me" } },
      {
        credentials: [
          "login is not a field of stripe",
          "publishable_key can't be blank",
          "webhook_secret can't be blank",
        ],
      },
    ],
    [
      "malformed secrets and masks that match no stored secret",
      { credentials: { ...credentials, secret_key: "pk_test_0123456789", webhook_secret: "whsec_…0000" } },
      {
        credentials: [
          "secret_key must begin with sk_ or rk_",
          "webhook_secret is a masked value that does not match the stored secret. Send the full secret",
        ],
      },
    ],
    [
      "credentials that are not an object",
      { credentials: "secret" },
      { credentials: ["must be an object of strings"] },
    ],
    [
      "an unsupported gateway",
      { gateway_name: "ogone" },
      { gateway_name: ["is not supported. Use one of: bogus, stripe"] },
    ],
    [
      "an unknown gateway",
      { gateway_name: "abacus" },
      { gateway_name: ["must be one of: service_pay, ogone, stripe, bogus"] },
    ],
    [
      "cards and currencies that the gateway does not accept",
      { supported_cardtypes: ["visa", "maestro"], supported_currencies: ["EUR", "RUB"] },
      {
        supported_cardtypes: ["has values that stripe does not accept: maestro"],
        supported_currencies: ["has values that stripe does not accept: RUB"],
      },
    ],
    ["an empty list of card types", { supported_cardtypes: [] }, { supported_cardtypes: ["can't be blank"] }],
    [
      "a test gateway with live credentials",
      { test: true, credentials: { ...credentials, secret_key: "sk_live_0123456789" } },
      { test: ["cannot be true with credentials that move real money"] },
    ],
  ])("refuses a payment gateway with %s", async (_, more, messages) => {
    const client = await aManager();
    const refused = await client.post("/payment_gateways", { payment_gateways: [aGateway(more)] });
    expect([refused.status, errorsOf(refused)]).toEqual([422, messages]);
    expect(recordsCount(await client.get("/payment_gateways"))).toBe(0);
  });

  test("refuses to change a gateway's payment service", async () => {
    const client = await aManager();
    const { id } = await created(client);
    expect((await changing(client, id, { gateway_name: "stripe", name: "Other" })).status).toBe(200);
    const refused = await changing(client, id, { gateway_name: "bogus", credentials: {} });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { gateway_name: ["cannot be changed, because payments refer to it"] },
    ]);
  });

  test("requires preferences_payments_write to change gateways and either payments preference scope to read them", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const { id } = await created(client);
    const reader = await service.aClient(account, { scopes: ["preferences_payments_read"] });
    expect((await reader.get(`/payment_gateways/${id}`)).status).toBe(200);
    expect((await changing(reader, id, { name: "Other" })).status).toBe(403);
    const stranger = await service.aClient(account, { scopes: ["payments_write"] });
    expect((await stranger.get("/payment_gateways")).status).toBe(403);
  });
});

const recordsCount = ({ json }: { json: Json }): number => Object(json.payment_gateways).length;

test("stores no gateway secret in plain text in the database, a response, the log or a stored response", async () => {
  const client = await aManager();
  const key = "7a1c3d5e-0000-4000-8000-000000000001";
  const headers = { "idempotency-key": key };
  const body = { payment_gateways: [aGateway()] };
  const first = await client.post("/payment_gateways", body, headers);
  const again = await client.post("/payment_gateways", body, headers);
  expect(again.text).toBe(first.text);
  const { id } = recordOf(first, "payment_gateways");
  const wrong = await changing(client, id, { credentials: { ...credentials, other: credentials.secret_key } });
  const answers = [first.text, wrong.text, (await client.get("/payment_gateways")).text];
  const tables = await service.sql(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)",
  );
  const dump: string[] = [];
  for (const { name } of tables) {
    const rows = await service.sql(`select to_jsonb(whole)::text as row from ${name} as whole`);
    for (const { row } of rows) {
      // A bytea is dumped in hex, so search its decoded bytes too.
      dump.push(
        String(row),
        String(row).replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, "hex").toString("latin1")),
      );
    }
  }
  expect(dump.join("\n")).toContain("sk_…1234");
  for (const text of [...answers, dump.join("\n"), log.join("\n")]) {
    expect(text).not.toContain(credentials.secret_key.slice(8));
    expect(text).not.toContain(credentials.webhook_secret.slice(6));
  }
  const [stored] = await service.sql("select sealed, resource, record_id from idempotent_answers where key = $1", [
    key,
  ]);
  expect(stored).toEqual({ sealed: true, resource: "payment_gateways", record_id: String(id) });
});

describe("a key rotation", () => {
  const newKey = Buffer.alloc(32, "a new key");
  const environment = async (keys?: string) => {
    const ROOST_DATA_DIR = join(await aDirectory(), "data");
    return readConfig({ ROOST_TLS: "off", ROOST_DATA_DIR, ...(keys === undefined ? {} : { ROOST_SECRETS_KEY: keys }) });
  };
  const [old64, new64] = [testKey.toString("base64"), newKey.toString("hex")];
  const lineOf = (opening: Promise<unknown>) => opening.then(() => "opened", startupErrorLine);

  test("reseals gateways and stored responses under a new key, drops the old one, and reverses the same way", async () => {
    const client = await aManager();
    const { id } = await created(client);
    const headers = { "idempotency-key": "7a1c3d5e-0000-4000-8000-000000000002" };
    const tagged = { bookings_tags: [{ name_en: "Beach", color: "#008080" }] };
    const first = await client.post("/bookings_tags", tagged, headers);
    const { database } = service;
    await openSecrets(await environment(`${new64},${old64}`), database);
    const [under] = await service.sql("select count(*)::integer as gateways from payment_gateways");
    const sealed = await rotateSecrets(await environment(`${new64},${old64}`), database);
    expect(sealed.payment_gateways).toBe(under?.gateways);
    expect(sealed.idempotent_answers).toBeGreaterThan(0);
    expect(await rotateSecrets(await environment(new64), database)).toEqual({
      payment_gateways: 0,
      idempotent_answers: 0,
    });
    const open = (secrets: Secrets) =>
      openGateway(database.within([client.account]), secrets, {}, client.account, Number(id));
    expect((await open(secretsUnder([newKey]))).name).toBe("stripe");
    await expect(open(testSecrets)).rejects.toThrow("The key that sealed this secret is missing.");
    expect(await lineOf(openSecrets(await environment(old64), database))).toMatch(
      /encrypted under a key that is missing here\. Add that key to ROOST_SECRETS_KEY/,
    );
    expect(await lineOf(openSecrets(await environment(), database))).toMatch(
      /data\.secrets-key does not exist\. Restore it/,
    );
    // A process without the new key must not store anything under the old one.
    const late = { "idempotency-key": "7a1c3d5e-0000-4000-8000-000000000003" };
    expect((await client.post("/bookings_tags", tagged, late)).status).toBe(503);
    await rotateSecrets(await environment(`${old64},${new64}`), database);
    expect((await client.post("/bookings_tags", tagged, headers)).text).toBe(first.text);
  });

  test("rotates the key in its file for running processes and removes the old key", async () => {
    const config = await environment();
    const file = keyFileOf(config.dataDirectory);
    await writeFile(file, old64);
    const { database } = service;
    const running = await openSecrets(config, database);
    await rotateSecrets(config, database);
    const text = (await readFile(file, "utf8")).trim();
    expect(text).not.toContain(old64);
    expect(Buffer.from(text, "base64")).toHaveLength(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const client = await aManager();
    const { id } = await createdUnder(running, client);
    expect(await lineOf(openSecrets(config, database))).toBe("opened");
    // Interrupted between creating and recording the new key: rotation resumes with it.
    await writeFile(file, `${text}\n${old64}\n`);
    await rotateSecrets(config, database);
    expect((await readFile(file, "utf8")).trim()).toBe(old64);
    expect(await storedCredentials(client, id)).toEqual({});
  });
});

/** A gateway that a process with other keys created. */
async function createdUnder(secrets: typeof testSecrets, { account }: ApiClient): Promise<{ id: unknown }> {
  const [row] = await service.sql("select nextval('payment_gateways_id_seq')::integer as id");
  await service.sql(
    `insert into payment_gateways (account_id, id, name, gateway_name, credentials, sealed_credentials, supported_cardtypes, supported_currencies)
     values ($1, $2, 'Cards', 'bogus', '{}', $3, '["visa"]', '["EUR"]')`,
    [account, row?.id, secrets.seal("{}", `payment_gateways ${account} ${row?.id}`)],
  );
  return { id: row?.id };
}

test("creates one owner-only key file when several processes start for the first time", async () => {
  const config = readConfig({ ROOST_TLS: "off", ROOST_DATA_DIR: join(await aDirectory(), "data") });
  const { makeKeyFile } = await import("../../src/app/secrets/key-file.ts");
  const file = keyFileOf(config.dataDirectory);
  const made = await Promise.all([1, 2, 3].map(() => makeKeyFile(file)));
  expect(new Set(made.map(([key]) => key.toString("base64"))).size).toBe(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, "no key");
  const line = await openSecrets(config, service.database).then(() => "opened", startupErrorLine);
  expect(line).toMatch(/data\.secrets-key does not hold a key of 32 bytes/);
});
