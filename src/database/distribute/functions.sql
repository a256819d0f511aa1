-- Second forms of functions, for a cluster. Most work on all accounts at once in ways that Citus refuses: locks, ctids, counted
-- deletions. Each account's rows are on one server, so these go from account to account. docs/design/cluster.md gives the reasons.

-- Plans must see their account, and generic plans do not. On one server, planning each time would take longer than publishing.
alter function publish_changes(bigint, integer) reset plan_cache_mode;
alter function publish_rates(bigint, bigint) reset plan_cache_mode;

-- Triggers of accounts and installations run as the writer: in a transaction, another login would not see the writer's rows on a worker.
grant execute on function note_content_of(bigint) to roost_app;
alter function note_content() security invoker;
alter function note_content_of_itself() security invoker;
alter function note_rates_of_accounts_applications() security invoker;
alter function record_new_accounts() security invoker;
alter function record_changed_accounts() security invoker;
alter function record_new_applications() security invoker;
alter function record_changed_applications() security invoker;
alter function record_new_preferences_general_settings() security invoker;
alter function record_changed_preferences_general_settings() security invoker;
alter function automations_of_account() security invoker;
alter function make_built_in_automations() security invoker;

-- Puts the writer of a new account in its scope, before the other triggers of accounts, which run in the order of their names.
create or replace function enter_new_account() returns trigger language plpgsql as $$
begin
  if current_user = 'roost_app' then
    execute format('set local roost.accounts = %L', roost_accounts() || new.id);
  end if;
  return null;
end
$$;
do $$
begin
  perform from pg_trigger where tgrelid = 'accounts'::regclass and tgname = 'account_entered';
  if not found then
    create trigger account_entered after insert on accounts for each row execute function enter_new_account();
  end if;
end
$$;

-- A member's tasks have nobody from now on: a cluster's foreign key cannot blank them. As the writer, whose login the transaction has on
-- the worker.
create or replace function delete_membership(account bigint, person bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (account = any (roost_accounts())) is not true then
    raise exception 'A person is taken out of an account within it.' using errcode = 'insufficient_privilege';
  end if;
  delete from memberships where account_id = account and user_id = person;
  return found;
end
$$;
revoke execute on function delete_membership(bigint, bigint) from public;
grant execute on function delete_membership(bigint, bigint) to roost_app;
create or replace function remove_member(account bigint, person bigint) returns boolean
  language plpgsql security invoker set search_path = public, pg_temp as $$
begin
  update tasks set assigned_user_id = null, updated_at = statement_timestamp() where account_id = account and assigned_user_id = person;
  return delete_membership(account, person);
end
$$;

-- In an update, Citus calculates no times from the row's own columns.
create or replace function tasks_follow_stay() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  task record;
  moved interval;
begin
  for task in select id, due_from, due_until, moves_with, canceled_at, canceled_with_stay from tasks
    where account_id = new.account_id and booking_id = new.id and done_at is null order by id for no key update
  loop
    moved := case task.moves_with when 'arrival' then new.start_at - old.start_at when 'departure' then new.end_at - old.end_at
      else interval '0' end;
    task.due_from := task.due_from + moved;
    task.due_until := task.due_until + moved;
    if new.canceled_at is null and task.canceled_with_stay then
      task.canceled_at := null;
      task.canceled_with_stay := false;
    elsif new.canceled_at is not null and task.canceled_at is null then
      task.canceled_at := statement_timestamp();
      task.canceled_with_stay := true;
    end if;
    update tasks set updated_at = statement_timestamp(), rental_id = new.rental_id, due_from = task.due_from, due_until = task.due_until,
      canceled_at = task.canceled_at, canceled_with_stay = task.canceled_with_stay
    where account_id = new.account_id and id = task.id;
  end loop;
  return null;
end
$$;

-- A worker plans no insert that joins a feed with its rental.
create or replace function close_nights(event calendar_feed_events, of_rental bigint, run daterange, mirrored bigint[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  of_account constant bigint := event.account_id;
  of_event constant bigint := event.id;
  house record;
  feed record;
  part bigint;
  part_nights daterange;
  parts bigint;
  other record;
begin
  select rentals.currency,
    (lower(run) + least(coalesce(checkin_time, default_arrival_time), 23.75) * interval '1 hour') at time zone 'UTC' as start_time,
    (upper(run) + least(coalesce(checkout_time, default_departure_time), 23.75) * interval '1 hour') at time zone 'UTC' as end_time
  into house from rentals join accounts on accounts.id = of_account
  where rentals.account_id = of_account and rentals.id = of_rental;
  select bookings.id, bookings.nights into part, part_nights from calendar_feed_parts as feed_parts
  join bookings on bookings.account_id = of_account and bookings.id = feed_parts.booking_id
    and bookings.canceled_at is null and bookings.unavailable and not bookings.moved_by_hand and bookings.rental_id = of_rental
  where feed_parts.account_id = of_account and feed_parts.event_id = of_event and bookings.nights -|- run
  order by bookings.start_at limit 1;
  if found then
    if upper(run) = lower(part_nights) then
      update bookings set updated_at = statement_timestamp(), start_at = house.start_time
      where account_id = of_account and canceled_at is null and (id = part or created_by_type = 'Booking' and created_by_id = part);
    else
      update bookings set updated_at = statement_timestamp(), end_at = house.end_time
      where account_id = of_account and canceled_at is null and (id = part or created_by_type = 'Booking' and created_by_id = part);
    end if;
    return;
  end if;
  select source_id, created_by_application_id, preparation_days_apply and treat_as = 'stays' as needs_preparation into feed
  from calendar_feeds where account_id = of_account and id = event.feed_id;
  insert into bookings (account_id, rental_id, source_id, start_at, end_at, booked, unavailable, imported, created_by_id,
    created_by_type, currency, needs_preparation)
  values (of_account, of_rental, feed.source_id, house.start_time, house.end_time, false, true, true, feed.created_by_application_id,
    'Application', house.currency, feed.needs_preparation) returning id into part;
  select count(*) into parts from calendar_feed_parts where account_id = of_account and event_id = of_event;
  insert into calendar_feed_parts (account_id, booking_id, feed_id, event_id, number)
  values (of_account, part, event.feed_id, of_event, parts + 1);
  for other in select id, currency from rentals where account_id = of_account and id = any (mirrored) loop
    insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
    values (of_account, other.id, house.start_time, house.end_time, false, true, part, 'Booking', other.currency);
  end loop;
end
$$;

-- A worker may only write its own rows, not the account's, which is replicated.
create or replace function prices_of_account_changed() returns trigger language plpgsql as $$
begin
  update rentals set prices_version = prices_version + 1 where account_id = coalesce(new.account_id, old.account_id);
  return null;
end
$$;

create or replace function noted_changes(accounts bigint[], name text, after date default null) returns bigint
  language plpgsql stable parallel restricted as $$
declare
  noted bigint;
begin
  select coalesce(sum(change), 0) into noted from record_count_changes
  where account_id = any (accounts) and counted = name and (after is null or day > after);
  return noted;
end
$$;

create or replace function expire_holds() returns bigint
  language plpgsql security definer set search_path to public, pg_temp as $$
declare
  account bigint;
  held bigint[];
  ended bigint;
  expired bigint := 0;
begin
  set local roost.actor = 'Job:expire holds';
  for account in select distinct account_id from bookings where canceled_at is null and tentative_expires_at <= now() loop
    select array_agg(id) into held from (
      select id from rentals where account_id = account and id in (
        select rental_id from bookings where account_id = account and canceled_at is null and tentative_expires_at <= now()
      ) for no key update skip locked
    ) as locked;
    update bookings set canceled_at = tentative_expires_at, updated_at = statement_timestamp()
    where account_id = account and rental_id = any (held) and canceled_at is null and tentative_expires_at <= now();
    get diagnostics ended = row_count;
    expired := expired + ended;
  end loop;
  return expired;
end
$$;

create or replace function fold_record_counts() returns bigint
  language plpgsql security definer set search_path to public, pg_temp as $$
declare
  account bigint;
  taken jsonb;
  each record;
  folded bigint := 0;
begin
  -- Two concurrent runs could deadlock on each other's accounts.
  if not pg_try_advisory_xact_lock(hashtextextended('fold_record_counts', 0)) then
    return 0;
  end if;
  for account in
    select account_id from record_count_changes where account_id not in (select id from accounts where closed_at is not null)
    group by 1 limit 1000
  loop
    with deleted as (
      delete from record_count_changes where account_id = account returning counted, day, change
    )
    select jsonb_agg(to_jsonb(deleted)) into taken from deleted;
    for each in
      select counted, span, since, sum(change) as change
      from jsonb_to_recordset(taken) as noted (counted text, day date, change bigint) cross join lateral (
        select 'always' as span, '-infinity'::date as since where day is null
        union all select 'day', day where day is not null
        union all select 'month', date_trunc('month', day)::date where day is not null
      ) as spans group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    loop
      insert into record_counts (account_id, counted, span, since, total)
      values (account, each.counted, each.span, each.since, each.change)
      on conflict (account_id, counted, span, since) do update set total = record_counts.total + excluded.total, noted_before = null;
    end loop;
    folded := folded + coalesce(jsonb_array_length(taken), 0);
  end loop;
  return folded;
end
$$;

-- The table's primary key columns, qualified with an alias.
create or replace function key_of(owned regclass, name text) returns text language sql stable set search_path to public, pg_temp as $$
  select string_agg(format('%I.%I', name, attname), ', ')
  from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = owned and indisprimary
$$;

-- Identifies rows by primary key: a ctid is valid on one server only.
create or replace function erase_rows(owned regclass, account bigint, most integer) returns bigint
  language plpgsql set search_path to public, pg_temp as $$
declare
  unreferenced text;
  erased bigint;
begin
  select coalesce(string_agg(format(
    ' and not exists (select from %s as child where (%s) = (%s) and child.account_id = parent.account_id and (%s) <> (%s))',
    owned, child_columns, parent_columns, key_of(owned, 'child'), key_of(owned, 'parent')
  ), ''), '') into unreferenced
  from (
    select string_agg(format('child.%I', child.attname), ', ' order by place) as child_columns,
      string_agg(format('parent.%I', parent.attname), ', ' order by place) as parent_columns
    from pg_constraint
    cross join lateral unnest(conkey, confkey) with ordinality as keys (child_key, parent_key, place)
    join pg_attribute as child on child.attrelid = owned and child.attnum = child_key
    join pg_attribute as parent on parent.attrelid = owned and parent.attnum = parent_key
    where contype = 'f' and conrelid = owned and confrelid = owned
    group by pg_constraint.oid
  ) as own_keys;
  execute format(
    'delete from %1$s as erased where account_id = $1 and (%3$s) in (select %4$s from %1$s as parent where account_id = $1%2$s limit $2)',
    owned, unreferenced, key_of(owned, 'erased'), key_of(owned, 'parent')
  ) using account, most;
  get diagnostics erased = row_count;
  return erased;
end
$$;

-- After ANALYZE of distributed tables, Citus refuses statements on reference tables in the same transaction. Autovacuum analyzes instead.
create or replace function analyze_imported() returns void language sql security definer set search_path to public, pg_temp as '';
create or replace function analyze_planned() returns void language sql security definer set search_path to public, pg_temp as '';

create or replace function take_due_calendar_feeds(most integer) returns table (account bigint, feed bigint)
  language plpgsql security definer set search_path to public, pg_temp as $$
begin
  for account, feed in
    select due.account_id, due.id from calendar_feeds as due
    join accounts on accounts.id = due.account_id and accounts.closed_at is null
    where due.next_attempt_at <= now() and due.deleted_at is null and due.enabled
    order by due.next_attempt_at limit most
  loop
    update calendar_feeds set next_attempt_at = now() + interval '15 minutes'
    where account_id = account and id = feed and next_attempt_at <= now();
    if found then
      return next;
    end if;
  end loop;
end
$$;

create or replace function files_to_erase(most integer) returns setof text
  language plpgsql security definer set search_path to public, pg_temp as $$
declare
  found_so_far bigint;
begin
  update stored_files set ended_at = statement_timestamp(), updated_at = statement_timestamp()
  where kept_at is null and ended_at is null and created_at <= now() - interval '1 day';
  return query select key from stored_files where ended_at is not null and erased_at is null order by ended_at limit most;
  get diagnostics found_so_far = row_count;
  return query select key from rowless_files order by created_at limit most - found_so_far;
end
$$;

create or replace function note_erased_files(keys text[]) returns void
  language plpgsql security definer set search_path to public, pg_temp as $$
begin
  update stored_files set erased_at = statement_timestamp(), updated_at = statement_timestamp()
  where key = any (keys) and ended_at is not null and erased_at is null;
  delete from stored_files where key = any (keys) and erased_at is not null and kept_at is null;
  delete from rowless_files where key = any (keys);
end
$$;

create or replace function forget_idempotent_answers() returns bigint
  language plpgsql security definer set search_path to public, pg_temp as $$
declare
  forgotten bigint;
begin
  delete from idempotent_answers where created_at <= now() - interval '7 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

create or replace function forget_changes(days integer, most integer) returns bigint
  language plpgsql security definer set search_path to public, pg_temp as $$
declare
  forgotten bigint := 0;
  deleted bigint;
  account bigint;
  until bigint;
begin
  if days < 1 or most < 1 then
    raise exception 'Changes are kept for a day at least.';
  end if;
  for account in select distinct account_id from changes where occurred_at < now() - make_interval(days => days) loop
    exit when forgotten >= most;
    select max(id) into until from (
      select id from changes where account_id = account and occurred_at < now() - make_interval(days => days)
      order by id limit most - forgotten
    ) as oldest;
    delete from changes where account_id = account and id <= until and occurred_at < now() - make_interval(days => days);
    get diagnostics deleted = row_count;
    forgotten := forgotten + deleted;
  end loop;
  return forgotten;
end
$$;

create or replace function forget_webhook_messages(kept interval, most integer) returns bigint
  language plpgsql security definer set search_path to public, pg_temp as $$
declare
  forgotten bigint := 0;
  each record;
  deleted bigint;
begin
  for each in select account_id, id from webhook_deliveries where created_at < now() - kept order by created_at limit most loop
    delete from webhook_deliveries where account_id = each.account_id and id = each.id;
    get diagnostics deleted = row_count;
    forgotten := forgotten + deleted;
  end loop;
  for each in select account_id, id from webhook_messages where created_at < now() - kept order by created_at limit most loop
    delete from webhook_messages where account_id = each.account_id and id = each.id and not exists (
      select from webhook_deliveries where account_id = each.account_id and message_id = each.id
    );
    get diagnostics deleted = row_count;
    forgotten := forgotten + deleted;
  end loop;
  return forgotten;
end
$$;

-- Citus needs sequential mode to change a reference table after reading accounts' rows.
create or replace function forget_secrets_keys(kept bytea) returns void
  language plpgsql security definer set search_path to public, pg_temp set citus.multi_shard_modify_mode to 'sequential' as $$
begin
  perform from secrets_keys where sealed_link_key is not null having not bool_or(id = kept);
  if found then
    perform from calendar_feeds where kind = 'export' and deleted_at is null limit 1;
    if found then
      raise foreign_key_violation using message = 'calendars are read under tokens that need another key';
    end if;
  end if;
  delete from secrets_keys where id <> kept;
end
$$;
