import type { TestService } from "../harness/service.ts";

/** SQL: now, on the clock of the rentals that are furthest east. A stay that is over there has no new mirrors, even if its rental moves west. */
const eastern = "now() at time zone 'Pacific/Auckland'";

/** SQL: the stay is ahead on every clock, by an hour at least: it must not end between an operation and its check. */
const isAhead = (table: string): string => `${table}.end_at > (${eastern}) at time zone 'UTC' + interval '1 hour'`;

const isHeld = (table: string): string =>
  `${table}.canceled_at is null and (${table}.tentative_expires_at is null or ${table}.tentative_expires_at > now())`;

/** SQL: selects the violations in account `$1`, by what must always hold. */
const statements: Readonly<Record<string, string>> = {
  "nights held twice": `
    select one.id, other.id as other from bookings as one
    join bookings as other on other.account_id = one.account_id and other.rental_id = one.rental_id and other.id > one.id
      and other.nights && one.nights and (one.created_by_type <> 'Booking' or other.created_by_type <> 'Booking')
    where one.account_id = $1 and one.canceled_at is null and other.canceled_at is null`,
  "missing mirrors": `
    select bookings.id, rental_links.destination_rental_id as missing from bookings
    join rental_links on rental_links.account_id = $1 and rental_links.source_rental_id = bookings.rental_id and rental_links.deleted_at is null
    where bookings.account_id = $1 and bookings.created_by_type <> 'Booking' and ${isHeld("bookings")} and ${isAhead("bookings")}
      and not exists (
        select from bookings as mirrors where mirrors.account_id = $1 and mirrors.created_by_type = 'Booking'
          and mirrors.created_by_id = bookings.id and mirrors.rental_id = rental_links.destination_rental_id and mirrors.canceled_at is null
          and (mirrors.start_at, mirrors.end_at) = (bookings.start_at, bookings.end_at)
          and mirrors.tentative_expires_at is not distinct from bookings.tentative_expires_at
      )`,
  "mirrors of nothing": `
    select mirrors.id, origins.id as origin from bookings as mirrors
    join bookings as origins on origins.account_id = $1 and origins.id = mirrors.created_by_id
    where mirrors.account_id = $1 and mirrors.created_by_type = 'Booking' and ${isHeld("mirrors")} and ${isAhead("mirrors")}
      and (origins.canceled_at is not null or origins.nights <> mirrors.nights or not exists (
        select from rental_links where rental_links.account_id = $1 and rental_links.deleted_at is null
          and rental_links.source_rental_id = origins.rental_id and rental_links.destination_rental_id = mirrors.rental_id
      ))`,
  "open nights of imported events": `
    select feeds.rental_id as rental, events.uid, night::date from calendar_feeds as feeds
    join calendar_feed_events as events on events.account_id = $1 and events.feed_id = feeds.id and not events.gone
    join rentals on rentals.account_id = $1 and rentals.id = feeds.rental_id and rentals.deleted_at is null
    cross join generate_series(events.arrival, events.departure - 1, interval '1 day') as night
    where feeds.account_id = $1 and feeds.deleted_at is null and night::date >= (${eastern})::date
      and not exists (
        select from bookings where bookings.account_id = $1 and bookings.canceled_at is null and bookings.nights @> night::date
          and (bookings.rental_id = feeds.rental_id or bookings.created_by_type <> 'Booking' and bookings.rental_id in (
            select destination_rental_id from rental_links
            where account_id = $1 and deleted_at is null and source_rental_id = feeds.rental_id
          ))
      )`,
};

/** Reads the violations in an account's nights, by the broken rule; empty without any. */
export async function violationsIn(service: TestService, account: number): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(statements)) {
    const rows = await service.sql(statement, [account]);
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}
