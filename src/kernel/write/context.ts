import type { Transaction } from "../../database/sql/transaction.ts";
import type { Caller } from "../access/caller.ts";
import type { Secrets } from "../access/secrets.ts";
import type { ApplicationCache } from "../application-cache.ts";
import { forbidden } from "../errors.ts";
import type { FileStore } from "../files/files.ts";
import type { ResourceRegistry } from "../registry.ts";

/** Where the service sends what goes to addresses that somebody names, besides https and public addresses. */
export interface OutgoingRules {
  /** Hosts and ranges that are not public (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  /** Webhooks may go to this machine, and by http: in the demo, while the service listens on loopback alone (events.md, Webhooks). */
  readonly localWebhooks: boolean;
}

/** The rules where nothing says otherwise. */
export const publicOnly: OutgoingRules = { privateFetch: [], localWebhooks: false };

/** What an operation works with: one transaction, on behalf of one caller, at one moment. */
export interface WriteContext {
  readonly transaction: Transaction;
  readonly caller: Caller;
  /** The account that is written to: the token's only one. */
  readonly account: AccountSettings;
  readonly registry: ResourceRegistry;
  readonly cache: ApplicationCache;
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  /** The request's Idempotency-Key and what its body is: the same two come again with the same request. Undefined without a key. */
  readonly repeat: { readonly key: string; readonly digest: Buffer } | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The transaction is that of several requests: what this one has done may be undone by another. Absent: it is its own. */
  readonly isShared?: boolean;
  /** Nobody is written to because of it: what is taken over from another system was told there. */
  readonly isQuiet?: boolean;
}

/** A transaction on one account: what jobs have, too, on whose behalf nobody calls. */
export interface AccountTransaction {
  readonly transaction: Transaction;
  readonly account: Pick<AccountSettings, "id">;
}

/** What of an account every write may need. */
export interface AccountSettings {
  readonly id: number;
  readonly defaultLocale: string;
  readonly selectedLocales: readonly string[];
  /** IANA: that of rentals which name none. */
  readonly timeZone: string;
  /** Hours of the day. */
  readonly arrivalTime: number;
  readonly departureTime: number;
  /** Whether guests are told by mail that they are booked. */
  readonly mailsConfirmations: boolean;
}

/** Reads the settings of the account that a write goes to. @throws RequestError 403 when it is closed */
export async function readAccountSettings(transaction: Transaction, account: number): Promise<AccountSettings> {
  const row = await transaction.row<{
    default_locale: string;
    selected_locales: string[];
    time_zone: string;
    default_arrival_time: number;
    default_departure_time: number;
    mails_confirmations: boolean;
    closed: boolean;
  }>(
    `select default_locale, selected_locales, time_zone, default_arrival_time, default_departure_time,
       mails_booking_confirmations as mails_confirmations, closed_at is not null as closed
     from accounts where id = $1`,
    [account],
  );
  // The token was good a moment ago: what begins now would be missing in the export.
  if (row?.closed) throw forbidden("The account is closed.");
  if (!row) throw new Error(`The account ${account} of a valid token does not exist.`);
  return {
    id: account,
    defaultLocale: row.default_locale,
    selectedLocales: row.selected_locales,
    timeZone: row.time_zone,
    arrivalTime: row.default_arrival_time,
    departureTime: row.default_departure_time,
    mailsConfirmations: row.mails_confirmations,
  };
}
