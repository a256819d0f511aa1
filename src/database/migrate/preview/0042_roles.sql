-- locks: invitations, memberships, rentals, while constraints are added
-- What people are in an account (decision 0072), and the application through which they call the API from the console.

alter table memberships drop constraint memberships_role_check,
  add constraint memberships_role_check check (role in ('owner', 'manager', 'accountant', 'cleaner', 'viewer'));
alter table invitations drop constraint invitations_role_check,
  add constraint invitations_role_check check (role in ('owner', 'manager', 'accountant', 'cleaner', 'viewer')),
  -- The rentals that are to be theirs.
  add column rental_ids bigint[] not null default '{}';

-- The rentals that are somebody's to look after: all that a cleaner sees is about them.
create table membership_rentals (
  account_id bigint not null,
  user_id bigint not null,
  rental_id bigint not null,
  primary key (account_id, user_id, rental_id),
  foreign key (account_id, user_id) references memberships on delete cascade,
  foreign key (account_id, rental_id) references rentals
);
create index membership_rentals_of_rental on membership_rentals (account_id, rental_id);
select make_account_table('membership_rentals', null, true);

-- The console of each account that there is: an application of its own, with an hour of its own. Nobody has its secret.
with consoles as (
  insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
  select 'Roost Console', 'roost-console-' || id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), string_to_array(
      'public,applications_read,applications_write,audit_read,bookings_read,bookings_write,bookings_write_owned,clients_read,clients_write,'
      'discount_code_read,discount_code_usage_read,discount_code_write,inbox_read,inbox_write,inquiries_read,inquiries_write,'
      'inquiries_write_owned,payments_read,payments_write,payments_write_owned,payouts_read,preferences_payments_read,'
      'preferences_payments_write,preferences_read,preferences_write,rates_read,rates_write,rentals_read,rentals_write,reviews_write,'
      'webhooks_write', ','), 50000
  from accounts order by id
  returning id, client_id, scopes
)
insert into accounts_applications (account_id, application_id, scopes)
select substring(client_id from '\d+$')::bigint, id, scopes from consoles;

-- As in 0004, without consoles: what an account has installed are programs of others.
create or replace view installed_applications with (security_invoker = true) as
  select accounts_applications.account_id, applications.id, applications.name, accounts_applications.default_price_increase,
    accounts_applications.uninstalled_at, accounts_applications.created_at,
    greatest(accounts_applications.updated_at, applications.updated_at) as updated_at
  from accounts_applications join applications on applications.id = accounts_applications.application_id
  where not applications.client_id ^@ 'roost-console-';

-- As in 0023: the console is the account's own, and of its people the owners and managers register its own applications.
create or replace function account_writes_to_guest(booking bookings) returns boolean language sql stable as $$
  select booking.booked and booking.canceled_at is null and booking.end_at > now() and not booking.imported and booking.locked is null
    and booking.created_by_type <> 'Booking'
    and exists (
      select from accounts where accounts.id = booking.account_id and accounts.closed_at is null and not accounts.demo
    )
    and exists (
      select from clients where clients.account_id = booking.account_id and clients.id = booking.client_id
        and clients.forget_me_at is null and clients.processing_restricted_at is null and clients.emails -> 0 ->> 'email' <> ''
    )
    and not exists (
      select from sources join applications on applications.id = sources.created_by_application_id
      where sources.account_id = booking.account_id and sources.id = booking.source_id
        and applications.client_id <> 'roost' and not applications.client_id ^@ 'roost-console-'
        and not exists (
          select from memberships where memberships.account_id = booking.account_id
            and memberships.user_id = applications.registered_by_user_id and memberships.role in ('owner', 'manager')
        )
    )
$$;
