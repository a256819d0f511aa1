-- locks: accounts, bookings, while the new table's foreign keys are created

-- Bookings that guests made on the account's own site (docs/guides/booking-site.md). A form that is sent twice makes one.
create table site_bookings (
  account_id bigint not null references accounts,
  booking_id bigint not null,
  -- Keyed digests of the form, of the browser's visit and of its network. The latter two are forgotten after a day.
  request bytea not null,
  visitor bytea,
  network bytea,
  -- When the guest accepted the cancelation policy and the terms.
  agreed_at timestamptz not null,
  created_at timestamptz not null default statement_timestamp(),
  primary key (account_id, booking_id),
  unique (account_id, request),
  foreign key (account_id, booking_id) references bookings
);
create index site_bookings_with_visitor on site_bookings (account_id, created_at) where network is not null;
select make_account_table('site_bookings');

-- A guest of the site always receives a confirmation.
create or replace function queue_for_guest(of_account bigint, of_booking bigint, job text, payload json, attempts integer) returns void
  language plpgsql as $$
begin
  perform from accounts where id = of_account and (
    mails_booking_confirmations
    or exists (select from site_bookings where site_bookings.account_id = of_account and site_bookings.booking_id = of_booking)
  );
  if found and account_writes_to_guest(of_account, of_booking) then
    perform queue_job(job, of_account, payload, attempts, lane => 'money and mail');
  end if;
end
$$;
