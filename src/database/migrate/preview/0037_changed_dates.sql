-- Which nights of a rental cost something else, or are free or not any more: rates.changed and availability.changed (decision 0061). Triggers leave
-- in the outbox what changed and on which nights: one row of `changed` for each thing, however many rentals use it, since a rates table
-- may price hundreds. Publishing finds these rentals, and tells each of them once for each transaction.
--
-- Such a row holds `nights` (a datemultirange as a text), and of availability also `stays`: nights around which the rental is prepared.

insert into change_types values ('rentals', 'changed', 'rates.changed');

-- Whose readers are told of changes of a type, where that is another resource than the record's.
alter table change_types add column read_as text collate "C";
update change_types set read_as = 'rates' where type = 'rates.changed';

-- All nights that can still be sold.
create function nights_ahead() returns datemultirange language sql stable parallel safe
  return datemultirange(daterange((now() at time zone 'UTC')::date, null));

-- The nights of a season: those of its periods, and of the ones that this transaction has archived.
create function nights_of_season(account bigint, season bigint) returns datemultirange language sql stable
begin atomic
  select coalesce(range_agg(daterange(start_date, end_date, '[]')), '{}') from periods
  where account_id = account and season_id = season and (archived_at is null or archived_at >= now());
end;

create function nights_of_rule(account bigint, rule bigint, always boolean, first date, last date) returns datemultirange
  language sql stable
  return case when always then nights_ahead() when first is not null then datemultirange(daterange(first, last, '[]')) else (
    select coalesce(range_agg(nights), '{}') from rates_rules_seasons as named
    cross join lateral unnest(nights_of_season(account, named.season_id)) as nights
    where named.account_id = account and named.rates_rule_id = rule
  ) end;

-- Lets changes of a table's rows be noted as changes of prices.
--
-- cause: whose prices: 'rentals', or what rentals share: 'rates_tables', 'seasons', 'fees', 'taxes', 'accounts'; or a map of a rental
-- cause_id, nights: SQL over a row %1$s; null is nothing
-- columns: those that prices depend on
-- ended: the column that is set when a row counts no more
-- made: whether a new row changes prices
create function make_rates_part(
  owned regclass, cause text, cause_id text, nights text, columns text[], ended name default null, made boolean default true
) returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  noted constant text := 'note_rates_of_' || owned::text;
  watched constant name[] := case when ended is null then columns::name[] else columns::name[] || ended end;
  live constant text := case when ended is null then 'true' else format('%%1$s.%I is null', ended) end;
  compared text;
begin
  select string_agg(format('%%1$s.%I', column_name), ', ') into compared from unnest(watched) as column_name;
  execute format($sql$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'UPDATE' and ((%8$s) is not distinct from (%9$s) or not (%10$s or %11$s)) or tg_op = 'INSERT' and not (%11$s) then
        return null;
      end if;
      insert into change_outbox (account_id, resource, record_id, operation, changes)
      select new.account_id, %2$L, cause, 'changed', jsonb_build_object('nights', range_agg(nights))
      from (values (%3$s, %4$s), (%5$s, %6$s)) as around (cause, nights)
      where cause is not null and not isempty(nights) group by cause;
      return null;
    end
    $body$;
    -- Columns, and no condition, whose text every statement would parse.
    create trigger recorded_with_rates_changed after update of %12$s on %7$s for each row execute function %1$I();
  $sql$, noted, cause, format(cause_id, 'old'), format(nights, 'old'), format(cause_id, 'new'), format(nights, 'new'), owned,
    format(compared, 'old'), format(compared, 'new'), format(live, 'old'), format(live, 'new'),
    (select string_agg(quote_ident(column_name), ', ') from unnest(watched) as column_name));
  if made then
    execute format('create trigger recorded_with_rates_made after insert on %s for each row execute function %I()', owned, noted);
  end if;
end
$make$;
revoke execute on function make_rates_part(regclass, text, text, text, text[], name, boolean) from public;

-- A rental that is new, deleted or restored is told as such.
select make_rates_part('rentals', 'rentals', '%1$s.id', 'nights_ahead()', array[
  'base_rate', 'base_rate_kind', 'currency', 'rates_table_id', 'absolute_min_price', 'absolute_min_stay', 'rounding_kind', 'sleeps',
  'sleeps_max', 'mid_term_pricing_active', 'nightly_rates_managed_externally'
], made => false);
-- A season without periods has no nights, and they say when it gets some.
select make_rates_part('seasons', 'seasons', '%1$s.id', 'nights_of_season(%1$s.account_id, %1$s.id)', '{ratio_percentage,minimum_stay}',
  'deleted_at', made => false);
select make_rates_part('periods', 'seasons', '%1$s.season_id', $$datemultirange(daterange(%1$s.start_date, %1$s.end_date, '[]'))$$,
  '{start_date,end_date,season_id}', 'archived_at');
select make_rates_part('rates_rules', 'rates_tables', '%1$s.rates_table_id',
  'nights_of_rule(%1$s.account_id, %1$s.id, %1$s.always_applied, %1$s.start_date, %1$s.end_date)',
  '{kind,always_applied,start_date,end_date,percentage,fixed_amount,variables}', 'deleted_at');
select make_rates_part('special_offers', 'rentals', '%1$s.rental_id', $$datemultirange(daterange(%1$s.start_date, %1$s.end_date, '[]'))$$,
  '{rental_id,discount,start_date,end_date}', 'deleted_at');
select make_rates_part('fees', 'fees', '%1$s.id', 'nights_ahead()', '{rate,rate_kind,maximum_possible_rate,currency}', 'archived_at',
  made => false);
select make_rates_part('rentals_fees', 'rentals', '%1$s.rental_id', 'nights_ahead()', array[
  'rental_id', 'fee_id', 'always_applied', 'start_date', 'end_date', 'maximum_bookable', 'required'
], 'archived_at');
select make_rates_part('taxes', 'taxes', '%1$s.id', 'nights_ahead()', '{percentage,start_date,end_date}', made => false);
select make_rates_part('tax_rules', 'taxes', '%1$s.tax_id', 'nights_ahead()', '{tax_id,compared_attribute,comparator,value}', 'deleted_at');
select make_rates_part('rentals_taxes', 'rentals', '%1$s.rental_id', 'nights_ahead()', '{rental_id,tax_id,tax_included_in_rate}',
  'deleted_at');
select make_rates_part('fees_taxes', 'fees', '%1$s.fee_id', 'nights_ahead()', '{fee_id,tax_id,tax_included_in_rate}', 'deleted_at');
select make_rates_part('accounts_applications', 'accounts',
  'case when %1$s.default_price_increase is not null and %1$s.uninstalled_at is null then %1$s.account_id end', 'nights_ahead()',
  '{default_price_increase}', 'uninstalled_at', made => false);
-- They are installed and uninstalled by whoever is in no account's scope yet.
alter function note_rates_of_accounts_applications() security definer set search_path = public, pg_temp;
revoke execute on function note_rates_of_accounts_applications() from public;
select make_rates_part('applications_periods_rentals', 'rentals', '%1$s.rental_id',
  $$datemultirange(daterange(%1$s.start_date, %1$s.end_date, '[]'))$$, '{application_id,rental_id,price_increase,start_date,end_date}',
  'deleted_at');

-- Seasons that a rule or a fee applies in, or did. Rows that go because their account is erased are no change.
create function note_rates_of_rule_season() returns trigger language plpgsql as $$
declare
  part constant rates_rules_seasons := coalesce(new, old);
begin
  insert into change_outbox (account_id, resource, record_id, operation, changes)
  select account_id, 'rates_tables', rates_table_id, 'changed', jsonb_build_object('nights', nights)
  from rates_rules cross join lateral nights_of_season(part.account_id, part.season_id) as nights
  where account_id = part.account_id and id = part.rates_rule_id and not isempty(nights)
    and not exists (select from accounts where accounts.id = part.account_id and closed_at is not null);
  return null;
end
$$;
create trigger recorded_with_rates_joined after insert or delete on rates_rules_seasons
  for each row execute function note_rates_of_rule_season();

create function note_rates_of_fee_season() returns trigger language plpgsql as $$
declare
  part constant rentals_fees_seasons := coalesce(new, old);
begin
  insert into change_outbox (account_id, resource, record_id, operation, changes)
  select account_id, 'rentals', rental_id, 'changed', jsonb_build_object('nights', nights_ahead())
  from rentals_fees where account_id = part.account_id and id = part.rentals_fee_id
    and not exists (select from accounts where accounts.id = part.account_id and closed_at is not null);
  return null;
end
$$;
create trigger recorded_with_rates_joined after insert or delete on rentals_fees_seasons
  for each row execute function note_rates_of_fee_season();

-- As before, and the nights on which the maps differ as a change of prices, under the rental's id: whether it counts, the rental says. Where nothing
-- had been written, no night had a rate, and what a stay has at least did not matter.
create or replace function make_recorded_maps(owned regclass, maps text[], hundredths boolean[]) returns void
  language plpgsql set search_path = public, pg_temp as $make$
declare
  parts text;
begin
  select string_agg(format(
    'select %1$L as name, case when old.%1$I is not null then part when %2$L then '
    || 'map_difference(new.start_date, array_fill(0::bigint, array[cardinality(new.%1$I)]), new.start_date, new.%1$I) end as nights, map_part(old.start_date, old.%1$I, part, %2$L) as before, map_part(new.start_date, new.%1$I, part, %2$L) as after'
    || ' from map_difference(old.start_date, old.%1$I, new.start_date, new.%1$I) as part where part is not null', map, decimal
  ), ' union all ') into parts from unnest(maps, hundredths) as recorded (map, decimal);
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql as $body$
    begin
      insert into change_outbox (account_id, resource, record_id, operation, changes)
      with parts as materialized (%3$s)
      select new.account_id, %2$L, new.id::text, 'updated', jsonb_object_agg(name, jsonb_build_array(before, after)) from parts
      having count(*) > 0
      union all
      select new.account_id, %2$L, new.rental_id::text, 'changed', jsonb_build_object('nights', range_agg(nights)) from parts
      having count(nights) > 0;
      return null;
    end
    $body$;
    create or replace trigger recorded_when_mapped after update on %4$s for each row
      when ((%5$s) is distinct from (%6$s)) execute function %1$I();
  $sql$, 'record_maps_of_' || owned, owned, parts, owned,
    (select string_agg(format('old.%I', map), ', ') from unnest(maps) as map),
    (select string_agg(format('new.%I', map), ', ') from unnest(maps) as map));
end
$make$;
select make_recorded_maps('nightly_rate_maps', '{rates_map,minimum_stays_map}', '{true,false}');
select make_recorded_maps('mid_term_rate_maps', '{map}', '{true}');

-- What a booking does to the calendar of its rental: the nights that it took and takes. What was canceled takes none, before and after.
create or replace function record_availability() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.canceled_at is not null then
      return null;
    end if;
  elsif old.canceled_at is not null and new.canceled_at is not null
    or (old.rental_id, old.nights, old.booked, old.unavailable, old.tentative_expires_at, old.canceled_at)
      is not distinct from (new.rental_id, new.nights, new.booked, new.unavailable, new.tentative_expires_at, new.canceled_at) then
    return null;
  end if;
  insert into change_outbox (account_id, resource, record_id, operation, changes)
  select new.account_id, 'availabilities', rental, 'changed',
    jsonb_build_object('nights', range_agg(nights), 'stays', range_agg(nights) filter (where is_stay))
  from (values
    (old.rental_id, old.nights, not old.unavailable),
    (new.rental_id, new.nights, not new.unavailable)
  ) as taken (rental, nights, is_stay)
  where rental is not null and not isempty(nights) group by rental order by taken.rental;
  return null;
end
$$;
drop trigger recorded_with_nights_changed on bookings;
create trigger recorded_with_nights_changed
  after update of rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, canceled_at on bookings
  for each row execute function record_availability();

-- Other preparation days: the nights beside each stay, of the month that maps begin with and later.
create function record_preparation() returns trigger language plpgsql as $$
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
    where account_id = new.account_id and rental_id = new.id and canceled_at is null and not unavailable and not isempty(nights)
      and end_at >= first - more
  ) as prepared
  where not isempty(nights);
  return null;
end
$$;
create trigger recorded_with_preparation after update of preparation_days on rentals for each row execute function record_preparation();

-- Ranges of nights as an event tells them: the first and the last night of each, null for no end. Of very many, only the whole span: whoever is
-- told reads that part again in any case.
drop function nights_json(daterange);
create function dates_json(nights datemultirange) returns jsonb language sql immutable parallel safe
begin atomic
  select jsonb_agg(jsonb_build_object('start_date', lower(part), 'end_date', upper(part) - 1) order by part)
  from unnest(case when (select count(*) from unnest(nights)) > 31 then datemultirange(range_merge(nights)) else nights end) as part;
end;

-- What a row of the outbox says of dates (in the form above) as ranges.
create function noted_nights(changes jsonb, name text) returns datemultirange language sql stable parallel safe
  return coalesce((changes ->> name)::datemultirange, '{}');

-- So much wider on both sides.
create function widened(nights datemultirange, days integer) returns datemultirange language sql immutable parallel safe
begin atomic
  select coalesce(range_agg(daterange(lower(part) - days, upper(part) + days)), '{}') from unnest(nights) as part;
end;

-- Who made a change, as its outbox row names him.
create function actor_parts(actor text, out actor_type text, out actor_id bigint, out actor_name text)
  language sql immutable parallel safe
begin atomic
  select split_part(actor, ':', 1), case when actor ~ '^[A-Za-z]+:\d{1,18}$' then split_part(actor, ':', 2)::bigint end,
    case when actor !~ '^[A-Za-z]+:\d{1,18}$' then nullif(substring(actor from '^[A-Za-z]+:(.*)$'), '') end;
end;

-- Publishes what one transaction changed of prices, of rows up to that one: one change for each rental that uses what changed. Of rentals
-- that were deleted since, that is told.
create function publish_rates(account bigint, last bigint) returns setof changes language sql
begin atomic
  with noted as materialized (
    select id, transaction_id from change_outbox
    where account_id = account and id <= last and operation = 'changed' and resource <> 'availabilities'
  ),
  -- All of one transaction, and of one alone: what many have changed in a table of many rentals would be more than one call can tell.
  taken as materialized (
    delete from change_outbox where account_id = account and id = any (array(
      select id from noted where transaction_id = (select transaction_id from noted order by id limit 1)
    ))
    returning *
  ),
  causes as materialized (
    select resource, record_id::bigint as cause, range_agg(nights) as nights
    from taken cross join lateral unnest(noted_nights(changes, 'nights')) as nights group by 1, 2
  ),
  -- Fees are used by rentals, and taxes by rentals and by fees.
  fees_changed as materialized (
    select cause as fee, nights from causes where resource = 'fees'
    union all
    select fees_taxes.fee_id, nights from causes
    join fees_taxes on fees_taxes.account_id = account and fees_taxes.tax_id = cause and fees_taxes.deleted_at is null
    where resource = 'taxes'
  ),
  priced as (
    select cause as rental, nights from causes where resource in ('rentals', 'nightly_rate_maps', 'mid_term_rate_maps')
      and (resource <> 'nightly_rate_maps' or exists (
        select from rentals where account_id = account and id = cause and nightly_rates_managed_externally))
      and (resource <> 'mid_term_rate_maps' or exists (
        select from rentals where account_id = account and id = cause and mid_term_pricing_active))
    union all
    select rentals.id, nights from causes join rentals on rentals.account_id = account and rentals.rates_table_id = cause
    where resource = 'rates_tables'
    union all
    -- Where nights are managed externally, seasons count only for the rules that name them.
    select rentals.id, nights from causes
    join seasons on seasons.account_id = account and seasons.id = cause
    join rentals on rentals.account_id = account and rentals.rates_table_id = seasons.rates_table_id
    where resource = 'seasons' and (not nightly_rates_managed_externally or exists (
      select from rates_rules_seasons as named
      join rates_rules on rates_rules.account_id = account and rates_rules.id = named.rates_rule_id and rates_rules.deleted_at is null
      where named.account_id = account and named.season_id = cause
    ))
    union all
    select rentals_fees.rental_id, nights from causes
    join rentals_fees_seasons as named on named.account_id = account and named.season_id = cause
    join rentals_fees on rentals_fees.account_id = account and rentals_fees.id = named.rentals_fee_id
      and rentals_fees.archived_at is null and not always_applied
    where resource = 'seasons'
    union all
    select rentals_fees.rental_id, nights from fees_changed
    join rentals_fees on rentals_fees.account_id = account and rentals_fees.fee_id = fee and rentals_fees.archived_at is null
    union all
    select rentals_taxes.rental_id, nights from causes
    join rentals_taxes on rentals_taxes.account_id = account and rentals_taxes.tax_id = cause and rentals_taxes.deleted_at is null
    where resource = 'taxes'
    union all
    select rentals.id, nights from causes join rentals on rentals.account_id = account where resource = 'accounts'
  ),
  told as (
    select rental, range_agg(part) as nights from priced cross join lateral unnest(nights) as part
    where exists (select from rentals where account_id = account and id = rental and deleted_at is null)
    group by rental
  )
  insert into changes (account_id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes)
  select account, 'rentals', rental::text, 'rates.changed', occurred_at, actor_type, actor_id, actor_name, request_id,
    jsonb_build_object('dates', jsonb_build_array(null, dates_json(nights)))
  from told cross join (select min(occurred_at) as occurred_at, min(actor) as actor, min(request_id) as request_id from taken) as by
  cross join lateral actor_parts(actor)
  order by told.rental
  returning changes.*;
end;

-- As before, and besides: rows of one record and transaction are taken together also where they are more than `most`, as far as the next as many
-- rows; what ended and came back, or the other way round, has done neither; dates of a calendar are told once for each transaction;
-- and changes of prices, which are told by rental.
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
  grouped as materialized (
    select resource, record_id, transaction_id, min(id) as first, bool_or(operation = 'created') as is_new,
      (array_agg(operation order by id) filter (where operation in ('ended', 'restored')))[1] as first_ending,
      (array_agg(operation order by id desc) filter (where operation in ('ended', 'restored')))[1] as last_ending,
      min(occurred_at) as occurred_at, min(actor) as actor, min(request_id) as request_id,
      case when count(*) = 1 then (array_agg(taken.changes))[1] end as single
    from taken where operation <> 'changed' group by resource, record_id, transaction_id
  ),
  several as (
    select *, count(*) over (partition by resource, record_id, transaction_id) as parts from taken where operation <> 'changed'
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
  calendars as (
    select record_id, transaction_id, min(taken.id) as first, min(occurred_at) as occurred_at, min(actor) as actor,
      min(request_id) as request_id, range_agg(part) as nights
    from taken
    left join rentals on rentals.account_id = account and rentals.id = record_id::bigint
    cross join lateral (
      select unnest(noted_nights(taken.changes, 'nights'))
      union all
      select unnest(widened(noted_nights(taken.changes, 'stays'), coalesce(preparation_days, 0)))
    ) as noted (part)
    where operation = 'changed' group by record_id, transaction_id
  ),
  told as (
    select resource, record_id, case when is_new then 'created' else coalesce(ending, 'updated') end as operation, first, 0 as place,
      occurred_at, actor, request_id, changed
    from outcomes where is_new or ending is not null or changed <> '{}'
    union all
    -- What was made and ended at once is told as both.
    select resource, record_id, ending, first, 1, occurred_at, actor, request_id, '{}' from outcomes where is_new and ending is not null
    union all
    select 'availabilities', record_id, 'changed', first, 0, occurred_at, actor, request_id,
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
