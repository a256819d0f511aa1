import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openSecrets } from "../../src/app/secrets/open-secrets.ts";
import { rotateSecrets } from "../../src/app/secrets/rotate-secrets.ts";
import { startupErrorLine } from "../../src/app/start/startup-error.ts";
import { aRental } from "../harness/factories.ts";
import { testKey } from "../harness/secrets.ts";
import { type TestService, useService } from "../harness/service.ts";
import { aDirectory } from "../start/service.ts";
import { aFeed } from "./factories.ts";

/** The key that signs the tokens of payment pages and calendars, across rotations of the secrets key. */
const old = testKey.toString("hex");
const newer = Buffer.alloc(32, "a newer key").toString("hex");
const stranger = Buffer.alloc(32, "a stranger's key").toString("hex");

const configOf = async (keys: string) =>
  readConfig({ ROOST_TLS: "off", ROOST_DATA_DIR: join(await aDirectory(), "data"), ROOST_SECRETS_KEY: keys });
const linkKeyIn = (service: TestService) => async (keys: string) =>
  (await openSecrets(await configOf(keys), service.database)).linkKey;

describe("in a database without exported calendars", () => {
  const service = useService();
  const linkKeyUnder = linkKeyIn(service);

  test("the link key survives restarts and rotations, and is only regenerated if nothing needs it", async () => {
    const first = await linkKeyUnder(old);
    expect(first).toHaveLength(32);
    expect(await linkKeyUnder(old)).toEqual(first);
    const rows = await service.sql("select sealed_link_key from secrets_keys");
    expect(
      rows.map(({ sealed_link_key }) => Buffer.isBuffer(sealed_link_key) && !sealed_link_key.includes(first)),
    ).toEqual([true]);
    await rotateSecrets(await configOf(`${newer},${old}`), service.database);
    expect(await linkKeyUnder(newer)).toEqual(first);
    // Nothing is sealed or exported, so a copy of the database starts without its key.
    const second = await linkKeyUnder(stranger);
    expect(second).not.toEqual(first);
    await rotateSecrets(await configOf(`${old},${stranger}`), service.database);
    expect(await linkKeyUnder(old)).toEqual(second);
  });
});

describe("in a database with an exported calendar", () => {
  const service = useService();
  const linkKeyUnder = linkKeyIn(service);

  test("a start without the calendars' link key is refused and changes nothing", async () => {
    const client = await service.aClient(await service.anAccount());
    const before = await linkKeyUnder(old);
    await aFeed(client, await aRental(client), { kind: "export" });
    const line = await linkKeyUnder(stranger).then(() => "opened", startupErrorLine);
    expect(line).toMatch(/encrypted under a key that is missing here/);
    expect(await linkKeyUnder(old)).toEqual(before);
  });

  test("processes that start concurrently on an earlier release's database agree on one link key", async () => {
    await service.sql("update secrets_keys set sealed_link_key = null");
    const keys = await Promise.all([1, 2, 3].map(() => linkKeyUnder(old)));
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  });
});
