import type { Transaction } from "../../../database/sql/transaction.ts";
import type { ServiceSecrets } from "../../../kernel/access/secrets.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { type OutgoingRules, readAccountSettings, type WriteContext } from "../../../kernel/write/context.ts";
import { administrator } from "../../platform/access/administrator.ts";
import { ownApplication } from "../../platform/access/applications/own-application.ts";
import type { PortalPage } from "./portal-guest.ts";

/** The services that a guest's operations use. */
export interface PortalServices {
  readonly registry: ResourceRegistry;
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Runs a guest's operation in one transaction. It calls the API's own operations as Roost's own application, which the guest's page limits to
 * one booking. Locks that other applications hold apply.
 */
export function asGuest<T>(
  page: PortalPage,
  services: PortalServices,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return page.scope.transaction(async (transaction) => work(await guestContext(transaction, page, services)));
}

async function guestContext(
  transaction: Transaction,
  { account }: PortalPage,
  services: PortalServices,
): Promise<WriteContext> {
  return {
    transaction,
    caller: administrator(account, await ownApplication(transaction)),
    account: await readAccountSettings(transaction, account),
    cache: new ApplicationCache(),
    repeat: undefined,
    ...services,
  };
}
