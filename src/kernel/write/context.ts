import type { Transaction } from "../../database/sql/transaction.ts";
import type { Caller } from "../access/caller.ts";
import type { Secrets } from "../access/secrets.ts";
import type { ApplicationCache } from "../application-cache.ts";
import { forbidden } from "../errors.ts";
import type { FileStore } from "../files/files.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Precondition } from "./precondition.ts";

/** Exceptions to the rule that the service only contacts public addresses over https. */
export interface OutgoingRules {
  /** Hosts and ranges that are not public (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  /** Webhooks may go to this machine, and over http: in the demo, while the service listens on loopback only (events.md, Webhooks). */
  readonly localWebhooks: boolean;
}

/** No exceptions: the default. */
export const publicOnly: OutgoingRules = { privateFetch: [], localWebhooks: false };

/** The context of an operation: one transaction, for one caller, at one moment. */
export interface WriteContext {
  readonly transaction: Transaction;
  readonly caller: Caller;
  /** The account that the operation writes to: the only one of the token. */
  readonly account: AccountSettings;
  readonly registry: ResourceRegistry;
  readonly cache: ApplicationCache;
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly outgoing: OutgoingRules;
  /** The Idempotency-Key and the body's digest, which identify a repeated request. Undefined without a key. */
  readonly repeat: { readonly key: string; readonly digest: Buffer } | undefined;
  /** The record's version that the write expects; absent: any. */
  readonly precondition?: Precondition | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Several requests share the transaction, so another one may roll this one back. */
  readonly isShared?: boolean;
  /** Ids of bookings that move in this transaction. Their nights are checked at its end (`Transaction.deferNights`). */
  readonly movedTogether?: readonly number[];
  /** Suppresses notifications: imported records were announced in the former system. */
  readonly isQuiet?: boolean;
  /** The booking time of an imported booking in the former system, in epoch milliseconds. Absent: now. */
  readonly madeAt?: number | undefined;
  /** The amount paid for an imported booking in the former system, in hundredths. This transaction records its payment. */
  readonly paidBefore?: number | undefined;
}

/** A transaction on one account, for jobs as well as callers. */
export interface AccountTransaction {
  readonly transaction: Transaction;
  readonly account: Pick<AccountSettings, "id">;
}

/** An account's settings that any write may need. */
export interface AccountSettings {
  readonly id: number;
  readonly defaultLocale: string;
  readonly selectedLocales: readonly string[];
  /** An IANA time zone: the default for rentals. */
  readonly timeZone: string;
  /** Hours of the day. */
  readonly arrivalTime: number;
  readonly departureTime: number;
  /** Whether guests receive booking confirmations by mail. */
  readonly mailsConfirmations: boolean;
}

/** Reads the settings of a write's account. @throws RequestError 403 when it is closed */
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
  // The account may have been closed since the token was checked; a late write would be missing in the export.
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
