import { dayOfInstant, instantOnDay } from "../../../core/day.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { Database } from "../../../database/connect/database.ts";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import { isLive } from "../../property/occupancy/held-nights.ts";
import { readSecret } from "./link-secret.ts";
import { type LinkedStay, type Turnover, turnoversOf } from "./turnovers.ts";

/** Days that a link shows, and further days in which it looks for the next arrival. */
const shownDays = 14;
const lookaheadDays = 46;

/** Maximum stays to read, enough for a link's thousand rentals. */
const maxStays = 20_000;

/** A link in force. */
export interface FoundLink {
  readonly account: number;
  readonly id: number;
  readonly name: string;
  readonly businessName: string;
  /** IANA, of the account. */
  readonly timeZone: string;
  /** Epoch milliseconds; null before its first use. */
  readonly lastUsedAt: number | null;
}

/** An opened link. */
export interface OpenedLink extends FoundLink {
  /** Epoch days: today in the account's time zone, and the last day shown. */
  readonly today: number;
  readonly last: number;
  readonly turnovers: readonly Turnover[];
}

/**
 * Returns the turnovers that a secret opens (docs/design/console.md).
 * @param now epoch milliseconds
 * @returns undefined for an unknown, expired or deleted link
 */
export async function openCleaningLink(
  database: Database,
  secret: string,
  now: number,
): Promise<OpenedLink | undefined> {
  const link = await findCleaningLink(database, secret);
  if (!link) return undefined;
  const scope = database.within([link.account]);
  if (link.lastUsedAt === null || link.lastUsedAt < now - useIntervalMs) await storeUse(scope, link);
  const today = dayIn(link.timeZone, now);
  const last = today + shownDays - 1;
  const stays = await readStays(scope, { ...link, from: today, until: last + lookaheadDays });
  return { ...link, today, last, turnovers: turnoversOf(stays, today, last) };
}

/** Store a use at most this often, so that reloading a page writes nothing. */
const useIntervalMs = 600_000;

type LinkKey = Pick<FoundLink, "account" | "id">;

/** Finds the link of a secret. @returns undefined for an unknown, expired or deleted link */
export async function findCleaningLink(database: Database, secret: string): Promise<FoundLink | undefined> {
  const key = readSecret(secret);
  if (!key) return undefined;
  const { account, id, digest } = key;
  const row = await database.within([account]).transaction(
    (transaction) =>
      transaction.row<{ name: string; last_used_at: number | null; business_name: string; time_zone: string }>(
        `select cleaning_links.name, cleaning_links.last_used_at, accounts.business_name, accounts.time_zone
         from cleaning_links join accounts on accounts.id = cleaning_links.account_id and accounts.closed_at is null
         where cleaning_links.account_id = $1 and cleaning_links.id = $2 and cleaning_links.secret_digest = $3::bytea
           and cleaning_links.deleted_at is null
           and (cleaning_links.expires_at is null or cleaning_links.expires_at > statement_timestamp())`,
        [account, id, digest],
      ),
    "read",
  );
  return (
    row && {
      ...{ account, id, name: row.name, businessName: row.business_name },
      ...{ timeZone: row.time_zone, lastUsedAt: row.last_used_at },
    }
  );
}

async function storeUse(scope: AccountScope, { account, id }: LinkKey): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      "update cleaning_links set last_used_at = statement_timestamp(), updated_at = statement_timestamp() where account_id = $1 and id = $2",
      [account, id],
    ),
  );
}

/**
 * Reads no more than these rentals' cleaner may see (role-limits.ts), and nothing about guests.
 * Omits comments on bookings of guests whose data was erased or restricted.
 */
async function readStays(
  scope: AccountScope,
  { account, id, from, until }: LinkKey & { readonly from: number; readonly until: number },
): Promise<LinkedStay[]> {
  const rows = await scope.transaction(
    (transaction) =>
      transaction.rows<{
        rental: number;
        name: string;
        is_hold: boolean;
        start_at: number;
        end_at: number;
        expected_checkin_time: string | null;
        expected_checkout_time: string | null;
        checkin_time: number;
        checkout_time: number;
        adults: number | null;
        children: number | null;
        comments: string[];
      }>(
        `select rentals.id as rental, coalesce(rentals.name, '') as name, bookings.tentative_expires_at is not null as is_hold,
           bookings.start_at, bookings.end_at, bookings.expected_checkin_time, bookings.expected_checkout_time,
           coalesce(rentals.checkin_time, accounts.default_arrival_time) as checkin_time,
           coalesce(rentals.checkout_time, accounts.default_departure_time) as checkout_time,
           bookings.adults, bookings.children,
           array(
             select booking_comments.content from booking_comments
             where booking_comments.account_id = $1 and booking_comments.booking_id = bookings.id
               and booking_comments.visible_for_all_account_users and booking_comments.deleted_at is null
               and not exists (
                 select from clients where clients.account_id = $1 and clients.id = bookings.client_id
                   and (clients.forget_me_at is not null or clients.processing_restricted_at is not null)
               )
             order by booking_comments.id
           ) as comments
         from cleaning_links_rentals as linked
         join accounts on accounts.id = linked.account_id
         join rentals on rentals.account_id = $1 and rentals.id = linked.rental_id and rentals.deleted_at is null
         join bookings on bookings.account_id = $1 and bookings.rental_id = rentals.id
         where linked.account_id = $1 and linked.cleaning_link_id = $2 and ${isLive} and not bookings.unavailable
           and bookings.end_at >= $3::timestamptz and bookings.start_at < $4::timestamptz
         order by bookings.start_at, bookings.id limit $5`,
        [...[account, id], ...[from, until + 1].map((day) => new Date(instantOnDay(day, 0)).toISOString()), maxStays],
      ),
    "read",
  );
  return rows.map((row) => ({
    ...{ rental: row.rental, name: row.name, isHold: row.is_hold },
    ...{ arrival: dayOfInstant(row.start_at), departure: dayOfInstant(row.end_at) },
    comes: minutesOf(row.expected_checkin_time) ?? timeOf(row.start_at) ?? row.checkin_time * 60,
    goes: minutesOf(row.expected_checkout_time) ?? timeOf(row.end_at) ?? row.checkout_time * 60,
    ...{ adults: row.adults ?? 0, children: row.children ?? 0, comments: row.comments },
  }));
}

/** Parses an expected time such as `16:30` or `10` into minutes after midnight. */
function minutesOf(clock: string | null): number | undefined {
  const [, hours, minutes = "0"] = /^(\d{1,2})(?::(\d{2}))?$/.exec(clock ?? "") ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Minutes after midnight; undefined for midnight, which is a day without a time. */
const timeOf = (instant: number): number | undefined =>
  Math.floor((instant - instantOnDay(dayOfInstant(instant), 0)) / 60_000) || undefined;
