import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import { ownClientId } from "../../platform/access/applications/own-application.ts";

/**
 * The reader for a site's guests. Roost itself sells there, so no price increase of another application applies; of a rental, guests see
 * public attributes only.
 */
export async function siteReader(transaction: Transaction, account: number): Promise<Caller> {
  const row = await transaction.row<{ id: number }>("select id from applications where client_id = $1", [ownClientId]);
  return { accounts: [account], application: row?.id ?? 0, scopes: new Set(["public"]), publishedOnly: false };
}
