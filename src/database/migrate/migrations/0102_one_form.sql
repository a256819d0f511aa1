-- locks: none

-- One form of each function for PostgreSQL and for a cluster (docs/design/cluster.md), which plans a statement with its account: PL/pgSQL
-- where a function reads accounts' tables, statement_timestamp() where it updates rows, and a loop where it reads the rows of a statement.

-- Makes the function that counts the rows of a statement. See make_counted_table() for its arguments.
create function make_counting_function(owned regclass, ended name default null, moment name default null)
  returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  -- SQL over a row named "one".
  live constant text := case when ended is null then 'true' else format('one.%I is null', ended) end;
  day constant text := case when moment is null then 'null::date'
    else format('(one.%I at time zone ''UTC'')::date', moment) end;
  counted constant text := case when moment is null then quote_literal(owned)
    else format('case when %s then %L else %L end', live, owned, 'ended ' || owned) end;
begin
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql as $body$
    declare
      each constant integer := case tg_op when 'INSERT' then 1 else -1 end;
      noted record;
    begin
      for noted in select one.account_id, %2$s as counted, %3$s as day, each * count(*) as change from changed as one where %4$s group by 1, 2, 3 loop
        insert into record_count_changes (account_id, counted, day, change)
        values (noted.account_id, noted.counted, noted.day, noted.change);
      end loop;
      return null;
    end
    $body$
  $sql$, 'count_' || owned, counted, day, case when moment is null then live else 'true' end);
end
$make$;
revoke execute on function make_counting_function(regclass, name, name) from public;

-- Counts the rows of a table. An insert or delete statement adds one note for each day, or one in all; an update
-- adds notes only when it changes what is counted.
--
-- ended: the column that is set when a row is deleted, canceled or archived; such rows are not counted
-- moment: a column by whose UTC day rows are counted; ended rows are then counted apart, as 'ended <table>'
create or replace function make_counted_table(owned regclass, ended name default null, moment name default null)
  returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  -- SQL over a row named "one".
  live constant text := case when ended is null then 'true' else format('one.%I is null', ended) end;
  day constant text := case when moment is null then 'null::date'
    else format('(one.%I at time zone ''UTC'')::date', moment) end;
  counted constant text := case when moment is null then quote_literal(owned)
    else format('case when %s then %L else %L end', live, owned, 'ended ' || owned) end;
  is_counted constant text := case when moment is null then live else 'true' end;
  decides constant text := format('(one.account_id, %s, %s)', live, day);
begin
  perform make_counting_function(owned, ended, moment);
  execute format($sql$
    create trigger counted_with_rows_made after insert on %2$s
      referencing new table as changed for each statement execute function %1$I();
    create trigger counted_with_rows_erased after delete on %2$s
      referencing old table as changed for each statement execute function %1$I();
    create trigger counted_with_none_left after truncate on %2$s for each statement execute function forget_counts();
  $sql$, 'count_' || owned, owned);
  execute format($sql$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      insert into record_count_changes (account_id, counted, day, change)
      select one.account_id, %2$s, %3$s, -1 from (select old.*) as one where %4$s
      union all
      select one.account_id, %2$s, %3$s, 1 from (select new.*) as one where %4$s;
      return null;
    end
    $body$;
    create trigger counted_with_rows_changed after update on %5$s for each row
      when (%6$s is distinct from %7$s) execute function %1$I();
  $sql$, 'recount_' || owned, counted, day, is_counted, owned, replace(decides, 'one.', 'old.'), replace(decides, 'one.', 'new.'));
  execute format(
    'insert into record_count_changes (account_id, counted, day, change)
     select one.account_id, %s, %s, count(*) from %s as one where %s group by 1, 2, 3',
    counted, day, owned, is_counted
  );
end
$make$;

select make_counting_function('clients', 'merged_at');
select make_counting_function('bookings', 'canceled_at', 'end_at');
select make_counting_function('bookings_fees', 'canceled_at');
select make_counting_function('bookings_taxes', 'canceled_at');
select make_counting_function('booking_comments', 'deleted_at');
select make_counting_function('discount_code_usages', 'canceled_at');
select make_counting_function('inquiries');
select make_counting_function('conversations');
select make_counting_function('participants');
select make_counting_function('messages');
select make_counting_function('reviews');
select make_counting_function('host_reviews');
select make_counting_function('review_replies');
select make_counting_function('payments', 'canceled_at');
select make_counting_function('bookings_payments', 'canceled_at');
select make_counting_function('payouts');
select make_counting_function('channel_payouts');

-- The audit lists changed attributes. An update without any changed a link or a computed value: an event, but no
-- entry of the audit.
create or replace function count_changes() returns trigger language plpgsql as $$
declare
  each constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  noted record;
begin
  for noted in select one.account_id, each * count(*) as change from changed as one
    where one.changes <> '{}' or one.type not like '%.updated' group by 1
  loop
    insert into record_count_changes (account_id, counted, day, change) values (noted.account_id, 'changes', null, noted.change);
  end loop;
  return null;
end
$$;

-- Makes the function that records a relation of a joining table. See make_recorded_join() for its arguments.
create function make_joining_function(joined regclass, resource text, ours name, theirs name, attribute text)
  returns void language plpgsql set search_path = public, pg_temp as $make$
begin
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql as $body$
    declare
      each record;
      present bigint[];
      before bigint[];
    begin
      for each in select account_id, %3$I as record, array_agg(%4$I) as ids from moved group by 1, 2 loop
        if tg_op = 'DELETE' then
          perform from accounts where accounts.id = each.account_id and closed_at is not null;
          continue when found;
        end if;
        select array_agg(%4$I order by %4$I) into present from %6$s where account_id = each.account_id and %3$I = each.record;
        present := coalesce(present, '{}');
        before := case tg_op when 'INSERT' then array(select unnest(present) except select unnest(each.ids) order by 1)
          else array(select unnest(present) union select unnest(each.ids) order by 1) end;
        insert into change_outbox (account_id, resource, record_id, operation, changes)
        values (each.account_id, %2$L, each.record, 'updated',
          jsonb_build_object(%5$L, jsonb_build_array(to_jsonb(before), to_jsonb(present))));
      end loop;
      return null;
    end
    $body$
  $sql$, 'record_' || joined, resource, ours, theirs, attribute, joined);
end
$make$;
revoke execute on function make_joining_function(regclass, text, name, name, text) from public;

-- Records a relation of a joining table: its list of ids is an attribute of the record. Erasing an account
-- records nothing.
create or replace function make_recorded_join(joined regclass, resource text, ours name, theirs name, attribute text)
  returns void language plpgsql set search_path = public, pg_temp as $make$
begin
  perform make_joining_function(joined, resource, ours, theirs, attribute);
  execute format($sql$
    create or replace trigger recorded_when_joined after insert on %2$s
      referencing new table as moved for each statement execute function %1$I();
    create or replace trigger recorded_when_parted after delete on %2$s
      referencing old table as moved for each statement execute function %1$I();
  $sql$, 'record_' || joined, joined);
end
$make$;

select make_joining_function('rentals_rentals_tags', 'rentals', 'rental_id', 'rentals_tag_id', 'rentals_tag_ids');
select make_joining_function('rates_rules_seasons', 'rates_rules', 'rates_rule_id', 'season_id', 'season_ids');
select make_joining_function('rentals_fees_seasons', 'rentals_fees', 'rentals_fee_id', 'season_id', 'season_ids');
select make_joining_function('discount_codes_rentals', 'discount_codes', 'discount_code_id', 'rental_id', 'rental_ids');
select make_joining_function('bookings_bookings_tags', 'bookings', 'booking_id', 'bookings_tag_id', 'bookings_tag_ids');
select make_joining_function('rental_link_groups_rentals', 'rental_link_groups', 'rental_link_group_id', 'rental_id', 'rental_ids');
select make_joining_function('cleaning_links_rentals', 'cleaning_links', 'cleaning_link_id', 'rental_id', 'rental_ids');
select make_joining_function('conversations_bookings', 'conversations', 'conversation_id', 'booking_id', 'booking_ids');
select make_joining_function('conversations_inquiries', 'conversations', 'conversation_id', 'inquiry_id', 'inquiry_ids');
select make_joining_function('messages_attachments', 'messages', 'message_id', 'attachment_id', 'attachment_ids');

create or replace function note_rates_of_accounts_applications() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  noted record;
begin
  if (old.default_price_increase, old.uninstalled_at) is not distinct from (new.default_price_increase, new.uninstalled_at)
    or not (old.uninstalled_at is null or new.uninstalled_at is null) then
    return null;
  end if;
  for noted in
    select cause, range_agg(nights) as nights from (values
      (case when old.default_price_increase is not null and old.uninstalled_at is null then old.account_id end, nights_ahead()),
      (case when new.default_price_increase is not null and new.uninstalled_at is null then new.account_id end, nights_ahead())
    ) as around (cause, nights)
    where cause is not null and not isempty(nights) group by cause
  loop
    insert into change_outbox (account_id, resource, record_id, operation, changes)
    values (new.account_id, 'accounts', noted.cause, 'changed', jsonb_build_object('nights', noted.nights));
  end loop;
  return null;
end
$$;

-- The nights of its periods, with those that this transaction archived.
create or replace function nights_of_season(account bigint, season bigint) returns datemultirange language plpgsql stable as $$
declare
  found_nights datemultirange;
begin
  select range_agg(daterange(start_date, end_date, '[]')) into found_nights from periods
  where account_id = account and season_id = season and (archived_at is null or archived_at >= now());
  return coalesce(found_nights, '{}');
end
$$;

create or replace function nights_of_rule(account bigint, rule bigint, always boolean, first date, last date) returns datemultirange
  language plpgsql stable as $$
declare
  season bigint;
  found_nights datemultirange := '{}';
begin
  if always then
    return nights_ahead();
  end if;
  if first is not null then
    return datemultirange(daterange(first, last, '[]'));
  end if;
  for season in select season_id from rates_rules_seasons where account_id = account and rates_rule_id = rule loop
    found_nights := found_nights + nights_of_season(account, season);
  end loop;
  return found_nights;
end
$$;

-- Finds a public file by its token, before its account is known.
create or replace function public_file(token text) returns table (account bigint, id bigint) language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  return query select account_id, stored_files.id from stored_files where public_token = token and kept_at is not null and ended_at is null;
end
$$;

create or replace function stale_rates(today date, after_account bigint, after_rental bigint, most integer)
  returns table (account_id bigint, rental_id bigint, version text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select current.account_id, current.id, current.version
  from (
    select rentals.account_id, rentals.id, rentals.deleted_at, built.built_on, built.version as built_version,
      case when rentals.deleted_at is null
        then concat_ws('.', rentals.rates_version, coalesce(rates_tables.prices_version, 0)) else '' end as version
    from rentals
    left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id
    left join rates_built as built on built.account_id = rentals.account_id and built.rental_id = rentals.id
  ) as current
  where (current.account_id, current.id) > (after_account, after_rental)
    and case
      when current.deleted_at is not null then current.built_version <> ''
      else current.built_on is distinct from today or current.built_version is distinct from current.version
    end
  order by current.account_id, current.id
  limit most;
end
$$;

create or replace function balances_to_ask_for(most integer) returns table (account bigint, booking bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select bookings.account_id, bookings.id from bookings join accounts on accounts.id = bookings.account_id
  where bookings.booked and bookings.canceled_at is null
    and bookings.balance_due_at <= now() and bookings.balance_due_at > now() - interval '3 days'
    and bookings.balance_due_at > coalesce(bookings.booked_at, bookings.created_at)
    and bookings.final_price > bookings.paid_amount + bookings.authorized_amount
    and accounts.mails_balance_reminders and account_writes_to_guest(bookings.account_id, bookings.id)
    and not exists (
      select from mails where mails.account_id = bookings.account_id
        and mails.cause = format('balance %s %s', bookings.id, (bookings.balance_due_at at time zone 'UTC')::date)
    )
  order by bookings.balance_due_at limit most;
end
$$;

-- Payments that wait for a gateway, the oldest first and at most so many of an account: a dead gateway delays no
-- other account.
create or replace function waiting_payments(most integer) returns table (account bigint, payment bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select account_id, payment_id from (
    select account_id, payment_id, row_number() over (partition by account_id order by min(due_at), payment_id) as place
    from payment_steps
    where state in ('queued', 'sent') and step <> 'checkout'
      and case when state = 'queued' then due_at <= now() - interval '1 minute'
        else sent_at <= now() - least(interval '1 minute' * power(2, least(attempts, 10) - 1), interval '1 hour')
          and first_sent_at > now() - interval '20 hours' end
      and (step in ('refund', 'cancel')
        or not exists (select from accounts where accounts.id = payment_steps.account_id and accounts.closed_at is not null))
    group by account_id, payment_id
  ) as waiting
  where place <= most;
end
$$;

-- Accounts whose changes have waited for more than a moment.
create or replace function unpublished_accounts(most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select account_id from change_outbox where occurred_at < statement_timestamp() - interval '1 second' group by account_id limit most;
end
$$;

-- A generated map changes with its rental.
create or replace function generated_map_changed() returns trigger language plpgsql as $$
begin
  update nightly_rate_maps set updated_at = statement_timestamp() where account_id = new.account_id and id = new.id;
  return null;
end
$$;

-- A link group shows the names of its rentals.
create or replace function linked_name_changed() returns trigger language plpgsql as $$
begin
  update rental_link_groups set updated_at = statement_timestamp()
  where account_id = new.account_id and deleted_at is null and id in (
    select rental_link_group_id from rental_link_groups_rentals where account_id = new.account_id and rental_id = new.id
  );
  return null;
end
$$;

-- The files of a photo end with it, also when its rental ends.
create or replace function end_files_of_photo() returns trigger language plpgsql as $$
begin
  update stored_files set ended_at = statement_timestamp(), name = null, public_token = null, updated_at = statement_timestamp()
  where account_id = new.account_id and ended_at is null and id in (
    select new.stored_file_id union all select new.pending_file_id
    union all select stored_file_id from photos_renditions where account_id = new.account_id and photo_id = new.id
  );
  return null;
end
$$;

-- A booking that ends returns its discount code, whether it was canceled, updated or its hold expired. A
-- trigger, so no path forgets. Clock time: an expired hold is noted later.
create or replace function discount_code_given_back() returns trigger language plpgsql as $$
begin
  update discount_code_usages set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
  where account_id = new.account_id and booking_id = new.id and canceled_at is null;
  return null;
end
$$;

-- A payment of an erased guest is erased as well, also in recorded changes.
create or replace function payment_of_forgotten_guest() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payments set forget_me_at = statement_timestamp(), updated_at = statement_timestamp()
  where account_id = new.account_id and id = new.payment_id and forget_me_at is null and exists (
    select from bookings join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
    where bookings.account_id = new.account_id and bookings.id = new.booking_id and clients.forget_me_at is not null
  );
  if found then
    perform erase_recorded(new.account_id, 'payments', array[new.payment_id::text], array[
      'fullname', 'email', 'ip', 'address1', 'address2', 'city', 'zip', 'state', 'country_code', 'notes'
    ]);
  end if;
  return null;
end
$$;

-- Erases a person. One that other rows still refer to stays without their data.
create or replace function erase_user(person bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  -- A cluster has no foreign keys of authorizations.
  perform from grants where user_id = person union all select from authorization_codes where user_id = person;
  if found then
    raise foreign_key_violation;
  end if;
  delete from second_factors where user_id = person;
  delete from password_resets where user_id = person;
  update invitations set invited_by_user_id = null, withdrawn_at = coalesce(withdrawn_at, statement_timestamp()) where invited_by_user_id = person;
  delete from agent_codes where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_sessions where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_token_accounts where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_tokens where user_id = person;
  delete from sessions where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
  delete from users where id = person;
exception when foreign_key_violation then
  delete from second_factors where user_id = person;
  delete from password_resets where user_id = person;
  update invitations set invited_by_user_id = null, withdrawn_at = coalesce(withdrawn_at, statement_timestamp()) where invited_by_user_id = person;
  update users set email = format('erased-%s@erased.invalid', person), fullname = '(erased)', password_digest = null, second_factor_at = null,
    updated_at = statement_timestamp()
  where id = person;
  delete from sessions where user_id = person;
  update agent_tokens set revoked_at = coalesce(revoked_at, statement_timestamp()) where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
end
$$;
