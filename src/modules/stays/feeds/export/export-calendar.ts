import { createHash } from "node:crypto";
import type { Database } from "../../../../database/connect/database.ts";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import { isRightToken, readLinkToken } from "../../../../kernel/access/link-tokens.ts";
import { arrivalDate, departureDate, isLive } from "../../../property/occupancy/held-nights.ts";
import { isStay } from "../../../property/occupancy/preparation.ts";
import { family, isBookingUid, partUid, uidOfBooking } from "../apply/own-uids.ts";
import { preparedBookings } from "./prepared-bookings.ts";
import { type ExportedBooking, writeCalendar } from "./write-calendar.ts";

/** Maximum bookings per calendar, equal to an import's maximum. */
const maxBookings = 20_000;

/** An export found by its secret. */
interface FoundExport {
  readonly scope: AccountScope;
  readonly account: number;
  readonly rental: number;
  readonly name: string;
  readonly names: boolean;
  /** The rental's preparation days, if they are exported. */
  readonly preparationDays: number;
  /** Its import from the same site. A deleted one may have left bookings that the site no longer closes. */
  readonly paired: number | null;
}

/** A calendar to serve. */
export interface ExportedCalendar {
  readonly text: string;
  /** Derived from the content only. */
  readonly etag: string;
}

/**
 * Writes an export's calendar: bookings of the past twelve months and all upcoming ones.
 * @param text the address's last part, without `.ics`
 * @param host this service's host, for UIDs
 * @returns undefined for an unknown or expired address
 */
export async function exportCalendar(
  database: Database,
  linkKey: Buffer,
  text: string,
  host: string,
): Promise<ExportedCalendar | undefined> {
  const found = await findExport(database, linkKey, text);
  if (!found) return undefined;
  const calendar = await writeCalendar(found.name, host, preparedBookings(await readBookings(found)));
  return { text: calendar, etag: `"${createHash("sha256").update(calendar).digest("base64url")}"` };
}

async function findExport(database: Database, linkKey: Buffer, text: string): Promise<FoundExport | undefined> {
  const read = readLinkToken(text);
  if (!read) return undefined;
  const { account, id: feed, signature } = read;
  const scope = database.within([account]);
  const row = await scope.transaction(
    (transaction) =>
      transaction.row<{
        salt: string | null;
        rental: number;
        name: string;
        names: boolean;
        preparationDays: number;
        paired: number | null;
      }>(
        `select encode(feeds.link_salt, 'hex') as salt, feeds.rental_id as rental, rentals.name, feeds.names, pairs.id as paired,
           case when feeds.include_preparation_days then rentals.preparation_days else 0 end as "preparationDays"
         from calendar_feeds as feeds
         join rentals on rentals.account_id = $1 and rentals.id = feeds.rental_id and rentals.deleted_at is null
         left join calendar_feeds as pairs on pairs.account_id = $1 and pairs.id = feeds.paired_feed_id and pairs.deleted_at is null
         join accounts on accounts.id = feeds.account_id and accounts.closed_at is null
         where feeds.account_id = $1 and feeds.id = $2 and feeds.enabled and feeds.deleted_at is null and feeds.kind = 'export'`,
        [account, feed],
      ),
    "read",
  );
  if (!row?.salt || !isRightToken(linkKey, { kind: "calendar", account, id: feed }, row.salt, signature))
    return undefined;
  return { ...row, scope, account };
}

/** SQL: the other site does not close all the booking's nights: a person added some, or kept them when their event went. */
const isUnknownThere = `(not bookings.unavailable or bookings.moved_by_hand)
  and (events.gone or ${arrivalDate} < events.arrival or ${departureDate} > events.departure)`;

/**
 * Reads the bookings. Names guests only if the feed allows it and their data is neither erased nor restricted.
 * Bookings imported from another Roost keep their UIDs there, so that it recognizes them as echoes.
 */
async function readBookings({
  scope,
  account,
  rental,
  names,
  paired,
  preparationDays,
}: FoundExport): Promise<ExportedBooking[]> {
  const rows = await scope.transaction(
    (transaction) =>
      transaction.rows<{
        id: number;
        uid: string;
        foreign_uid: string | null;
        arrival: number;
        departure: number;
        is_stay: boolean;
        is_prepared: boolean;
        is_tentative: boolean;
        guest: string | null;
        created_at: number;
        updated_at: number;
      }>(
        `select bookings.id, ${uidOfBooking} as uid, events.uid as foreign_uid, ${arrivalDate} as arrival, ${departureDate} as departure,
           not bookings.unavailable as is_stay, ${isStay} as is_prepared, bookings.tentative_expires_at is not null as is_tentative,
           case when $3 and not bookings.unavailable then clients.fullname end as guest, bookings.created_at, bookings.updated_at
         from bookings
         left join clients on clients.account_id = $1 and clients.id = bookings.client_id
           and clients.forget_me_at is null and clients.processing_restricted_at is null
         left join lateral (
           select calendar_feed_events.uid, gone, arrival, departure, parts.feed_id from calendar_feed_parts as parts
           join calendar_feed_events on calendar_feed_events.account_id = $1 and calendar_feed_events.id = parts.event_id
           where parts.account_id = $1 and parts.booking_id = ${family("bookings")} limit 1
         ) as events on true
         where bookings.account_id = $1 and bookings.rental_id = $2 and ${isLive} and bookings.end_at > now() - interval '12 months'
           and (events.feed_id is distinct from $4 or $4::bigint is null or ${isUnknownThere})
         order by bookings.start_at, bookings.id limit $5`,
        [account, rental, names, paired, maxBookings],
      ),
    "read",
  );
  const foreignUids = uniqueForeignUids(rows);
  return rows.map((row) => ({
    uid: row.uid,
    foreignUid: foreignUids.get(row.id) ?? null,
    arrival: row.arrival,
    departure: row.departure,
    summary: row.guest ?? (row.is_stay ? "Booked" : "Not available"),
    isTentative: row.is_tentative,
    preparationDays: row.is_prepared ? preparationDays : 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

/** The UIDs of imported events by booking. An event has a booking for each run of its nights; readers keep one event of a UID. */
function uniqueForeignUids(
  rows: readonly { readonly id: number; readonly foreign_uid: string | null }[],
): ReadonlyMap<number, string> {
  const byUid = Map.groupBy(
    rows.flatMap(({ id, foreign_uid: uid }) => (uid !== null && isBookingUid(uid) ? [{ id, uid }] : [])),
    ({ uid }) => uid,
  );
  return new Map(
    [...byUid].flatMap(([uid, bookings]) =>
      bookings
        .map(({ id }) => id)
        .toSorted((one, other) => one - other)
        .map((id, index): [number, string] => [id, index === 0 ? uid : partUid(uid, id)]),
    ),
  );
}
