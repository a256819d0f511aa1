-- locks: none

-- Closes the nights that a booking has left and that an event of the rental closes, before its transaction commits, whatever freed them
-- (spec: a night that any source closes is closed). Its transaction holds the rental's lock. As the owner: expired holds end in all accounts.
create or replace function close_freed_nights() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  house rentals;
  free datemultirange;
  linked bigint[];
  event calendar_feed_events;
  run daterange;
begin
  -- In the order in which feeds/plan gives nights to events.
  for event in select events.* from calendar_feeds as feeds cross join lateral (
      select * from calendar_feed_events as short where short.account_id = old.account_id and short.feed_id = feeds.id and not short.gone
        and short.arrival >= lower(old.nights) - 31 and short.arrival < upper(old.nights) and short.departure > lower(old.nights)
      union all
      select * from calendar_feed_events as long where long.account_id = old.account_id and long.feed_id = feeds.id and not long.gone
        and long.departure - long.arrival > 31 and long.departure > lower(old.nights) and long.arrival < lower(old.nights) - 31
    ) as events
    where feeds.account_id = old.account_id and feeds.rental_id = old.rental_id and feeds.kind = 'import' and feeds.deleted_at is null
    order by events.arrival, events.departure desc, events.id
  loop
    if free is null then
      select * into house from rentals where account_id = old.account_id and id = old.rental_id and deleted_at is null;
      exit when not found;
      select coalesce(array_agg(id), '{}') into linked from (
        select rentals.id from rentals where account_id = old.account_id and deleted_at is null and id in (
          select destination_rental_id from rental_links
          where account_id = old.account_id and source_rental_id = old.rental_id and deleted_at is null
        ) order by rentals.id for no key update
      ) as locked;
      -- A mirror may end before its origin, whose end closes nights in its own rental only: an expired hold must not keep them open.
      update bookings set canceled_at = tentative_expires_at, updated_at = statement_timestamp()
      where account_id = old.account_id and rental_id = any (old.rental_id || linked) and canceled_at is null
        and tentative_expires_at <= now() and start_at < upper(old.nights)::timestamp at time zone 'UTC'
        and end_at >= (lower(old.nights) + 1)::timestamp at time zone 'UTC';
      select datemultirange(old.nights * daterange((now() at time zone house.time_zone)::date, null)) - coalesce(range_agg(nights), '{}')
      into free from bookings
      where account_id = old.account_id and canceled_at is null
        and rental_id = any (old.rental_id || linked) and (rental_id = old.rental_id or created_by_type <> 'Booking')
        and start_at < upper(old.nights)::timestamp at time zone 'UTC' and end_at >= (lower(old.nights) + 1)::timestamp at time zone 'UTC';
    end if;
    exit when isempty(free);
    for run in select unnest(free * datemultirange(daterange(event.arrival, event.departure))) loop
      perform close_nights(event, old.rental_id, run, linked);
    end loop;
    free := free - datemultirange(daterange(event.arrival, event.departure));
  end loop;
  return null;
end
$$;
