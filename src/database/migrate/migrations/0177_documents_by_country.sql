-- locks: portal_settings, while columns are added

-- The law of the house's country decides which guests show documents: everyone, or only guests from other countries. Settings may hold
-- for the rentals of one country (guests.md, Portal).
alter table portal_settings add column country_code text;
alter table portal_settings add column documents_of text not null default 'everyone' check (documents_of in ('everyone', 'foreigners'));
alter table portal_settings add constraint portal_settings_of_one check (rental_id is null or country_code is null);
drop index portal_settings_once;
create unique index portal_settings_once on portal_settings (account_id, coalesce(rental_id, 0)) where deleted_at is null and country_code is null;
create unique index portal_settings_of_country on portal_settings (account_id, country_code) where deleted_at is null and country_code is not null;

select make_recorded_table('portal_settings', 'portal_settings', '{
  asks_guests,asks_arrival,asks_documents,documents_of,documents_kept_days,release_hours,release_needs_payment,release_needs_agreement,
  release_needs_form,allows_cancelation,country_code,created_at,rental_id
}', 'deleted_at');
select make_content_table('portal_settings');

-- The settings of a rental: its own, else its country's, else the account's.
create or replace function erase_guest_documents() returns bigint language sql security definer set search_path = public, pg_temp
begin atomic
  select set_config('roost.actor', 'Job:guest documents', true);
  with due as (
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
    limit 1000 for update of guest_forms skip locked
  ),
  erased as (
    update guest_forms set sealed_documents = null, documents_erased_at = clock_timestamp(), updated_at = clock_timestamp()
    from due where guest_forms.account_id = due.account_id and guest_forms.id = due.id
    returning 1
  )
  select count(*) from erased;
end;
