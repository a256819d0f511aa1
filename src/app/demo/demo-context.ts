import type { Transaction } from "../../database/sql/transaction.ts";
import { ApplicationCache } from "../../kernel/application-cache.ts";
import { ResourceRegistry } from "../../kernel/registry.ts";
import { publicOnly, readAccountSettings, type WriteContext } from "../../kernel/write/context.ts";
import { everyScope } from "../../modules/platform/access/scope-list.ts";
import { resources } from "../registry.ts";

/** The demo's dependencies in addition to the transaction. */
export type Surroundings = Pick<WriteContext, "secrets" | "files">;

/** Builds the demo's write context: Roost's own application with every scope, sending no mails. @param now epoch milliseconds */
export async function demoContext(
  transaction: Transaction,
  surroundings: Surroundings,
  { account, application, now }: { readonly account: number; readonly application: number; readonly now: number },
): Promise<WriteContext> {
  return {
    transaction,
    caller: { accounts: [account], application, scopes: new Set(everyScope), publishedOnly: false, ofAccount: true },
    account: await readAccountSettings(transaction, account),
    registry: new ResourceRegistry(resources),
    cache: new ApplicationCache(),
    ...surroundings,
    outgoing: publicOnly,
    repeat: undefined,
    now,
    isQuiet: true,
  };
}
