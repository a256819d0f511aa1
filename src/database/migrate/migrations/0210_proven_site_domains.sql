-- locks: booking_sites, while columns are added and an index is created

-- A site's own host name is served only after its account has proven it by a DNS record (docs/guides/booking-site.md).
-- expiring: still served, but the record is gone. After a week it is missing.
alter table booking_sites add column domain_state text not null default 'unchecked'
  check (domain_state in ('unchecked', 'missing', 'unreachable', 'taken', 'proven', 'expiring'));
alter table booking_sites add column domain_state_since timestamptz;
alter table booking_sites add column domain_checked_at timestamptz;
-- Anyone may enter a name, but only one account can prove it.
drop index booking_sites_domain;
create unique index booking_sites_domain on booking_sites (domain)
  where deleted_at is null and domain_state in ('proven', 'expiring');

select make_recorded_table('booking_sites', 'booking_sites', '{
  enabled,address,domain,domain_state,name,host_name,color,headline,introduction,about,imprint,all_rentals,show_reviews,show_calendar,
  show_location,created_at
}', 'deleted_at');
select make_content_table('booking_sites');

-- The proven host names of the sites that are switched on.
create or replace function booking_site_domains() returns table (domain text, address text) language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  return query select booking_sites.domain, booking_sites.address from booking_sites
    join accounts on accounts.id = booking_sites.account_id and accounts.closed_at is null
    where booking_sites.domain_state in ('proven', 'expiring') and booking_sites.enabled and booking_sites.deleted_at is null;
end
$$;

-- The sites whose host names are due for a check: new names every hour for a week, others daily.
create function booking_site_domains_due() returns table (account bigint, site bigint) language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  return query select booking_sites.account_id, booking_sites.id from booking_sites
    join accounts on accounts.id = booking_sites.account_id and accounts.closed_at is null
    where booking_sites.domain is not null and booking_sites.deleted_at is null
      and (booking_sites.domain_checked_at is null or booking_sites.domain_checked_at < now() - case
        when booking_sites.domain_state <> 'proven' and booking_sites.domain_state_since > now() - interval '7 days' then interval '50 minutes'
        else interval '23 hours' end);
end
$$;

-- Whether another account keeps a host name that this one has proven. An account that is closed or whose record is gone loses it.
create function another_keeps_site_domain(requested text, of_account bigint) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update booking_sites set domain_state = 'missing', domain_state_since = statement_timestamp(), updated_at = statement_timestamp()
    where booking_sites.domain = requested and booking_sites.account_id <> of_account and booking_sites.deleted_at is null
      and (booking_sites.domain_state = 'expiring' or booking_sites.domain_state = 'proven' and exists (
        select from accounts where accounts.id = booking_sites.account_id and accounts.closed_at is not null
      ));
  return exists (
    select from booking_sites where booking_sites.domain = requested and booking_sites.account_id <> of_account
      and booking_sites.deleted_at is null and booking_sites.domain_state = 'proven'
  );
end
$$;
revoke execute on function booking_site_domains_due(), another_keeps_site_domain(text, bigint) from public;
grant execute on function booking_site_domains_due(), another_keeps_site_domain(text, bigint) to roost_app;
