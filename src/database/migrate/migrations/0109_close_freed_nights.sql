-- locks: bookings, calendar_feed_events, while indexes are built and a trigger is added

-- Finds events by their nights: short ones by arrival, the few long ones apart.
create index calendar_feed_events_by_arrival on calendar_feed_events (account_id, feed_id, arrival) where not gone;
create index long_calendar_feed_events on calendar_feed_events (account_id, feed_id, departure)
  where not gone and departure - arrival > 31;

-- Closes some free nights of a rental for an event: extends the event's booking beside them, else creates one, with their mirrors.
-- As writePlan does (feeds/apply). The calendars must be locked.
create function close_nights(event calendar_feed_events, of_rental bigint, run daterange, mirrored bigint[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  part bookings;
  start_time timestamptz;
  end_time timestamptz;
begin
  select (lower(run) + least(coalesce(checkin_time, default_arrival_time), 23.75) * interval '1 hour') at time zone 'UTC',
    (upper(run) + least(coalesce(checkout_time, default_departure_time), 23.75) * interval '1 hour') at time zone 'UTC'
  into start_time, end_time from rentals join accounts on accounts.id = event.account_id
  where rentals.account_id = event.account_id and rentals.id = of_rental;
  select bookings.* into part from calendar_feed_parts as parts
  join bookings on bookings.account_id = event.account_id and bookings.id = parts.booking_id
    and bookings.canceled_at is null and bookings.unavailable and bookings.rental_id = of_rental
  where parts.account_id = event.account_id and parts.event_id = event.id and bookings.nights -|- run
  order by bookings.start_at limit 1;
  if found then
    update bookings set updated_at = statement_timestamp(),
      start_at = case when upper(run) = lower(nights) then start_time else start_at end,
      end_at = case when lower(run) = upper(nights) then end_time else end_at end
    where account_id = event.account_id and canceled_at is null
      and (id = part.id or created_by_type = 'Booking' and created_by_id = part.id);
    return;
  end if;
  insert into bookings (account_id, rental_id, source_id, start_at, end_at, booked, unavailable, imported, created_by_id,
    created_by_type, currency, needs_preparation)
  select event.account_id, of_rental, feeds.source_id, start_time, end_time, false, true, true, feeds.created_by_application_id,
    'Application', rentals.currency, feeds.preparation_days_apply and feeds.treat_as = 'stays'
  from calendar_feeds as feeds join rentals on rentals.account_id = event.account_id and rentals.id = of_rental
  where feeds.account_id = event.account_id and feeds.id = event.feed_id returning * into part;
  insert into calendar_feed_parts (account_id, booking_id, feed_id, event_id, number)
  values (event.account_id, part.id, event.feed_id, event.id, 1 + (
    select count(*) from calendar_feed_parts as earlier where earlier.account_id = event.account_id and earlier.event_id = event.id
  ));
  insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
  select event.account_id, rentals.id, start_time, end_time, false, true, part.id, 'Booking', rentals.currency
  from rentals where rentals.account_id = event.account_id and rentals.id = any (mirrored);
end
$$;

-- Closes the nights that a booking has left and that an event of the rental closes, before its transaction commits, whatever freed them
-- (spec: a night that any source closes is closed). Its transaction holds the rental's lock. As the owner: expired holds end in all accounts.
create function close_freed_nights() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  house rentals;
  freed datemultirange;
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
    if freed is null then
      select * into house from rentals where account_id = old.account_id and id = old.rental_id and deleted_at is null;
      exit when not found;
      freed := datemultirange(old.nights * daterange((now() at time zone house.time_zone)::date, null));
      select coalesce(array_agg(id), '{}') into linked from (
        select rentals.id from rentals where account_id = old.account_id and deleted_at is null and id in (
          select destination_rental_id from rental_links
          where account_id = old.account_id and source_rental_id = old.rental_id and deleted_at is null
        ) order by rentals.id for no key update
      ) as locked;
    end if;
    for run in
      select unnest(freed * datemultirange(daterange(event.arrival, event.departure)) - coalesce(range_agg(nights), '{}')) from bookings
      where account_id = old.account_id and canceled_at is null
        and rental_id = any (old.rental_id || linked) and (rental_id = old.rental_id or created_by_type <> 'Booking')
        and start_at < upper(old.nights)::timestamp at time zone 'UTC' and end_at >= (lower(old.nights) + 1)::timestamp at time zone 'UTC'
    loop
      perform close_nights(event, old.rental_id, run, linked);
    end loop;
  end loop;
  return null;
end
$$;
create constraint trigger freed_nights_closed after update on bookings deferrable initially deferred for each row
  when (old.canceled_at is null and (new.canceled_at is not null or new.rental_id <> old.rental_id or not old.nights <@ new.nights))
  execute function close_freed_nights();

revoke execute on function close_nights(calendar_feed_events, bigint, daterange, bigint[]), close_freed_nights() from public;
