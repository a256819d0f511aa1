-- locks: none

-- Forms that a cluster takes, too: no change inside `with`, no lock of joined rows, no selected row that is inserted and returned.
create or replace function erase_old_imports(kept interval, most integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old record;
  erased bigint := 0;
begin
  for old in
    select account_id, id, stored_file_id from imports where stored_file_id is not null and created_at < now() - kept
    order by created_at limit most
  loop
    perform from imports where account_id = old.account_id and id = old.id and stored_file_id is not null for update skip locked;
    continue when not found;
    update stored_files set ended_at = statement_timestamp(), name = null, updated_at = statement_timestamp()
    where account_id = old.account_id and id = old.stored_file_id and ended_at is null;
    update imports set stored_file_id = null, rejected = null, updated_at = statement_timestamp(), revision = revision + 1,
      state = case when state in ('checking', 'applying') then 'failed' else state end,
      error = case when state in ('checking', 'applying') then 'The file was erased. Upload it again.' else error end,
      report = report - '{columns,first_lines,sample,problems,warnings}'::text[]
    where account_id = old.account_id and id = old.id;
    erased := erased + 1;
  end loop;
  return erased;
end
$$;

create or replace function erase_guest_documents() returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due record;
  erased bigint := 0;
begin
  set local roost.actor = 'Job:guest documents';
  for due in
    select guest_forms.account_id, guest_forms.id from guest_forms
    join bookings on bookings.account_id = guest_forms.account_id and bookings.id = guest_forms.booking_id
    join rentals on rentals.account_id = guest_forms.account_id and rentals.id = bookings.rental_id
    where guest_forms.sealed_documents is not null and (
      bookings.canceled_at is not null
      or bookings.end_at + make_interval(days => coalesce((
        select portal_settings.documents_kept_days from portal_settings
        where portal_settings.account_id = guest_forms.account_id and portal_settings.deleted_at is null
          and (portal_settings.rental_id = bookings.rental_id or portal_settings.rental_id is null)
          and (portal_settings.country_code = rentals.country_code or portal_settings.country_code is null)
        order by portal_settings.rental_id nulls last, portal_settings.country_code nulls last limit 1
      ), 7)) <= now() at time zone rentals.time_zone at time zone 'UTC'
    )
    limit 1000
  loop
    perform from guest_forms where account_id = due.account_id and id = due.id and sealed_documents is not null for update skip locked;
    continue when not found;
    update guest_forms set sealed_documents = null, documents_erased_at = statement_timestamp(), updated_at = statement_timestamp()
    where account_id = due.account_id and id = due.id;
    erased := erased + 1;
  end loop;
  return erased;
end
$$;

create or replace function plan_confirmation(of_account bigint, of_booking bigint) returns void language plpgsql as $$
declare
  rule bigint;
begin
  select id into rule from automations
  where account_id = of_account and built_in = 'booking_confirmation' and trigger = 'booking_confirmed' and state <> 'off'
    and deleted_at is null;
  if not found then
    return;
  end if;
  insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state)
  values (of_account, rule, of_booking, 'once', now(), now(), now(), 'scheduled') on conflict on constraint acts_once do nothing;
  if found then
    perform plan_bookings(of_account, array[of_booking], array[rule]);
  end if;
end
$$;
