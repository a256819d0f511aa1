import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import { scopeNames } from "../../../kernel/access/scopes.ts";
import { readAccountSettings, type WriteContext } from "../../../kernel/write/context.ts";
import { ownApplication, ownClientId } from "../../platform/access/applications/own-application.ts";

/** A service's surroundings that a booking on a site needs. */
export type SiteSurroundings = Pick<WriteContext, "registry" | "cache" | "secrets" | "files" | "outgoing">;

/** Roost itself sells on an account's site: it may book, and no price increase or commission of another application applies. */
export const siteCaller = (account: number, application: number): Caller => ({
  accounts: [account],
  application,
  scopes: new Set(scopeNames),
  publishedOnly: false,
  ofAccount: true,
});

/** The caller of reads. Roost has sold nothing itself while its application is missing. */
export async function readSiteCaller(transaction: Transaction, account: number): Promise<Caller> {
  const row = await transaction.row<{ id: number }>("select id from applications where client_id = $1", [ownClientId]);
  return siteCaller(account, row?.id ?? 0);
}

/** The context of a guest's booking. @param now epoch milliseconds @throws RequestError 403 when the account is closed */
export async function siteContext(
  transaction: Transaction,
  surroundings: SiteSurroundings,
  { account, now }: { readonly account: number; readonly now: number },
): Promise<WriteContext> {
  return {
    ...surroundings,
    transaction,
    caller: siteCaller(account, await ownApplication(transaction)),
    account: await readAccountSettings(transaction, account),
    repeat: undefined,
    now,
  };
}
