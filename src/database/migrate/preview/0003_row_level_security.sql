-- Row-level security behind the kernel's own tenancy (decision 0011): whatever statement reaches the database as roost_app, it sees and
-- writes rows of the accounts that stand in the setting `roost.accounts`, and of no others. Without the setting there are none.
--
-- Without a policy: reference data for everybody, and what must be found before it is known which account asks (tokens, grants, codes,
-- sessions, installations), all of which are looked up by the digest of a secret or on behalf of a signed-in person.

create function roost_accounts() returns bigint[] language sql stable parallel safe
  return coalesce(nullif(current_setting('roost.accounts', true), ''), '{}')::bigint[];

do $$
declare
  owned regclass;
begin
  for owned in
    select pg_class.oid::regclass from pg_class
    join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attname = 'account_id'
    where pg_class.relkind = 'r' and pg_class.relnamespace = 'public'::regnamespace
      and pg_class.relname not in (
        'memberships', 'accounts_applications', 'access_tokens', 'grants', 'authorization_codes', 'token_pairs'
      )
  loop
    execute format('alter table %s enable row level security', owned);
    -- The scalar sub-select is evaluated once a statement, and not once a row.
    execute format('create policy own_accounts on %s to roost_app using (account_id = any ((select roost_accounts())::bigint[]))', owned);
  end loop;
end
$$;

-- What is nobody's request works on all accounts: as functions of the owner, each of which does one thing.

-- The rental is locked first: its row counts the change, and everywhere the rental is locked before its bookings.
create function expire_holds() returns bigint language sql security definer set search_path = public, pg_temp
begin atomic
  with due as (
    select distinct account_id, rental_id from bookings where canceled_at is null and tentative_expires_at <= now()
  ),
  held as materialized (
    select rentals.account_id, rentals.id from rentals
    join due on due.account_id = rentals.account_id and due.rental_id = rentals.id
    for no key update of rentals skip locked
  ),
  ended as (
    update bookings set canceled_at = tentative_expires_at, updated_at = clock_timestamp()
    where (account_id, id) in (
      select bookings.account_id, bookings.id from bookings
      join held on held.account_id = bookings.account_id and held.id = bookings.rental_id
      where canceled_at is null and tentative_expires_at <= now() for update of bookings skip locked
    )
    returning 1
  )
  select count(*) from ended;
end;

create function forget_idempotent_answers() returns bigint language sql security definer set search_path = public, pg_temp
begin atomic
  with forgotten as (
    delete from idempotent_answers where created_at <= now() - interval '7 days' returning 1
  )
  select count(*) from forgotten;
end;

create function forget_ended_sessions() returns bigint language sql security definer set search_path = public, pg_temp
begin atomic
  delete from sign_in_failures where window_ends_at <= now();
  with ended as (
    delete from sessions where expires_at <= now() or last_seen_at <= now() - interval '12 hours' returning 1
  )
  select count(*) from ended;
end;

-- Tokens and codes that ended a week ago tell nobody anything any more.
create function forget_ended_tokens() returns bigint language sql security definer set search_path = public, pg_temp
begin atomic
  delete from authorization_codes where expires_at <= now() - interval '7 days';
  with ended as (
    delete from access_tokens where least(expires_at, revoked_at) <= now() - interval '7 days' returning 1
  )
  select count(*) from ended;
end;

revoke execute on function expire_holds(), forget_idempotent_answers(), forget_ended_sessions(), forget_ended_tokens()
  from public;
grant execute on function expire_holds(), forget_idempotent_answers(), forget_ended_sessions(), forget_ended_tokens()
  to roost_app;
