import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import { everyScope } from "../scope-list.ts";
import { outOfBand } from "./redirect-uri.ts";

/** Registered applications have random client ids, so this one cannot collide. */
export const ownClientId = "roost";

/**
 * The id of Roost's own application, which the demo and command-line tokens use by default. Creates it if it is missing, and gives it
 * every scope of this release. Its secret is discarded, so it works by tokens only.
 */
export async function ownApplication(transaction: Transaction): Promise<number> {
  const existing = await find(transaction);
  if (existing && everyScope.every((scope) => existing.scopes.includes(scope))) return existing.id;
  await transaction.run(
    `insert into applications (name, client_id, client_secret_digest, redirect_uris, scopes) values ('Roost', $1, $2, $3, $4)
     on conflict (client_id) do update set scopes = excluded.scopes, updated_at = excluded.updated_at`,
    [ownClientId, digestOf(randomBytes(32).toString("base64url")), [outOfBand], [...everyScope]],
  );
  const created = await find(transaction);
  if (!created) throw new Error("Roost's own application was not created.");
  return created.id;
}

function find(transaction: Transaction): Promise<{ id: number; scopes: string[] } | undefined> {
  return transaction.row<{ id: number; scopes: string[] }>("select id, scopes from applications where client_id = $1", [
    ownClientId,
  ]);
}
