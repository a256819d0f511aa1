import { sqlState } from "../../database/errors.ts";
import type { Database } from "../../database/database.ts";
import type { Secrets } from "../../kernel/secrets.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/** A key under which something may be sealed: not itself, but a text that it sealed. */
export interface KnownKey {
  readonly id: Buffer;
  readonly probe: Buffer;
  /** Epoch milliseconds. */
  readonly created_at: number;
}

/** The lock under which keys are added and taken away; any number, another than those of the migrations and the demo. */
export const keysLock = 7_066_785_002;

const [probeText, probeOwner] = ["Roost", "secrets_keys"] as const;

const allKeys = "select id, probe, created_at from secrets_keys";

/** Every key under which something of the database may be sealed: one, but while keys are changed. */
export function knownKeys(database: Pick<Database, "transaction">): Promise<KnownKey[]> {
  return database.transaction((transaction) =>
    transaction.rows<{ id: Buffer; probe: Buffer; created_at: number }>(allKeys),
  );
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

/** Notes the key that seals from now on: nothing can be stored that is sealed under a key which is not noted. @throws SecretsKeyError */
export async function noteKey(database: Pick<Database, "transaction">, secrets: Secrets): Promise<void> {
  const probe = secrets.seal(probeText, probeOwner);
  await database.transaction(async (transaction) => {
    await transaction.run("select pg_advisory_xact_lock($1)", [keysLock]);
    // Another process may have noted another key since: two machines that each made a file for one database.
    assertKnown(await transaction.rows<{ id: Buffer; probe: Buffer; created_at: number }>(allKeys), secrets);
    await transaction.run("insert into secrets_keys (id, probe) values ($1, $2) on conflict do nothing", [
      secrets.keyId(),
      probe,
    ]);
  });
}
