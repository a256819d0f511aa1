-- locks: none
-- Functions that get one form for plain PostgreSQL and for a cluster (decision 0069).

-- Asked by ids, and not with a row: on a cluster, the row of a shard is of another type than that of its table. As in 0042 otherwise, whose
-- form stays for processes of an older release.
create function account_writes_to_guest(of_account bigint, of_booking bigint) returns boolean language plpgsql stable as $$
begin
  perform from bookings
  join accounts on accounts.id = bookings.account_id and accounts.closed_at is null and not accounts.demo
  join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
    and clients.forget_me_at is null and clients.processing_restricted_at is null and clients.emails -> 0 ->> 'email' <> ''
  where bookings.account_id = of_account and bookings.id = of_booking
    and bookings.booked and bookings.canceled_at is null and bookings.end_at > now() and not bookings.imported and bookings.locked is null
    and bookings.created_by_type <> 'Booking'
    and not exists (
      select from sources join applications on applications.id = sources.created_by_application_id
      where sources.account_id = of_account and sources.id = bookings.source_id
        and applications.client_id <> 'roost' and not applications.client_id ^@ 'roost-console-'
        and not exists (
          select from memberships where memberships.account_id = of_account
            and memberships.user_id = applications.registered_by_user_id and memberships.role in ('owner', 'manager')
        )
    );
  return found;
end
$$;

-- Asks and queues: nothing waits for the answer. `queue_job` is the job queue's own, and made behind the migrations.
create function queue_for_guest(of_account bigint, of_booking bigint, job text, payload json, attempts integer) returns void
  language plpgsql as $$
begin
  perform from accounts where id = of_account and mails_booking_confirmations;
  if found and account_writes_to_guest(of_account, of_booking) then
    perform queue_job(job, of_account, payload, attempts);
  end if;
end
$$;

create or replace function balances_to_ask_for(most integer) returns table (account bigint, booking bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select bookings.account_id, bookings.id from bookings join accounts on accounts.id = bookings.account_id
  where bookings.booked and bookings.canceled_at is null
    and bookings.balance_due_at <= now() and bookings.balance_due_at > now() - interval '3 days'
    and bookings.balance_due_at > coalesce(bookings.booked_at, bookings.created_at)
    and bookings.final_price > bookings.paid_amount + bookings.authorized_amount
    and accounts.mails_balance_reminders and account_writes_to_guest(bookings.account_id, bookings.id)
    and not exists (
      select from mails where mails.account_id = bookings.account_id
        and mails.cause = format('balance %s %s', bookings.id, (bookings.balance_due_at at time zone 'UTC')::date)
    )
  order by bookings.balance_due_at limit most
$$;

-- As in 0041 and 0037, in steps that each ask for one thing: a cluster takes no statement that reads, adds and deletes at once. Whoever publishes
-- holds the lock of the account, and what is deleted is what was read, by its ids.
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

create or replace function publish_rates(account bigint, last bigint) returns setof changes
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  taking bigint[];
  each record;
  added changes;
begin
  -- All of one transaction, and of one alone: what many have changed in a table of many rentals would be more than one call can tell.
  with noted as materialized (
    select id, transaction_id from change_outbox
    where account_id = account and id <= last and operation = 'changed' and resource <> 'availabilities'
  )
  select array_agg(id) into taking from noted where transaction_id = (select transaction_id from noted order by id limit 1);
  for each in with taken as materialized (
    select * from change_outbox where account_id = account and id = any (taking)
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
  select rental, nights, occurred_at, actor_type, actor_id, actor_name, request_id
  from told cross join (select min(occurred_at) as occurred_at, min(actor) as actor, min(request_id) as request_id from taken) as by
  cross join lateral actor_parts(actor)
  order by told.rental
  loop
    insert into changes (account_id, resource, record_id, type, occurred_at, actor_type, actor_id, actor_name, request_id, changes)
    values (account, 'rentals', each.rental::text, 'rates.changed', each.occurred_at, each.actor_type, each.actor_id, each.actor_name,
      each.request_id, jsonb_build_object('dates', jsonb_build_array(null, dates_json(each.nights))))
    returning * into added;
    return next added;
  end loop;
  delete from change_outbox where account_id = account and id = any (taking);
end
$$;

-- What publish_changes() has published: the first id, the last one, and how many; zeros for nothing. One value, so that a cluster can have the whole call done by
-- the server that has the account.
create function publish_range(account bigint, most integer) returns bigint[] language sql as $$
  select array[coalesce(min(id), 0), coalesce(max(id), 0), count(*)] from publish_changes(account, most)
$$;

-- What an installation is allowed when it is allowed more: a cluster takes no question within an insertion.
create function scopes_together(given text[], further text[]) returns text[] language sql immutable parallel safe
return array(select distinct unnest(given || further) order by 1);
