import { randomBytes } from "node:crypto";
import type { Database } from "../../database/connect/database.ts";
import { sqlState } from "../../database/sql/errors.ts";
import { keyBytes, type Secrets } from "../../kernel/access/secrets.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/** A key under which something may be sealed: not itself, but a text that it sealed. */
export type KnownKey = {
  readonly id: Buffer;
  readonly probe: Buffer;
  /** The link key, sealed under this key; null before a service has started with it. */
  readonly sealed_link_key: Buffer | null;
  /** Epoch milliseconds. */
  readonly created_at: number;
};

/** The lock under which keys are added and taken away; any number, another than those of the migrations and the demo. */
export const keysLock = 7_066_785_002;

const [probeText, probeOwner] = ["Roost", "secrets_keys"] as const;

const linkKeyOwner = "secrets_keys link key";

const allKeys = "select id, probe, sealed_link_key, created_at from secrets_keys";

/** Every key under which something of the database may be sealed: one, but while keys are changed. */
export function knownKeys(database: Pick<Database, "transaction">): Promise<KnownKey[]> {
  return database.transaction((transaction) => transaction.rows<KnownKey>(allKeys));
}

/** The link key, as the row of the key that seals has it; undefined where that has none. */
export function linkKeyOf(known: readonly KnownKey[], secrets: Secrets): Buffer | undefined {
  return openLinkKey(
    known.find(({ probe }) => !secrets.isStale(probe)),
    secrets,
  );
}

function openLinkKey(key: KnownKey | undefined, secrets: Secrets): Buffer | undefined {
  return key?.sealed_link_key ? Buffer.from(secrets.open(key.sealed_link_key, linkKeyOwner), "hex") : undefined;
}

/** Whether all of them are here. */
export function areKnown(known: readonly KnownKey[], secrets: Secrets): boolean {
  return known.every(({ probe }) => secrets.knows(probe));
}

/** @throws SecretsKeyError unless all of them are here */
export function assertKnown(known: readonly KnownKey[], secrets: Secrets): void {
  if (areKnown(known, secrets)) return;
  throw new SecretsKeyError(
    "the database holds secrets that were sealed under a key that is not here: ROOST_SECRETS_KEY must name it too, after the new one and a comma.",
  );
}

/** Gives up all keys, if nothing is sealed under any. @returns whether they are */
export function giveUpUnused(database: Pick<Database, "transaction">): Promise<boolean> {
  return forgetAllBut(database, Buffer.alloc(0));
}

/**
 * Gives up all keys but one. The database refuses to while something is sealed under another.
 * @returns whether they are given up
 */
export async function forgetAllBut(database: Pick<Database, "transaction">, kept: Buffer): Promise<boolean> {
  try {
    await database.transaction(async (transaction) => {
      await transaction.run("select pg_advisory_xact_lock($1)", [keysLock]);
      await transaction.run("select forget_secrets_keys($1)", [kept]);
    });
    return true;
  } catch (error) {
    if (sqlState(error) !== "23503") throw error;
    return false;
  }
}

/**
 * Notes the key that seals from now on: nothing can be stored that is sealed under a key which is not noted. The link key is sealed under it,
 * too: that of the former key, or a new one for a database that has none.
 * @returns the link key
 * @throws SecretsKeyError
 */
export function noteKey(database: Pick<Database, "transaction">, secrets: Secrets): Promise<Buffer> {
  return database.transaction(async (transaction) => {
    await transaction.run("select pg_advisory_xact_lock($1)", [keysLock]);
    // Another process may have noted another key since: two machines that each made a file for one database.
    const known = await transaction.rows<KnownKey>(allKeys);
    assertKnown(known, secrets);
    const linked = known.find(({ sealed_link_key }) => sealed_link_key);
    const linkKey = openLinkKey(linked, secrets) ?? randomBytes(keyBytes);
    await transaction.run(
      `insert into secrets_keys (id, probe, sealed_link_key) values ($1, $2, $3)
       on conflict (id) do update set sealed_link_key = excluded.sealed_link_key where secrets_keys.sealed_link_key is null`,
      [secrets.keyId(), secrets.seal(probeText, probeOwner), secrets.seal(linkKey.toString("hex"), linkKeyOwner)],
    );
    return linkKey;
  });
}
