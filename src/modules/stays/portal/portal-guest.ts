import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";

/** A booking's portal, found by the secret of its link. */
export interface PortalPage {
  readonly scope: AccountScope;
  readonly account: number;
  readonly booking: number;
}

/** The guest who may enter a portal: only their mailbox receives codes. */
export interface PortalGuest {
  readonly client: number;
  readonly name: string | null;
  readonly email: string;
  /** In hex. A new salt ends the link and everything that it opened. */
  readonly salt: string;
  /** The language of mails: the preferred one, else the account's. */
  readonly locale: string;
  readonly preferredLocale: string | null;
}

/**
 * Reads a booking's guest. Undefined without a guest or an address, and for a guest whose data was erased or restricted.
 */
export const portalGuestOf = (page: PortalPage): Promise<PortalGuest | undefined> =>
  page.scope.transaction((transaction) => readPortalGuest(transaction, page), "read");

/** The same in a transaction. */
export function readPortalGuest(
  transaction: Transaction,
  { account, booking }: Pick<PortalPage, "account" | "booking">,
): Promise<PortalGuest | undefined> {
  return transaction.row<StoredGuest>(
    `select clients.id as client, clients.fullname as name, clients.emails -> 0 ->> 'email' as email,
       encode(bookings.link_salt, 'hex') as salt, coalesce(clients.preferred_locale, accounts.default_communication_locale) as locale,
       clients.preferred_locale as "preferredLocale"
     from bookings join accounts on accounts.id = bookings.account_id
     join clients on clients.account_id = $1 and clients.id = bookings.client_id
     where bookings.account_id = $1 and bookings.id = $2 and clients.emails -> 0 ->> 'email' <> ''
       and clients.forget_me_at is null and clients.processing_restricted_at is null`,
    [account, booking],
  );
}

type StoredGuest = {
  client: number;
  name: string | null;
  email: string;
  salt: string;
  locale: string;
  preferredLocale: string | null;
};
