import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { Credentials } from "./gateway.ts";

/** Seals a gateway's credentials, bound to its account and id. */
export function sealCredentials(secrets: Secrets, account: number, id: number, credentials: Credentials): Buffer {
  return secrets.seal(JSON.stringify(credentials), ownerOf(account, id));
}

/** A gateway's name and plain-text credentials. @throws RequestError 404 when the account has no such gateway */
export async function openCredentials(
  reader: Reader,
  secrets: Secrets,
  account: number,
  id: number,
): Promise<{ readonly name: string; readonly credentials: Credentials }> {
  const [row] = await reader.read(
    {
      name: "credentials of a gateway",
      text: "select gateway_name, encode(sealed_credentials, 'base64') from payment_gateways where account_id = $1 and id = $2",
    },
    [account, id],
  );
  const [name, sealed] = row ?? [];
  if (!name || !sealed) throw notFound(`Payment gateway ${id} not found.`);
  return { name, credentials: parse(secrets.open(Buffer.from(sealed, "base64"), ownerOf(account, id))) };
}

/** Reseals the account's credentials that still use an earlier key, one by one. @returns how many were resealed */
export async function resealCredentials(scope: AccountScope, secrets: Secrets, account: number): Promise<number> {
  let done = 0;
  while (await scope.transaction((transaction) => resealOne(transaction, secrets, account))) done++;
  return done;
}

async function resealOne(transaction: Transaction, secrets: Secrets, account: number): Promise<boolean> {
  const row = await transaction.row<{ id: number; sealed_credentials: Buffer }>(
    `select id, sealed_credentials from payment_gateways
     where account_id = $1 and secrets_key_id <> $2 order by id limit 1 for no key update`,
    [account, secrets.keyId()],
  );
  if (!row) return false;
  const owner = ownerOf(account, row.id);
  // Responses stay the same, so `updated_at` does too.
  await transaction.run("update payment_gateways set sealed_credentials = $3 where account_id = $1 and id = $2", [
    account,
    row.id,
    secrets.seal(secrets.open(row.sealed_credentials, owner), owner),
  ]);
  return true;
}

const ownerOf = (account: number, id: number): string => `payment_gateways ${account} ${id}`;

function parse(text: string): Credentials {
  const credentials: Record<string, string> = {};
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed)) throw new Error("A payment gateway's credentials are not an object.");
  for (const [name, value] of Object.entries(parsed)) if (typeof value === "string") credentials[name] = value;
  return credentials;
}
