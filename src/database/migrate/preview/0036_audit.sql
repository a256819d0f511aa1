-- The history of all records, for who reads it (decision 0060): its total is kept as that of other lists which grow with time.
select make_counted_table('changes');

-- What is left of an attribute's value that is erased: what stands where something was erased before, and what says nothing. Of criteria of reviews
-- the ratings stay, which name nobody.
create function erased_value(attribute text, value jsonb) returns jsonb language sql immutable parallel safe
begin atomic
  select case
    when value in ('null', '""', '[]', '{}', '"(erased)"', '"erased@erased.invalid"') then value
    when jsonb_typeof(value) <> 'object' then 'null'
    when attribute = 'criteria' then (
      select jsonb_object_agg(key, case when jsonb_typeof(part) = 'object' then part || '{"comment": null}' else part end)
      from jsonb_each(value) as parts (key, part)
    )
    when not exists (select from jsonb_each(value) as parts (key, part) where part <> '"(erased)"') then value
    else 'null' end;
end;

-- Erases attributes from all that was recorded of some records of a resource, published or not: values become null. The erasure that the
-- caller's transaction has made stays a change, with what it has put in their place.
create function erase_recorded(account bigint, of_resource text, records text[], names text[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  -- Nothing is on its way from one table to the other meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('publish_changes', account));
  update change_outbox as recorded set changes = (
    select jsonb_object_agg(name, case
      when name <> all (names) then pair
      when transaction_id = pg_current_xact_id() and not exists (
        select from change_outbox as later where later.account_id = account and later.id > recorded.id
          and (later.resource, later.record_id, later.transaction_id) = (recorded.resource, recorded.record_id, recorded.transaction_id)
          and later.changes ? name
      ) then jsonb_build_array(erased_value(name, pair -> 0), pair -> 1)
      else jsonb_build_array(erased_value(name, pair -> 0), erased_value(name, pair -> 1)) end)
    from jsonb_each(recorded.changes) as attributes (name, pair)
  )
  where account_id = account and resource = of_resource and record_id = any (records) and changes ?| names;
  update changes as recorded set changes = (
    select jsonb_object_agg(name, case
      when name <> all (names) then pair
      else jsonb_build_array(erased_value(name, pair -> 0), erased_value(name, pair -> 1)) end)
    from jsonb_each(recorded.changes) as attributes (name, pair)
  )
  where account_id = account and resource = of_resource and record_id = any (records) and changes ?| names;
end
$$;
revoke execute on function erase_recorded(bigint, text, text[], text[]) from public;

-- The same for whoever works in the account.
create function erase_changes(account bigint, of_resource text, records text[], names text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (account = any (roost_accounts())) is not true then
    raise exception 'Changes are erased within their account.' using errcode = 'insufficient_privilege';
  end if;
  perform erase_recorded(account, of_resource, records, names);
end
$$;
revoke execute on function erase_changes(bigint, text, text[], text[]) from public;
grant execute on function erase_changes(bigint, text, text[], text[]) to roost_app;

-- Deletes changes that are older than so many days, at most so many, and answers how many they were: of all accounts, and nobody's request.
create function forget_changes(days integer, most integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten bigint;
begin
  if days < 1 or most < 1 then
    raise exception 'Changes are kept for a day at least.';
  end if;
  delete from changes where ctid = any (array(
    select ctid from changes where occurred_at < now() - make_interval(days => days) limit most
  ));
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
revoke execute on function forget_changes(integer, integer) from public;
grant execute on function forget_changes(integer, integer) to roost_app;

-- What is paid for a forgotten guest is forgotten with them, also where it was recorded that it was ever there.
create or replace function payment_of_forgotten_guest() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payments set forget_me_at = clock_timestamp(), updated_at = clock_timestamp()
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
revoke execute on function payment_of_forgotten_guest() from public;
