-- locks: accounts, bookings, calendar_feed_events, calendar_feeds, while columns and references are added

-- Guests stay in an unavailable booking that a calendar brought, so the rental's preparation days stand around it.
alter table bookings add column needs_preparation boolean not null default false;

alter table calendar_feeds
  -- Choices for an import, and for an export.
  add column treat_as text not null default 'stays' check (treat_as in ('stays', 'blocks')),
  add column ignore_summaries jsonb not null default '[]',
  add column preparation_days_apply boolean not null default false,
  add column include_preparation_days boolean not null default false,
  -- A reading was requested then and has not ended. Set by requests, cleared by the reading that began after it.
  add column pending_at timestamptz,
  -- A booking in the way of an event has ended or moved since: its nights are closed at the next chance.
  add column gap_at timestamptz,
  -- Readings miss most of the stays since then; how many readings agree, and how many stays are missing.
  add column suspicious_at timestamptz(0),
  add column missing_count integer not null default 0,
  -- The first failure since the last success, and what managers were notified of.
  add column failing_since timestamptz(0),
  add column reported text check (reported in ('failed', 'suspicious')),
  add column echoes_count integer not null default 0,
  add column unreadable jsonb not null default '[]';
-- Existing imports sell the same nights as before.
alter table calendar_feeds alter column preparation_days_apply set default true;
update calendar_feeds set
  conflicts = (select coalesce(jsonb_agg(one || '{"nights": []}') filter (where one -> 'start' <> 'null'), '[]') from jsonb_array_elements(conflicts) as one),
  unreadable = (select coalesce(jsonb_agg(jsonb_build_object('uid', one -> 'uid', 'reason', one -> 'reason')) filter (where one -> 'start' = 'null'), '[]')
    from jsonb_array_elements(conflicts) as one)
  where conflicts <> '[]';
create index calendar_feeds_with_gaps on calendar_feeds (gap_at) where gap_at is not null;

-- The bookings of an event: one for each free run of its nights. Rows stay when their booking is canceled.
create table calendar_feed_parts (
  account_id bigint not null,
  booking_id bigint not null,
  feed_id bigint not null,
  event_id bigint not null,
  -- Counts an event's parts from 1.
  number integer not null,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (account_id, booking_id),
  foreign key (account_id, booking_id) references bookings(account_id, id),
  foreign key (account_id, feed_id) references calendar_feeds(account_id, id),
  foreign key (account_id, event_id) references calendar_feed_events(account_id, id),
  foreign key (account_id) references accounts
);
create index calendar_feed_parts_by_event on calendar_feed_parts (account_id, event_id);
create index calendar_feed_parts_by_feed on calendar_feed_parts (account_id, feed_id);
select make_account_table('calendar_feed_parts');
insert into calendar_feed_parts (account_id, booking_id, feed_id, event_id, number)
  select distinct on (account_id, booking_id) account_id, booking_id, feed_id, id, 1 from calendar_feed_events
  where booking_id is not null order by account_id, booking_id, gone, id;

-- Plans compute what an event holds, and reports what is in its way.
alter table calendar_feed_events
  drop constraint events_have_nights,
  drop column held_arrival, drop column held_departure, drop column booking_id, drop column conflict, drop column conflict_booking_id,
  add column missing_since timestamptz(0),
  add column missing_readings integer not null default 0,
  add constraint events_have_nights check (arrival < departure);

-- Marks a rental's feeds whose events wait for nights, or are read at this moment, once a booking leaves some. Its transaction holds the rental's lock.
create function note_gaps() returns trigger language plpgsql as $$
begin
  update calendar_feeds set gap_at = statement_timestamp()
  where account_id = old.account_id and rental_id = old.rental_id and kind = 'import' and deleted_at is null
    and (conflicts_count + echoes_count > 0 or held_until is not null) and gap_at is null;
  return null;
end
$$;
create trigger gaps_noted after update on bookings for each row
  when (old.canceled_at is null and (new.canceled_at is not null or new.rental_id <> old.rental_id or not old.nights <@ new.nights))
  execute function note_gaps();

-- Takes feeds of all accounts whose waiting events may find free nights.
create function take_calendar_feeds_with_gaps(most integer) returns table (account bigint, feed bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  for account, feed in
    select gaps.account_id, gaps.id from calendar_feeds as gaps
    join accounts on accounts.id = gaps.account_id and accounts.closed_at is null
    where gaps.gap_at <= now() order by gaps.gap_at limit most
  loop
    update calendar_feeds set gap_at = null where account_id = account and id = feed and gap_at <= now();
    if found then
      return next;
    end if;
  end loop;
end
$$;
revoke execute on function take_calendar_feeds_with_gaps(integer) from public;
grant execute on function take_calendar_feeds_with_gaps(integer) to roost_app;

-- Preparation days stand around imported stays as around others.
create or replace function record_availability() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.canceled_at is not null then
      return null;
    end if;
  elsif old.canceled_at is not null and new.canceled_at is not null
    or (old.rental_id, old.nights, old.booked, old.unavailable, old.needs_preparation, old.tentative_expires_at, old.canceled_at)
      is not distinct from
        (new.rental_id, new.nights, new.booked, new.unavailable, new.needs_preparation, new.tentative_expires_at, new.canceled_at) then
    return null;
  end if;
  insert into change_outbox (account_id, resource, record_id, operation, changes)
  select new.account_id, 'availabilities', rental, 'changed',
    jsonb_build_object('nights', range_agg(nights), 'stays', range_agg(nights) filter (where is_stay))
  from (values
    (old.rental_id, old.nights, not old.unavailable or old.needs_preparation),
    (new.rental_id, new.nights, not new.unavailable or new.needs_preparation)
  ) as taken (rental, nights, is_stay)
  where rental is not null and not isempty(nights) group by rental order by taken.rental;
  return null;
end
$$;

create or replace function record_preparation() returns trigger language plpgsql as $$
declare
  fewer constant integer := least(old.preparation_days, new.preparation_days);
  more constant integer := greatest(old.preparation_days, new.preparation_days);
  first constant date := date_trunc('month', now() at time zone 'UTC');
begin
  if fewer = more then
    return null;
  end if;
  insert into change_outbox (account_id, resource, record_id, operation, changes)
  select new.account_id, 'availabilities', new.id, 'changed', jsonb_build_object('nights', nights)
  from (
    select range_agg(beside) * datemultirange(daterange(first, null)) as nights from bookings
    cross join lateral (values
      (daterange(lower(nights) - more, lower(nights) - fewer)), (daterange(upper(nights) + fewer, upper(nights) + more))
    ) as sides (beside)
    where account_id = new.account_id and rental_id = new.id and canceled_at is null and (not unavailable or needs_preparation) and not isempty(nights)
      and end_at >= first - more
  ) as prepared
  where not isempty(nights);
  return null;
end
$$;

drop trigger calendar_changed on bookings;
create trigger calendar_changed after update on bookings for each row
  when (
    (old.rental_id, old.nights, old.booked, old.unavailable, old.needs_preparation, old.tentative_expires_at, old.canceled_at)
    is distinct from
      (new.rental_id, new.nights, new.booked, new.unavailable, new.needs_preparation, new.tentative_expires_at, new.canceled_at)
  )
  execute function calendar_changed();
drop trigger recorded_with_nights_changed on bookings;
create trigger recorded_with_nights_changed
  after update of rental_id, start_at, end_at, booked, unavailable, needs_preparation, tentative_expires_at, canceled_at on bookings
  for each row execute function record_availability();
-- Other new bookings are recorded with their nights; these also close nights around them.
create trigger recorded_with_preparation after insert on bookings for each row
  when (new.needs_preparation) execute function record_availability();

-- Happenings of a feed have types of their own.
create or replace function publish_changes(account bigint, most integer) returns setof changes
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  last bigint;
  taking bigint[];
  each record;
  told_as text;
  added changes;
begin
  if (account = any (roost_accounts())) is not true then
    raise exception 'Changes are published within their account.' using errcode = 'insufficient_privilege';
  end if;
  -- Most calls find nothing and wait for no lock.
  perform from change_outbox where account_id = account limit 1;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('publish_changes', account));
  select max(id) into last from (select id from change_outbox where account_id = account order by id limit most) as next;
  -- An array, whose rows are looked up one by one: statistics do not know the size of the outbox.
  with next as materialized (
    select id, resource, record_id, transaction_id from change_outbox
    where account_id = account and (operation <> 'changed' or resource = 'availabilities') order by id limit 2 * most
  )
  select array_agg(id) into taking from next where id <= last
    or (resource, record_id, transaction_id) in (select resource, record_id, transaction_id from next where id <= last);
  taking := taking || note_dependents(account, taking);
  for each in with taken as materialized (
    select * from change_outbox where account_id = account and id = any (taking)
  ),
  -- Two changed parts of a map do not merge: later changes of the transaction stay apart.
  apart as materialized (
    select id from (
      select id, row_number() over (partition by resource, record_id, transaction_id order by id) as place from taken
      where resource in ('nightly_rate_maps', 'mid_term_rate_maps') and operation = 'updated'
        and taken.changes ?| '{rates_map,minimum_stays_map,map}'
    ) as parts where place > 1
  ),
  grouped as materialized (
    select resource, record_id, transaction_id, apart.id as part, min(taken.id) as first, bool_or(operation = 'created') as is_new,
      (array_agg(operation order by taken.id) filter (where operation in ('ended', 'restored')))[1] as first_ending,
      (array_agg(operation order by taken.id desc) filter (where operation in ('ended', 'restored')))[1] as last_ending,
      min(occurred_at) as occurred_at, min(actor) as actor, min(request_id) as request_id,
      case when count(*) = 1 then (array_agg(taken.changes))[1] end as single
    from taken left join apart using (id) where operation in ('created', 'updated', 'ended', 'restored') group by resource, record_id, transaction_id, apart.id
  ),
  several as (
    select *, count(*) over (partition by resource, record_id, transaction_id) as parts from taken
    where operation in ('created', 'updated', 'ended', 'restored') and id not in (select id from apart)
  ),
  attributes as (
    select resource, record_id, transaction_id, name,
      (array_agg(pair -> 0 order by id))[1] as before, (array_agg(pair -> 1 order by id desc))[1] as after
    from several cross join lateral jsonb_each(several.changes) as attributes (name, pair)
    where parts > 1 group by resource, record_id, transaction_id, name
  ),
  merged as (
    select resource, record_id, transaction_id, jsonb_object_agg(name, jsonb_build_array(before, after)) as changed
    from attributes where before is distinct from after group by resource, record_id, transaction_id
  ),
  outcomes as (
    select grouped.*, coalesce(single, changed, '{}') as changed,
      case when is_new then nullif(last_ending, 'restored') when first_ending = last_ending then last_ending end as ending
    from grouped left join merged using (resource, record_id, transaction_id)
  ),
  noted as (
    select id, transaction_id, occurred_at, actor, request_id, record_id as rental, noted_nights(taken.changes, 'nights') as nights,
      noted_nights(taken.changes, 'stays') as stays
    from taken where operation = 'changed'
    union all
    select id, transaction_id, occurred_at, actor, request_id, taken.changes #>> '{rental_id,1}', nights,
      case when taken.changes #> '{unavailable,1}' = 'true' then '{}' else nights end
    from taken cross join lateral nights_of_new_booking(taken.changes) as nights
    where resource = 'bookings' and operation = 'created' and not isempty(nights)
  ),
  calendars as (
    select rental as record_id, transaction_id, min(noted.id) as first, min(occurred_at) as occurred_at, min(actor) as actor,
      request_id, range_agg(part) as nights
    from noted
    left join rentals on rentals.account_id = account and rentals.id = rental::bigint
    cross join lateral (
      select unnest(noted.nights) union all select unnest(widened(stays, coalesce(preparation_days, 0)))
    ) as parts (part)
    group by rental, transaction_id, request_id
  ),
  told as (
    select resource, record_id, case when is_new then 'created' else coalesce(ending, 'updated') end as operation, first, 0 as place,
      occurred_at, actor, request_id, changed
    from outcomes
    union all
    -- A record made and ended at once has both events.
    select resource, record_id, ending, first, 1, occurred_at, actor, request_id, '{}' from outcomes where is_new and ending is not null
    union all
    select 'availabilities', record_id, 'changed', first, 2, occurred_at, actor, request_id,
      jsonb_build_object('dates', jsonb_build_array(null, dates_json(nights)))
    from calendars
    union all
    -- Happenings of their own, such as calendar_feed.conflicted.
    select resource, record_id, operation, id, 3, occurred_at, actor, request_id, taken.changes
    from taken where operation not in ('created', 'updated', 'ended', 'restored', 'changed')
  )
  select resource, record_id, operation, occurred_at, by.actor_type, by.actor_id, by.actor_name, request_id, changed
  from told cross join lateral actor_parts(actor) as by
  order by first, place
  loop
    select type into told_as from change_types where resource = each.resource and operation = each.operation;
    continue when not found;
    insert into changes (account_id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes)
    values (account, each.resource, each.record_id, told_as, each.occurred_at, each.actor_type, each.actor_id, each.actor_name,
      each.request_id, each.changed)
    returning * into added;
    return next added;
  end loop;
  delete from change_outbox where account_id = account and id = any (taking);
  perform from change_outbox where account_id = account and id <= last and operation = 'changed' and resource <> 'availabilities' limit 1;
  if found then
    return query select * from publish_rates(account, last);
  end if;
end
$$;
insert into change_types (resource, operation, type) values
  ('calendar_feeds', 'conflicted', 'calendar_feed.conflicted'),
  ('calendar_feeds', 'failed', 'calendar_feed.failed'),
  ('calendar_feeds', 'suspicious', 'calendar_feed.suspicious'),
  ('calendar_feeds', 'recovered', 'calendar_feed.recovered');

select make_recorded_table('calendar_feeds', 'calendar_feeds', '{
  kind,name,enabled,url,names,include_preparation_days,treat_as,ignore_summaries,preparation_days_apply,last_error,created_at,rental_id,
  source_id,paired_feed_id
}', ended => 'deleted_at');
