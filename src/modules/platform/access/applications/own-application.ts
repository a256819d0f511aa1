import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { digestOf } from "../access-token.ts";
import { everyScope } from "../scope-list.ts";
import { outOfBand } from "./redirect-uri.ts";

/** Registered ones have random client ids: this one is never theirs. */
export const ownClientId = "roost";

/**
 * The id of Roost's own application: the demo is made with it, and tokens from the command line are its, unless they name another.
 * It is made when it is missing and knows every scope of this release. Nobody has its secret, so it is used by tokens alone.
 */
export async function ownApplication(transaction: Transaction): Promise<number> {
  const known = await find(transaction);
  if (known && everyScope.every((scope) => known.scopes.includes(scope))) return known.id;
  await transaction.run(
    `insert into applications (name, client_id, client_secret_digest, redirect_uris, scopes) values ('Roost', $1, $2, $3, $4)
     on conflict (client_id) do update set scopes = excluded.scopes, updated_at = now()`,
    [ownClientId, digestOf(randomBytes(32).toString("base64url")), [outOfBand], [...everyScope]],
  );
  const made = await find(transaction);
  if (!made) throw new Error("Roost's own application was just made and is not there.");
  return made.id;
}

function find(transaction: Transaction): Promise<{ id: number; scopes: string[] } | undefined> {
  return transaction.row<{ id: number; scopes: string[] }>("select id, scopes from applications where client_id = $1", [
    ownClientId,
  ]);
}
