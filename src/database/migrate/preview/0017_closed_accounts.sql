-- Closing an account (bookings.md, Personal data): closed at once, exported whole, and erased after 30 days.

alter table accounts
  add column closed_at timestamptz,
  -- When all of it was written to the administrator's file; without that, nothing is erased.
  add column exported_at timestamptz,
  add constraint accounts_are_exported_once_closed check (exported_at is null or closed_at is not null);
create index closed_accounts on accounts (closed_at) where closed_at is not null;

-- Guests whose data is used no more: an inquiry asks whether it is one of theirs.
create index restricted_clients on clients (account_id) where processing_restricted_at is not null;

-- All tables with rows of accounts, each after those that refer to it: in this order they can be emptied. Read from the catalogue, so that
-- a new table is not forgotten.
create function account_tables() returns setof regclass language plpgsql stable set search_path = public, pg_temp as $$
declare
  waiting regclass[] := array(
    select attrelid::regclass from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'account_id' and not attisdropped and relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
    order by relname
  );
  free regclass[];
begin
  while cardinality(waiting) > 0 loop
    free := array(
      select owned from unnest(waiting) with ordinality as tables (owned, place) where not exists (
        select from pg_constraint
        where contype = 'f' and confrelid = owned and conrelid <> owned and conrelid = any (waiting::oid[])
      ) order by place
    );
    if cardinality(free) = 0 then
      raise exception 'These tables refer to each other in a circle: %', array_to_string(waiting, ', ');
    end if;
    return query select unnest(free);
    waiting := array(
      select owned from unnest(waiting) with ordinality as tables (owned, place) where owned <> all (free) order by place
    );
  end loop;
end
$$;

-- Erases some rows of an account in one table; of rows that refer to each other, those first to which no other one refers.
create function erase_rows(owned regclass, account bigint, most integer) returns bigint
  language plpgsql set search_path = public, pg_temp as $$
declare
  unreferenced text;
  erased bigint;
begin
  select coalesce(string_agg(format(
    ' and not exists (select from %s as child where (%s) = (%s) and child.ctid <> parent.ctid)', owned, child_columns, parent_columns
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
    'delete from %1$s where ctid = any (array(select ctid from %1$s as parent where account_id = $1%2$s limit $2))', owned, unreferenced
  ) using account, most;
  get diagnostics erased = row_count;
  return erased;
end
$$;

-- Erases a person who works for no account any more. Who has once authorized an application for another account keeps a row without a
-- name, since that authorization refers to it.
create function erase_user(person bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  delete from agent_codes where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_sessions where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_token_accounts where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_tokens where user_id = person;
  delete from sessions where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
  delete from users where id = person;
exception when foreign_key_violation then
  update users set email = format('erased-%s@erased.invalid', person), fullname = '(erased)', password_digest = null,
    updated_at = clock_timestamp()
  where id = person;
  delete from sessions where user_id = person;
  update agent_tokens set revoked_at = coalesce(revoked_at, clock_timestamp()) where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
end
$$;

-- Erases at most so many rows of an account that was closed 30 days ago; the people who work for no other account, and the account itself,
-- come last and together. Whatever ends it, it goes on with the next call; two calls at once work on different accounts.
-- Answers how many rows there were: 0 when nothing is left to erase.
create function erase_closed_account(most integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  closed bigint;
  owned regclass;
  erased bigint;
  people bigint[];
  person bigint;
begin
  select id into closed from accounts where closed_at <= now() - interval '30 days' and exported_at is not null
  order by closed_at, id limit 1 for update skip locked;
  if closed is null then
    return 0;
  end if;
  for owned in select account_tables() loop
    continue when owned = 'memberships'::regclass;
    erased := erase_rows(owned, closed, most);
    if erased > 0 then
      return erased;
    end if;
  end loop;
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs where payload ->> 'account' = closed::text;
  end if;
  -- Someone who leaves the last two accounts at once must go with one of them.
  perform from users where id in (select user_id from memberships where account_id = closed) order by id for update;
  people := array(
    select user_id from memberships as own where account_id = closed
      and not exists (select from memberships as other where other.user_id = own.user_id and other.account_id <> closed)
    order by 1
  );
  delete from memberships where account_id = closed;
  foreach person in array people loop
    perform erase_user(person);
  end loop;
  delete from accounts where id = closed;
  return 1 + cardinality(people);
end
$$;

revoke execute on function account_tables(), erase_rows(regclass, bigint, integer), erase_user(bigint), erase_closed_account(integer)
  from public;
grant execute on function account_tables(), erase_closed_account(integer) to roost_app;

-- What is to be taken for a closed account waits until it is opened again; what is to be given back is given back.
create or replace function waiting_payments(most integer) returns table (account bigint, payment bigint)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select distinct account_id, payment_id from (
    select account_id, payment_id from payment_steps
    where state in ('queued', 'sent') and step <> 'checkout'
      and case when state = 'queued' then due_at <= now() - interval '1 minute'
        else sent_at <= now() - least(interval '1 minute' * power(2, least(attempts, 10) - 1), interval '1 hour')
          and first_sent_at > now() - interval '20 hours' end
      and (step in ('refund', 'cancel')
        or not exists (select from accounts where accounts.id = payment_steps.account_id and accounts.closed_at is not null))
    order by due_at limit most
  ) as waiting;
end;
