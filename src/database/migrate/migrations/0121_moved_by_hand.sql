-- locks: bookings, while a column is added

-- A person has given an imported booking further nights: it keeps them, whatever its calendar says (docs/concepts/calendars.md).
alter table bookings add column moved_by_hand boolean not null default false;

-- Closes some free nights of a rental for an event: extends the event's booking beside them, else creates one, with their mirrors.
-- As writePlan does (feeds/apply). The calendars must be locked.
create or replace function close_nights(event calendar_feed_events, of_rental bigint, run daterange, mirrored bigint[]) returns void
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
    and bookings.canceled_at is null and bookings.unavailable and not bookings.moved_by_hand and bookings.rental_id = of_rental
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
