-- locks: none

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
  -- One snapshot: rows of a transaction that commits between two statements would be published in two parts.
  with first as materialized (
    select id from change_outbox where account_id = account order by id limit most
  ),
  next as materialized (
    select id, resource, record_id, transaction_id from change_outbox
    where account_id = account and (operation <> 'changed' or resource = 'availabilities') order by id limit 2 * most
  )
  -- An array, whose rows are looked up one by one: statistics do not know the size of the outbox.
  select array_agg(id), (select max(id) from first) into taking, last
  from next where id <= (select max(id) from first)
    or transaction_id in (select transaction_id from next where id <= (select max(id) from first));
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
