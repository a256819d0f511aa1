-- locks: bookings_payments, while a trigger is made
-- A record shows more than its own columns: ids of other records, and what is computed from them. A change of one record is an event of each
-- record that shows it (docs/decisions/0056-changes.md). Publishing finds them, so a writer pays nothing for it.
--
-- resource: whose changes count
-- dependent: whose records show them
-- moved: the attribute in `changes` that names dependents before and after: an id, or a list of ids
-- finds: SQL for (record, dependent), both as text, of an account ($1) and of changed records ($2, text[])
-- made: whether a new record counts for `finds`
-- attributes: the attributes whose updates count for `finds`; null is any update. The end of a record always counts.
create table change_dependents (
  resource text collate "C" not null,
  dependent text collate "C" not null,
  moved text collate "C",
  finds text not null,
  made boolean not null,
  attributes text[],
  primary key (resource, dependent)
);

-- Records of a table that name the dependent in a column, which is recorded as `moved` or not at all.
create function name_dependent(resource text, owned regclass, column_name name, dependent text, moved text) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  kind constant text := (select format_type(atttypid, null) from pg_attribute where attrelid = owned and attname = 'id');
begin
  insert into change_dependents values (resource, dependent, moved, format(
    'select id::text, %1$I::text from %2$s where account_id = $1 and id = any ($2::%3$s[]) and %1$I is not null', column_name, owned, kind
  ), moved is null, '{}');
end
$$;
revoke execute on function name_dependent(text, regclass, name, text, text) from public;

select name_dependent(owned, owned::regclass, 'rental_id', 'rentals', 'rental_id') from unnest(array[
  'photos', 'reviews', 'host_reviews', 'special_offers', 'rentals_amenities', 'rentals_fees', 'bathrooms', 'bedrooms', 'living_rooms',
  'rental_contacts', 'mid_term_rate_maps'
]) as owned;
select name_dependent(owned, owned::regclass, 'rates_table_id', 'rates_tables', 'rates_table_id')
from unnest('{seasons,periods,rates_rules,rentals}'::text[]) as owned;
select name_dependent(owned, owned::regclass, 'booking_id', 'bookings', 'booking_id') from unnest(array[
  'bookings_fees', 'bookings_taxes', 'booking_comments', 'bookings_payments', 'discount_code_usages', 'inquiries'
]) as owned;
select name_dependent('bookings', 'bookings', 'source_id', 'sources', 'source_id');
select name_dependent('periods', 'periods', 'season_id', 'seasons', 'season_id');
select name_dependent('tax_rules', 'tax_rules', 'tax_id', 'taxes', 'ruleable_id');
select name_dependent('discount_code_usages', 'discount_code_usages', 'discount_code_id', 'discount_codes', 'discount_code_id');
select name_dependent('rental_cancelation_policy_items', 'rental_cancelation_policy_items', 'rental_cancelation_policy_id',
  'rental_cancelation_policies', 'rental_cancelation_policy_id');
select name_dependent('rental_cancelation_policies', 'rental_cancelation_policies', 'rental_id', 'rentals', null);
select name_dependent('rental_cancelation_policies', 'rental_cancelation_policies', 'booking_id', 'bookings', null);
select name_dependent('bookings_taxes', 'bookings_taxes', 'bookings_fee_id', 'bookings_fees', null);
select name_dependent('bookings_payments', 'bookings_payments', 'payment_id', 'payments', 'payment_id');
select name_dependent('rental_links', 'rental_links', 'rental_link_group_id', 'rental_link_groups', 'rental_link_group_id');
select name_dependent('participants', 'participants', 'host_id', 'hosts', null);
select name_dependent('participants', 'participants', 'conversation_id', 'conversations', 'conversation_id');
select name_dependent('messages', 'messages', 'conversation_id', 'conversations', 'conversation_id');
select name_dependent('review_replies', 'review_replies', 'guest_review_id', 'reviews', 'guest_review_id');
select name_dependent('review_replies', 'review_replies', 'host_review_id', 'host_reviews', 'host_review_id');
-- How many bathrooms of which kind.
update change_dependents set attributes = '{bath_count,shower_count,wc_count}' where (resource, dependent) = ('bathrooms', 'rentals');

-- A list of ids that the other side of a joining table records.
insert into change_dependents (resource, dependent, moved, finds, made, attributes)
select resource, dependent, moved, 'select null, null where false', false, '{}' from (values
  ('rates_rules', 'seasons', 'season_ids'), ('conversations', 'bookings', 'booking_ids'), ('conversations', 'inquiries', 'inquiry_ids'),
  ('messages', 'attachments', 'attachment_ids')
) as joined (resource, dependent, moved);

-- What is computed from other records.
insert into change_dependents (resource, dependent, finds, made, attributes) values
('contacts', 'rentals',
  'select rentals_contact_id::text, id::text from rentals where account_id = $1 and rentals_contact_id = any ($2::bigint[])', false, null),
('fees', 'rentals_fees', 'select fee_id::text, id::text from rentals_fees where account_id = $1 and fee_id = any ($2::bigint[])', false,
  '{name,rate,rate_kind}'),
('rentals', 'rental_link_groups', 'select rental_id::text, rental_link_group_id::text from rental_link_groups_rentals
  where account_id = $1 and rental_id = any ($2::bigint[])', false, '{name}'),
('rentals', 'bookings', 'select rental_id::text, id::text from bookings where account_id = $1 and rental_id = any ($2::bigint[])', false,
  '{rentals_tag_ids}'),
('rentals', 'nightly_rate_maps', 'select rental_id::text, id::text from nightly_rate_maps where account_id = $1
  and rental_id = any ($2::bigint[])', false, '{base_rate,base_rate_kind,currency,rates_table_id,nightly_rates_managed_externally}'),
('bookings', 'payments', 'select booking_id::text, payment_id::text from bookings_payments where account_id = $1
  and booking_id = any ($2::bigint[])', false, null),
('bookings', 'bookings_payments', 'select booking_id::text, id::text from bookings_payments where account_id = $1
  and booking_id = any ($2::bigint[])', false, '{rental_id}'),
('payment_gateways', 'bookings', 'select gateways.id::text, bookings.id::text from payment_gateways as gateways
  join bookings on bookings.account_id = gateways.account_id and not bookings.unavailable
  where gateways.account_id = $1 and gateways.id = any ($2::bigint[]) and not exists (
    select from payment_gateways as others where others.account_id = gateways.account_id and others.id <> gateways.id
      and others.supported_currencies ? bookings.currency
  )', true, '{supported_currencies}'),
('applications', 'mid_term_rate_maps', 'select record, id::text from mid_term_rate_maps cross join unnest($2) as record
  where account_id = $1', false, '{default_price_increase}'),
('applications_periods_rentals', 'mid_term_rate_maps', 'select increases.id::text, maps.id::text
  from applications_periods_rentals as increases
  join mid_term_rate_maps as maps on maps.account_id = increases.account_id and maps.rental_id = increases.rental_id
  where increases.account_id = $1 and increases.id = any ($2::bigint[])', true, null),
('accounts', 'rental_cancelation_policies', 'select record, id::text from rental_cancelation_policies cross join unnest($2) as record
  where account_id = $1', false, '{default_locale}'),
('accounts', 'rental_agreements', 'select record, id::text from rental_agreements cross join unnest($2) as record
  where account_id = $1', false, '{default_locale}'),
-- An agreement is its booking's, its rental's, or the account's.
('rental_agreements', 'rentals', 'select agreements.id::text, rentals.id::text from rental_agreements as agreements
  join rentals on rentals.account_id = agreements.account_id
    and (rentals.id = agreements.rental_id or agreements.rental_id is null and rentals.deleted_at is null)
  where agreements.account_id = $1 and agreements.id = any ($2::bigint[]) and agreements.booking_id is null', true, '{}'),
('rental_agreements', 'bookings', 'select agreements.id::text, bookings.id::text from rental_agreements as agreements
  join bookings on bookings.account_id = agreements.account_id and case
    when agreements.booking_id is not null then bookings.id = agreements.booking_id
    when agreements.rental_id is not null then bookings.rental_id = agreements.rental_id
    else true end
    and not exists (
      select from rental_agreements as nearer where nearer.account_id = agreements.account_id and agreements.booking_id is null
        and (nearer.booking_id = bookings.id or agreements.rental_id is null and nearer.rental_id = bookings.rental_id)
    )
  where agreements.account_id = $1 and agreements.id = any ($2::bigint[])', true, '{}');

-- The ids that are in one of a change's two values and not in the other.
create function moved_ids(pair jsonb) returns setof text language sql immutable parallel safe
begin atomic
  select id from unnest(array[pair -> 0, pair -> 1]) as value cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(value) when 'array' then value when 'null' then '[]' else jsonb_build_array(value) end
  ) as ids (id) group by id having count(*) = 1;
end;

-- Adds to the outbox an update of each record that shows what these rows of it changed, unless it has a row among them for the same transaction.
-- A change that concerns more than 1,000 others of a resource is told alone: one write would be thousands of events (docs/events.md).
-- Answers the ids of what was added.
create function note_dependents(account bigint, taking bigint[]) returns bigint[]
  language plpgsql set search_path = public, pg_temp as $$
declare
  changed constant text[] := array(
    select distinct resource from change_outbox where account_id = account and id = any (taking) and operation <> 'changed'
  );
  each record;
  records text[];
  added bigint[];
  noted bigint[] := '{}';
begin
  for each in select * from change_dependents where resource = any (changed) loop
    select array_agg(distinct record_id) filter (where case operation
        when 'created' then each.made
        when 'updated' then each.attributes is null or taken.changes ?| each.attributes
        else true end) into records
    from change_outbox as taken where account_id = account and id = any (taking) and resource = each.resource and operation <> 'changed';
    if records is null then
      perform from change_outbox where account_id = account and id = any (taking) and resource = each.resource and changes ? each.moved limit 1;
      continue when not found;
    end if;
    execute format($sql$
      with rows as (
        select * from change_outbox where account_id = $1 and id = any ($3) and resource = %1$L and operation <> 'changed'
      ),
      found as (
        select record, dependent from (
          select record, dependent, count(*) over (partition by record) as dependents from (%2$s) as found (record, dependent)
        ) as all_found where dependents <= 1000
      ),
      own as (
        select record_id, transaction_id from change_outbox where account_id = $1 and id = any ($3) and resource = %4$L
      ),
      showing (dependent, transaction_id, occurred_at, actor, request_id) as (
        select found.dependent, transaction_id, occurred_at, actor, request_id from rows join found on found.record = rows.record_id
        union all
        select moved, transaction_id, occurred_at, actor, request_id from rows cross join lateral moved_ids(rows.changes -> %3$L) as moved
      ),
      added as (
        insert into change_outbox (account_id, transaction_id, resource, record_id, operation, changes, occurred_at, actor, request_id)
        select $1, transaction_id, %4$L, dependent, 'updated', '{}', min(occurred_at), min(actor), min(request_id) from showing
        where (dependent, transaction_id) not in (select record_id, transaction_id from own)
        group by transaction_id, dependent returning id
      )
      select coalesce(array_agg(id), '{}') from added
    $sql$, each.resource, each.finds, each.moved, each.dependent) into added using account, coalesce(records, '{}'), taking || noted;
    noted := noted || added;
  end loop;
  return noted;
end
$$;
revoke execute on function note_dependents(bigint, bigint[]) from public;

-- A follower must know that a record is in no list any more.
select make_recorded_table('bookings_payments', 'bookings_payments', '{amount_in_cents,currency,canceled_at,created_at,booking_id,payment_id}',
  'canceled_at');

-- As in 0053, but for what shows a change, and for updates that change no attribute.
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
  -- Most calls find nothing, and wait for nobody.
  perform from change_outbox where account_id = account limit 1;
  if not found then
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
  taking := taking || note_dependents(account, taking);
  for each in with taken as materialized (
    select * from change_outbox where account_id = account and id = any (taking)
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
    -- What was made and ended at once is told as both.
    select resource, record_id, ending, first, 1, occurred_at, actor, request_id, '{}' from outcomes where is_new and ending is not null
    union all
    select 'availabilities', record_id, 'changed', first, 2, occurred_at, actor, request_id,
      jsonb_build_object('dates', jsonb_build_array(null, dates_json(nights)))
    from calendars
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
