-- locks: bookings, change_outbox, while a trigger and a constraint are dropped
-- What it takes to record a change (decision 0056): changes are written as text in one expression, which is half of the work of a list that is
-- folded into an object. What is recorded of each table, and how it reads, stays.

-- PostgreSQL reads the text of a check constraint with each statement. Triggers alone write these rows, each with one of these words, and what has
-- another is no change of `change_types`.
alter table change_outbox drop constraint change_outbox_operation_check;

-- A column's value as JSON in the form in which the API shows it, for the triggers that make_recorded_table() makes; null for null.
create function recorded_form(row_name text, column_name name, kind name) returns text language sql stable parallel safe
  return format(case
    when kind in ('int2', 'int4', 'int8', 'bool', 'json', 'jsonb') then '%I.%I::text'
    when kind = 'numeric' then $$'"' || api_decimal(%I.%I) || '"'$$
    when kind = 'timestamptz' then $$'"' || api_time(%I.%I) || '"'$$
    else 'to_json(%I.%I)::text' end, row_name, column_name);
revoke execute on function recorded_form(text, name, name) from public;

-- What the triggers of a table call, which make_recorded_table() makes. As in 0033, but for the text; and what the owner does in them stays the
-- owner's when they are made again.
create function make_recording_functions(owned regclass, resource text, columns text[], ended name, id name)
  returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  part text;
  named text;
  shown text;
  kind name;
  before text;
  after text;
  differ text;
  made_pairs text[] := '{}';
  changed_pairs text[] := '{}';
  account constant text := case when owned = 'accounts'::regclass then 'new.id' else 'new.account_id' end;
  made constant text := format('record_new_%s', resource);
  changed constant text := format('record_changed_%s', resource);
  rights constant text := case when exists (select from pg_proc where proname = made and prosecdef)
    then 'security definer set search_path = public, pg_temp' else '' end;
  operation constant text := case when ended is null then '''updated''' else format(
    'case when old.%1$I is null and new.%1$I is not null then ''ended'' when old.%1$I is not null and new.%1$I is null then ''restored'' else ''updated'' end',
    ended) end;
begin
  foreach part in array columns loop
    named := split_part(part, ' as ', 1);
    shown := to_json(coalesce(nullif(split_part(part, ' as ', 2), ''), named))::text;
    select typname into strict kind from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = owned and attname = named and not attisdropped;
    before := format('coalesce(%s, ''null'')', recorded_form('old', named, kind));
    after := format('coalesce(%s, ''null'')', recorded_form('new', named, kind));
    differ := format(case kind when 'json' then 'old.%1$I::text is distinct from new.%1$I::text and old.%1$I::jsonb is distinct from new.%1$I::jsonb'
      else 'old.%1$I is distinct from new.%1$I' end, named);
    -- Values may differ in what is not shown of them, such as parts of a second.
    if kind in ('timestamptz', 'json', 'jsonb') then
      differ := format('%s and %s <> %s', differ, before, after);
    end if;
    made_pairs := made_pairs || format('%L || %s || '']''', shown || ':[null,', recorded_form('new', named, kind));
    changed_pairs := changed_pairs || format('case when %s then %L || %s || '','' || %s || '']'' end', differ, shown || ':[', before, after);
  end loop;
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql %6$s as $body$
    begin
      insert into change_outbox (account_id, resource, record_id, operation, changes)
      values (%2$s, %3$L, new.%4$I, 'created', ('{' || array_to_string(array[%5$s], ',') || '}')::jsonb);
      return null;
    end
    $body$
  $sql$, made, account, resource, id, array_to_string(made_pairs, ', '), rights);
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql %7$s as $body$
    declare
      changed constant text := array_to_string(array[%6$s], ',');
      operation constant text := %5$s;
    begin
      if operation <> 'updated' or changed <> '' then
        insert into change_outbox (account_id, resource, record_id, operation, changes)
        values (%2$s, %3$L, new.%4$I, operation, ('{' || changed || '}')::jsonb);
      end if;
      return null;
    end
    $body$
  $sql$, changed, account, resource, id, operation, array_to_string(changed_pairs, ', '), rights);
end
$make$;
revoke execute on function make_recording_functions(regclass, text, text[], name, name) from public;

create or replace function make_recorded_table(owned regclass, resource text, columns text[], ended name default null, id name default 'id')
  returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  watched constant text[] := array(select split_part(part, ' as ', 1) from unnest(columns) as part) || ended::text;
begin
  perform make_recording_functions(owned, resource, columns, ended, id);
  execute format('create or replace trigger %I after insert on %s for each row execute function %I()',
    format('recorded_when_made_in_%s', resource), owned, format('record_new_%s', resource));
  execute format('create or replace trigger %I after update of %s on %s for each row execute function %I()',
    format('recorded_when_changed_in_%s', resource),
    (select string_agg(distinct quote_ident(watching), ', ') from unnest(watched) as watching where watching is not null), owned,
    format('record_changed_%s', resource));
end
$make$;

-- All that is recorded today, as the triggers of today say it.
do $$
declare
  recorded record;
begin
  for recorded in
    select tgrelid::regclass as owned, substring(made.proname from 'record_new_(.*)') as resource,
      array(
        select case when named = shown then named else named || ' as ' || shown end
        from regexp_matches(made.prosrc, 'case when new\.("?\w+"?) is not null', 'g') with ordinality as columns (matched, place)
        join unnest(substring(made.prosrc from $re$unnest\('(\{.*?\})'::text\[\]$re$)::text[]) with ordinality as names (shown, place) using (place)
        cross join lateral (select trim(matched[1], '"') as named) as column_name order by place
      ) as columns,
      substring(changed.prosrc from 'case when old\.(\w+) is null and new') as ended,
      substring(made.prosrc from 'new\.(\w+), ''created''') as id
    from pg_trigger join pg_proc as made on made.oid = tgfoid
    join pg_proc as changed on changed.proname = replace(made.proname, 'record_new_', 'record_changed_')
    where tgname like 'recorded\_when\_made\_in\_%' order by 2
  loop
    perform make_recording_functions(recorded.owned, recorded.resource, recorded.columns, recorded.ended, recorded.id);
  end loop;
end
$$;

-- The nights of a new booking follow from what is recorded of it, and take no row of their own. What was canceled takes none.
drop trigger recorded_with_nights_made on bookings;
create function nights_of_new_booking(changes jsonb) returns datemultirange language sql stable parallel safe
  return case when changes ? 'canceled_at' then '{}'
    else datemultirange(daterange(left(changes #>> '{start_at,1}', 10)::date, left(changes #>> '{end_at,1}', 10)::date)) end;

-- As before, but for the nights of new bookings, and for maps that one transaction changes twice.
create or replace function publish_changes(account bigint, most integer) returns setof changes
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last bigint;
  taking bigint[];
begin
  if (account = any (roost_accounts())) is not true then
    raise exception 'Changes are published within their account.' using errcode = 'insufficient_privilege';
  end if;
  -- Most calls find nothing, and wait for nobody.
  if not exists (select from change_outbox where account_id = account) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('publish_changes', account));
  select max(id) into last from (select id from change_outbox where account_id = account order by id limit most) as next;
  -- As an array, whose rows are looked up one by one: no statistics know how much waits in the outbox.
  with next as materialized (
    select id, resource, record_id, transaction_id from change_outbox
    where account_id = account and (operation <> 'changed' or resource = 'availabilities') order by id limit 2 * most
  )
  select array_agg(id) into taking from next where id <= last
    or (resource, record_id, transaction_id) in (select resource, record_id, transaction_id from next where id <= last);
  return query
  with taken as materialized (
    delete from change_outbox where account_id = account and id = any (taking) returning *
  ),
  -- Of a map of nights stands the part that changed, and two parts are no third one: what a transaction changed after the first is told apart.
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
    from taken left join apart using (id) where operation <> 'changed' group by resource, record_id, transaction_id, apart.id
  ),
  several as (
    select *, count(*) over (partition by resource, record_id, transaction_id) as parts from taken
    where operation <> 'changed' and id not in (select id from apart)
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
      min(request_id) as request_id, range_agg(part) as nights
    from noted
    left join rentals on rentals.account_id = account and rentals.id = rental::bigint
    cross join lateral (
      select unnest(noted.nights) union all select unnest(widened(stays, coalesce(preparation_days, 0)))
    ) as parts (part)
    group by rental, transaction_id
  ),
  told as (
    select resource, record_id, case when is_new then 'created' else coalesce(ending, 'updated') end as operation, first, 0 as place,
      occurred_at, actor, request_id, changed
    from outcomes where is_new or ending is not null or changed <> '{}'
    union all
    -- What was made and ended at once is told as both.
    select resource, record_id, ending, first, 1, occurred_at, actor, request_id, '{}' from outcomes where is_new and ending is not null
    union all
    select 'availabilities', record_id, 'changed', first, 2, occurred_at, actor, request_id,
      jsonb_build_object('dates', jsonb_build_array(null, dates_json(nights)))
    from calendars
  )
  insert into changes (account_id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes)
  select account, resource, record_id, type, occurred_at, by.actor_type, by.actor_id, by.actor_name, request_id, changed
  from told join change_types using (resource, operation) cross join lateral actor_parts(actor) as by
  order by first, place
  returning changes.*;
  if exists (
    select from change_outbox where account_id = account and id <= last and operation = 'changed' and resource <> 'availabilities'
  ) then
    return query select * from publish_rates(account, last);
  end if;
end
$$;
